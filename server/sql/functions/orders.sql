-- Returns the key for counting a client: a hash of its address as the server sees it (platform/http/caller.ts).
create or replace function client_key_of(client text) returns text language sql stable as $$
  select encode(sha256(convert_to(value || client, 'UTF8')), 'base64') from shop_secrets where name = 'client-address';
$$;

-- Returns the IVA contained in an order's delivery, rounded half up, like `containedTax` of domain/src/money. The rate is the
-- shop's own at the time of the order. If `shipping_tax_rate` is null, the order is older than that column, and the rate was 12
-- %.
create or replace function shipping_iva(o orders) returns bigint language sql immutable as $$
  select (o.shipping * coalesce(o.shipping_tax_rate, 1200) * 2 + 10000 + coalesce(o.shipping_tax_rate, 1200))
    / (2 * (10000 + coalesce(o.shipping_tax_rate, 1200)));
$$;

-- Returns the kind of an order line from the stored word. Nodes of the previous release write 'product' and 'giftCard'.
create or replace function line_kind(stored text) returns text language sql immutable as $$
  select case stored when 'product' then 'goods' when 'giftCard' then 'gift_card' else stored end;
$$;

-- Returns the invoice lines of an order line: one for its goods, service or gift card, and one for its warranties. The shop itself
-- invoices warranties, as a service (DEC-233). `charged` = `gross` - `discount` - `points`, and contains the IVA. Order lines from
-- before `goods_iva` have one invoice line.
create or replace function tax_lines_of(l order_lines) returns table (
  part integer, kind text, seller_id integer, sku text, title text, gross bigint, discount bigint, points bigint, charged bigint,
  tax_rate integer, iva bigint) language sql immutable as $$
  select 1, l.kind, l.seller_id, l.sku, l.title, l.unit_price * l.quantity, l.discount, l.points_share - l.warranty_points,
    l.unit_price * l.quantity - l.discount - (l.points_share - l.warranty_points), l.tax_rate, l.goods_iva
    where l.goods_iva is not null
  union all
  select 2, 'service', 1, l.warranty ->> 'sku', l.warranty ->> 'label', (l.warranty ->> 'amount')::bigint * l.quantity, 0::bigint,
    l.warranty_points, (l.warranty ->> 'amount')::bigint * l.quantity - l.warranty_points, l.warranty_tax_rate, l.warranty_iva
    where l.goods_iva is not null and l.warranty is not null
  union all
  select 1, l.kind, l.seller_id, l.sku, l.title, l.gross, l.discount, 0::bigint, l.net, l.tax_rate, l.iva
    where l.goods_iva is null;
$$;

-- Returns the invoice lines of an order line as JSON, for responses and printed documents.
create or replace function tax_lines_json(l order_lines) returns json language sql immutable as $$
  select json_agg(json_build_object('kind', t.kind, 'sellerId', t.seller_id, 'sku', t.sku, 'title', t.title, 'gross', t.gross,
    'discount', t.discount, 'points', t.points, 'charged', t.charged, 'taxRate', t.tax_rate, 'iva', t.iva) order by t.part)
  from tax_lines_of(l) t;
$$;

-- Returns the IVA of an order line with its warranties. Only lines that are older than `goods_iva` have it in `order_lines.iva`.
create or replace function line_iva(l order_lines) returns bigint language sql immutable as $$
  select coalesce(l.goods_iva + l.warranty_iva, l.iva);
$$;

-- Returns the IVA of an order's lines and delivery. Donations have no IVA.
create or replace function order_iva(o orders) returns bigint language sql stable as $$
  select shipping_iva(o) + coalesce((select sum(line_iva(l)) from order_lines l where l.order_id = o.id), 0)::bigint;
$$;

