-- Functions here lock in a fixed order (record 0034): levels by product and place, then totals by product.

-- Adds units to several places, or removes them if the amount is negative: the n-th amount at the n-th place of the n-th product.
-- A transaction that moves several levels must do so in one call. With separate calls for each level and its total, two
-- transactions could deadlock. Returns false and moves nothing if a level would fall below zero. The movements name the order, the
-- document and the person that caused them (BUY-10).
-- * `presale`: opens units that are sold before they come, or takes them back while nobody has bought them.
-- * Units that have not come can be sold, but they do not leave for any other reason.
-- * Units that come replace those that were sold before (`settle_presale`).
create or replace function move_goods_by(products bigint[], places text[], amounts integer[], why text, of_order uuid,
  of_document text, of_staff uuid)
returns boolean language plpgsql as $$
begin
  insert into stock_levels (product_id, store_code, quantity)
    select distinct product, place, 0 from unnest(products, places, amounts) as m (product, place, amount) where amount > 0
    order by product, place
    on conflict (product_id, store_code) do nothing;
  perform from stock_levels where (product_id, store_code) in (select * from unnest(products, places))
    order by product_id, store_code for no key update;
  if exists (
      select from unnest(products, places, amounts) as m (product, place, amount)
        left join stock_levels l on l.product_id = product and l.store_code = place
        left join presale_units u on u.product_id = product and u.store_code = place
      group by product, place, l.quantity, u.quantity
      having sum(amount) < 0 and (coalesce(l.quantity, 0) + sum(amount) < 0
        or why = 'presale' and coalesce(u.quantity, 0) + sum(amount) < 0
        or why not in ('order', 'presale') and coalesce(l.quantity, 0) - coalesce(u.quantity, 0) + sum(amount) < 0)) then
    return false;
  end if;
  insert into stock_movements (product_id, store_code, delta, reason, order_id, document, staff_id)
    select product, place, amount, why, of_order, of_document, of_staff
    from unnest(products, places, amounts) as m (product, place, amount)
    order by product, place;
  update stock_levels l set quantity = l.quantity + m.amount
    from settle_presale(products, places, amounts, why, of_document) m
    where l.product_id = m.product and l.store_code = m.place and m.amount <> 0;
  return true;
end $$;

-- Adds units that come back to their place, as `move_goods_by` does: a transfer that returned, or goods that the supplier replaced. They are
-- no arrival of a presale, so they replace none of its units (WORK-32).
create or replace function put_back_goods(products bigint[], places text[], amounts integer[], why text, of_document text, of_staff uuid)
returns boolean language plpgsql as $$
begin
  perform lock_levels(products, places);
  insert into stock_movements (product_id, store_code, delta, reason, document, staff_id)
    select product, place, amount, why, of_document, of_staff
    from unnest(products, places, amounts) as m (product, place, amount) where amount > 0 order by product, place;
  update stock_levels l set quantity = l.quantity + m.units
    from (select product, place, sum(amount)::integer as units from unnest(products, places, amounts) as m (product, place, amount)
          where amount > 0 group by product, place) m
    where l.product_id = m.product and l.store_code = m.place;
  return true;
end $$;

-- Returns how much the level of each product and place changes, and writes what that means for presale units (WORK-32). Units that come
-- replace the same number of units that were sold before they came: they are taken off again, by a movement of their own. The level changes
-- once, so that nobody is mailed about units that are sold already. The caller has locked the levels.
create or replace function settle_presale(products bigint[], places text[], amounts integer[], why text, of_document text)
returns table (product bigint, place text, amount integer) language plpgsql as $$
begin
  if why = 'presale' then
    -- Waits for a person who ends the presale at this moment (`presale_is_over`).
    perform from products p where p.id = any (products) order by p.id for share;
    if exists (select from unnest(products, amounts) as m (product, units) join products p on p.id = m.product
        where m.units > 0 and not p.is_presale) then
      raise exception 'the product is no presale' using errcode = 'check_violation', constraint = 'presale_units_of_presale';
    end if;
    insert into presale_units (product_id, store_code, quantity)
      select distinct m.product, m.place, 0 from unnest(products, places) as m (product, place) order by m.product, m.place
      on conflict (product_id, store_code) do nothing;
    update presale_units u set quantity = u.quantity + m.units
      from (select m.product, m.place, sum(m.units)::integer as units
            from unnest(products, places, amounts) as m (product, place, units) group by m.product, m.place) m
      where u.product_id = m.product and u.store_code = m.place;
  end if;
  return query
    with changed as materialized (
      select m.product, m.place, sum(m.units)::integer as units
      from unnest(products, places, amounts) as m (product, place, units) group by m.product, m.place),
    came as materialized (
      select c.product, c.place, least(u.quantity, c.units) as units
      from changed c join presale_units u on u.product_id = c.product and u.store_code = c.place and u.quantity > 0
      where c.units > 0 and why in ('received', 'transfer_in')),
    settled as (
      update presale_units u set quantity = u.quantity - c.units, arrived = u.arrived + c.units, arrived_at = now()
      from came c where u.product_id = c.product and u.store_code = c.place),
    taken as (
      insert into stock_movements (product_id, store_code, delta, reason, document)
      select c.product, c.place, -c.units, 'presale', of_document from came c order by c.product, c.place)
    select c.product, c.place, c.units - coalesce(e.units, 0) from changed c left join came e using (product, place);
