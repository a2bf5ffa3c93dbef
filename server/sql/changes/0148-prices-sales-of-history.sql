-- Serves `price_steps`, which reads all flash sales of a product, but only its latest own prices.
drop index concurrently if exists price_changes_sales;
create index concurrently price_changes_sales on price_changes (product_id, at) where flash_sale_id is not null;
