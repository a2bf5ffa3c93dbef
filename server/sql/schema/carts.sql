create type cart_status as enum ('open', 'placing', 'ordered', 'closed');

create table carts (
  id uuid primary key,                         -- v4: a person who knows it can read the cart's lines (DEC-05)
  status cart_status not null default 'open',
  customer_id uuid,
  email text,
  shipping_address jsonb,                      -- shape of DEL-19 in the contract, with defaults filled in
  shipping_method text,                        -- delivery or pickup
  billing_address jsonb,
  payment_method jsonb,                        -- {method, bin}
  coupon_code text,
  donation bigint,                             -- centavos
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The cart has one slot: for a coupon or a points certificate, never both (DIF-33, record 0018).
  certificate_code text,
  certificate_amount bigint,                   -- centavos
  -- The customer's cart that received the lines of this guest cart at sign-in (DEC-54). A repeated call returns that cart.
  merged_into uuid references carts (id) on delete set null,
  advisor_hash text references advisors (hash),
  -- The next five columns are only for payment links and their copies (ADV-08, DEC-213, record 0025). `link_expires_at`: when the
  -- link expires. `cloned_from`: the advisor's cart that was copied. `cloned_as_of`: the last change of that cart before it was
  -- copied.
  link_expires_at timestamptz,
  cloned_from uuid,
  cloned_as_of timestamptz,
  link_id uuid references carts (id) on delete set null,   -- copies only: the link that was opened
  link_ended_at timestamptz                    -- links only: when the first order of one of its copies was placed
) with (fillfactor = 70);
-- No index contains a column that every change sets, so that a change of a cart does not write the cart's indexes again. A
-- customer has few open carts, so a query that needs their last change sorts them.
create index carts_open_customer on carts (customer_id) where status = 'open' and customer_id is not null;
-- Open carts of guests only, in an order that no change alters. A cart enters this index once and leaves it once.
create index carts_open_guests on carts (id) where status = 'open' and customer_id is null;
-- Closed carts, for example those that were merged at sign-in or closed with their account. They are deleted as idle carts are.
create index carts_closed on carts (id) where status = 'closed';
-- Few carts are being ordered at any time. The guard finds them by this index without reading all carts.
create index carts_placing on carts (id) where status = 'placing';
-- The guard checks the certificates of carts. Few carts have one, and the order takes it out of the slot.
create index carts_certificate on carts (id) where certificate_code is not null and status = 'open';
create index carts_merged_into on carts (merged_into) where merged_into is not null;
create index carts_links on carts (cloned_from) where link_expires_at is not null;
create index carts_copies on carts (link_id) where link_id is not null;
-- The final guard for concurrent orders: at most one copy of a link is being ordered, or was ordered.
create unique index carts_order_of_link on carts (link_id) where status in ('placing', 'ordered') and link_id is not null;

-- These triggers check the columns of a cart when they are written. With check constraints, every statement that changes a cart
-- would read all rules from the catalog, and a purchase has ten such statements.
create function refuse_cart() returns trigger language plpgsql as $$
begin
  raise exception 'new row for relation "carts" violates check constraint "%"', tg_name
    using errcode = 'check_violation', constraint = tg_name, table = 'carts';
end $$;
create constraint trigger carts_shipping_method_check after insert or update of shipping_method on carts
  for each row when (new.shipping_method not in ('delivery', 'pickup')) execute function refuse_cart();
create constraint trigger carts_donation_check after insert or update of donation on carts
  for each row when (new.donation not between 100 and 100000) execute function refuse_cart();
create constraint trigger carts_one_slot after insert or update of coupon_code, certificate_code, certificate_amount on carts
  for each row when (
    num_nonnulls(new.coupon_code, new.certificate_code) > 1
    or (new.certificate_code is null) <> (new.certificate_amount is null)
    or new.certificate_amount <= 0)
  execute function refuse_cart();

create table cart_lines (
  id uuid primary key,
  cart_id uuid not null references carts (id) on delete cascade,
  product_id bigint not null references products (id),
  seller_id integer not null,                  -- the seller whose offer was added; if another seller has the product now, nobody can buy the line
  offer_id text,
  parent_sku text,
  quantity integer not null check (quantity between 1 and 10),
  warranty_sku text references warranties (sku),
  gift_card jsonb,                             -- {giftcardEmail, giftcardName, giftcardMessage, giftcardDeliveryDate}
  event_url text,
  added_at timestamptz not null default now(),
  constraint cart_lines_once unique nulls not distinct (cart_id, product_id, seller_id, offer_id, warranty_sku, gift_card)
) with (fillfactor = 80);