-- Returns whether a charge was declined or is undecided. Undecided charges count, because otherwise a hundred cards could be
-- tried at the same time.
create or replace function counts_as_declined(p payments) returns boolean language sql immutable as $$
  select p.kind in ('Card', 'CardInstallments')
    and (p.status = 'pending' or p.status = 'refused' and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR'));
$$;

-- Returns whether an order's buyer is trusted: the e-mail is confirmed, or the card was charged. In Guatemala thousands of people
-- may share one network address. Many trusted orders from one address are therefore no attack (record 0066).
create or replace function has_backing(o orders, p payments) returns boolean language sql immutable as $$
  select o.contact_confirmed or p.kind in ('Card', 'CardInstallments') and p.status = 'approved';
$$;

-- Counts the orders of an hour. Sixty backed orders (`has_backing`) count as one. Backed orders do count, because mailboxes and
-- stolen cards can be bought by the hundred.
create or replace function count_of_orders(unbacked bigint, backed bigint) returns bigint language sql immutable as $$
  select unbacked + backed / 60;
$$;

-- Counts charges that banks declined in the last hour, for all clients, up to `most`.
create or replace function declines_of_shop(most integer) returns integer language sql stable as $$
  select count(*)::integer from (
    select from payments
    where status = 'refused' and kind in ('Card', 'CardInstallments') and refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR')
      and decided_at > clock_timestamp() - interval '1 hour'
    limit most) declined;
$$;

-- The budgets of placing orders (DEC-196, DEC-218, DEC-219, record 0050). They are counted from the orders, so all nodes agree,
-- and a placement that rolled back does not count.
-- * Declined charges of one card count together, for all clients.
-- * An unpaid order counts for its e-mail and phone if the buyer is known to read that mail, otherwise for the client that placed it.
-- * A phone counts within one e-mail or one client. It does not count for a buyer with a confirmed e-mail.
-- * A network may have as many open store orders as two clients.
-- * Confirmed unpaid orders have a limit. An address at the limit can still buy a little in cash by confirming each order.

-- Counts the budgets for placing an order. `judgeBudgets` in domain/src/orders/order-budgets.ts checks the `counts`. Placing an
-- order calls this first. The function locks until the transaction ends: the cart, then client, contact and card by their hash,
-- then the network. The second of two concurrent calls therefore counts the first, and the order of locks prevents deadlocks. It
-- is a function so that each statement sees what was committed while an earlier statement waited for its lock. `method`: Cash,
-- StorePayment, or Card for all other methods. `saved`: the customer's saved card that pays. `most`: the limits of counting
-- (`unpaidUnits`, `declinesPerShop`), and `openCashOrderDays`.
create or replace function count_order_budgets(
  cart uuid, caller text, network text, clients_of_network integer, method text, bin text, card text, saved uuid, most jsonb,
  out client text, out network_client text, out is_contact_confirmed boolean, out told_at timestamptz, out counts jsonb)
language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  buyer_email text;
  buyer_phone text;
  cart_state cart_status;
  card_declines bigint;
  shop_declines integer := 0;
begin
  client := client_key_of(caller);
  network_client := case when network <> caller then client_key_of(network) end;
  select lower(c.email), phone_key_of(coalesce(c.shipping_address ->> 'telephone', c.billing_address ->> 'telephone')), c.status,
      u.email_confirmed_at is not null and lower(u.email) = lower(c.email)
    into buyer_email, buyer_phone, cart_state, is_contact_confirmed
    from carts c left join customers u on u.id = cart_owner(c) where c.id = cart for update of c;
  is_contact_confirmed := coalesce(is_contact_confirmed, false);
  -- A cart that is not open cannot be ordered now, so nothing is locked. The transaction that completes the cart's order then
  -- need not wait for this transaction.
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

  -- The clock is read after the wait for the locks.
  told_at := clock_timestamp();
  with placed as (
    select 'client' as who, o.created_at, p.card_bin = bin as is_of_bin, counts_as_declined(p) as is_declined, has_backing(o, p) as is_backed
      from orders o join payments p on p.order_id = o.id
      where o.client_key = client and o.created_at > told_at - interval '1 hour'
    union all
    select 'network', o.created_at, p.card_bin = bin, counts_as_declined(p), has_backing(o, p)
      from orders o join payments p on p.order_id = o.id
      where o.network_key = network_client and o.created_at > told_at - interval '1 hour'),
  lately as (
    select who, count_of_orders(count(*) filter (where not is_backed), count(*) filter (where is_backed)) as orders,
      min(created_at) as first_order,
      count(*) filter (where is_declined) as declines, min(created_at) filter (where is_declined) as first_decline,
      count(*) filter (where is_declined and is_of_bin) as declines_of_bin,
      min(created_at) filter (where is_declined and is_of_bin) as first_of_bin
    from placed group by who),
  -- Each order has at least one unit. Reading as many orders as the limit has units is therefore enough to know that the limit is
  -- reached.
  unpaid as (
    (select 'client' as who, o.id, o.payment_type, o.contact_confirmed, o.total from orders o
      where o.client_key = client and (o.payment_type = 'Cash' and o.status in ('pending_payment', 'processing', 'shipped')
        or o.payment_type = 'StorePayment' and o.status = 'pending_payment') and method <> 'Card'
      limit (most ->> 'unpaidUnits')::bigint)
    union all
    (select 'network', o.id, o.payment_type, o.contact_confirmed, o.total from orders o
      where o.network_key = network_client and (o.payment_type = 'Cash' and o.status in ('pending_payment', 'processing', 'shipped')
        or o.payment_type = 'StorePayment' and o.status = 'pending_payment') and method <> 'Card'
      limit clients_of_network * (most ->> 'unpaidUnits')::bigint)),
  held as (
    select who, count(*) filter (where not contact_confirmed) as orders,
      coalesce(sum(units) filter (where not contact_confirmed), 0)::bigint as units,
      coalesce(sum(total) filter (where not contact_confirmed), 0)::bigint as value,
      coalesce(sum(units), 0)::bigint as all_units, sum(total)::bigint as all_value,
      count(*) filter (where payment_type = 'StorePayment') as store_orders
    from unpaid, lateral (select sum(l.quantity) as units from order_lines l where l.order_id = unpaid.id) u
    group by who),
  codes as (
    select 'client' as who, count(*) as made from one_time_codes k
      where k.client_key = client and k.expires_at > told_at and k.cart_id <> cart and method = 'StorePayment'
    union all
    select 'network', count(*) from one_time_codes k
      where k.network_key = network_client and k.expires_at > told_at and k.cart_id <> cart and method = 'StorePayment'),
  counted as (
    select c.who, jsonb_build_object('orders', coalesce(a.orders, 0), 'firstOrder', a.first_order,
      'declines', coalesce(a.declines, 0), 'firstDecline', a.first_decline,
      'declinesOfBin', coalesce(a.declines_of_bin, 0), 'firstDeclineOfBin', a.first_of_bin,
      'unconfirmed', jsonb_build_object('orders', coalesce(h.orders, 0), 'units', coalesce(h.units, 0), 'value', coalesce(h.value, 0)),
      'unpaid', jsonb_build_object('units', coalesce(h.all_units, 0), 'value', coalesce(h.all_value, 0)),
      'storeOrders', c.made + coalesce(h.store_orders, 0)) as of_who
    from codes c left join lately a on a.who = c.who left join held h on h.who = c.who),
  card_tries as (
    select count(*) as charges, min(p.created_at) as first from payments p
    where p.card_key = card and p.created_at > told_at - interval '1 day' and counts_as_declined(p))
  select jsonb_build_object(
      'client', (select of_who from counted where who = 'client'),
      'network', (select of_who from counted where who = 'network' and network_client is not null),
      'contactOrders', case when method <> 'Card' then greatest(
        (select count(*) from orders where lower(email) = buyer_email and contact_confirmed and payment_type = 'Cash'
           and status in ('pending_payment', 'processing', 'shipped')
           and created_at > told_at - (most ->> 'openCashOrderDays')::integer * interval '1 day')
          + (select count(*) from orders where lower(email) = buyer_email and contact_confirmed
               and payment_type = 'StorePayment' and status = 'pending_payment'),
        -- A buyer with a confirmed mailbox may enter a stranger's phone. An order therefore counts for a phone only if the same
        -- client placed it. It does not count for a buyer with a confirmed e-mail, because thousands may share one client.
        (select count(*) from orders where phone_key_of(contact ->> 'phone') = buyer_phone and contact_confirmed
           and not is_contact_confirmed and (client_key = client or network_key = network_client)
           and (payment_type = 'Cash' and status in ('pending_payment', 'processing', 'shipped')
               and created_at > told_at - (most ->> 'openCashOrderDays')::integer * interval '1 day'
             or payment_type = 'StorePayment' and status = 'pending_payment'))) else 0 end,
      -- Counts the cart's void orders, but not charges that never reached the bank.
      'cartDeclines', case when method = 'Card' then (
        select count(*) from orders o join payments p on p.order_id = o.id
        where o.cart_id = cart and o.status = 'void' and p.status = 'refused'
          and p.refusal_code not in ('NOT_CHARGED', 'PAY_PROCESSOR_ERROR')) else 0 end,
      'cardDeclines', t.charges, 'firstCardDecline', t.first), t.charges
    into counts, card_declines from card_tries t;
  -- A saved card that has paid for an order of its customer is exempt until it is declined, because it is no way to test card
  -- numbers. A typed number is never exempt.
  if card is not null and (card_declines > 0 or not exists (
      select from saved_cards s join customers u on u.id = s.customer_id where s.id = saved and u.email_confirmed_at is not null)) then
    shop_declines := declines_of_shop((most ->> 'declinesPerShop')::integer);
  end if;
  counts := counts || jsonb_build_object('shopDeclines', shop_declines);
end $$;

-- Raises an error if an order was not written together with its cart and its key, or if its claims differ from the plan. The
-- database itself then rolls back, so that the statement can be sent together with COMMIT (record 0040).
create or replace function check_placed(orders bigint, carts bigint, keys bigint, planned_keys integer, levels bigint, claims integer,
  is_coupon_claimed boolean) returns boolean language plpgsql as $$
begin
  if orders <> 1 or carts <> 1 or keys <> planned_keys then
    raise exception 'an order was not written with its cart and its key' using errcode = 'check_violation', constraint = 'orders_written_whole';
  end if;
  if not is_coupon_claimed then
    raise exception 'the coupon of the order allows no use' using errcode = 'check_violation', constraint = 'orders_coupon_claimed';
  end if;
  if levels <> claims then
    raise exception 'stock that was locked is not there' using errcode = 'check_violation', constraint = 'orders_stock_claimed';
  end if;
  return true;
end $$;

-- Returns the status of an order whose shipments have these states (WORK-02). `statusOfShipments` in
-- domain/src/orders/shipment.ts applies the same rule. A test compares both.
create or replace function status_of_shipments(states shipment_state[], is_paid_at_store boolean) returns order_status
language sql immutable as $$
  select (case
    when count(*) filter (where is_kept) = 0 then case when bool_or(state = 'undelivered') then 'undelivered' else 'canceled' end
    when is_paid_at_store and bool_or(is_kept and state = 'waiting') then 'pending_payment'
    when bool_and(state = 'delivered') filter (where is_kept) then 'delivered'
    when bool_and(state in ('sent', 'at_store', 'delivered')) filter (where is_kept) then 'shipped'
    else 'processing' end)::order_status
  from (select state, state not in ('canceled', 'undelivered') as is_kept from unnest(states) state) s;
$$;

-- Undoes the use of a coupon by an order.
create or replace function release_coupon(of_order uuid) returns void language sql as $$
  with unused as (delete from coupon_uses where order_id = of_order returning code)
    update coupons set used_count = used_count - 1 where code in (select code from unused);
$$;

-- Returns the stock that an order took. If `of_n` is given, only the stock that this shipment claims.
create or replace function release_stock(of_order uuid, of_n integer, why text, moment timestamptz) returns void
language plpgsql as $$
begin
  -- Locks every place of these products in the same sequence as placing an order does, so that the two never deadlock.
  perform from stock_levels
    where product_id in (select product_id from stock_claims where order_id = of_order and n = coalesce(of_n, n))
    order by product_id, store_code for no key update;
  update stock_levels l set quantity = l.quantity + c.quantity
    from (select product_id, store_code, sum(quantity)::integer as quantity from stock_claims
      where order_id = of_order and n = coalesce(of_n, n) and released_at is null group by product_id, store_code) c
    where l.product_id = c.product_id and l.store_code = c.store_code;
  insert into stock_movements (product_id, store_code, delta, reason, order_id)
    select product_id, store_code, quantity, why, order_id from stock_claims
    where order_id = of_order and n = coalesce(of_n, n) and released_at is null
    order by product_id, store_code;
  update stock_claims set released_at = moment where order_id = of_order and n = coalesce(of_n, n) and released_at is null;
end $$;

-- Returns the stock and the coupon that an order took. Call this after a conditional change of the order's status, so that it
-- happens once. If the cart also changes, lock the cart before.
create or replace function release_order(of_order uuid, moment timestamptz) returns void language plpgsql as $$
begin
  perform release_stock(of_order, null, 'order_released', moment);
  perform release_coupon(of_order);
end $$;

-- Writes off the goods of a shipment that came back broken. They are in the shop again, but cannot be sold.
create or replace function scrap_stock(of_order uuid, of_n integer, moment timestamptz) returns void language plpgsql as $$
begin
  insert into stock_movements (product_id, store_code, delta, reason, order_id)
    select c.product_id, c.store_code, c.quantity * m.sign, m.reason, of_order
    from stock_claims c, (values (1, 'returned'), (-1, 'damaged')) as m (sign, reason)
    where c.order_id = of_order and c.n = of_n and c.released_at is null
    order by c.product_id, c.store_code, m.sign desc;
  update stock_claims set released_at = moment where order_id = of_order and n = of_n and released_at is null;
end $$;

-- Returns the place where most units of a shipment are claimed. Null if no unit is claimed.
create or replace function place_of_claims(of_order uuid, of_n integer) returns text language sql stable as $$
  select store_code from stock_claims where order_id = of_order and n = of_n and released_at is null
  group by store_code order by sum(quantity) desc, store_code limit 1;
$$;

-- Returns the day for which a seller's goods were promised (DEC-101).
create or replace function promised_day(promise jsonb, of_seller integer) returns date language sql immutable as $$
  select coalesce((select coalesce(g ->> 'deliveryDate', g ->> 'pickupDate')::date from jsonb_array_elements(promise -> 'groups') g
    where (g ->> 'sellerId')::integer = of_seller limit 1), 'infinity');
$$;

-- Returns the six digits that a buyer shows to collect a shipment at a store (WORK-13). They are computed each time, and no table
-- stores them.
create or replace function pickup_code_of(of_order uuid, of_n integer) returns text language sql stable as $$
  select lpad((('x' || substr(encode(sha256(convert_to(value || of_order || of_n, 'UTF8')), 'hex'), 1, 12))::bit(48)::bigint % 1000000)::text, 6, '0')
  from shop_secrets where name = 'pickup-codes';
$$;

-- Moves units of lines to a new shipment of the same order (WORK-10): `amounts[i]` units of the line at `positions[i]`.
-- Missing units and units claimed elsewhere move first, so that the other units can leave. `cash`: the amount that the new
-- shipment collects. The caller has locked the order.
create or replace function split_shipment(of_order uuid, of_n integer, new_n integer, positions integer[], amounts integer[], cash bigint)
returns void language plpgsql as $$
declare
  source shipments;
  part record;
  held shipment_lines;
  claim record;
  moved_missing integer;
  moved_refunded integer;
  moved_courtesy integer;
  left_over integer;
  taken integer;
begin
  update shipments set cash_due = cash_due - cash, version = version + 1 where order_id = of_order and n = of_n returning * into source;
  insert into shipments (order_id, n, seller_id, store_code, place, promised_on, state, cash_due, courier)
    values (of_order, new_n, source.seller_id, source.store_code, source.place, source.promised_on,
      case source.state when 'waiting' then 'waiting' else 'ready' end::shipment_state, cash, source.courier);
  for part in
    select u.position, u.units, l.product_id from unnest(positions, amounts) as u (position, units)
      join order_lines l on l.order_id = of_order and l.position = u.position order by l.product_id, u.position
  loop
    select * into held from shipment_lines where order_id = of_order and n = of_n and position = part.position;
    moved_missing := least(part.units, held.missing);
    -- The last units move. Refunded units move only if there are not enough other units.
    moved_refunded := greatest(0, part.units - (held.quantity - held.refunded));
    moved_courtesy := least(held.courtesy, moved_refunded);
    delete from shipment_lines where order_id = of_order and n = of_n and position = part.position and quantity = part.units;
    update shipment_lines set quantity = quantity - part.units, missing = missing - moved_missing, refunded = refunded - moved_refunded,
        courtesy = courtesy - moved_courtesy,
        picked = least(picked, quantity - part.units - canceled - (missing - moved_missing))
      where order_id = of_order and n = of_n and position = part.position;
    insert into shipment_lines (order_id, n, position, quantity, missing, first_unit, refunded, courtesy)
      values (of_order, new_n, part.position, part.units, moved_missing, held.first_unit + held.quantity - part.units, moved_refunded, moved_courtesy);
    left_over := part.units - moved_missing;
    for claim in select store_code, quantity from stock_claims
        where order_id = of_order and n = of_n and product_id = part.product_id and released_at is null
        order by store_code = source.place, store_code loop
      exit when left_over = 0;
      taken := least(left_over, claim.quantity);
      left_over := left_over - taken;
      perform lessen_claim(of_order, of_n, part.product_id, claim.store_code, taken);
      perform add_claim(of_order, new_n, part.product_id, claim.store_code, taken);
    end loop;
  end loop;
  update shipments set place = coalesce(store_code, place_of_claims(order_id, n), place) where order_id = of_order and n in (of_n, new_n);
  perform note_events('shipments.changed', array[of_order::text], jsonb_build_object('n', new_n));
end $$;

-- Sends the goods of a returned shipment as a new, packed shipment of the order (WORK-11). Units, claims, scans and the cash to
-- collect move to the new shipment. The former shipment becomes undelivered and empty. The caller has locked the order.
create or replace function send_again(of_order uuid, of_n integer, new_n integer, why text, who jsonb, moment timestamptz) returns void
language plpgsql as $$
declare former shipments;
begin
  select * into former from shipments where order_id = of_order and n = of_n;
  update shipments set state = 'undelivered', version = version + 1, ended_at = moment, received_at = moment, is_scrapped = false,
      sent_again_as = new_n, cash_due = 0, brings_donation = false, reason = why, decided_by = who, is_back = false
    where order_id = of_order and n = of_n;
  insert into shipments (order_id, n, seller_id, place, promised_on, state, pick_id, courier, parcels, cash_due, brings_donation, picked_at, decided_by)
    values (of_order, new_n, former.seller_id, former.place, former.promised_on, 'packed', former.pick_id, former.courier, former.parcels,
      former.cash_due, former.brings_donation, former.picked_at, who);
  update shipment_lines set n = new_n where order_id = of_order and n = of_n;
  update stock_claims set n = new_n where order_id = of_order and n = of_n;
  update shipment_scans set n = new_n where order_id = of_order and n = of_n and is_counted;
  update refund_lines set n = new_n where order_id = of_order and n = of_n;
end $$;

create or replace function add_claim(of_order uuid, of_n integer, product bigint, place text, units integer) returns void language sql as $$
  insert into stock_claims as c (order_id, n, product_id, store_code, quantity) values (of_order, of_n, product, place, units)
  on conflict (order_id, n, product_id, store_code) do update
    set quantity = case when c.released_at is null then c.quantity else 0 end + excluded.quantity, released_at = null;
$$;

create or replace function lessen_claim(of_order uuid, of_n integer, product bigint, place text, units integer) returns void language plpgsql as $$
begin
  delete from stock_claims where order_id = of_order and n = of_n and product_id = product and store_code = place and quantity = units;
  update stock_claims set quantity = quantity - units
    where order_id = of_order and n = of_n and product_id = product and store_code = place and quantity > units;
end $$;

-- Claims units of a product for a shipment, as a new order would (DEC-81): for delivery at any place, for pickup in the warehouse. Places
-- that were searched in vain for this order get no claim, and presale units that have not come are not claimed. Returns how many units no
-- place has. The caller has locked the order and the product's levels.
create or replace function claim_elsewhere(of_order uuid, of_n integer, product bigint, units integer) returns integer language plpgsql as $$
declare
  to_pickup boolean := (select store_code is not null from shipments where order_id = of_order and n = of_n);
  left_over integer := units;
  place record;
  taken integer;
begin
  for place in select l.store_code, l.quantity - coalesce(u.quantity, 0) as quantity from stock_levels l join stores s using (store_code)
        left join presale_units u using (product_id, store_code)
      where l.product_id = product and l.quantity > coalesce(u.quantity, 0) and (not to_pickup or s.is_warehouse)
        and not exists (select from stock_movements m where m.order_id = of_order and m.product_id = product and m.store_code = l.store_code
          and m.reason = 'counted' and m.delta < 0)
      order by s.is_warehouse desc, l.quantity desc, l.store_code loop
    exit when left_over = 0;
    taken := least(left_over, place.quantity);
    left_over := left_over - taken;
    perform move_stock(product, place.store_code, -taken, 'order', of_order);
    perform add_claim(of_order, of_n, product, place.store_code, taken);
  end loop;
  return left_over;
end $$;

-- Records that units of a shipment were not found at the searched place (WORK-08). They are written off there and claimed
-- elsewhere, as a new order would claim them (DEC-81): for delivery at any place, for pickup in the warehouse. Claims at other
-- places stay, because nobody has searched there. Places that were searched in vain for this order get no new claim. Returns
-- how many units could not be claimed. If a store's shelf lacks a claimed unit, it has no free unit either. The store's free
-- units are therefore written off, too, and "Ver en tiendas" and orders stop offering them immediately (LIVE-06, record 0168).
-- The warehouse keeps its free units, because they may be on another shelf. The caller has locked the order, and checked that at
-- least `units` units are claimed at the place.
create or replace function miss_units_at(of_order uuid, of_n integer, of_position integer, units integer, searched text) returns integer
language plpgsql as $$
declare
  product bigint := (select product_id from order_lines where order_id = of_order and position = of_position);
  lost integer;
  left_over integer;
begin
  perform from stock_levels where product_id = product order by store_code for no key update;
  lost := least(units, coalesce((select quantity from stock_claims
    where order_id = of_order and n = of_n and product_id = product and store_code = searched and released_at is null), 0));
  if lost = 0 then return 0; end if;
  perform lessen_claim(of_order, of_n, product, searched, lost);
  insert into stock_movements (product_id, store_code, delta, reason, order_id)
    values (product, searched, lost, 'order_released', of_order), (product, searched, -lost, 'counted', of_order);
  perform move_stock(product, l.store_code, u.free - l.quantity, 'counted', of_order)
    from stock_levels l join stores s using (store_code), lateral (select coalesce((select least(p.quantity, l.quantity) from presale_units p
      where p.product_id = l.product_id and p.store_code = l.store_code), 0) as free) u
    where l.product_id = product and l.store_code = searched and l.quantity > u.free and s.is_pickup;
  left_over := claim_elsewhere(of_order, of_n, product, lost);
  update shipment_lines set missing = missing + left_over where order_id = of_order and n = of_n and position = of_position;
  update shipments set version = version + 1 where order_id = of_order and n = of_n;
  return left_over;
end $$;

-- Moves the last units of a line in shipment `of_n` to a new line of the order. Returns the new line's position. Discounts and
-- points are split by units. Odd centavos and free gifts stay with the old line. The IVA of each part is computed again. The
-- caller has checked that the line has no warranty and no refund.
create or replace function split_line(of_order uuid, of_n integer, of_position integer, units integer) returns integer language plpgsql as $$
declare
  line order_lines;
  part order_lines;
  held shipment_lines;
begin
  select * into line from order_lines where order_id = of_order and position = of_position;
  select * into held from shipment_lines where order_id = of_order and n = of_n and position = of_position;
  part := line;
  part.position := (select max(position) + 1 from order_lines where order_id = of_order);
  part.quantity := units;
  part.discount := line.discount * units / line.quantity;
  -- Rounds down the sum of discount and points, so that neither part takes off more than it is worth.
  part.points_share := (line.discount + line.points_share) * units / line.quantity - part.discount;
  part.free_gifts := '[]';
  update order_lines l set quantity = l.quantity - units, discount = l.discount - part.discount, points_share = l.points_share - part.points_share
    where order_id = of_order and position = of_position;
  insert into order_lines (order_id, position, product_id, sku, title, brand, picture_url, seller_id, quantity, unit_price, regular_price, free_gifts,
      event_url, offer_id, kind, discount, points_share, tax_rate, goods_iva, reference_price)
    values (of_order, part.position, part.product_id, part.sku, part.title, part.brand, part.picture_url, part.seller_id, part.quantity,
      part.unit_price, part.regular_price, part.free_gifts, part.event_url, part.offer_id, part.kind, part.discount, part.points_share,
      part.tax_rate, part.goods_iva, part.reference_price);
  update order_lines l set goods_iva = round((l.unit_price * l.quantity - l.discount - l.points_share) * l.tax_rate::numeric / (10000 + l.tax_rate))
    where order_id = of_order and position in (of_position, part.position) and goods_iva is not null;
  update shipment_lines set quantity = quantity - units, missing = missing - least(units, missing)
    where order_id = of_order and n = of_n and position = of_position;
  update shipment_lines set first_unit = first_unit - units
    where order_id = of_order and position = of_position and first_unit >= held.first_unit + held.quantity;
  insert into shipment_lines (order_id, n, position, quantity, missing) values (of_order, of_n, part.position, units, least(units, held.missing));
  return part.position;
end $$;

-- Replaces the missing units of a line by another product (WORK-08). The buyer has agreed, and the price stays. If some units were
-- found, they stay in their line, and the replaced units become a new line. The new units are claimed where the shipment is prepared,
-- otherwise at the place with the most new units. The caller has locked the order.
-- `of_n`: the shipment. Null means the only shipment with missing units.
-- `outcome`:
-- * replaced: with the number of replaced units, and the number of units of the line
-- * gone: there is no such line
-- * present: no unit is missing, or a unit of the line was refunded
-- * spread: the line is in several shipments, and its discount or points are split over all of its units
-- * unfit: the new product is not goods, not for sale now, another seller's, the same product, or already in the shipment; or the line
--   has a warranty
-- * short: there are not enough units of the new product
create or replace function replace_missing_units(of_order uuid, of_n integer, of_position integer, new_product bigint, new_picture text,
  out outcome text, out old_title text, out new_title text, out units integer, out of_units integer)
language plpgsql as $$
declare
  line order_lines;
  wanted products;
  held record;
  place record;
  left_over integer;
  taken integer;
begin
  select * into line from order_lines where order_id = of_order and position = of_position;
  select * into wanted from products where id = new_product;
  old_title := line.title;
  new_title := wanted.title;
  of_units := line.quantity;
  if line.order_id is null then
    outcome := 'gone';
    return;
  end if;
  select u.n, u.quantity, u.missing, s.state, s.place, s.store_code into held
    from shipment_lines u join shipments s on s.order_id = u.order_id and s.n = u.n
    where u.order_id = of_order and u.position = of_position and u.n = coalesce(of_n, u.n) and u.missing > 0 and s.state = 'picking'
    order by u.n limit 1;
  if held.n is null or line.canceled > 0 or line.refunded > 0 then
    outcome := 'present';
    return;
  end if;
  units := held.missing;
  if held.quantity < line.quantity and line.discount + line.points_share > 0 then
    outcome := 'spread';
    return;
  end if;
  if wanted.id is null or wanted.kind <> 'goods' or wanted.is_presale or not wanted.is_published or wanted.seller_id <> line.seller_id or wanted.id = line.product_id or line.warranty is not null
      or exists (select from order_lines l join shipment_lines u on u.order_id = l.order_id and u.position = l.position
        where l.order_id = of_order and u.n = held.n and l.product_id = wanted.id) then
    outcome := 'unfit';
    return;
  end if;
  perform from stock_levels where product_id = wanted.id order by store_code for no key update;
  left_over := units;
  for place in select l.store_code, l.quantity - coalesce(u.quantity, 0) as quantity from stock_levels l join stores s using (store_code)
        left join presale_units u using (product_id, store_code)
      where l.product_id = wanted.id and l.quantity > coalesce(u.quantity, 0) and (held.store_code is null or s.is_warehouse or l.store_code = held.place)
      order by l.store_code <> held.place, s.is_warehouse desc, l.quantity desc, l.store_code loop
    exit when left_over = 0;
    taken := least(left_over, place.quantity);
    left_over := left_over - taken;
    perform move_stock(wanted.id, place.store_code, -taken, 'order', of_order);
    perform add_claim(of_order, held.n, wanted.id, place.store_code, taken);
  end loop;
  if left_over > 0 then
    outcome := 'short';
    return;
  end if;
  if units < line.quantity then
    line.position := split_line(of_order, held.n, of_position, units);
  end if;
  update order_lines set product_id = wanted.id, sku = wanted.sku, title = wanted.title, picture_url = new_picture,
      brand = (select title from brands where id = wanted.brand_id)
    where order_id = of_order and position = line.position;
  update shipment_lines set missing = 0 where order_id = of_order and n = held.n and position = line.position;
  update shipments set version = version + 1 where order_id = of_order and n = held.n;
  outcome := 'replaced';
end $$;

-- Records that a missing unit was found. The unit is taken from the stock of its place. If no free unit lies there, the unit is
-- first added as counted. Presale units that have not come are no such units.
create or replace function find_unit(of_order uuid, of_n integer, of_position integer) returns void language plpgsql as $$
declare
  product bigint := (select product_id from order_lines where order_id = of_order and position = of_position);
  at_place text := (select place from shipments where order_id = of_order and n = of_n);
begin
  perform lock_levels(array[product], array[at_place]);
  if exists (select from stock_levels l left join presale_units u using (product_id, store_code)
      where l.product_id = product and l.store_code = at_place and l.quantity > coalesce(u.quantity, 0)) then
    perform move_stock(product, at_place, -1, 'order', of_order);
  else
    insert into stock_movements (product_id, store_code, delta, reason, order_id)
      values (product, at_place, 1, 'counted', of_order), (product, at_place, -1, 'order', of_order);
  end if;
  perform add_claim(of_order, of_n, product, at_place, 1);
  update shipment_lines set missing = missing - 1 where order_id = of_order and n = of_n and position = of_position;
end $$;

-- Resets a shipment that changes its state. The shipment is no longer reported as late. If it is prepared again, its scans are
-- removed.
create or replace function shipments_enter_state() returns trigger language plpgsql as $$
begin
  new.since := clock_timestamp();
  new.due_at := null;
  new.late_since := null;
  if new.state in ('waiting', 'ready') then
    new.pick_id := null;
    update shipment_lines set picked = 0 where order_id = new.order_id and n = new.n and picked > 0;
    update shipment_scans set is_counted = false where order_id = new.order_id and n = new.n and is_counted;
  end if;
  return new;
end $$;

-- Ends an order that was not paid, and returns its stock, coupon and cart. Returns false and writes nothing if the order had
-- already ended. `answer_body` is stored for its Idempotency-Key, unless another call has taken over the key. Null deletes the
-- key, so that it may be used again. A function because of the locks: each statement sees what was committed while an earlier
-- statement waited.
create or replace function void_order(of_order uuid, moment timestamptz, refusal text, answer_status integer, answer_body jsonb)
returns boolean language plpgsql as $$
declare voided orders;
begin
  update orders set status = 'void', settle_after = null, updated_at = moment
    where id = of_order and status in ('placing', 'voiding') returning * into voided;
  if voided.id is null then return false; end if;
  -- Locks the cart before the stock, as placing an order does, so that the two never deadlock.
  perform from carts where id = voided.cart_id for update;
  if voided.gift_cards > 0 then
    perform give_back_gift_cards(of_order, null, '{"kind": "customer", "id": null}', refusal);
  end if;
  perform release_order(of_order, moment);
  -- A charge that the bank has approved in the meantime is due for reversal. Any other charge took no money.
  update payments set decided_at = clock_timestamp(), refusal_code = case when gateway_id is null then refusal end,
      status = case when gateway_id is null then 'refused' else 'reversing' end::payment_status,
      reverse_after = case when gateway_id is not null then clock_timestamp() end
    where order_id = of_order and status = 'pending';
  update carts set status = 'open' where id = voided.cart_id;
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'voided', jsonb_build_object('code', refusal), moment);

  if answer_body is null then
    delete from idempotency_keys k
      where scope = 'placeOrder' and key = voided.idempotency_key and coalesce(k.order_id, of_order) = of_order;
  else
    update idempotency_keys k set status = answer_status, answer = answer_body
      where scope = 'placeOrder' and key = voided.idempotency_key and coalesce(k.order_id, of_order) = of_order;
  end if;
  return true;
