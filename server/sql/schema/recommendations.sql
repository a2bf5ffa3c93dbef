-- Products and what was bought together with them: in how many orders. Counted by a job in portions, as sales are.
create table bought_together (
  product_id bigint not null references products (id) on delete cascade,
  companion_id bigint not null references products (id) on delete cascade,
  orders integer not null check (orders > 0),
  primary key (product_id, companion_id)
) with (fillfactor = 80);
-- The most frequent companions of a product by the index alone.
create index bought_together_most on bought_together (product_id, orders desc, companion_id);
create index bought_together_companion on bought_together (companion_id);
