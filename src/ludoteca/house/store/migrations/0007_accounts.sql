-- People who keep a passkey. The id is the one in events; a guest who makes a key keeps theirs.
create table accounts (
    id text primary key,
    name text not null,
    language text not null,
    created_at bigint not null
);

create table passkeys (
    id text primary key,
    account text not null,
    public_key text not null,
    sign_count bigint not null,
    label text not null,
    created_at bigint not null,
    used_at bigint not null
);

create index passkeys_by_account on passkeys (account);

-- Codes that let somebody in who has lost every device: only their hashes, each works once.
create table recovery (
    code text primary key,
    account text not null,
    used_at bigint not null default 0
);

create index recovery_by_account on recovery (account);

-- Browsers that are signed in.
create table sessions (
    id text primary key,
    account text not null,
    label text not null,
    created_at bigint not null,
    used_at bigint not null
);

create index sessions_by_account on sessions (account);
