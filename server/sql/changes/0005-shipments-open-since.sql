-- The desk's list of open shipments, by the time in their state. An index of all shipments would also contain shipments that have
-- ended.
drop index concurrently if exists shipments_open_since;
create index concurrently shipments_open_since on shipments (since) where ended_at is null;
