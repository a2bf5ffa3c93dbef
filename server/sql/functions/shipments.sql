-- Returns whether a shipment has units that were refunded before they were sent, and are neither canceled nor sent as a courtesy.
-- Such a shipment is not prepared or sent until these units are canceled. Gift cards do not count, because the code of a refunded
-- card is never sent.
create or replace function holds_refunded_units(of_order uuid, of_n integer) returns boolean language sql stable as $$
  select exists (select from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
    where u.order_id = of_order and u.n = of_n and u.refunded - u.courtesy > u.canceled and line_kind(l.kind) <> 'gift_card');
$$;

-- Returns the shipments that wait for units of a presale that have not come (WORK-32). The units of a place are for its open shipments in
-- the order of placing: a shipment waits if all units for sale, and all claims of later orders, are fewer than the units that have not come.
-- Nothing is stored per shipment, so that an arrival or a cancellation reaches the right shipments by itself. Claims of shipments under
-- preparation are lying there.
create or replace function shipments_awaiting_presale() returns table (order_id uuid, n integer) language sql stable as $$
  select c.order_id, c.n from (
    select k.order_id, k.n, s.state, u.quantity - l.quantity - coalesce(sum(k.quantity) over (
        partition by k.product_id, k.store_code order by o.number desc nulls first, k.n desc
        rows between unbounded preceding and 1 preceding), 0) as awaited
    from presale_units u join stock_levels l using (product_id, store_code) join stock_claims k using (product_id, store_code)
      join orders o on o.id = k.order_id left join shipments s on s.order_id = k.order_id and s.n = k.n
    where u.quantity > 0 and k.released_at is null and (s.state is null or s.state in ('waiting', 'ready'))) c
  where c.awaited > 0 and c.state is not null
$$;

-- Returns the shipments that wait for goods, and are not prepared: for units of a presale, or for a transfer from another place (WORK-31).
create or replace function awaiting_shipments() returns table (order_id uuid, n integer) language sql stable as $$
  select a.order_id, a.n from shipments_awaiting_presale() a
  union
  select t.order_id, t.shipment_number from transfers t where t.state in ('draft', 'sent') and t.order_id is not null
$$;

-- Returns how many units that a shipment claims at a place have not come, by the rule of `shipments_awaiting_presale`. Reads only the
-- claims of this product and place.
create or replace function awaited_units(of_order uuid, of_n integer, product bigint, place text) returns integer language sql stable as $$
  select coalesce((
    select greatest(0, least(k.quantity, u.quantity - l.quantity - coalesce((
        select sum(c.quantity) from stock_claims c join orders p on p.id = c.order_id left join shipments t on t.order_id = c.order_id and t.n = c.n
        where c.product_id = k.product_id and c.store_code = k.store_code and c.released_at is null and (t.state is null or t.state in ('waiting', 'ready'))
          and (c.order_id = of_order and c.n > of_n or p.number > o.number or p.number is null and o.number is not null)), 0)))
    from presale_units u join stock_levels l using (product_id, store_code) join stock_claims k using (product_id, store_code)
      join orders o on o.id = k.order_id join shipments s on s.order_id = k.order_id and s.n = k.n
    where u.product_id = awaited_units.product and u.store_code = awaited_units.place and u.quantity > 0 and k.order_id = of_order and k.n = of_n
      and k.released_at is null and s.state in ('waiting', 'ready')), 0)::integer
$$;

-- Returns whether a shipment waits for units of a presale (`shipments_awaiting_presale`).
create or replace function awaits_presale(of_order uuid, of_n integer) returns boolean language sql stable as $$
  select exists (select from stock_claims k join presale_units u using (product_id, store_code)
    where k.order_id = of_order and k.n = of_n and k.released_at is null and u.quantity > 0
      and awaited_units(of_order, of_n, k.product_id, k.store_code) > 0)
$$;

-- Returns whether a shipment waits for goods (`awaiting_shipments`).
create or replace function awaits_goods(of_order uuid, of_n integer) returns boolean language sql stable as $$
  select awaits_presale(of_order, of_n)
    or exists (select from transfers t where t.state in ('draft', 'sent') and t.order_id = of_order and t.shipment_number = of_n)
$$;

-- Returns since when a shipment can be worked on in its state. A ready shipment of a presale begins when its units have come.
create or replace function workable_since(s shipments) returns timestamptz language sql stable as $$
  select case when s.state = 'ready' then greatest(s.since,
      (select max(u.arrived_at) from stock_claims k join presale_units u using (product_id, store_code)
        where k.order_id = s.order_id and k.n = s.n and k.released_at is null))
    else s.since end
$$;

-- Finds the product that was scanned or typed: by SKU in any case, otherwise by a code of its package. Null if there is none.
create or replace function product_of_code(read_code text) returns bigint language sql stable as $$
  select p.id from products p
  where p.sku in (read_code, upper(read_code)) or p.id = (select product_id from product_codes where code = read_code)
  order by p.sku in (read_code, upper(read_code)) desc limit 1
$$;