end $$;

-- Ends a canceled order: returns what it took, reverses its bank charge or refunds the rest of it, and notifies the buyer. A bank
-- cannot return money that a till has taken, so a till pays it back. Until then the receipt belongs to that order. `why`:
-- the reason in the mail. `words`: the reason that a person typed, which is stored.
create or replace function end_canceled_order(of_order uuid, moment timestamptz, why text, actor jsonb, words text default null)
returns void language plpgsql as $$
declare kept text := coalesce(words, why);
begin
  perform give_back_gift_cards(of_order, null, actor, kept);
  update shipments set state = 'canceled', version = version + 1, ended_at = moment, decided_by = actor, reason = kept
    where order_id = of_order and state <> 'canceled';
  perform release_order(of_order, moment);
  update payments set status = 'refused', refusal_code = upper(why), decided_at = moment, decided_by = actor, reason = kept
    where order_id = of_order and status = 'pending';
  perform refund_rest_of_order(of_order, kept, actor);
  update payments set status = 'reversing', reverse_after = clock_timestamp(), decided_at = moment, decided_by = actor, reason = kept
    where order_id = of_order and status = 'approved' and amount > 0 and kind in ('Card', 'CardInstallments')
      and not exists (select from refunds r where r.order_id = of_order and r.amount > 0 and not is_owed_less(r.destination));
  if found then
    perform graphile_worker.add_job('reconcile-orders', '{}', job_key => 'reconcile-orders');
  end if;
  update till_receipts set freed_at = moment
    where order_id = of_order and not exists (select from refunds r where r.order_id = of_order and r.destination in ('till', 'transfer', 'giftCard') and r.state <> 'done');
  insert into order_events (order_id, kind, detail, created_at)
    values (of_order, 'canceled', jsonb_build_object('reason', kept), moment);
  insert into order_events (order_id, kind, detail, created_at)
    select of_order, 'refund_due', jsonb_build_object('amount', amount), moment from refunds
    where order_id = of_order and cause_key = 'order' and destination = 'till';
  update payments set status = 'reversed', decided_at = moment, decided_by = actor, reason = kept
    where order_id = of_order and status = 'approved';
  perform graphile_worker.add_job('order-canceled', json_build_object('orderId', of_order, 'reason', why));
