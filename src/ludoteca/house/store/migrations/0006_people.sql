-- Tables that the host keeps out of the lobby.
alter table tables add column hidden integer not null default 0;

-- Whom the host has banned or muted, and until when.
create table standings (
    person text primary key,
    name text not null,
    banned_until bigint not null,
    muted_until bigint not null
);

-- What players have reported, with the passage of chat that they mean.
create table reports (
    id text primary key,
    at bigint not null,
    table_id text not null,
    reporter text not null,
    about text not null,
    name text not null,
    reason text not null,
    passage text not null,
    settled integer not null default 0
);

create index reports_by_age on reports (settled, at);

-- Everything that the host has done.
create table audit (
    id text primary key,
    at bigint not null,
    what text not null,
    about text not null,
    note text not null
);

create index audit_by_age on audit (at);

-- Limits that the host has changed while the house was open.
create table adjusted (
    name text primary key,
    value double precision not null
);

-- Whom somebody does not want to hear (mute), or to meet (block).
create table shunned (
    person text not null,
    other text not null,
    name text not null,
    kind text not null,
    primary key (person, other)
);
