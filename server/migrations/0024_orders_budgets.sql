-- DEC-196: how much of placing one client may do. Counted from the orders themselves, so that all nodes count the same and
-- a placement that was undone counts nothing.

-- Client addresses are kept only as a hash with this secret: enough to count, not to tell where a shopper was.
create table shop_secrets (name text primary key, value text not null);
insert into shop_secrets values ('client-address', gen_random_uuid()::text || gen_random_uuid()::text);

alter table orders add column client_key text;      -- who placed it: hash of the address; null for commands
alter table payments add column card_bin text;      -- first six digits, to count declined charges
create index orders_client on orders (client_key, created_at) where client_key is not null;
create index orders_open_cash_email on orders (lower(email))
  where payment_type = 'Cash' and status in ('pending_payment', 'processing', 'shipped');
create index orders_open_cash_phone on orders ((contact ->> 'phone'))
  where payment_type = 'Cash' and status in ('pending_payment', 'processing', 'shipped');

-- An IPv6 client has a whole /64 to choose addresses from: it counts as one.
create function client_key_of(address inet) returns text language sql stable as $$
  select encode(sha256(convert_to(value || case family(address)
      when 6 then network(set_masklen(address, 64))::text else host(address) end, 'UTF8')), 'base64')
  from shop_secrets where name = 'client-address';
$$;

-- Asked before anything else of a placement. Locks the cart, then the client and the contact until the transaction ends,
-- so that of two placements at once the second counts the first; always in this order, so that none waits in a circle.
-- A function because of the locks: each of its statements sees what was committed while an earlier one waited.
-- Pending charges count as declined ones, as each may still become one. `spent` null = within all budgets.
create function ask_placing_budgets(
  cart uuid, address inet, is_cash boolean, bin text, moment timestamptz,
  orders_per_address integer, open_cash integer, declines_per_cart integer, declines_per_address integer,
  declines_per_bin integer, out client text, out spent text, out free_at timestamptz)
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
  if used >= orders_per_address then
    spent := 'ordersPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;

  if is_cash then
    if (select count(*) from orders where lower(email) = buyer_email and payment_type = 'Cash'
          and status in ('pending_payment', 'processing', 'shipped')) >= open_cash
      or (select count(*) from orders where contact ->> 'phone' = buyer_phone and payment_type = 'Cash'
          and status in ('pending_payment', 'processing', 'shipped')) >= open_cash then
      spent := 'openCashOrders';
    end if;
    return;
  end if;

  -- Declined ones are those of void orders; what never reached the bank is none.
  if (select count(*) from orders o join payments p on p.order_id = o.id
      where o.cart_id = cart and o.status = 'void' and p.status = 'refused'
        and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR')) >= declines_per_cart then
    spent := 'declinesPerCart';
    return;
  end if;
  select count(*), min(o.created_at) into used, oldest from orders o join payments p on p.order_id = o.id
    where o.client_key = client and o.created_at > hour_ago and p.kind in ('Card', 'CardInstallments')
      and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
  if used >= declines_per_address then
    spent := 'declinesPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;
  select count(*), min(o.created_at) into used, oldest from orders o join payments p on p.order_id = o.id
    where o.client_key = client and o.created_at > hour_ago and p.card_bin = bin
      and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
  if used >= declines_per_bin then
    spent := 'declinesPerBin'; free_at := oldest + interval '1 hour';
  end if;
end $$;
