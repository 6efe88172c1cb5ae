-- What chance gave each seat of a match that was analysed, in chances of winning.
create table luck (
    table_id text not null,
    seat integer not null,
    given double precision not null,
    primary key (table_id, seat)
);
