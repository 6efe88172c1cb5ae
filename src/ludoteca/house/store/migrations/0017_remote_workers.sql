-- Workers that ask for jobs over HTTP: each has a key of its own, of which only a hash is kept.
create table remote_workers (
    name text primary key,
    key text not null,
    purposes text not null,
    added_at bigint not null,
    seen_at bigint not null default 0,
    taken integer not null default 0,
    done integer not null default 0,
    faults integer not null default 0,
    shut_out integer not null default 0
);

-- Until when only the workers of the house itself may take a job.
alter table jobs add column kept_until bigint not null default 0;
