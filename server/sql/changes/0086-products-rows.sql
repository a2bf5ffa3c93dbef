-- A narrow row for each product answers the desk's list, as `order_rows` does for orders (record 0071). Triggers write it.
create table product_rows (
  product_id bigint primary key references products (id) on delete cascade,
  sku text not null,
  title text not null,
  price bigint,                               -- centavos; null = none
  created_at timestamptz not null,
  terms tsvector not null                     -- product_terms
);
create index product_rows_terms on product_rows using gin (terms) with (gin_pending_list_limit = 256);
create index product_rows_title on product_rows ((title collate spanish), product_id);
create index product_rows_sku on product_rows (sku, product_id);
create index product_rows_price on product_rows ((coalesce(price, 0)), product_id);
create index product_rows_created on product_rows (created_at, product_id);

-- Products whose rows a job still has to write: products that existed before the table.
create table product_rows_due (product_id bigint primary key);
insert into product_rows_due select id from products;
