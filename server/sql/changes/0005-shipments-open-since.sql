-- The desk's list of what is under way, by how long it stands there: among all that ever ended it would be searched for.
drop index concurrently if exists shipments_open_since;
create index concurrently shipments_open_since on shipments (since) where ended_at is null;