-- Confirms a unit of a shipment by a scan (WORK-07). Locks the order first, as a move of a shipment does: ten concurrent scans count
-- as ten, and a repeated scan counts once.
-- `outcome`, with the product: picked, repeated, wrong, enough, serialNeeded, serialKnown, or
-- * gone: there is no such shipment, or it belongs to other stores
-- * standing: the shipment is not being prepared
-- * held: its order is held (WORK-24)
-- * unknown: no product has this code
create or replace function scan_unit(order_number bigint, of_n integer, scan uuid, read_code text, read_serial text, who uuid, stores text[],
  moment timestamptz, out outcome text, out read_sku text, out read_title text)
language plpgsql as $$
declare
  of_order uuid;
  is_held boolean;
  shipment shipments;
  known shipment_scans;
  line record;
begin
  select id, held_at is not null into of_order, is_held from orders where number = order_number for update;
  select * into shipment from shipments where order_id = of_order and n = of_n;
  if shipment.order_id is null or stores is not null and coalesce(shipment.place <> all (stores), true) then
    outcome := 'gone';
    return;
  end if;
  select * into known from shipment_scans where scan_id = scan;
  if found then
    outcome := case when known.order_id = of_order and known.n = of_n then 'repeated' else 'wrong' end;
    return;
  end if;
  if shipment.state <> 'picking' or holds_refunded_units(of_order, of_n) then
    outcome := 'standing';
    return;
  end if;
  if is_held then
    outcome := 'held';
    return;
  end if;
  select p.sku, p.title into read_sku, read_title from products p where p.id = product_of_code(read_code);
  if read_sku is null then
    outcome := 'unknown';
    return;
  end if;
  select u.position, u.missing > 0 and u.picked + u.missing = u.quantity - u.canceled as is_missing, u.picked < u.quantity - u.canceled as is_wanted,
      exists (select from categories c join categories a on a.id = any (c.ancestor_ids) where c.id = p.category_id and a.needs_serial) as needs_serial
    into line
    from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
    where u.order_id = of_order and u.n = of_n and p.sku = read_sku and p.kind = 'goods'
    order by u.picked < u.quantity - u.canceled desc, u.missing > 0 and u.picked + u.missing = u.quantity - u.canceled, u.position limit 1;
  outcome := case
    when line.position is null then 'wrong'
    when not line.is_wanted then 'enough'
    when line.needs_serial and coalesce(read_serial, '') = '' then 'serialNeeded'
    when line.needs_serial and exists (select from shipment_scans s
      where s.order_id = of_order and s.n = of_n and s.position = line.position and s.serial = read_serial and s.is_counted) then 'serialKnown'
    else 'picked' end;
  if outcome <> 'picked' then return; end if;
  if line.is_missing then perform find_unit(of_order, of_n, line.position); end if;
  insert into shipment_scans (scan_id, order_id, n, position, serial, staff_id, scanned_at)
    values (scan, of_order, of_n, line.position, case when line.needs_serial then read_serial end, who, moment);
  update shipment_lines set picked = picked + 1 where order_id = of_order and n = of_n and position = line.position;
end $$;

-- Confirms a unit of a wave by a scan. The unit goes to the wave's first shipment that still needs it, and that shipment is
-- returned. If another scan fills the shipment before its order is locked, the next shipment is tried.
create or replace function scan_of_pick(of_pick bigint, scan uuid, read_code text, read_serial text, who uuid, moment timestamptz,
  out outcome text, out read_sku text, out read_title text, out shipment text)
language plpgsql as $$
declare
  wanted record;
  read_product bigint := product_of_code(read_code);
begin
  -- A repeated scan that arrives while the first is being counted is counted for no other shipment.
  perform pg_advisory_xact_lock(hashtextextended('scan ' || scan, 0));
  select o.number || '-' || c.n into shipment from shipment_scans c join orders o on o.id = c.order_id where c.scan_id = scan;
  if found then
    outcome := 'repeated';
    return;
  end if;
  loop
    select o.number, s.n into wanted
      from shipments s join orders o on o.id = s.order_id join shipment_lines u on u.order_id = s.order_id and u.n = s.n
        join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
      where s.pick_id = of_pick and s.state = 'picking' and o.held_at is null and p.kind = 'goods' and u.picked < u.quantity - u.canceled
        and p.id = read_product and not holds_refunded_units(s.order_id, s.n)
      order by u.missing > 0 and u.picked + u.missing = u.quantity - u.canceled, o.number, s.n limit 1;
    exit when not found;
    select f.outcome, f.read_sku, f.read_title into outcome, read_sku, read_title
      from scan_unit(wanted.number, wanted.n, scan, read_code, read_serial, who, null, moment) f;
    shipment := wanted.number || '-' || wanted.n;
    if outcome not in ('enough', 'standing', 'held') then return; end if;
  end loop;
  select p.sku, p.title into read_sku, read_title from products p where p.id = read_product;
  outcome := case
    when read_sku is null then 'unknown'
    when exists (select from shipments s join orders o on o.id = s.order_id join shipment_lines u on u.order_id = s.order_id and u.n = s.n
      join order_lines l on l.order_id = u.order_id and l.position = u.position
      where s.pick_id = of_pick and s.state = 'picking' and o.held_at is not null and l.sku = read_sku and u.picked < u.quantity - u.canceled) then 'held'
    when exists (select from shipments s join shipment_lines u on u.order_id = s.order_id and u.n = s.n
      join order_lines l on l.order_id = u.order_id and l.position = u.position where s.pick_id = of_pick and l.sku = read_sku) then 'enough'
    else 'wrong' end;
end $$;
