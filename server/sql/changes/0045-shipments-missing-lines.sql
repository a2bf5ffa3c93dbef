-- "Renglones sin existencias": the few lines of which nobody finds units.
drop index concurrently if exists shipment_lines_missing;
create index concurrently shipment_lines_missing on shipment_lines (order_id, n) where missing > 0;
