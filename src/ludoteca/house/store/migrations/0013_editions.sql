-- Editions that somebody wrote and the house keeps for them; the set-up page offers them to nobody else.
create table own_editions (
    person text not null,
    game text not null,
    label text not null,
    kept_at bigint not null,
    primary key (person, game, label)
);
