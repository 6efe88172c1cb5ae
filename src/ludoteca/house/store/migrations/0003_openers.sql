-- Who opened which table: the first event says so.
create index events_by_opener on events (who) where seq = 1;
