-- The texts of editions that visitors have written, by their digests: never changed. `used_at` is when one was kept or used last.
create table kept_editions (
    game text not null,
    digest text not null,
    label text not null,
    body text not null,
    used_at bigint not null,
    primary key (game, digest)
);

-- Whoever adds one has this row meanwhile, so that two servers do not take the last place at once.
create table shelf_turn (
    id integer primary key,
    at bigint not null
);

insert into shelf_turn (id, at) values (1, 0);
