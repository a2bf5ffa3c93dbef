-- "Renglones sin existencias": the few lines with units that nobody finds.
drop index concurrently if exists shipment_lines_missing;
create index concurrently shipment_lines_missing on shipment_lines (order_id, n) where missing > 0;
