-- Goods that go back to their supplier, P-{number} (BUY-09). A note is open until the supplier credits or replaces the goods.
create table supplier_notes (
  number integer generated always as identity primary key,
  store_code text not null references stores (store_code),
  supplier text not null check (length(supplier) between 1 and 120),
  reason text not null check (length(reason) between 1 and 300),
  state text not null default 'open' check (state in ('open', 'credited', 'replaced')),
  reference text check (length(reference) <= 50), -- the supplier's credit note, or the paper of the replacement
  created_at timestamptz not null,
  created_by uuid not null,
  ended_at timestamptz,
  ended_by uuid,
  version integer not null default 1,
  constraint supplier_notes_ended check ((ended_at is not null) = (state <> 'open'))
);

create table supplier_note_lines (
  note integer not null references supplier_notes (number) on delete cascade,
  product_id bigint not null references products (id),
  quantity integer not null check (quantity > 0),
  primary key (note, product_id)
);
