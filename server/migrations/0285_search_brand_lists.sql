-- A brand's products by sales, with what a search of them asks for: a brand alone, or within prices, takes its best-selling from
-- here and visits no row. Its products lie all over the table, which is in the order of categories.
-- The brand is the second facet value of a record (0010).
alter table product_search add column brand integer not null generated always as (
  (get_byte(record, 23) << 24) | (get_byte(record, 24) << 16) | (get_byte(record, 25) << 8) | get_byte(record, 26)) stored;
create index product_search_brand_sold on product_search (brand, sold desc, product_id) include (price, discount, key);