end $$;

-- Cancels a placed order. The cart stays ordered. Returns false and writes nothing if a shipment's state is not in `from_states`,
-- or if a gift card that the order sold was spent. Locks the order's row first, as moving a shipment does, so that the checks stay
-- true. `words`: the reason, if a person gave one.
create or replace function cancel_order(order_number bigint, from_states shipment_state[], moment timestamptz, actor jsonb, words text default null)
returns boolean language plpgsql as $$
declare canceled uuid;
begin
  select id into canceled from orders where number = order_number for update;
  perform lock_gift_cards_of(canceled);
  if are_gift_cards_used(canceled) then return false; end if;
  update orders o set status = 'canceled', confirmation_due = null, updated_at = moment
    where number = order_number
      and not exists (select from shipments s where s.order_id = o.id and s.state <> all (from_states))
    returning id into canceled;
  if canceled is null then return false; end if;
  perform end_canceled_order(canceled, moment, 'operator', actor, words);
  return true;
end $$;

-- Cancels an order that was not confirmed in time. Releases its stock and coupon, and notifies the buyer. The cart stays ordered.
-- Returns false and writes nothing if the order no longer waits, or its time has not passed. A function because of the locks,
-- like `void_order`.
create or replace function cancel_unconfirmed_order(of_order uuid, moment timestamptz) returns boolean language plpgsql as $$
begin
  update orders set status = 'canceled', confirmation_due = null, updated_at = moment
    where id = of_order and confirmation_due <= moment;
  if not found then return false; end if;
  perform end_canceled_order(of_order, moment, 'not_confirmed', '{"kind": "job", "id": "cancel-unconfirmed-orders"}');
  return true;
