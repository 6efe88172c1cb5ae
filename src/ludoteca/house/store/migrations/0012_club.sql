-- Ladders of a season look at the matches of a game within a time.
create index results_by_game on results (game, ended_at);

-- Friends: who asked whom, and since when they are friends; 0 while the other has not answered.
create table friends (
    person text not null,
    other text not null,
    asked_at bigint not null,
    since bigint not null default 0,
    primary key (person, other)
);

create index friends_by_other on friends (other);
