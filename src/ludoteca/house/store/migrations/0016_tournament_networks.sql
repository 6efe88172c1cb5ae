-- A keyed hash of the network from which a tournament was announced: its tables count there.
alter table tournaments add column network text not null default '';
