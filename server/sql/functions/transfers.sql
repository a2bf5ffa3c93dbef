-- Moves units out of the sender's place of a transfer. Units that the shipment of the transfer claims there leave first: their claim ends
-- with the goods, and a claim at the receiver's place begins when they arrive (WORK-31). Nobody else can take them meanwhile. The other units
-- leave free stock. Units of a presale that have not come do not leave (WORK-32). Returns false if the place has too few: the caller then
-- rolls back. The caller has locked the order and the transfer.
create or replace function send_transfer_goods(of_transfer integer, products bigint[], amounts integer[], of_document text, of_staff uuid)
returns boolean language plpgsql as $$
declare
  transfer transfers;
  places text[];
  part record;
begin
  select * into transfer from transfers where number = of_transfer;
  places := array_fill(transfer.from_store, array[cardinality(products)]);
  if transfer.order_id is not null then
    perform lock_transfer_goods(of_transfer, products, transfer.from_store);
    for part in select m.n, m.product, least(m.amount, k.quantity - awaited_units(k.order_id, k.n, k.product_id, k.store_code)) as units
        from unnest(products, amounts) with ordinality as m (product, amount, n)
          join stock_claims k on k.order_id = transfer.order_id and k.n = transfer.shipment_number and k.product_id = m.product
            and k.store_code = transfer.from_store and k.released_at is null
          join shipments s on s.order_id = k.order_id and s.n = k.n and s.state in ('waiting', 'ready', 'picking')
        order by m.product loop
      continue when part.units = 0;
      perform lessen_claim(transfer.order_id, transfer.shipment_number, part.product, transfer.from_store, part.units);
      insert into stock_movements (product_id, store_code, delta, reason, order_id, document, staff_id)
        values (part.product, transfer.from_store, part.units, 'order_released', transfer.order_id, null, null),
          (part.product, transfer.from_store, -part.units, 'transfer_out', null, of_document, of_staff);
      amounts[part.n] := amounts[part.n] - part.units;
    end loop;
  end if;
  return move_some_goods(products, places, array(select -amount from unnest(amounts) with ordinality as a (amount, n) order by n),
    'transfer_out', of_document, of_staff);
end $$;

-- Locks all levels of the products that a transfer of a shipment may move, then their totals (record 0034): units that are lost are claimed
-- at any place. `place`: the place that units leave or enter.
create or replace function lock_transfer_goods(of_transfer integer, products bigint[], place text) returns void language plpgsql as $$
declare goods record;
begin
  select array_agg(p.product) as products, array_agg(p.place) as places into goods from (
    with moved as (
      select product_id as product from transfer_lines where transfer = of_transfer
      union select unnest(products))
    select m.product, l.store_code as place from moved m join stock_levels l on l.product_id = m.product
    union select m.product, lock_transfer_goods.place from moved m) p;
  perform lock_goods(goods.products, goods.places);
end $$;

-- Moves units of a transfer into a place: the receiver's, or the sender's if they come back. The shipment of the transfer claims the units
-- that it lacks, and the rest is free stock. The caller has locked the order and the transfer.
create or replace function take_in_transfer_goods(of_transfer integer, place text, products bigint[], amounts integer[], of_document text,
  of_staff uuid) returns boolean language plpgsql as $$
declare
  transfer transfers;
  places text[] := array_fill(place, array[cardinality(products)]);
  part record;
begin
  select * into transfer from transfers where number = of_transfer;
  if transfer.order_id is not null then
    perform lock_transfer_goods(of_transfer, products, place);
    for part in select m.n, m.product, least(m.amount, w.units) as units
        from unnest(products, amounts) with ordinality as m (product, amount, n)
          join units_without_claim(transfer.order_id, transfer.shipment_number) w on w.product = m.product
        where m.amount > 0 order by m.product loop
      insert into stock_movements (product_id, store_code, delta, reason, order_id, document, staff_id)
        values (part.product, place, part.units, 'transfer_in', null, of_document, of_staff),
          (part.product, place, -part.units, 'order', transfer.order_id, null, null);
      perform add_claim(transfer.order_id, transfer.shipment_number, part.product, place, part.units);
      amounts[part.n] := amounts[part.n] - part.units;
    end loop;
  end if;
  if place = transfer.from_store then
    return put_back_goods(products, places, amounts, 'transfer_in', of_document, of_staff);
  end if;
  return move_some_goods(products, places, amounts, 'transfer_in', of_document, of_staff);
