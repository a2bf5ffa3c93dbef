-- A code shows the products of a cart to other people (WA-02). The code contains goods and prices, and no personal data.
create table cart_codes (
  code text primary key check (code ~ '^[2-9A-HJKMNP-TV-Z]{8}$'),
  cart_id uuid references carts (id) on delete set null,
  contents text not null,                      -- hash of the lines without their prices: an unchanged cart keeps its code
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index cart_codes_cart on cart_codes (cart_id);
create index cart_codes_expiry on cart_codes (expires_at);

create table cart_code_lines (
  code text not null references cart_codes (code) on delete cascade,
  position smallint not null,
  product_id bigint not null references products (id),
  offer_id text,
  parent_sku text,
  quantity integer not null check (quantity > 0),
  price bigint,                                -- centavos for a unit when the cart was shared; null: no price
  warranty_sku text references warranties (sku),
  warranty_price bigint,                       -- centavos
  primary key (code, position)
);