end $$;

-- Does the same as `move_goods_by` without a document and a person.
create or replace function move_goods(products bigint[], places text[], amounts integer[], why text, of_order uuid default null)
returns boolean language sql as $$
  select move_goods_by(products, places, amounts, why, of_order, null, null);
$$;

-- Does the same as `move_goods` for one place.
create or replace function move_stock(product bigint, store text, amount integer, why text, of_order uuid default null)
returns boolean language sql as $$
  select move_goods(array[product], array[store], array[amount], why, of_order);
$$;

-- Locks many levels and creates the missing ones.
create or replace function lock_levels(products bigint[], places text[]) returns void language plpgsql as $$
begin
  insert into stock_levels (product_id, store_code, quantity)
    select distinct product, place, 0 from unnest(products, places) as m (product, place) order by product, place
    on conflict (product_id, store_code) do nothing;
  perform from stock_levels where (product_id, store_code) in (select * from unnest(products, places))
    order by product_id, store_code for no key update;
end $$;

-- Locks many levels and the totals of their products, for a transaction that moves goods in several calls. If each call locked
-- only its own rows, the second call could need a row of a transaction that waits for a row of the first call.
create or replace function lock_goods(products bigint[], places text[]) returns void language plpgsql as $$
begin
  perform lock_levels(products, places);
  perform from stock_totals where product_id = any (products) order by product_id for no key update;
end $$;

-- Counts the units at a place that orders had claimed at a given time and that had not left. A shipment leaves its place when it
-- is sent, or at the handover if the buyer collects it there. Goods of an undelivered shipment are back at the place: as stock,
-- or claimed by the shipment that sends them again. A claim has no history, so its past units are computed from the movements.
create or replace function stock_claimed_at(product bigint, place text, at timestamptz) returns integer language sql stable as $$
  select (coalesce((
      select -sum(m.delta) from stock_movements m
      where m.product_id = product and m.store_code = place and m.order_id is not null and m.reason in ('order', 'order_released')
        and m.created_at <= at), 0)
    - coalesce((
      select sum(c.quantity) from stock_claims c
      where c.product_id = product and c.store_code = place and exists (
        select from shipments s
        where s.order_id = c.order_id
          and case when s.state = 'delivered' and s.store_code = place then s.ended_at
            when s.store_code = place then null
            when s.state = 'delivered' then coalesce(s.left_at, s.ended_at) else s.left_at end <= at
          and case when s.n = c.n then c.released_at is null or c.released_at > at or c.released_at = s.received_at
            else s.received_at > at and s.sent_again_as is not null and c.n in (
              with recursive sent_again as (
                select s.sent_again_as as n
                union all select g.sent_again_as from shipments g join sent_again using (n)
                where g.order_id = c.order_id and g.sent_again_as is not null)
              select n from sent_again) end)), 0))::integer
$$;

-- Counts the units that were at a place at a moment: the free units, and the units that orders had claimed there. Presale units that
-- had not come are not counted.
create or replace function stock_lying_at(product bigint, place text, at timestamptz) returns integer language sql stable as $$
  select (coalesce((select quantity from stock_levels l where l.product_id = product and l.store_code = place), 0)
    - coalesce((select quantity from presale_units u where u.product_id = product and u.store_code = place), 0)
    - coalesce((select sum(m.delta) from stock_movements m
      where m.product_id = product and m.store_code = place and m.created_at > at and m.reason <> 'presale'), 0)
    + stock_claimed_at(product, place, at))::integer
$$;

-- Writes counts of stock as movements: the n-th quantity, counted at the n-th time at the n-th place of the n-th product. Each place of a
-- product is given once. Returns the outcome of each count with the level. If the count was not written, also returns the units at the place.
-- * A count includes claimed units: if 79 units were counted and 7 of them are claimed, 72 are free.
-- * The movement has the time of the count, so counts may be written in any order.
-- * Changes since the count stay: if ten units were counted and two were sold since, eight are free.
-- * `superseded`: the place was counted later, and the later count stays. A unit that a picker missed or found is a change, not a count.
-- * `oversold`: fewer units were counted than are claimed, and the level stays.
create or replace function count_places_by(products bigint[], places text[], quantities integer[], moments timestamptz[],
  of_document text, of_staff uuid)
