-- DEC-218, DEC-219: an address that used up what it may hold unconfirmed can still buy a little by confirming it; what was confirmed and is
-- not paid is bounded as well; a phone counts within one e-mail or one client; a line is one client of the store's orders.
drop function spent_placing_budget(uuid, text, text, integer, boolean, text, integer, integer, integer, integer, integer, integer);
drop function spent_placing_budget(uuid, text, boolean, text, integer, integer, integer, integer, integer, integer);
drop function spent_order_budget(uuid, text, text, integer, text, text, text, jsonb);

-- Always in one order of locks (cart, then client, contact and card by their hash, then the network), so that none waits in a circle.
-- `method`: Cash, StorePayment, or Card for all others; `saved`: the customer's own card that pays. `budget`: each by its name, of one
-- client; a network may do what `clients_of_network` may. `spent` null = within all budgets. What an unconfirmed order paid in cash
-- adds is judged once its cart is read (orders/check-budgets.ts): `orders_left`, `units_left`, `value_left` are what may be added
-- unconfirmed; `unpaid_units_left`, `unpaid_value_left` with what was confirmed.
create function spent_order_budget(
  cart uuid, caller text, network text, clients_of_network integer, method text, bin text, card text, saved uuid, budget jsonb,
  out client text, out network_client text, out is_contact_confirmed boolean, out spent text, out free_at timestamptz,
  out wants_proof boolean, out wants_hard_proof boolean, out orders_left bigint, out units_left bigint, out value_left bigint,
  out unpaid_units_left bigint, out unpaid_value_left bigint, out told_at timestamptz)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  buyer_email text;
  buyer_phone text;
  cart_state cart_status;
  is_card_declined boolean;