end $$;

-- Cancels an order that was not paid in time. Returns false and writes nothing if the order was paid, or its time has not passed.
create or replace function cancel_unpaid_order(of_order uuid, placed_until timestamptz, moment timestamptz)
returns boolean language plpgsql as $$
begin
  update orders set status = 'canceled', updated_at = moment
    where id = of_order and status = 'pending_payment' and placed_at <= placed_until;
  if not found then return false; end if;
  perform end_canceled_order(of_order, moment, 'not_paid', '{"kind": "job", "id": "cancel-unpaid-orders"}');
  return true;
end $$;

-- Takes back a payment at a store that was entered for the wrong order, so that no till has its money. Returns the order's new status.
-- * Placed after `placed_after` (48 hours ago): the order waits for payment again.
-- * Placed earlier: the order is canceled as unpaid.
-- * Already canceled, whole or by shipment: the order stays canceled, and its receipt is free.
-- Pending refunds are closed without money, because nothing was paid.
-- Returns null and writes nothing in each of these cases:
-- * there is no such payment
-- * a shipment was sent or has ended: its state is not in `from_states`, and not canceled
-- * a gift card that the order sold was spent
-- * a till has already given money back
create or replace function unpay_order(order_number bigint, from_states shipment_state[], placed_after timestamptz, moment timestamptz, actor jsonb) returns order_status
language plpgsql as $$
declare of_order uuid; is_late boolean; is_canceled boolean; payment till_movements;
begin
  -- Locks the order first, as paying, canceling or sending does, so that the checks stay valid.
  perform from orders where number = order_number for update;
  select o.id, o.placed_at <= placed_after, o.status = 'canceled' into of_order, is_late, is_canceled from orders o
    where number = order_number and payment_type = 'StorePayment' and status in ('processing', 'canceled')
      -- The payment of an order that was canceled shipment by shipment is still approved.
      and exists (select from payments p where p.order_id = o.id and p.amount > 0
        and (p.status = 'approved' or o.status = 'canceled' and p.status = 'reversed'))
      and not exists (select from refunds r where r.order_id = o.id and r.destination in ('till', 'transfer', 'giftCard') and r.state = 'done' and r.amount > 0)
      and (o.status = 'canceled' or not exists (
        select from shipments s where s.order_id = o.id and s.state <> 'canceled' and s.state <> all (from_states)));
  if of_order is null then return null; end if;
  perform lock_gift_cards_of(of_order);
  if are_gift_cards_used(of_order) then return null; end if;
  -- A card voucher that was counted when its till was closed cannot be taken back. Its money has to be refunded.
  select * into payment from till_movements where order_id = of_order and kind = 'payment' order by id desc limit 1;
  if payment.means = 'card' then
    perform from till_sessions where id = payment.session_id and closed_at is null for share;
    if not found then return null; end if;
  end if;
  insert into order_events (order_id, kind, detail, created_at)
    select of_order, 'unpaid', jsonb_strip_nulls(jsonb_build_object('amount', p.amount, 'receipt', r.receipt, 'clerk', r.clerk)), moment
    from payments p left join till_receipts r on r.order_id = of_order where p.order_id = of_order and p.status in ('approved', 'reversed');
  update payments set status = 'pending', decided_at = null, decided_by = actor, reason = 'Se anuló el cobro en la caja'
    where order_id = of_order and status in ('approved', 'reversed');
  delete from till_receipts where order_id = of_order;
  update payments set amount = amount - (
      select coalesce(sum(r.amount), 0) from refunds r where r.order_id = of_order and r.destination in ('till', 'transfer', 'giftCard') and r.cause_key <> 'order')
    where order_id = of_order and status = 'pending';
  -- 'bill': the stored word of 'owed_less' in this release (`refund_destination`).
  update refunds set destination = 'bill', state = 'done', done_at = moment where order_id = of_order and destination in ('till', 'transfer', 'giftCard') and state <> 'done';
  if is_canceled then
    update payments set status = 'refused', refusal_code = 'NOT_PAID', decided_at = moment where order_id = of_order and status = 'pending';
    return 'canceled';
  end if;
  -- Deletes the message to analytics if it was not sent yet, because the order is not a purchase now. The order's shipments start
  -- again once it is paid.
  delete from purchase_message_outbox where order_id = of_order;
  update shipments set state = 'waiting', version = version + 1, picked_at = null, decided_by = actor, reason = null
    where order_id = of_order and state <> 'canceled';
  if is_late then
    update orders set status = 'canceled', updated_at = moment where id = of_order;
    perform end_canceled_order(of_order, moment, 'not_paid', actor);
    return 'canceled';
  end if;
  -- Gift cards need a paid order. The codes that were sent are void, and new codes are sent after the payment.
  update order_lines set gift_cards_sent_at = null
    where order_id = of_order and gift_card is not null and isfinite(gift_cards_sent_at);
  if found then
    perform recall_gift_cards(of_order, moment);
    insert into order_events (order_id, kind, created_at) values (of_order, 'gift_cards_recalled', moment);
  end if;
  update orders set status = 'pending_payment', updated_at = moment where id = of_order;
  perform graphile_worker.add_job('payment-taken-back', json_build_object('orderId', of_order,
    'time', (select count(*) from order_events where order_id = of_order and kind = 'unpaid')));
  return 'pending_payment';
