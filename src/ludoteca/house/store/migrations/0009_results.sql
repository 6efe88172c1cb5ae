-- Matches that have ended, as their events say: whether their result was taken into the ratings yet.
create table finished (
    table_id text primary key,
    game text not null,
    seats integer not null,
    scenario text not null,
    ended_at bigint not null,
    counts integer not null,
    rated integer not null default 0
);

create index finished_by_rating on finished (rated, ended_at);

-- How every seat did. A bot has no person; `level` is that of a bot, `helped` says that one played for a person.
create table results (
    table_id text not null,
    seat integer not null,
    person text not null,
    name text not null,
    level text not null,
    place integer not null,
    score integer not null,
    team integer not null,
    helped integer not null,
    game text not null,
    ended_at bigint not null,
    primary key (table_id, seat)
);

create index results_by_person on results (person, ended_at);

-- People as others see them. The handle is what stands in addresses instead of their id.
create table profiles (
    person text primary key,
    handle text not null unique,
    name text not null,
    since bigint not null,
    rated integer not null default 0,
    shown text not null default 'met'
);

-- How strong people are, per game and number of seats; scenarios of cooperative games have a rating too.
create table ratings (
    person text not null,
    game text not null,
    seats integer not null,
    mu double precision not null,
    sigma double precision not null,
    matches integer not null,
    changed_at bigint not null,
    primary key (person, game, seats)
);

create index ratings_by_game on ratings (game, seats, mu);

-- How ratings became what they are.
create table rating_steps (
    person text not null,
    game text not null,
    seats integer not null,
    at bigint not null,
    table_id text not null,
    mu double precision not null,
    sigma double precision not null,
    won integer not null,
    primary key (person, game, seats, at, table_id)
);

-- Whoever rates matches updates this row first, so that one process does it after the other.
create table rating_turn (
    id integer primary key,
    at bigint not null
);

insert into rating_turn (id, at) values (1, 0);
