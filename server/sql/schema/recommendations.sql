-- Pairs of products that were bought together, and the number of orders with both. A job counts them in portions, as it counts
-- sales.
create table bought_together (
  product_id bigint not null references products (id) on delete cascade,
  companion_id bigint not null references products (id) on delete cascade,
  orders integer not null check (orders > 0),
  primary key (product_id, companion_id)
) with (fillfactor = 80);
-- Finds the most frequent companions of a product in the index alone.
create index bought_together_most on bought_together (product_id, orders desc, companion_id);
create index bought_together_companion on bought_together (companion_id);
