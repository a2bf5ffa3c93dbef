-- Who wants to be told when a product can be bought again (RST-01). A row ends with its mail (DEC-143).
create table restock_notices (
  product_id bigint not null references products (id) on delete cascade,
  customer_id uuid not null references customers (id) on delete cascade,
  created_at timestamptz not null,
  primary key (product_id, customer_id)
);
create index restock_notices_customer on restock_notices (customer_id);
create index restock_notices_created on restock_notices (created_at);

-- Stock that comes back, however it does (goods received, an order canceled, a claim released), adds the job that tells
-- (DEC-143), in the transaction that brought it. Only for products somebody waits for: a look by the primary key.
create function stock_totals_restock() returns trigger language plpgsql as $$
declare
  product bigint;
begin
  for product in
    select n.product_id from new_rows n
    where n.salable > 0 and exists (select from restock_notices r where r.product_id = n.product_id)
    order by n.product_id
  loop
    perform graphile_worker.add_job('tell-restock', json_build_object('productId', product::text),
      job_key => 'tell-restock:' || product);
  end loop;
  return null;
end $$;
create trigger stock_totals_restock_insert after insert on stock_totals
  referencing new table as new_rows for each statement execute function stock_totals_restock();

create function stock_totals_restock_changed() returns trigger language plpgsql as $$
declare
  product bigint;
begin
  for product in
    select n.product_id from new_rows n join old_rows o using (product_id)
    where o.salable = 0 and n.salable > 0 and exists (select from restock_notices r where r.product_id = n.product_id)
    order by n.product_id
  loop
    perform graphile_worker.add_job('tell-restock', json_build_object('productId', product::text),
      job_key => 'tell-restock:' || product);
  end loop;
  return null;
end $$;
create trigger stock_totals_restock_update after update on stock_totals
  referencing new table as new_rows old table as old_rows
  for each statement execute function stock_totals_restock_changed();

-- What session tokens are signed with (DEC-04): one for all nodes.
insert into shop_secrets values ('sessions', gen_random_uuid()::text || gen_random_uuid()::text);
