-- DEC-196 beyond one client: a line of IPv6 may have a whole /48, 65,536 clients with budgets of their own. So what the
-- clients of one network do together is counted, too.

-- Which network a client belongs to that is one of many, as a hash; null: the client is its own network.
alter table orders add column network_key text;
create index if not exists orders_network on orders (network_key, created_at) where network_key is not null;

-- As before, and then for the network: so many times what one of its clients may do. Its lock is taken after those of
-- client and contact, by everybody, so that two of them never wait in a circle.
create function spent_placing_budget(
  cart uuid, caller text, network text, clients_of_network integer, is_cash boolean, bin text,
  orders_per_address integer, open_cash integer, open_cash_days integer, declines_per_cart integer, declines_per_address integer,
  declines_per_bin integer, out client text, out network_client text, out spent text, out free_at timestamptz,
  out wants_proof boolean, out told_at timestamptz)
language plpgsql as $$
declare
  hour_ago timestamptz;
  used bigint;
  oldest timestamptz;
begin
  select b.client, b.spent, b.free_at, b.wants_proof, b.told_at into client, spent, free_at, wants_proof, told_at
    from spent_placing_budget(cart, caller, is_cash, bin, orders_per_address, open_cash, open_cash_days,
      declines_per_cart, declines_per_address, declines_per_bin) b;
  if network = caller then return; end if;
  network_client := client_key_of(network);
  if spent is not null then return; end if;
  if exists (select from carts where id = cart and status = 'open') then
    perform pg_advisory_xact_lock(hashtextextended('network ' || network_client, 196));
  end if;

  told_at := clock_timestamp();
  hour_ago := told_at - interval '1 hour';
  select count(*), min(created_at) into used, oldest from orders
    where network_key = network_client and created_at > hour_ago;
  wants_proof := wants_proof or used * 2 >= orders_per_address * clients_of_network::bigint;
  if used >= orders_per_address * clients_of_network::bigint then
    spent := 'ordersPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;
  if is_cash then return; end if;

  select count(*), min(o.created_at) into used, oldest from orders o join payments p on p.order_id = o.id
    where o.network_key = network_client and o.created_at > hour_ago and p.kind in ('Card', 'CardInstallments')
      and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
  wants_proof := wants_proof or used * 2 >= declines_per_address * clients_of_network::bigint;
  if used >= declines_per_address * clients_of_network::bigint then
    spent := 'declinesPerAddress'; free_at := oldest + interval '1 hour'; return;
  end if;
  select count(*), min(o.created_at) into used, oldest from orders o join payments p on p.order_id = o.id
    where o.network_key = network_client and o.created_at > hour_ago and p.card_bin = bin
      and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
  wants_proof := wants_proof or used * 2 >= declines_per_bin * clients_of_network::bigint;
  if used >= declines_per_bin * clients_of_network::bigint then
    spent := 'declinesPerBin'; free_at := oldest + interval '1 hour';
  end if;
end $$;

-- As before; the network is forgotten with the client.
create or replace function forget_shopper(of_orders uuid[]) returns void language plpgsql as $$
begin
  -- In one order and before their lines: two who forget never wait for each other in a circle.
  perform from orders where id = any (of_orders) order by id for update;
  update order_lines set gift_card = null where order_id = any (of_orders) and gift_card is not null;
  update orders set email = '', contact = '{}', shipping_address = null, billing_address = '{}', client_key = null,
    network_key = null where id = any (of_orders);
end $$;
