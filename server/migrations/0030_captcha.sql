-- DEC-11, DEC-171, DEC-196: from half of a budget of placing on, an order wants a proof that took some work.

-- What challenges are signed with: one for all nodes.
insert into shop_secrets values ('captcha', gen_random_uuid()::text || gen_random_uuid()::text);

-- Proofs that were handed in: each counts once. Kept until they would be too old anyway.
create table captcha_proofs (
  proof text primary key,
  expires_at timestamptz not null
);
create index captcha_proofs_expired on captcha_proofs (expires_at);

-- As before, and `wants_proof`: half of some budget is used. `spent` null = within all budgets.
drop function ask_placing_budgets(uuid, inet, boolean, text, timestamptz, integer, integer, integer, integer, integer);
create function ask_placing_budgets(
  cart uuid, address inet, is_cash boolean, bin text, moment timestamptz,
  orders_per_address integer, open_cash integer, declines_per_cart integer, declines_per_address integer,
  declines_per_bin integer, out client text, out spent text, out free_at timestamptz, out wants_proof boolean)
language plpgsql as $$
declare
  buyer_email text;
  buyer_phone text;
  hour_ago timestamptz := moment - interval '1 hour';
  used integer;
  oldest timestamptz;
begin
  client := client_key_of(address);
  select lower(email), coalesce(shipping_address ->> 'telephone', billing_address ->> 'telephone')
    into buyer_email, buyer_phone from carts where id = cart for update;
  perform pg_advisory_xact_lock(hashtextextended(name, 196))
    from (select unnest(array['address ' || client, 'email ' || buyer_email, 'phone ' || buyer_phone]) as name) n
    where name is not null order by hashtextextended(name, 196);

  select count(*), min(created_at) into used, oldest from orders where client_key = client and created_at > hour_ago;
  wants_proof := used * 2::bigint >= orders_per_address;
  if used >= orders_per_address then
    spent := 'ordersPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;

  if is_cash then
    select greatest(
      (select count(*) from orders where lower(email) = buyer_email and payment_type = 'Cash'
         and status in ('pending_payment', 'processing', 'shipped')),
      (select count(*) from orders where contact ->> 'phone' = buyer_phone and payment_type = 'Cash'
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
