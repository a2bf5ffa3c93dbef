-- "Efectivo con mensajeros": the few deliveries whose collected cash was not the cash due.
drop index concurrently if exists shipments_door_cash;
create index concurrently shipments_door_cash on shipments (ended_at) where cash_collected <> cash_due or cash_settled_at is not null;
