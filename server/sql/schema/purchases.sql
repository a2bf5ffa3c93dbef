-- Orders of goods from suppliers, "C-{id}" (BUY-02), and goods that came without an order.
create table purchases (
  id integer generated always as identity primary key,
  supplier_id integer not null references suppliers (id),
  store_code text not null references stores (store_code),
  state text not null check (state in ('draft', 'ordered', 'partlyReceived', 'received', 'closed')),
  is_direct boolean not null default false,    -- the goods came without an order: the purchase began with its receipt
  expected_on date,
  extra_cost bigint not null default 0 check (extra_cost >= 0),   -- freight and duty, spread over the lines by value
  note text not null default '' check (length(note) <= 500),      -- for the supplier, on the paper
  created_at timestamptz not null,
  created_by jsonb not null,                   -- {kind, id} as in domain/src/actors
  ordered_at timestamptz,
  ended_at timestamptz,                        -- when it was received or closed
  close_reason text check (close_reason <> '' and length(close_reason) <= 300),
  version integer not null default 1,
  constraint purchases_closed_why check ((state = 'closed') = (close_reason is not null)),
  constraint purchases_ended check ((state in ('received', 'closed')) = (ended_at is not null))
);
create index purchases_created on purchases (created_at, id);
create index purchases_supplier on purchases (supplier_id, id);
create index purchases_coming on purchases (expected_on, id) where state in ('ordered', 'partlyReceived');

create table purchase_lines (
  purchase_id integer not null references purchases (id) on delete cascade,
  position integer not null,
  product_id bigint not null references products (id),
  quantity integer not null check (quantity between 1 and 100000),
  unit_cost bigint check (unit_cost >= 0),     -- null: no cost is known, which is not zero
  extra_cost bigint not null default 0 check (extra_cost >= 0),   -- this line's share of the freight and duty
  received integer not null default 0 check (received >= 0),      -- units that came into stock, also more than were ordered
  rejected integer not null default 0 check (rejected >= 0),
  primary key (purchase_id, position),
  constraint purchase_lines_once unique (purchase_id, product_id)
);
create index purchase_lines_product on purchase_lines (product_id, purchase_id);

-- A delivery of a purchase. Its movements of stock have the reference "C-{purchase}/{n}" (BUY-03).
create table purchase_receipts (
  purchase_id integer not null references purchases (id),
  n integer not null check (n > 0),
  received_at timestamptz not null,
  received_by jsonb not null,
  note text not null default '' check (length(note) <= 300),
  primary key (purchase_id, n)
);

create table purchase_receipt_lines (
  purchase_id integer not null,
  n integer not null,
  product_id bigint not null references products (id),
  quantity integer not null check (quantity >= 0),
  rejected integer not null default 0 check (rejected >= 0),
  reason text check (reason <> '' and length(reason) <= 300),
  landed_value bigint check (landed_value >= 0),   -- cost of all units with their freight and duty; null: no cost is known
  picture text unique,                         -- the damage, in the file store at this path
  primary key (purchase_id, n, product_id),
  foreign key (purchase_id, n) references purchase_receipts (purchase_id, n),
  constraint purchase_receipt_lines_units check (quantity + rejected > 0),
  constraint purchase_receipt_lines_why check ((rejected > 0) = (reason is not null))
);

-- The average cost of a product's units, in centavos, per product and never per place (BUY-04). A product without a row has no
-- known cost. Writers lock the product's total of stock first (`lock_goods`).
create table product_costs (
  product_id bigint primary key references products (id) on delete cascade,
  average bigint not null check (average >= 0),
  changed_at timestamptz not null default now()
);
