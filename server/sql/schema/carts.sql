create type cart_status as enum ('open', 'placing', 'ordered', 'closed');

create table carts (
  id uuid primary key,                         -- v4: knowing it is the key to the cart's lines (DEC-05)
  status cart_status not null default 'open',
  customer_id uuid,
  email text,
  shipping_address jsonb,                      -- contract shape of DEL-19 after defaults
  shipping_method text,                        -- delivery or pickup
  billing_address jsonb,
  payment_method jsonb,                        -- {method, bin}
  coupon_code text,
  donation bigint,                             -- centavos
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A coupon or a points certificate, never both (DIF-33): a cart's one slot (record 0018).
  certificate_code text,
  certificate_amount bigint,                   -- centavos
  -- Where the lines of a guest's cart went when its shopper signed in (DEC-54): the same call again answers that cart.
  merged_into uuid references carts (id) on delete set null,
  advisor_hash text references advisors (hash),
  -- Only of payment links and of their copies (ADV-08, DEC-213, record 0025): until when the link opens, the cart it was made of, and
  -- when that had last been changed.
  link_expires_at timestamptz,
  cloned_from uuid,
  cloned_as_of timestamptz,
  link_id uuid references carts (id) on delete set null,   -- of a copy: the link it was opened for
  link_ended_at timestamptz                    -- of a link: when the first order of one of its copies stood
) with (fillfactor = 70);
-- A change of a cart must not write its indexes again: none may hold what each change sets. Of one customer the open carts are
-- few, and sorted by their last change where that is asked.
create index carts_open_customer on carts (customer_id) where status = 'open' and customer_id is not null;
-- Only the open carts of guests, in an order that nothing changes: a cart enters it once and leaves it once.
create index carts_open_guests on carts (id) where status = 'open' and customer_id is null;
-- Carts that were closed, by a login that brought them to their customer's or with an account, go as idle ones do.
create index carts_closed on carts (id) where status = 'closed';
-- Carts being ordered are few at any moment; the guard finds them without reading all carts.
create index carts_placing on carts (id) where status = 'placing';
-- The guard looks at what stands in their slot; few carts have a certificate there, and it leaves with the order.
create index carts_certificate on carts (id) where certificate_code is not null and status = 'open';
create index carts_merged_into on carts (merged_into) where merged_into is not null;
create index carts_links on carts (cloned_from) where link_expires_at is not null;
create index carts_copies on carts (link_id) where link_id is not null;
-- The last word, whatever two processes do: of all copies of a link one is being ordered, or was.
create unique index carts_order_of_link on carts (link_id) where status in ('placing', 'ordered') and link_id is not null;

-- What the columns of a cart may hold is asked where they are written. As checks, these rules were read anew from the catalogue, all
-- of them, by each statement that changes a cart, of which a purchase has ten.
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
  seller_id integer not null,                  -- whose offer was put into the cart: a line whose product was handed on since is nobody's to buy
  offer_id text,
  parent_sku text,
  quantity integer not null check (quantity between 1 and 10),
  warranty_sku text references warranties (sku),
  gift_card jsonb,                             -- {giftcardEmail, giftcardName, giftcardMessage, giftcardDeliveryDate}
  event_url text,
  added_at timestamptz not null default now(),
  constraint cart_lines_once unique nulls not distinct (cart_id, product_id, seller_id, offer_id, warranty_sku, gift_card)
) with (fillfactor = 80);
