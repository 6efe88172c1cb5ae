-- Who is looking at which table through which process: believed for a minute.
create table looking (
    process text not null,
    table_id text not null,
    person text not null,
    until bigint not null,
    primary key (process, table_id, person)
);

create index looking_by_table on looking (table_id);
