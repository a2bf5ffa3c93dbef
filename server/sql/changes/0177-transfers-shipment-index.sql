-- awaits_goods, units of a shipment that transfers bring
drop index concurrently if exists transfers_shipment;
create index concurrently transfers_shipment on transfers (order_id, shipment_number) where order_id is not null;
