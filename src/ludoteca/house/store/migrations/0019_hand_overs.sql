-- Whose tables are being given to whom: a row goes when there was nothing left at the last look, and stays if a
-- server dies before.
create table hand_overs (
    old text primary key,
    new text not null,
    name text not null,
    erase integer not null,
    since bigint not null,
    looks integer not null
);

-- Whether a result came along when a guest signed in: it counts for no rating.
alter table results add column brought integer not null default 0;

create index results_by_person_and_game on results (person, game, ended_at);
