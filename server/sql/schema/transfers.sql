-- Transfers of goods between places (PROD-20), with names such as T-12. Units in transit are at no place: they left the sender's
-- level, and are added to the receiver's level when they are received. People are identified by their IDs in `staff_members`.
create table transfers (
  number integer generated always as identity primary key,
  from_store text not null references stores (store_code),
  to_store text not null references stores (store_code),
  -- `received`: all units that were asked for arrived. `closed`: a person closed it with a reason. `canceled`: nothing was sent.
  state text not null default 'draft' check (state in ('draft', 'sent', 'received', 'closed', 'canceled')),
  note text not null check (length(note) <= 300),
  created_at timestamptz not null,
  created_by uuid not null,
  sent_at timestamptz,                         -- the first units left
  ended_at timestamptz,
  closed_as text check (closed_as in ('back', 'lost')),
  close_reason text check (length(close_reason) <= 300),
  version integer not null default 1,
  constraint transfers_two_places check (from_store <> to_store),
  constraint transfers_ended check ((ended_at is not null) = (state in ('received', 'closed', 'canceled')))
);
create index transfers_open on transfers (number) where state in ('draft', 'sent');

create table transfer_lines (
  transfer integer not null references transfers (number) on delete cascade,
  product_id bigint not null references products (id),
  planned integer not null check (planned >= 0),
  sent integer not null default 0 check (sent >= 0),
  received integer not null default 0 check (received >= 0),
  returned integer not null default 0 check (returned >= 0),
  lost integer not null default 0 check (lost >= 0),
  primary key (transfer, product_id),
  -- Units on their way. No two people ever receive more than was sent.
  in_transit integer not null generated always as (sent - received - returned - lost) stored check (in_transit >= 0)
);
create index transfer_lines_in_transit on transfer_lines (product_id) where in_transit > 0;

-- Units that did not arrive, each with its reason. Returned units are units that came back to the sender.
create table transfer_differences (
  id integer generated always as identity primary key,
  transfer integer not null references transfers (number) on delete cascade,
  product_id bigint not null references products (id),
  units integer not null check (units > 0),
  fate text not null check (fate in ('back', 'lost')),
  reason text not null check (length(reason) between 1 and 300),
  noted_at timestamptz not null,
  noted_by uuid not null
);
create index transfer_differences_transfer on transfer_differences (transfer);