returns table (nth integer, outcome text, level integer, lying integer) language plpgsql as $$
begin
  perform lock_levels(products, places);
  return query
    with counted as materialized (
      select m.n::integer as n, m.product, m.place, m.quantity, m.at, l.quantity as was,
        l.quantity + m.quantity - stock_lying_at(m.product, m.place, m.at) as new_level,
        exists (select from stock_movements s where s.product_id = m.product and s.store_code = m.place
          and s.reason = 'counted' and s.order_id is null and s.created_at > m.at) as is_superseded,
        exists (select from stock_movements s where s.product_id = m.product and s.store_code = m.place
          and s.reason = 'counted' and s.created_at > m.at) as is_corrected
      from unnest(products, places, quantities, moments) with ordinality as m (product, place, quantity, at, n)
        join stock_levels l on l.product_id = m.product and l.store_code = m.place),
    judged as materialized (
      select c.*,
        case when c.is_superseded or c.is_corrected and c.new_level < 0 then 'superseded' when c.new_level < 0 then 'oversold'
          when c.new_level = c.was then 'equal' else 'counted' end as what
      from counted c),
    told as materialized (
      select j.n, j.what, case when j.what = 'counted' then j.new_level else j.was end as level,
        case when j.what in ('superseded', 'oversold') then stock_lying_at(j.product, j.place, clock_timestamp()) end as lying
      from judged j),
    moved as (
      insert into stock_movements (product_id, store_code, delta, reason, created_at, counted, document, staff_id)
      select j.product, j.place, j.new_level - j.was, 'counted', least(j.at, now()), j.quantity, of_document, of_staff
      from judged j where j.what = 'counted' order by j.product, j.place),
    levelled as (
      update stock_levels l set quantity = j.new_level from judged j
      where j.what = 'counted' and l.product_id = j.product and l.store_code = j.place)
    select t.n, t.what, t.level, t.lying from told t order by t.n;
end $$;

-- Does the same as `count_places_by` without a document and a person.
create or replace function count_places(products bigint[], places text[], quantities integer[], moments timestamptz[])
returns table (nth integer, outcome text, level integer, lying integer) language sql as $$
  select * from count_places_by(products, places, quantities, moments, null, null);
$$;

-- Does the same as `count_places` for places that were all counted at the same time.
create or replace function count_goods(products bigint[], places text[], quantities integer[], counted_at timestamptz)
returns table (nth integer, outcome text, level integer) language sql as $$
  select c.nth, c.outcome, c.level
  from count_places(products, places, quantities, array_fill(counted_at, array[cardinality(products)])) c order by c.nth;
$$;

-- Applies the amounts that another system added or removed (BULK-13): the n-th amount at the n-th place of the n-th product. Each
-- place of a product occurs once. With the n-th key, the n-th amount is counted only once (outcome `known`). A place with too few
-- units does not change (outcome `short`). Returns each outcome with the resulting level.
create or replace function adjust_goods(products bigint[], places text[], amounts integer[], keys text[])
returns table (nth integer, outcome text, level integer) language plpgsql as $$
begin
  perform lock_levels(products, places);
  return query
    with judged as materialized (
      select m.n::integer as n, m.product, m.place, m.amount, m.key, l.quantity as was,
        case when exists (select from stock_movements s where s.product_id = m.product and s.store_code = m.place
              and s.reason = 'adjusted' and s.reference = m.key)
            then 'known'
          when l.quantity + m.amount < 0 then 'short' else 'applied' end as what
      from unnest(products, places, amounts, keys) with ordinality as m (product, place, amount, key, n)
        join stock_levels l on l.product_id = m.product and l.store_code = m.place),
    moved as (
      insert into stock_movements (product_id, store_code, delta, reason, reference)
      select j.product, j.place, j.amount, 'adjusted', j.key from judged j where j.what = 'applied' order by j.product, j.place),
    levelled as (
      update stock_levels l set quantity = l.quantity + j.amount from judged j
      where j.what = 'applied' and l.product_id = j.product and l.store_code = j.place)
    select j.n, j.what, case when j.what = 'applied' then j.was + j.amount else j.was end from judged j order by j.n;
end $$;

