-- Goods that leave a place with a transfer, and arrive at another one (PROD-20). Nodes of the previous release only show the words.
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check check (reason in ('initial', 'received', 'counted', 'order',
  'order_released', 'returned', 'damaged', 'to_supplier', 'adjusted', 'transfer_out', 'transfer_in')) not valid;
