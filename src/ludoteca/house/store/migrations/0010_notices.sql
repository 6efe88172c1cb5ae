-- Where people are told that something waits: a browser, a mail address, a webhook.
create table notice_ways (
    id text primary key,
    person text not null,
    session text not null,
    kind text not null,
    address text not null,
    label text not null,
    code text not null,
    failures integer not null default 0,
    told text not null default '',
    created_at bigint not null
);

create index notice_ways_by_person on notice_ways (person);

-- What somebody wants to be told, and when.
create table notice_wishes (
    person text primary key,
    body text not null
);

-- What there is to tell, once: kept for some days after it was told, so that it is not told again.
create table notices (
    id text primary key,
    person text not null,
    kind text not null,
    table_id text not null,
    base integer not null,
    due_at bigint not null,
    told_at bigint not null default 0
);

create index notices_by_time on notices (told_at, due_at);

-- Keys that all processes of a house share.
create table house_keys (
    name text primary key,
    value text not null
);
