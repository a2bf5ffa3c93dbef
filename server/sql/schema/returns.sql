-- Requests to return units of a line of a delivered order (RET-01, DEC-142). The order names the buyer.
create sequence return_numbers as integer minvalue 100001;

create table returns (
  id uuid primary key,
  number integer not null unique default nextval('return_numbers'),
  order_id uuid not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  reason text not null,
  description text not null,
  request_key text,                              -- header Idempotency-Key: a request that is sent twice is one return
  requested_at timestamptz not null,
  approved_at timestamptz,                       -- when somebody approved it; goods that come without a request are approved when they arrive
  rejected_at timestamptz,
  canceled_at timestamptz,
  answer text check (answer <> '' and length(answer) <= 300),   -- the text for the buyer: with an approval, or why the return is rejected
  answered_by jsonb,                             -- who approved, rejected or canceled it: {kind, id} as in domain/src/actors
  asked_by jsonb,                                -- who asked for it in the buyer's name; null: the buyer
  version integer not null default 1,            -- counts its changes (a trigger does it)
  received_at timestamptz,                       -- when the goods arrived at the shop
  decided integer not null default 0,            -- units that have an outcome (`return_outcomes`)
  constraint returns_units_left check (decided between 0 and quantity),
  constraint returns_decided_once_received check (decided = 0 or received_at is not null),
  constraint returns_received_approved check (received_at is null or approved_at is not null),
  constraint returns_one_end check (num_nonnulls(rejected_at, canceled_at, received_at) <= 1),
  constraint returns_rejected_why check (rejected_at is null or answer is not null),
  foreign key (order_id, position) references order_lines (order_id, position)
);
alter sequence return_numbers owned by returns.number;
create unique index returns_request_key on returns (order_id, request_key) where request_key is not null;
create index returns_line on returns (order_id, position);
create index returns_open on returns (number) where received_at is null and rejected_at is null and canceled_at is null;
-- The desk's list: newest first.
create index returns_requested on returns (requested_at, number);
create index returns_undecided on returns (number) where received_at is not null and decided < quantity;

-- The outcome of each unit (record 0062). The return counts the outcomes, and refuses more outcomes than units. Goods for sale
-- again move in the same transaction.
create table return_outcomes (
  id bigint generated always as identity primary key,
  return_id uuid not null references returns (id),
  -- `restock`: for sale again at its place. `scrap`: written off. `toSupplier`: sent to the supplier. `reject`: returned to the
  -- buyer, without a refund.
  fate text not null check (fate in ('restock', 'scrap', 'toSupplier', 'reject')),
  quantity integer not null check (quantity > 0),
  -- Place at which the unit is restocked. If the shop keeps it otherwise, the place that it had left from. Null if the shop keeps no goods.
  store_code text references stores (store_code),
  reason text check (reason <> '' and length(reason) <= 300),
  actor jsonb not null,                          -- who decided it: {kind, id} as in domain/src/actors
  decided_at timestamptz not null default clock_timestamp(),
  constraint return_outcomes_place check (store_code is not null and fate <> 'reject' or store_code is null and fate <> 'restock'),
  constraint return_outcomes_why check (fate <> 'reject' or reason is not null)
);
create index return_outcomes_return on return_outcomes (return_id);

create trigger return_outcomes_append_only before update or delete on return_outcomes
  for each row execute function refuse_change();

-- Pictures of the request, in the file store at this path. `n` counts from 1.
create table return_pictures (
  return_id uuid not null references returns (id) on delete cascade,
  n smallint not null check (n between 1 and 9),
  path text not null unique,
  primary key (return_id, n)
);