-- Adds goods that arrived with documents: the n-th amount with the n-th document at the n-th place of the n-th product. A document
-- counts once per place.
create or replace function receive_goods(products bigint[], places text[], amounts integer[], documents text[])
returns integer language plpgsql as $$
declare came record;
begin
  perform lock_levels(products, places);
  with moved as (
    insert into stock_movements (product_id, store_code, delta, reason, reference)
    select product, place, amount, 'received', document
      from unnest(products, places, amounts, documents) as m (product, place, amount, document) order by product, place, document
    on conflict (product_id, store_code, reason, reference) where reference is not null do nothing
    returning product_id, store_code, delta, reference)
  select count(*)::integer as rows, array_agg(product_id) as products, array_agg(store_code) as places, array_agg(delta) as amounts,
      -- A delivery of a purchase has C-12/1, and its document is the purchase C-12.
      left(regexp_replace(min(reference), '^(C-\d+)/\d+$', '\1'), 40) as document
    into came from moved;
  if came.rows > 0 then
    update stock_levels l set quantity = l.quantity + m.amount
      from settle_presale(came.products, came.places, came.amounts, 'received', came.document) m
      where l.product_id = m.product and l.store_code = m.place and m.amount <> 0;
  end if;
  return came.rows;
end $$;

-- Updates the totals of products whose levels changed. The totals are locked by product before they change. Two pickups of the same
-- products at different stores share no level, and would otherwise lock the totals in any order. A new, empty place changes no total.
create or replace function stock_levels_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_totals (product_id, salable)
      select distinct product_id, 0 from new_rows where quantity = 0 order by product_id
      on conflict (product_id) do nothing;
    insert into stock_totals (product_id, salable)
      select product_id, sum(quantity) from new_rows where quantity > 0 group by product_id order by product_id
      on conflict (product_id) do update set salable = stock_totals.salable + excluded.salable;
  elsif tg_op = 'UPDATE' then
    perform from stock_totals where product_id in (select product_id from new_rows) order by product_id for no key update;
    update stock_totals t set salable = t.salable + d.delta
      from (select product_id, sum(delta) as delta from (
              select product_id, quantity as delta from new_rows union all select product_id, -quantity from old_rows) c
            group by product_id having sum(delta) <> 0) d
      where t.product_id = d.product_id;
  else
    perform from stock_totals where product_id in (select product_id from old_rows) order by product_id for no key update;
    update stock_totals t set salable = t.salable - d.quantity
      from (select product_id, sum(quantity) as quantity from old_rows group by product_id) d
      where t.product_id = d.product_id;
  end if;
  return null;
end $$;

-- Purges the pages of a product when the stock that they show changes: the product sells out, comes back, or becomes low enough
-- for a stock offer. The trigger's condition checks this without calling a function.
create or replace function stock_totals_purge() returns trigger language plpgsql as $$
declare product_sku text;
begin
  select sku into product_sku from products where id = new.product_id;
  perform purge_kind(case when (old.salable = 0) <> (new.salable = 0) then 'stock' else 'low stock' end, array[product_tag(product_sku)]);
  return null;
end $$;

-- Queues the follow-up work when totals reach or leave zero. There is only one trigger, so an order that empties no shelf causes
-- no work. Finds changes by `except`. A connection caches the plan that was made for one row. A join with that plan would compare
-- each of 20,000 rows with each other.
create or replace function stock_totals_crossed() returns trigger language plpgsql as $$
declare
  came bigint[];
  went bigint[];
  product bigint;
begin
  if tg_op = 'INSERT' then
    came := array(select product_id from new_rows where salable > 0);
  else
    select array_agg(product_id) filter (where is_there), array_agg(product_id) filter (where not is_there) into came, went
      from (select product_id, salable > 0 as is_there from new_rows
            except select product_id, salable > 0 from old_rows) crossed;
  end if;
  if coalesce(cardinality(came), 0) + coalesce(cardinality(went), 0) = 0 then return null; end if;
  if are_events_wanted('{stock.out,stock.back}') then
    perform note_events('stock.back', came::text[]);
    perform note_events('stock.out', went::text[]);
  end if;
  for product in
    select p.id from unnest(came) as p (id)
    where exists (select from restock_notices r where r.product_id = p.id)
    order by p.id
  loop
    perform graphile_worker.add_job('tell-restock', json_build_object('productId', product::text),
      job_key => 'tell-restock:' || product);
  end loop;
  if is_bulk_load() then return null; end if;
  perform from product_search s where s.product_id = any (came || went) order by s.product_id for no key update;
  if found then
    update product_search s set record = set_byte(s.record, 0, c.stock)
      from (select unnest(came) as id, 1 as stock union all select unnest(went), 0) c join products p on p.id = c.id
      where p.kind = 'goods' and s.product_id = c.id;
  end if;
  return null;
end $$;
