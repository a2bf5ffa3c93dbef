-- The desk's list of open shipments, by the promised day.
drop index concurrently if exists shipments_open_promised;
create index concurrently shipments_open_promised on shipments (promised_on) where ended_at is null;
