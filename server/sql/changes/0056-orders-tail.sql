-- The desk's search finds an order by the last digits of its number.
drop index concurrently if exists order_rows_tail;
create index concurrently order_rows_tail on order_rows ((number % 10000));
