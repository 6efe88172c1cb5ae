-- Both databases read these files: only what SQLite and PostgreSQL both understand.

create table tables (
    id text primary key,
    game text not null,
    secret text not null,
    opened_at bigint not null,
    -- From here on only repeated from the events, for quick finding; told up to event number `told`.
    told integer not null default 0,
    status text not null default 'waiting',
    public integer not null default 0,
    changed_at bigint not null default 0,
    deadline bigint not null default 0,
    brief text not null default ''
);

create index tables_by_status on tables (status, public, changed_at);

create index tables_by_deadline on tables (deadline);

-- The truth.
create table events (
    table_id text not null,
    seq integer not null,
    at bigint not null,
    kind text not null,
    who text not null,
    body text not null,
    command text,
    primary key (table_id, seq),
    unique (table_id, command)
);

-- Who ever sat where: where to look for somebody's tables.
create table places (
    person text not null,
    table_id text not null,
    primary key (person, table_id)
);

create table jobs (
    id text primary key,
    kind text not null,
    table_id text not null,
    base integer not null,
    seat integer not null,
    body text not null,
    asked_at bigint not null,
    tries integer not null default 0,
    worker text not null default '',
    lease bigint not null default 0
);

create index jobs_by_age on jobs (asked_at);

create table findings (
    table_id text not null,
    kind text not null,
    at bigint not null,
    body text not null,
    primary key (table_id, kind)
);
