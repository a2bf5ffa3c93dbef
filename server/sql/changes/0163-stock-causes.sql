-- Reads the table without blocking writes (0162-stock-contract-reasons.sql).
alter table stock_movements validate constraint stock_movements_reason_check;
-- The document that moved the goods (T-12, K-3, P-5, D-80), and the person at the desk. Null if there is no document or no such
-- person (BUY-10).
alter table stock_movements add column document text check (length(document) <= 40), add column staff_id uuid;

-- "Por agotarse" lists a product when its free units reach this number (PROD-19). A product's number has priority over its
-- category's number. A category's number also applies to its subcategories.
create table stock_thresholds (
  id integer generated always as identity primary key,
  product_id bigint unique references products (id) on delete cascade,
  category_id integer unique references categories (id) on delete cascade,
  units integer not null check (units between 0 and 100000),
  constraint stock_thresholds_of_one check (num_nonnulls(product_id, category_id) = 1)
);
