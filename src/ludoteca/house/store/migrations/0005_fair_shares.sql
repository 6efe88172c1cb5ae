-- From which network a table was opened: a keyed hash, never the address.
create table openings (
    table_id text primary key,
    network text not null
);

create index openings_by_network on openings (network);

-- How long bots have thought for the tables of a network: it drains as time passes.
create table thinking (
    network text primary key,
    seconds double precision not null,
    at bigint not null
);

-- People's tables (0) before tables of bots alone (1).
alter table jobs add column rank integer not null default 0;

-- When a table ends by itself because nobody plays there; 0: never.
alter table tables add column idle_at bigint not null default 0;

create index tables_by_idleness on tables (idle_at);
