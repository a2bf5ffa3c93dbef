-- Deletes the file of a picture whose row was deleted.
create or replace function give_up_return_picture() returns trigger language plpgsql as $$
begin
  insert into unclaimed_files (path, since, is_unwanted) values (old.path, now(), true) on conflict (path) do nothing;
  return null;
end $$;

create or replace function count_return_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Counts decided units at their return. The return refuses more units than it has. Units that go back to their buyer are also
-- counted. Restocks goods at their places, in one call for all places, so that levels are locked in one order (record 0034).
-- Scrapped goods, and goods for the supplier, enter and leave again (WORK-20): the place's movements show both, and its level
-- does not change. The caller has locked the order.
create or replace function carry_out_outcomes() returns trigger language plpgsql as $$
declare goods record;
begin
  update returns r set decided = r.decided + n.quantity,
      to_send_back = r.to_send_back + case when p.kind = 'goods' then n.rejected else 0 end
    from (select return_id, sum(quantity)::integer as quantity, coalesce(sum(quantity) filter (where fate = 'reject'), 0)::integer as rejected
        from new_rows group by return_id) n
      join returns present on present.id = n.return_id
      join order_lines l on l.order_id = present.order_id and l.position = present.position
      join products p on p.id = l.product_id
    where r.id = n.return_id;
  for goods in
    select r.order_id, 'D-' || r.number as document, array_agg(l.product_id) as products, array_agg(n.store_code) as places,
      array_agg(n.quantity) as amounts
    from new_rows n join returns r on r.id = n.return_id
      join order_lines l on l.order_id = r.order_id and l.position = r.position
    where n.fate = 'restock' group by r.order_id, r.number
  loop
    perform move_goods_by(goods.products, goods.places, goods.amounts, 'returned', goods.order_id, goods.document, null);
  end loop;
  insert into stock_movements (product_id, store_code, delta, reason, order_id, document)
    select l.product_id, n.store_code, n.quantity * m.sign, m.reason, r.order_id, 'D-' || r.number
    from new_rows n join returns r on r.id = n.return_id
      join order_lines l on l.order_id = r.order_id and l.position = r.position,
      lateral (values (1, 'returned'), (-1, case n.fate when 'scrap' then 'damaged' else 'to_supplier' end)) as m (sign, reason)
    where n.fate in ('scrap', 'toSupplier') and n.store_code is not null
    order by n.id, m.sign desc;
  return null;
end $$;
