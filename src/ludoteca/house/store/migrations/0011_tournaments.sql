-- Tournaments: who takes part, and who sits where in which round. Results are in the table `results`.
create table tournaments (
    id text primary key,
    name text not null,
    owner text not null,
    wish text not null,
    secret text not null,
    status text not null,
    round integer not null,
    opened_at bigint not null
);

create index tournaments_by_status on tournaments (status, opened_at);

create table entrants (
    tournament text not null,
    number integer not null,
    person text not null,
    name text not null,
    level text not null,
    primary key (tournament, number),
    unique (tournament, name)
);

create index entrants_by_person on entrants (person);

create table pairings (
    tournament text not null,
    round integer not null,
    board integer not null,
    seat integer not null,
    entrant integer not null,
    table_id text not null,
    primary key (tournament, round, board, seat)
);

create index pairings_by_table on pairings (table_id);
