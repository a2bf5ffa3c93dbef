-- Who is one client and one contact of the budgets of placing (DEC-196), and in which order a placement and its end lock.

-- Called with what the server takes for one client (platform/client-of.ts): its words are only hashed here.
drop function ask_placing_budgets(uuid, inet, boolean, text, timestamptz, integer, integer, integer, integer, integer);
drop function client_key_of(inet);
create function client_key_of(client text) returns text language sql stable as $$
  select encode(sha256(convert_to(value || client, 'UTF8')), 'base64') from shop_secrets where name = 'client-address';
$$;

-- A phone however it is spelled, with or without the country's code. Null: none was given (DEC-84: 00000000).
create function phone_key_of(phone text) returns text language sql immutable as $$
  select case when digits ~ '[1-9]' then right(digits, 8) end from regexp_replace(phone, '\D', '', 'g') as digits;
$$;
drop index orders_open_cash_phone;
create index orders_open_cash_phone on orders (phone_key_of(contact ->> 'phone'))
  where payment_type = 'Cash' and status in ('pending_payment', 'processing', 'shipped');

-- As before; contacts count and are locked for cash only. Locks: order, cart, client and contact, stock, coupon.
create function ask_placing_budgets(
  cart uuid, caller text, is_cash boolean, bin text, moment timestamptz,
  orders_per_address integer, open_cash integer, declines_per_cart integer, declines_per_address integer,
  declines_per_bin integer, out client text, out spent text, out free_at timestamptz, out wants_proof boolean)
language plpgsql as $$
declare
  buyer_email text;
  buyer_phone text;
  cart_state cart_status;
  hour_ago timestamptz := moment - interval '1 hour';
  used integer;
  oldest timestamptz;
begin
  client := client_key_of(caller);
  select lower(email), phone_key_of(coalesce(shipping_address ->> 'telephone', billing_address ->> 'telephone')), status
    into buyer_email, buyer_phone, cart_state from carts where id = cart for update;
  -- A cart that is not open gives no order now: nothing to wait for, and whoever ends its order does not wait behind us.
  if cart_state = 'open' then
    perform pg_advisory_xact_lock(hashtextextended(name, 196))
      from (select 'address ' || client as name
            union all select unnest(array['email ' || buyer_email, 'phone ' || buyer_phone]) where is_cash) n
      where name is not null order by hashtextextended(name, 196);
  end if;

  select count(*), min(created_at) into used, oldest from orders where client_key = client and created_at > hour_ago;
  wants_proof := used * 2::bigint >= orders_per_address;
  if used >= orders_per_address then
    spent := 'ordersPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;

  if is_cash then
    select greatest(
      (select count(*) from orders where lower(email) = buyer_email and payment_type = 'Cash'
         and status in ('pending_payment', 'processing', 'shipped')),
      (select count(*) from orders where phone_key_of(contact ->> 'phone') = buyer_phone and payment_type = 'Cash'
         and status in ('pending_payment', 'processing', 'shipped'))) into used;
    wants_proof := wants_proof or used * 2::bigint >= open_cash;
    if used >= open_cash then spent := 'openCashOrders'; end if;
    return;
  end if;

  -- Declined ones are those of void orders; what never reached the bank is none.
  select count(*) into used from orders o join payments p on p.order_id = o.id
    where o.cart_id = cart and o.status = 'void' and p.status = 'refused'
      and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR');
  wants_proof := wants_proof or used * 2::bigint >= declines_per_cart;
  if used >= declines_per_cart then
    spent := 'declinesPerCart'; return;
  end if;
  select count(*), min(o.created_at) into used, oldest from orders o join payments p on p.order_id = o.id
    where o.client_key = client and o.created_at > hour_ago and p.kind in ('Card', 'CardInstallments')
      and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
  wants_proof := wants_proof or used * 2::bigint >= declines_per_address;
  if used >= declines_per_address then
    spent := 'declinesPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;
  select count(*), min(o.created_at) into used, oldest from orders o join payments p on p.order_id = o.id
    where o.client_key = client and o.created_at > hour_ago and p.card_bin = bin
      and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
  wants_proof := wants_proof or used * 2::bigint >= declines_per_bin;
  if used >= declines_per_bin then
    spent := 'declinesPerBin'; free_at := oldest + interval '1 hour';
  end if;
end $$;

-- As before, the cart locked before the stock.
create or replace function void_order(of_order uuid, moment timestamptz, refusal text, answer_status integer, answer_body jsonb)
returns boolean language plpgsql as $$
declare voided orders;
begin
  update orders set status = 'void', settle_after = null, updated_at = moment
    where id = of_order and status in ('placing', 'voiding') returning * into voided;
  if voided.id is null then return false; end if;
  -- Before the stock, as a placement locks them: two of them never wait in a circle.
  perform from carts where id = voided.cart_id for update;

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