end $$;

-- True if an order has ended. Then no part of it will be delivered, decided, announced or sent back, and no mail about it will be
-- written.
create or replace function is_order_over(of_order uuid) returns boolean language sql stable as $$
  select status in ('delivered', 'undelivered', 'canceled')
    -- A return stays open until every unit has its outcome. The buyer must learn the outcome and the refund, and get rejected
    -- units back.
    and not exists (select from returns r where r.order_id = o.id and r.rejected_at is null and r.canceled_at is null
      and (r.decided < r.quantity or r.to_send_back > 0 and r.sent_back_at is null))
    -- A gift card may wait for its day, or for the recipient's mail server (GIFT-04).
    and (status in ('undelivered', 'canceled') or not exists (
      select from order_lines l where l.order_id = o.id and l.gift_card is not null and l.unit_price > 0
        and (l.gift_cards_sent_at is null or exists (select from mails m
          where m.dedupe_key = 'gift-card:' || l.order_id || ':' || l.position and m.sent_at is null))))
    -- The mail with the gift card of a refund may wait (WORK-20).
    and not exists (select from refunds r join mails m on m.dedupe_key = 'refund-gift-card:' || r.id
      where r.order_id = o.id and m.sent_at is null)
    -- A job soon writes the mail about the cancellation and the refund. After three days no mail is expected.
    and (status = 'delivered' or updated_at < clock_timestamp() - interval '3 days'
      or exists (select from mails m where m.dedupe_key = 'order-canceled:' || o.id))
  from orders o where o.id = of_order;
