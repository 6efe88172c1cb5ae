-- When somebody is away: clocks in days wait for them.
create table vacations (
    person text not null,
    begins_at bigint not null,
    ends_at bigint not null,
    primary key (person, begins_at)
);
