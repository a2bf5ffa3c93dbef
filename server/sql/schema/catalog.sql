create table brands (
  id integer generated always as identity primary key,
  title text not null unique,
  slug text not null unique
);

create table categories (
  id integer primary key,
  parent_id integer references categories (id),
  path text not null unique,                  -- 'tv-y-video/televisores'
  slug text not null,                         -- last segment
  title text not null,
  level integer not null check (level between 1 and 5),
  position integer not null default 0,
  picture_key text references media (key),
  ancestor_ids integer[] not null default '{}',  -- root first, itself last
  description text not null default '',
  needs_serial boolean not null default false, -- its units are sent with their serial number (WORK-07)
  constraint categories_hang_together check ((level = 1) = (parent_id is null))
);
create index categories_parent on categories (parent_id, position);

create type product_kind as enum ('goods', 'gift_card', 'service');

create table products (
  id bigint generated always as identity primary key,
  sku text not null unique,
  slug text not null unique,
  parent_sku text,                            -- shared by the products of one model in several colours
  title text not null,
  description text not null default '',
  kind product_kind not null default 'goods',
  brand_id integer not null references brands (id),
  seller_id integer not null references sellers (id),
  offer_id text,                              -- required to add a third party's product to a cart (CAT-26)
  category_id integer not null references categories (id),
  regular_price bigint check (regular_price > 0),   -- centavos; null = "Precio no disponible"
  sales_price bigint check (sales_price > 0 and sales_price <= regular_price),
  discount_ends_at timestamptz,               -- end of an ordinary (not flash) discount
  is_presale boolean not null default false,
  presale_date date,
  is_dropshipping boolean not null default false,
  is_restricted boolean not null default false,     -- store pickup only (DEC-89)
  is_motorcycle boolean not null default false,
  internal_tags text[] not null default '{}',
  event_url text,                             -- sponsored product (DEC-144)
  attributes jsonb not null default '[]',     -- [{code, label, value, unit}] in display order
  sold_count integer not null default 0,      -- for "más vendidos" and relevance
  is_published boolean not null default true,
  is_listed boolean not null default true,    -- false: never in search, rows or recommendations (donation, tech support)
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((regular_price is null) = (sales_price is null)),
  -- The donation's SKU (CONST-30) is not a product. A donation is an amount of the cart that is paid in cash (DIF-17), but a
  -- product could be bought by card.
  constraint donation_is_no_product check (sku <> 'DONAPUENTE')
);
create index products_category on products (category_id, sold_count desc, id);
create index products_seller on products (seller_id, sold_count desc, id);
create index products_brand on products (brand_id);
create index products_discount_end on products (discount_ends_at) where discount_ends_at is not null;  -- catalog.next-price-change
create index products_parent on products (parent_sku) where parent_sku is not null;
create index products_newest on products (created_at desc, id) where is_published and is_listed;
create index products_best_sellers on products (sold_count desc, id) where is_published and is_listed;
create index products_presale on products (presale_date, id) where is_presale and is_published and is_listed;

-- Codes that are printed on a product besides its SKU. A scan of a code finds the product.
create table product_codes (
  code text primary key check (code <> '' and length(code) <= 60),
  product_id bigint not null references products (id) on delete cascade
);
create index product_codes_product on product_codes (product_id);

create table product_images (
  product_id bigint not null references products (id) on delete cascade,
  position integer not null,
  media_key text not null references media (key),
  label text not null,
  primary key (product_id, position)
);

-- Future prices that the previous release wrote. A job moves them into `price_plans` (price-plans.tasks.ts).
create table planned_prices (
  product_id bigint not null references products (id) on delete cascade,
  starts_at timestamptz not null,
  regular_price bigint not null check (regular_price > 0),
  sales_price bigint not null check (sales_price > 0 and sales_price <= regular_price),
  discount_ends_at timestamptz check (discount_ends_at > starts_at),
  primary key (product_id, starts_at)
);
create index planned_prices_start on planned_prices (starts_at);

-- A flash sale is active between its two moments, and its price applies only then (DEC-27).
create table flash_sales (
  id integer generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  price bigint not null check (price > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at)
);
create index flash_sales_product on flash_sales (product_id, ends_at);
create index flash_sales_window on flash_sales (ends_at, starts_at);

create table free_gifts (
  id integer generated always as identity primary key,
  product_id bigint not null references products (id) on delete cascade,
  title text not null,
  media_key text references media (key),
  end_date date                                -- null: without end
);
create index free_gifts_product on free_gifts (product_id);

create table product_companions (
  product_id bigint not null references products (id) on delete cascade,
  companion_id bigint not null references products (id) on delete cascade,
  primary key (product_id, companion_id)
);

-- Extended warranties are sold per product or per category, with one row for each choice (WAR-01, DEC-55).
create table warranties (
  id integer generated always as identity primary key,
  sku text not null unique,
  label text not null,
  amount bigint not null check (amount > 0),
  product_id bigint references products (id) on delete cascade,
  category_id integer references categories (id),
  check (num_nonnulls(product_id, category_id) = 1)
);
create index warranties_product on warranties (product_id) where product_id is not null;
create index warranties_category on warranties (category_id) where category_id is not null;