$$;

-- Deletes the data of shoppers who bought nothing from their void orders, with the hashes of the client's address. Both may be
-- stored only for a limited time.
create or replace function forget_shopper(of_orders uuid[]) returns void language plpgsql as $$
begin
  -- Locks the orders by ID before their lines change, so that two concurrent calls never deadlock.
  perform from orders where id = any (of_orders) order by id for update;
  update order_lines set gift_card = null where order_id = any (of_orders) and gift_card is not null;
  update orders set email = '', contact = '{}', shipping_address = null, billing_address = '{}', client_key = null,
    network_key = null where id = any (of_orders);
end $$;

-- Removes the buyer and the addresses from orders. The invoice with its amounts and lines stays. A coupon's use keeps a hash of
-- the buyer.
create or replace function forget_buyer(of_orders uuid[]) returns void language plpgsql as $$
begin
  -- Locks the orders by ID before their lines change, like `forget_shopper`.
  perform from orders where id = any (of_orders) order by id for update;
  update order_lines set gift_card = null where order_id = any (of_orders) and gift_card is not null;
  update coupon_uses set email = forgotten_coupon_user(email) where order_id = any (of_orders);
  delete from order_links where order_id = any (of_orders);
  -- Deletes notes that staff wrote about the buyers.
  delete from order_notes where order_id = any (of_orders);
  -- Erases corrections of the buyers' data. The audit contains only hints of them (record 0073).
  update order_events set detail = '{}' where order_id = any (of_orders) and kind = 'corrected';
  update shipments set receiver = null where order_id = any (of_orders) and receiver is not null;
  -- Erases the texts and answers of returns. Their files are deleted with their rows. A rejected return must have an answer
  -- (`returns_rejected_why`), so a dash replaces it.
  update returns set description = '', answer = case when rejected_at is not null then '—' end, sent_back_how = null, request_key = null
    where order_id = any (of_orders);
  delete from return_pictures p using returns r where r.id = p.return_id and r.order_id = any (of_orders);
  -- Erases the receiver of the goods, and the photo with its file.
  update shipments set receiver = null, proof_key = null where order_id = any (of_orders) and (receiver is not null or proof_key is not null);
  -- The billing address stays, because an invoice needs a name, an address and a NIT. Its telephone and map position are
  -- removed.
  update orders set email = '', contact = '{}', shipping_address = null, client_key = null, network_key = null,
    billing_address = billing_address - '{telephone,latitude,longitude,trustedPerson}'::text[] where id = any (of_orders);
end $$;

-- Queues the file of a replaced or erased photo for deletion.
create or replace function give_up_proof() returns trigger language plpgsql as $$
begin
  insert into unclaimed_files (path, since, is_unwanted) values (old.proof_key, now(), true) on conflict (path) do nothing;
  return null;
end $$;

-- Folds a text for the desk's search: removes accents and capitals.
create or replace function folded(source text) returns text language sql immutable parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, source));
$$;

-- Returns the labelled words by which an order is found (record 0071). domain/src/orders/order-terms.ts builds the queries for them.
create or replace function order_terms(o orders, taken_from text[]) returns tsvector language sql stable as $$
  select array_to_tsvector(array(
    select t from (
      select unnest(array['n:' || o.number, 's:' || o.status, 'y:' || o.payment_type,
        'e:' || nullif(lower(o.email), ''), 'd:' || nullif(upper(regexp_replace(o.billing_address ->> 'nit', '[^[:alnum:]]', '', 'g')), ''),
        'p:' || phone_key_of(o.contact ->> 'phone'), 'p:' || phone_key_of(o.shipping_address ->> 'telephone'),
        'a:' || coalesce(o.assignee_id::text, 'none'),
        case when o.held_at is not null then 'f:held' end, case when o.confirmation_due is not null then 'f:unconfirmed' end,
        'r:' || nullif(folded(o.shipping_address ->> 'zone'), '')]) as t
      union select 'w:' || w from unnest(regexp_split_to_array(folded(concat_ws(' ', o.contact ->> 'firstName', o.contact ->> 'lastName',
        o.shipping_address ->> 'firstname', o.shipping_address ->> 'lastname', o.billing_address ->> 'firstname', o.billing_address ->> 'lastname')),
        '[^[:alnum:]]+')) w where w <> ''
      union select '#:' || folded(tag) from unnest(o.tags) tag
      union select 't:' || code from unnest(taken_from) code
      union select u from order_lines l, unnest(array['k:' || upper(l.sku), 'v:' || l.seller_id]) u where l.order_id = o.id
      union select u from shipments h, unnest(array['h:' || h.state, 'g:' || upper(h.tracking_number),
        case when h.late_since is not null then 'f:late' end]) u where h.order_id = o.id) terms
    where t is not null));
