-- The gift cards of paid orders: a code for each unit, written with the mail that brings it to its recipient (GIFT-04). Of a
-- code only what recognises it is kept: who reads this table cannot spend it.
create table gift_cards (
  code_hash text primary key,                    -- SHA-256 of the code as it was mailed, in hexadecimal
  last_four text not null,                       -- its end, to speak of it
  order_id uuid not null,
  position integer not null,
  unit integer not null check (unit > 0),
  amount bigint not null check (amount > 0),     -- centavos
  issued_at timestamptz not null,
  voided_at timestamptz,                         -- since when it is worth nothing: its order was canceled, or another took its place
  foreign key (order_id, position) references order_lines (order_id, position)
);
create unique index gift_cards_one_per_unit on gift_cards (order_id, position, unit) where voided_at is null;
create index gift_cards_order on gift_cards (order_id);
