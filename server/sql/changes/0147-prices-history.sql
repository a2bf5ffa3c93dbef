-- Every price that a buyer could pay, starting with this change (PRICE-01, record 0169). A row is valid from `at` until the next
-- row of the same product and flash sale. `price_changes_kept` refuses other changes of these rows.
create table price_changes (
  id bigint generated always as identity,
  product_id bigint not null references products (id) on delete cascade,
  at timestamptz not null,
  flash_sale_id integer,                       -- null: the product's own prices
  regular_price bigint,                        -- null: not on sale, or a flash sale
  price bigint,                                -- null: not on sale, or the flash sale was deleted
  starts_at timestamptz,                       -- flash sales only
  ends_at timestamptz,                         -- end of the discount or of the flash sale
  primary key (product_id, at, id)
);

-- The reference of each reduction that runs or is announced (DEC-222). Triggers of prices and flash sales refresh the rows.
create table price_references (
  product_id bigint not null references products (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz,                         -- null: nobody has planned an end
  price bigint not null check (price > 0),     -- the lowest price in the days before
  known_since timestamptz,                     -- null: all these days are known
  days integer not null,                       -- `referenceDays` when the reduction began
  primary key (product_id, starts_at)
) with (fillfactor = 80);

insert into price_changes (product_id, at, regular_price, price, ends_at)
  select id, now(), case when is_published then regular_price end, case when is_published then sales_price end,
    case when is_published then discount_ends_at end
  from products;
insert into price_changes (product_id, at, flash_sale_id, price, starts_at, ends_at)
  select product_id, now(), id, price, starts_at, ends_at from flash_sales where ends_at > now();
-- An announced flash sale of a product without a discount: its price is known from now on.
insert into price_references (product_id, starts_at, ends_at, price, known_since, days)
  select distinct on (p.id) p.id, f.starts_at, f.ends_at, p.sales_price, now(), 30
  from flash_sales f join products p on p.id = f.product_id
  where p.is_published and p.sales_price = p.regular_price and f.starts_at > now() and f.price < p.regular_price
    and not exists (select from flash_sales r where r.product_id = p.id and r.starts_at <= now() and r.ends_at > now())
  order by p.id, f.starts_at;

-- The reference that the buyer saw with the line's price (PRICE-06). Null if no reference was shown.
alter table order_lines add column reference_price bigint;

-- The last price of this line or product that the buyer saw (PRICE-09). Null if unknown, because the row is older than this
-- change.
alter table cart_lines add column seen_price bigint;
alter table wishlist_items add column seen_price bigint;
