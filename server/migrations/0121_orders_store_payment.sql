-- Orders that an advisor places and their buyer pays at the store (DEC-140).

-- What authorises one: six digits for a cart, as a hash with the shop's own secret, as six digits alone are soon tried out.
-- A new code takes the place of the one before; a used one is deleted.
create table one_time_codes (
  cart_id uuid primary key references carts (id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index one_time_codes_expires on one_time_codes (expires_at);
insert into shop_secrets values ('one-time-codes', gen_random_uuid()::text || gen_random_uuid()::text);

create index orders_unpaid on orders (placed_at) where status = 'pending_payment';

-- Ends an order that was not paid in time; false, and nothing written, when it was, or its time is not over.
create function cancel_unpaid_order(of_order uuid, placed_until timestamptz, moment timestamptz)
returns boolean language plpgsql as $$
begin
  update orders set status = 'canceled', updated_at = moment
    where id = of_order and status = 'pending_payment' and placed_at <= placed_until;
  if not found then return false; end if;
  perform end_canceled_order(of_order, moment, 'not_paid');
  return true;
end $$;