$$;

-- Returns the order numbers that end in these digits, at least three. Nine digits are a complete number. Uses the index
-- `order_rows_tail`.
create or replace function orders_ending(digits text) returns setof bigint language sql stable as $$
  select number from order_rows
  where number % 10000 = any (case when length(digits) > 3 then array[right(digits, 4)::bigint]
      else array(select thousands * 1000 + digits::bigint from generate_series(0, 9) thousands) end)
    and right(number::text, length(digits)) = digits
$$;

-- Rewrites the search row of an order from its current data.
create or replace function write_order_row(o orders) returns void language plpgsql as $$
declare
  of_stores text[] := array(
    select store_code from shipments where order_id = o.id and store_code is not null
    union select store_code from stock_claims where order_id = o.id);
begin
  insert into order_rows as r (number, order_id, placed_at, status, total, stores, terms)
    values (o.number, o.id, coalesce(o.placed_at, o.created_at), o.status, o.total, of_stores, order_terms(o, of_stores))
    on conflict (number) do update set status = excluded.status, total = excluded.total, stores = excluded.stores, terms = excluded.terms;
end $$;

create or replace function write_row_of_order() returns trigger language plpgsql as $$
begin
  perform write_order_row(new);
  return null;
end $$;

create or replace function write_row_of_shipment() returns trigger language plpgsql as $$
begin
  perform write_order_row(o) from orders o where o.id = new.order_id and o.number is not null;
  return null;
end $$;

-- Returns a page of the desk's list of orders and the number of hits, exact up to 10,000 (record 0071).
-- The function chooses between three queries, because PostgreSQL's planner knows only the averages of a column. If the first rows of
-- the sort have enough matches, it reads along the sort. Otherwise it reads the index of words, for at most 10,001 hits. If there are more
-- hits, it reads the whole index of the sort.
-- `asked`: the query of words. Null without words.
-- `is_positive`: the query requires at least one word.
-- `placed_from`, `placed_until`: read as bounds of the number. An hour covers the distance of two concurrent placements.
-- `by_total`: sorts by total, otherwise by number.
-- `after_total`, `after_number`: the row before the page. Null for the first page.
-- `counts`: false if the number of hits is not needed, or known to be above 10,000. `hits` is then 10,001, unless all were found.
create or replace function order_page(asked tsquery, is_positive boolean, placed_from timestamptz, placed_until timestamptz, total_from bigint,
  total_to bigint, by_total boolean, descends boolean, after_total bigint, after_number bigint, most integer, counts boolean,
  out numbers bigint[], out hits integer)
language plpgsql stable set enable_seqscan = off as $$
declare
  counted constant integer := 10001;
  portion constant integer := 500;
  number_from bigint := 0;
  number_to bigint := 9999999999;
  direction text := case when descends then 'desc' else 'asc' end;
  sort text := case when by_total then 'total ' || direction || ', number ' || direction else 'number ' || direction end;
  beyond text := case when descends then '<' else '>' end;
  matches text := '';
  bounds text := 'number between $2 and $3';
  after_row text := case when after_number is null then '' when by_total then ' and (total, number) ' || beyond || ' ($4, $5)'
    else ' and number ' || beyond || ' $5' end;
  walk text;
  indexed text;
  seen integer;
  found integer;
begin
  if placed_from is not null then
    number_from := coalesce((select number from order_rows where placed_at >= placed_from - interval '1 hour' order by placed_at limit 1), 9999999999);
    matches := matches || ' and placed_at >= $6';
  end if;
  if placed_until is not null then
    number_to := coalesce((select number from order_rows where placed_at < placed_until + interval '1 hour' order by placed_at desc limit 1), 0);
    matches := matches || ' and placed_at < $7';
  end if;
  if total_from is not null then matches := matches || ' and total >= $8'; end if;
  if total_to is not null then matches := matches || ' and total <= $9'; end if;
  if asked is not null then matches := matches || ' and terms @@ $1'; end if;
  walk := 'select number, total, placed_at, terms from order_rows where ' || bounds || after_row || ' order by ' || sort;
  -- `number + 0` is in no index. The planner therefore uses the index of words, and does not read all rows by number. `order by`
  -- makes it use the index of totals.
  indexed := 'select number + 0 as number, total from order_rows where number + 0 between $2 and $3' || matches
    || case when is_positive then '' else ' order by total' end;

  execute format('with w as materialized (%s limit %s) select (select count(*) from w), (select count(*) from w where true%s),
      array(select number from w where true%3$s order by %4$s limit %5$s)', walk, portion, matches, sort, most)
    using asked, number_from, number_to, after_total, after_number, placed_from, placed_until, total_from, total_to
    into seen, found, numbers;
  if seen < portion and after_number is null then
    hits := found;
    return;
  end if;
  -- Also runs for a search without counting, because reading along the sort would take long for rare matches.
  if counts or found < most and is_positive and after_number is null then
    if counts and (matches = '' or found * 2 >= seen) then
      execute format('select count(*) from (select from (select total, placed_at, terms from order_rows where %s order by number desc limit 40000) w
          where true%s limit %s) c', bounds, matches, counted)
        using asked, number_from, number_to, after_total, after_number, placed_from, placed_until, total_from, total_to into hits;
    end if;
    if matches <> '' and coalesce(hits, 0) < counted then
      if is_positive or total_from is not null or total_to is not null then
        execute format('with h as materialized (%s limit %s)
            select (select count(*) from h), array(select number from h where true%s order by %s limit %s)',
            indexed, counted, after_row, sort, most)
          using asked, number_from, number_to, after_total, after_number, placed_from, placed_until, total_from, total_to into hits, numbers;
        if hits < counted then return; end if;
        found := 0;
      else
        execute format('select count(*) from (select from order_rows where %s%s limit %s) c', bounds, matches, counted)
          using asked, number_from, number_to, after_total, after_number, placed_from, placed_until, total_from, total_to into hits;
      end if;
    end if;
  end if;
  hits := coalesce(hits, counted);
  if found >= most or seen < portion then return; end if;
  -- Reads along the sort, where the matches are close together, unless all of them are old.
  execute format('select array(select number from (%s limit 50000) w where true%s order by %s limit %s)', walk, matches, sort, most)
    using asked, number_from, number_to, after_total, after_number, placed_from, placed_until, total_from, total_to into numbers;
  if cardinality(numbers) = most then return; end if;
  execute format('select array(select number from (%s) w where true%s order by %s limit %s)',
      case when is_positive then indexed else walk end, case when is_positive then after_row else matches end, sort, most)
    using asked, number_from, number_to, after_total, after_number, placed_from, placed_until, total_from, total_to into numbers;
end $$;
