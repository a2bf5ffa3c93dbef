create type cart_status as enum ('open', 'placing', 'ordered', 'closed');

create table carts (
  id uuid primary key,                         -- v4: knowing it is the key to the cart's lines (DEC-05)
  status cart_status not null default 'open',
  customer_id uuid,
  email text,
  shipping_address jsonb,                      -- contract shape of DEL-19 after defaults
  shipping_method text check (shipping_method in ('delivery', 'pickup')),
  billing_address jsonb,
  payment_method jsonb,                        -- {method, bin, hasBankDiscount}
  coupon_code text,
  donation bigint check (donation between 100 and 100000),
  is_employee boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 70);
-- Summarising, so that a change of a cart need not write its indexes too; only the nightly cleaning reads it.
create index carts_idle on carts using brin (updated_at) with (pages_per_range = 16);

create table cart_lines (
  id uuid primary key,
  cart_id uuid not null references carts (id) on delete cascade,
  product_id bigint not null references products (id),
  offer_id text,
  parent_sku text,
  quantity integer not null check (quantity between 1 and 10),
  warranty_sku text references warranties (sku),
  gift_card jsonb,                             -- {giftcardEmail, giftcardName, giftcardMessage, giftcardDeliveryDate}
  event_url text,
  added_at timestamptz not null default now(),
  constraint cart_lines_once unique nulls not distinct (cart_id, product_id, offer_id, warranty_sku, gift_card)
) with (fillfactor = 80);
