-- Former addresses of products, categories and brands. Each redirects to the present address.
create table former_addresses (
  kind text not null check (kind in ('product', 'category', 'brand')),
  address text not null,                      -- slug of a product, path of a category, name of a brand
  product_id bigint references products (id) on delete cascade,
  category_id integer references categories (id) on delete cascade,
  brand_id integer references brands (id) on delete cascade,
  since timestamptz not null default now(),
  primary key (kind, address),
  constraint former_addresses_of_one_thing check (num_nonnulls(product_id, category_id, brand_id) = 1)
);
create index former_addresses_product on former_addresses (product_id) where product_id is not null;
create index former_addresses_category on former_addresses (category_id) where category_id is not null;
create index former_addresses_brand on former_addresses (brand_id) where brand_id is not null;

-- Hidden: in no menu and without a page, until it is shown again. Retired: permanently removed. Its address leads to the
-- replacement.
alter table categories add column state text not null default 'visible' check (state in ('visible', 'hidden', 'retired'));
alter table categories add column replaced_by integer references categories (id);
alter table brands add column state text not null default 'visible' check (state in ('visible', 'hidden', 'retired'));
alter table brands add column replaced_by integer references brands (id);