end $$;

-- Does the same as `move_goods_by`, without the rows that move nothing.
create or replace function move_some_goods(products bigint[], places text[], amounts integer[], why text, of_document text, of_staff uuid)
returns boolean language plpgsql as $$
declare moving record;
begin
  select array_agg(product order by n) as products, array_agg(place order by n) as places, array_agg(amount order by n) as amounts into moving
    from unnest(products, places, amounts) with ordinality as m (product, place, amount, n) where amount <> 0;
  return moving.products is null or move_goods_by(moving.products, moving.places, moving.amounts, why, null, of_document, of_staff);
end $$;

-- Returns the units of a shipment that no claim covers, by product: units that a transfer carries, or that were lost under way. Nothing if
-- the shipment needs no goods any more.
create or replace function units_without_claim(of_order uuid, of_n integer) returns table (product bigint, units integer) language sql stable as $$
  select w.product_id, (w.quantity - w.claimed)::integer
  from (
    select l.product_id, sum(u.quantity - u.canceled - u.missing) as quantity, coalesce((select sum(k.quantity) from stock_claims k
        where k.order_id = of_order and k.n = of_n and k.product_id = l.product_id and k.released_at is null), 0) as claimed
    from shipments s join shipment_lines u on u.order_id = s.order_id and u.n = s.n
      join order_lines l on l.order_id = u.order_id and l.position = u.position join products p on p.id = l.product_id
    where s.order_id = of_order and s.n = of_n and s.state in ('waiting', 'ready', 'picking') and p.kind = 'goods'
    group by l.product_id) w
  where w.quantity > w.claimed
$$;

-- Handles units of a shipment that were lost under way: claims them elsewhere, or else counts them as missing (WORK-08). Units that another
-- transfer of the shipment still carries are not lost. Returns the lines with missing units. The caller has locked the order.
create or replace function replace_lost_units(of_transfer integer) returns table (line integer, line_title text, units integer) language plpgsql as $$
declare
  transfer transfers;
  lost record;
  part record;
  left_over integer;
begin
  select * into transfer from transfers where number = of_transfer;
  perform lock_transfer_goods(of_transfer, '{}', transfer.from_store);
  for lost in select w.product, w.units - coalesce((select sum(l.in_transit)::integer from transfers t join transfer_lines l on l.transfer = t.number
        where t.order_id = transfer.order_id and t.shipment_number = transfer.shipment_number and l.product_id = w.product), 0) as units
      from units_without_claim(transfer.order_id, transfer.shipment_number) w order by w.product loop
    continue when lost.units <= 0;
    left_over := claim_elsewhere(transfer.order_id, transfer.shipment_number, lost.product, lost.units);
    for part in select u.position, u.quantity - u.canceled - u.missing as present, l.title
        from shipment_lines u join order_lines l on l.order_id = u.order_id and l.position = u.position
        where u.order_id = transfer.order_id and u.n = transfer.shipment_number and l.product_id = lost.product
        order by u.position loop
      line := part.position;
      line_title := part.title;
      units := least(left_over, part.present);
      continue when units <= 0;
      left_over := left_over - units;
      update shipment_lines u set missing = u.missing + replace_lost_units.units, picked = least(u.picked, u.quantity - u.canceled - u.missing - replace_lost_units.units)
        where u.order_id = transfer.order_id and u.n = transfer.shipment_number and u.position = part.position;
      return next;
    end loop;
  end loop;
  update shipments set version = version + 1 where order_id = transfer.order_id and n = transfer.shipment_number;
end $$;
