drop index concurrently if exists stock_movements_newest;
create index concurrently stock_movements_newest on stock_movements (product_id, id) include (store_code, delta);
