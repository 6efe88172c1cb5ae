-- Friends who are invited to a table. A row goes when they answer, or when it is taken back.
create table invitations (
    person text not null,
    table_id text not null,
    inviter text not null,
    at bigint not null,
    primary key (person, table_id)
);

create index invitations_by_inviter on invitations (inviter);
