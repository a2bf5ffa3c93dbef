-- Orders that are to be paid at the store hold their stock for 48 hours: while they wait, they count as open cash orders do.
create index orders_open_store_email on orders (lower(email)) where payment_type = 'StorePayment' and status = 'pending_payment';
create index orders_open_store_phone on orders (phone_key_of(contact ->> 'phone'))
  where payment_type = 'StorePayment' and status = 'pending_payment';

-- As before, with them. `is_cash`: paid later, at the door or at a till.
create or replace function spent_placing_budget(
  cart uuid, caller text, is_cash boolean, bin text,
  orders_per_address integer, open_cash integer, open_cash_days integer, declines_per_cart integer, declines_per_address integer,
  declines_per_bin integer, out client text, out spent text, out free_at timestamptz, out wants_proof boolean,
  out told_at timestamptz)
language plpgsql as $$
declare
  buyer_email text;
  buyer_phone text;
  cart_state cart_status;
  hour_ago timestamptz;
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

  -- After the wait for the locks.
  told_at := clock_timestamp();
  hour_ago := told_at - interval '1 hour';
  select count(*), min(created_at) into used, oldest from orders where client_key = client and created_at > hour_ago;
  wants_proof := used * 2::bigint >= orders_per_address;
  if used >= orders_per_address then
    spent := 'ordersPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;

  if is_cash then
    select greatest(
      (select count(*) from orders where lower(email) = buyer_email and payment_type = 'Cash'
         and status in ('pending_payment', 'processing', 'shipped')
         and created_at > told_at - open_cash_days * interval '1 day')
        + (select count(*) from orders where lower(email) = buyer_email and payment_type = 'StorePayment' and status = 'pending_payment'),
      (select count(*) from orders where phone_key_of(contact ->> 'phone') = buyer_phone and payment_type = 'Cash'
         and status in ('pending_payment', 'processing', 'shipped')
         and created_at > told_at - open_cash_days * interval '1 day')
        + (select count(*) from orders where phone_key_of(contact ->> 'phone') = buyer_phone and payment_type = 'StorePayment' and status = 'pending_payment')) into used;
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
