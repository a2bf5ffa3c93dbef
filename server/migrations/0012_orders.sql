create type order_status as enum ('placing', 'void', 'pending_payment', 'processing', 'shipped', 'delivered', 'canceled');

create sequence order_numbers start 100000001 maxvalue 999999999;   -- DEC-136: nine digits

create table orders (
  id uuid primary key,
  number bigint unique,                        -- given only when the order is confirmed
  cart_id uuid not null references carts (id),
  status order_status not null,
  customer_id uuid,
  email text not null,
  contact jsonb not null,                      -- {firstName, lastName, phone}
  shipping_method text,
  shipping_address jsonb,
  billing_address jsonb not null,
  payment_type text not null,                  -- Card, CardInstallments, Cash, StorePayment
  payment_plan integer not null default 0,
  coupon_code text,
  subtotal bigint not null check (subtotal >= 0),
  warranties bigint not null default 0 check (warranties >= 0),
  donation bigint not null default 0 check (donation >= 0),
  shipping bigint not null default 0 check (shipping >= 0),
  discount bigint not null default 0 check (discount >= 0),
  total bigint not null check (total >= 0),
  discounts jsonb not null default '[]',
  delivery_promise jsonb,
  idempotency_key text,                        -- header of the call that places it; its answer is kept under it (DEC-172)
  settle_after timestamptz,                    -- while placing: from when the reconciler may finish it; moved on as its lease
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  updated_at timestamptz not null default now(),
  check ((number is null) = (status in ('placing', 'void'))),
  check ((settle_after is not null) = (status = 'placing'))
);
-- One cart gives at most one live order.
create unique index orders_one_per_cart on orders (cart_id) where status not in ('void');
create index orders_placing on orders (settle_after) where status = 'placing';
create index orders_customer on orders (customer_id, placed_at desc) where customer_id is not null;
create index orders_email on orders (email);

create table order_lines (
  order_id uuid not null references orders (id),
  position integer not null,
  product_id bigint not null references products (id),
  sku text not null,
  title text not null,
  brand text not null,
  picture_url text not null,
  seller_id integer not null references sellers (id),
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  regular_price bigint not null,
  warranty jsonb,                              -- {sku, label, amount in centavos}
  gift_card jsonb,
  free_gifts jsonb not null default '[]',
  event_url text,
  primary key (order_id, position)
);
create index order_lines_product on order_lines (product_id);

-- Where each unit was taken from: every later step (shipping, return, release) uses these rows.
create table stock_claims (
  order_id uuid not null references orders (id),
  product_id bigint not null references products (id),
  store_code text not null references stores (store_code),
  quantity integer not null check (quantity > 0),
  released_at timestamptz,
  primary key (order_id, product_id, store_code)
);

create type payment_status as enum ('pending', 'approved', 'refused', 'reversed');
create table payments (
  id uuid primary key,                         -- the key we send to the gateway
  order_id uuid not null references orders (id),
  kind text not null,                          -- Card, CardInstallments, Cash, StorePayment, Coupon
  plan integer not null default 0,
  amount bigint not null check (amount >= 0),
  status payment_status not null,
  refusal_code text,
  gateway_id text,
  authorization_code text,
  card_brand text,
  card_masked text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create index payments_order on payments (order_id);
create index payments_pending on payments (created_at) where status = 'pending';

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  kind text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);

-- Ends a placement that was not paid: stock, coupon and cart are as before it. False, and nothing written, when the order
-- is no longer placing. `answer` is kept for its Idempotency-Key; null forgets the key, so that it may be used again.
-- A function because of the locks: each of its statements sees what was committed while an earlier one waited.
create function void_order(of_order uuid, moment timestamptz, refusal text, answer_status integer, answer_body jsonb)
returns boolean language plpgsql as $$
declare voided orders;
begin
  update orders set status = 'void', settle_after = null, updated_at = moment
    where id = of_order and status = 'placing' returning * into voided;
  if voided.id is null then return false; end if;

  -- Every place of these products, in the one order in which a placement locks them: two of them never wait for each other.
  perform from stock_levels
    where product_id in (select product_id from stock_claims where order_id = of_order)
    order by product_id, store_code for no key update;
  update stock_levels l set quantity = l.quantity + c.quantity from stock_claims c
    where c.order_id = of_order and c.released_at is null and l.product_id = c.product_id and l.store_code = c.store_code;
  insert into stock_movements (product_id, store_code, delta, reason, order_id)
    select product_id, store_code, quantity, 'order_released', order_id from stock_claims
    where order_id = of_order and released_at is null order by product_id, store_code;
  update stock_claims set released_at = moment where order_id = of_order and released_at is null;

  with unused as (delete from coupon_uses where order_id = of_order returning code)
    update coupons set used_count = used_count - 1 where code in (select code from unused);
  update payments set status = 'refused', refusal_code = refusal, decided_at = moment
    where order_id = of_order and status = 'pending';
  update carts set status = 'open' where id = voided.cart_id;
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'voided', jsonb_build_object('code', refusal), moment);

  if answer_body is null then
    delete from idempotency_keys where scope = 'placeOrder' and key = voided.idempotency_key;
  else
    update idempotency_keys set status = answer_status, answer = answer_body
      where scope = 'placeOrder' and key = voided.idempotency_key;
  end if;
  return true;
end $$;
