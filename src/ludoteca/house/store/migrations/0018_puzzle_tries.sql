-- How often a puzzle was tried, and how often the first answer was right; by whom is not kept.
create table puzzle_tries (
    puzzle text primary key,
    tried integer not null,
    solved integer not null
);
