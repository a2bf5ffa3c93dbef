-- The gift cards of paid orders: a code for each unit, written with the mail that brings it to its recipient (GIFT-04).
create table gift_cards (
  code text primary key,
  order_id uuid not null,
  position integer not null,
  unit integer not null check (unit > 0),
  amount bigint not null check (amount > 0),     -- centavos
  issued_at timestamptz not null,
  unique (order_id, position, unit),
  foreign key (order_id, position) references order_lines (order_id, position)
);

-- Null until its cards have been sent.
alter table order_lines add column gift_cards_sent_at timestamptz;
create index order_lines_gift_cards_waiting on order_lines ((gift_card ->> 'giftcardDeliveryDate'))
  where gift_card is not null and gift_cards_sent_at is null;
