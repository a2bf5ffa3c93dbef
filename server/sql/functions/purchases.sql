-- Counts the units of a product that are in transit between places. Nobody can buy these units yet (PROD-20).
create or replace function units_in_transit(product bigint) returns integer language sql stable as $$
  select coalesce(sum(l.in_transit), 0)::integer from transfer_lines l where l.product_id = product and l.in_transit > 0
$$;

-- Counts the units of a product that the shop has: those for sale, those that orders have claimed and that have not left, and those
-- that a transfer carries. An order that is being placed has claims before its shipments. Presale units that have not come do not count.
create or replace function units_held(product bigint) returns integer language sql stable as $$
  select (coalesce((select salable from stock_totals t where t.product_id = product), 0)
    + coalesce((
      select sum(c.quantity) from stock_claims c
      where c.product_id = product and c.released_at is null and not exists (
        select from shipments s where s.order_id = c.order_id and s.n = c.n and (s.left_at is not null or s.ended_at is not null))), 0)
    - coalesce((select sum(u.quantity) from presale_units u where u.product_id = product), 0)
    + units_in_transit(product))::integer
$$;

-- Counts the units of a product that are ordered and have not arrived. Nobody can buy these units (BUY-06).
create or replace function units_on_order(product bigint) returns integer language sql stable as $$
  select coalesce(sum(greatest(0, l.quantity - l.received)), 0)::integer
  from purchase_lines l join purchases p on p.id = l.purchase_id
  where l.product_id = product and p.state in ('ordered', 'partlyReceived')
$$;

-- Returns the unit cost of a product's last ordered purchase with a cost. Null if no ordered purchase has a cost.
create or replace function last_cost(product bigint) returns bigint language sql stable as $$
  select l.unit_cost from purchase_lines l join purchases p on p.id = l.purchase_id
  where l.product_id = product and l.unit_cost is not null and p.ordered_at is not null
  order by p.ordered_at desc, p.id desc limit 1
$$;

-- Stores the present average cost of the products on the lines of a shipment that leaves. A line whose units leave in several
-- shipments keeps the cost of the first shipment.
create or replace function store_cost_of_dispatch() returns trigger language plpgsql as $$
begin
  update order_lines l set unit_cost = c.average
    from shipment_lines u, product_costs c
    where u.order_id = new.order_id and u.n = new.n and u.quantity > u.canceled
      and l.order_id = u.order_id and l.position = u.position and l.unit_cost is null
      and c.product_id = l.product_id
      and not exists (
        select from shipment_lines e join shipments s on s.order_id = e.order_id and s.n = e.n
        where e.order_id = u.order_id and e.position = u.position and e.n <> u.n and s.left_at is not null);
  return null;
end $$;

-- Returns the lowest price of a product, IVA included, that covers its average cost, in centavos; null: no cost is known. Costs are
-- without IVA, so the price is divided by the rate of its seller (PROD-10, record 0173).
create or replace function break_even_price(product bigint) returns bigint language sql stable as $$
  select (c.average * (10000 + case s.tax_regime when 'general' then 1200 else 0 end) + 9999) / 10000
  from product_costs c join products p on p.id = c.product_id join sellers s on s.id = p.seller_id where c.product_id = product
$$;
