-- Tokens that work once: only their hashes, and only until they would be too old anyway.
create table spent (
    token text primary key,
    until bigint not null
);