begin
  client := client_key_of(caller);
  network_client := case when network <> caller then client_key_of(network) end;
  select lower(c.email), phone_key_of(coalesce(c.shipping_address ->> 'telephone', c.billing_address ->> 'telephone')), c.status,
      u.email_confirmed_at is not null and lower(u.email) = lower(c.email)
    into buyer_email, buyer_phone, cart_state, is_contact_confirmed
    from carts c left join customers u on u.id = cart_owner(c) where c.id = cart for update of c;
  is_contact_confirmed := coalesce(is_contact_confirmed, false);
  -- A cart that is not open gives no order now: nothing to wait for, and whoever ends its order does not wait behind us.
  if cart_state = 'open' then
    perform pg_advisory_xact_lock(hashtextextended(name, 196))
      from (select 'address ' || client as name
            union all select unnest(array['email ' || buyer_email, 'phone ' || buyer_phone]) where method <> 'Card'
            union all select 'card ' || card) n
      where name is not null order by hashtextextended(name, 196);
    if network_client is not null then
      perform pg_advisory_xact_lock(hashtextextended('network ' || network_client, 196));
    end if;
  end if;

  -- After the wait for the locks.
  told_at := clock_timestamp();
  with placed as (
    select 1 as scale, o.created_at, p.card_bin = bin as is_of_bin, counts_as_declined(p) as is_declined
      from orders o join payments p on p.order_id = o.id
      where o.client_key = client and o.created_at > told_at - interval '1 hour'
    union all
    select clients_of_network, o.created_at, p.card_bin = bin, counts_as_declined(p)
      from orders o join payments p on p.order_id = o.id
      where o.network_key = network_client and o.created_at > told_at - interval '1 hour'),
  lately as (
    select scale, count(*) as orders, min(created_at) as first_order,
      count(*) filter (where is_declined) as declines, min(created_at) filter (where is_declined) as first_decline,
      count(*) filter (where is_declined and is_of_bin) as declines_of_bin,
      min(created_at) filter (where is_declined and is_of_bin) as first_of_bin
    from placed group by scale),
  unpaid as (
    select 1 as scale, o.id, o.payment_type, o.contact_confirmed, o.total from orders o
      where o.client_key = client and (o.payment_type = 'Cash' and o.status in ('pending_payment', 'processing', 'shipped')
        or o.payment_type = 'StorePayment' and o.status = 'pending_payment') and method <> 'Card'
    union all
    select clients_of_network, o.id, o.payment_type, o.contact_confirmed, o.total from orders o
      where o.network_key = network_client and (o.payment_type = 'Cash' and o.status in ('pending_payment', 'processing', 'shipped')
        or o.payment_type = 'StorePayment' and o.status = 'pending_payment') and method <> 'Card'),
  held as (
    select scale, count(*) filter (where not contact_confirmed) as orders,
      coalesce(sum(units) filter (where not contact_confirmed), 0)::bigint as units,
      coalesce(sum(total) filter (where not contact_confirmed), 0)::bigint as value,
      coalesce(sum(units), 0)::bigint as all_units, sum(total)::bigint as all_value,
      count(*) filter (where payment_type = 'StorePayment') as store_orders
    from unpaid, lateral (select sum(l.quantity) as units from order_lines l where l.order_id = unpaid.id) u
    group by scale),
  codes as (
    select 1 as scale, count(*) as made from one_time_codes k
      where k.client_key = client and k.expires_at > told_at and k.cart_id <> cart and method = 'StorePayment'
    union all
    select clients_of_network, count(*) from one_time_codes k
      where k.network_key = network_client and k.expires_at > told_at and k.cart_id <> cart and method = 'StorePayment'),
  contact as (
    select greatest(
      (select count(*) from orders where lower(email) = buyer_email and contact_confirmed and payment_type = 'Cash'
         and status in ('pending_payment', 'processing', 'shipped')
         and created_at > told_at - (budget ->> 'openCashOrderDays')::integer * interval '1 day')
        + (select count(*) from orders where lower(email) = buyer_email and contact_confirmed
             and payment_type = 'StorePayment' and status = 'pending_payment'),
      -- Whoever confirmed a mailbox of their own may name anybody's phone: it counts where the same client names it again.
      (select count(*) from orders where phone_key_of(contact ->> 'phone') = buyer_phone and contact_confirmed
         and (client_key = client or network_key = network_client)
         and (payment_type = 'Cash' and status in ('pending_payment', 'processing', 'shipped')
             and created_at > told_at - (budget ->> 'openCashOrderDays')::integer * interval '1 day'
           or payment_type = 'StorePayment' and status = 'pending_payment'))) as orders
    where method <> 'Card'),
  -- Of a cart those of void orders: what never reached the bank is none.
  cart_declines as (
    select count(*) as charges from orders o join payments p on p.order_id = o.id
    where method = 'Card' and o.cart_id = cart and o.status = 'void' and p.status = 'refused'
      and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR')),
  card_declines as (
    select count(*) as charges, min(p.created_at) as first from payments p
    where p.card_key = card and p.created_at > told_at - interval '1 day' and counts_as_declined(p)),
  used (position, scale, name, used, free_from) as (
    select 1, scale, 'ordersPerAddress', orders, first_order + interval '1 hour' from lately
    union all select 2, 1, 'openCashOrders', orders, null from contact
    union all select 3, scale, 'unconfirmedOrders', orders, null from held where not is_contact_confirmed
    union all select 4, scale, 'unconfirmedUnits', units, null from held where not is_contact_confirmed
    union all select 5, scale, 'unconfirmedValue', value, null from held where not is_contact_confirmed
    union all select 6, scale, 'unpaidUnits', all_units, null from held
    union all select 7, scale, 'unpaidValue', all_value, null from held
    -- A network is a line here, and has what one client has: its clients together must not use up an advisor (orders/check-budgets.ts).
    union all select 8, 1, 'openStoreOrders', made + coalesce((select store_orders from held h where h.scale = c.scale), 0), null
      from codes c where method = 'StorePayment'
    union all select 9, 1, 'declinesPerCart', charges, null from cart_declines where method = 'Card'
    union all select 10, scale, 'declinesPerAddress', declines, first_decline + interval '1 hour' from lately where method = 'Card'
    union all select 11, scale, 'declinesPerBin', declines_of_bin, first_of_bin + interval '1 hour' from lately
      where method = 'Card' and bin is not null
    union all select 12, 1, 'declinesPerCard', charges, first + interval '1 day' from card_declines where card is not null),
  budgets as (
    -- Of cash a little may still wait for its link, whatever its address has open: the order's own size says.
    select position, scale, name, used::bigint, scale * (budget ->> name)::bigint as most, free_from,
      method <> 'Cash' or name not like 'unconfirmed%' as refuses from used)
  select (array_agg(name order by position, scale) filter (where refuses and b.used >= b.most))[1],
      (array_agg(free_from order by position, scale) filter (where refuses and b.used >= b.most))[1],
      coalesce(bool_or(b.used * 2 >= b.most), false),
      (select least((budget ->> 'unconfirmedOrders')::bigint, min(scale * (budget ->> 'unconfirmedOrders')::bigint - orders)) from held),
      (select least((budget ->> 'unconfirmedUnits')::bigint, min(scale * (budget ->> 'unconfirmedUnits')::bigint - units)) from held),
      (select least((budget ->> 'unconfirmedValue')::bigint, min(scale * (budget ->> 'unconfirmedValue')::bigint - value)) from held),
      (select least((budget ->> 'unpaidUnits')::bigint, min(scale * (budget ->> 'unpaidUnits')::bigint - all_units)) from held),
      (select least((budget ->> 'unpaidValue')::bigint, min(scale * (budget ->> 'unpaidValue')::bigint - all_value)) from held),
      (select charges > 0 from card_declines)
    into spent, free_at, wants_proof, orders_left, units_left, value_left, unpaid_units_left, unpaid_value_left, is_card_declined
    from budgets b;
  -- A saved card has paid an order of its customer, so nobody finds out with it which numbers work: it goes on as always, until it is
  -- declined itself. A number that is typed does not, whoever types it.
  wants_hard_proof := card is not null
    and (is_card_declined or not exists (
      select from saved_cards s join customers u on u.id = s.customer_id where s.id = saved and u.email_confirmed_at is not null))
    and declines_of_shop((budget ->> 'declinesPerShop')::integer) >= (budget ->> 'declinesPerShop')::integer;
end $$;
