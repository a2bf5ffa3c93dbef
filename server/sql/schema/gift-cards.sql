-- Gift cards of paid orders: a code for each unit, written with the mail to its recipient (GIFT-04). Only a keyed hash of the
-- code is stored, so a reader of this table cannot spend it.
create table gift_cards (
  id bigint generated always as identity primary key,
  code_key text not null unique,                 -- HMAC-SHA256 of the code with the shop's secret (gift-cards/gift-cards.store.ts)
  last_four text not null,                       -- the end of the code, to refer to the card
  order_id uuid,                                 -- the order that sold the card; null: a refund made it
  position integer,
  unit integer check (unit > 0),
  refund_id uuid,                                -- the refund that the card pays, if no order sold it

  amount bigint not null check (amount > 0),     -- centavos that the card was sold for, or that it refunds
  -- The remaining balance: the sum of the card's movements, updated with each movement (move_gift_card). Never below zero, even
  -- if two orders use the card together.
  balance bigint not null default 0,
  issued_at timestamptz not null,
  expires_on date not null,                      -- the last day on which it pays, in Guatemala (DEC-199)
  voided_at timestamptz,                         -- since when it is worth nothing: its order was canceled, or another card replaced it
  blocked_at timestamptz,                        -- since when an operator has blocked it (`ceiba gift-card void`)
  foreign key (order_id, position) references order_lines (order_id, position),
  constraint gift_cards_from check (num_nonnulls(order_id, refund_id) = 1 and num_nulls(order_id, position, unit) in (0, 3)),
  constraint gift_cards_balance check (balance between 0 and amount)
);
create unique index gift_cards_one_per_unit on gift_cards (order_id, position, unit) where voided_at is null;
create unique index gift_cards_one_per_refund on gift_cards (refund_id) where voided_at is null;
create index gift_cards_refund on gift_cards (refund_id) where refund_id is not null;
create index gift_cards_order on gift_cards (order_id);

insert into shop_secrets values ('gift-cards', gen_random_uuid()::text || gen_random_uuid()::text);

create type gift_card_movement_kind as enum (
  'issued',
  'taken', 'given',                              -- paid for an order; returned from an order
  'redeemed', 'redeem_reversed',                 -- paid at a till; returned after a till took it by mistake
  'voided');                                     -- the rest, when the card became worth nothing

-- Every centavo that came to a card or left it. Rows are never changed.
create table gift_card_movements (
  id bigint generated always as identity primary key,
  card_id bigint not null references gift_cards (id),
  kind gift_card_movement_kind not null,
  amount bigint not null,                        -- centavos; negative: it leaves the card
  at timestamptz not null default clock_timestamp(),
  order_id uuid,                                 -- the order that it pays; no foreign key, as in money_movements
  till text references stores (store_code),      -- the store of the till that redeemed it, if known
  receipt text check (receipt <> '' and length(receipt) <= 60),
  receipt_key text generated always as (receipt_key(receipt)) stored,
  nth integer check (nth > 0),                   -- how often the receipt has redeemed; each reversal allows one more
  actor jsonb not null check (actor ->> 'kind' in ('customer', 'staff', 'token', 'command', 'job')),
  reason text check (length(reason) <= 300),
  constraint gift_card_movements_sign check (case when kind in ('issued', 'given', 'redeem_reversed') then amount > 0 else amount < 0 end),
  constraint gift_card_movements_order check ((order_id is not null) = (kind in ('taken', 'given'))),
  constraint gift_card_movements_receipt check ((receipt is not null) = (kind in ('redeemed', 'redeem_reversed'))),
  constraint gift_card_movements_nth check ((nth is not null) = (receipt is not null))
);
create index gift_card_movements_card on gift_card_movements (card_id);
create index gift_card_movements_order on gift_card_movements (order_id) where order_id is not null;
create index gift_card_movements_at on gift_card_movements (at);
-- A till that enters the same receipt twice redeems once, and reverses once.
create unique index gift_card_movements_receipt_once on gift_card_movements (card_id, till, receipt_key, kind, nth) nulls not distinct
  where receipt is not null;
create trigger gift_card_movements_append_only before update or delete on gift_card_movements
  for each row execute function refuse_change();
create trigger gift_card_movements_kept before truncate on gift_card_movements execute function refuse_change();

-- Requests with codes that pay nothing, counted by client and network like orders (client_key_of). They are limited, so that
-- nobody finds codes by trying.
create table gift_card_guesses (
  client_key text not null,
  network_key text,                              -- null: the client is its own network
  failed_at timestamptz not null default clock_timestamp()
);
create index gift_card_guesses_client on gift_card_guesses (client_key, failed_at);
create index gift_card_guesses_network on gift_card_guesses (network_key, failed_at) where network_key is not null;
create index gift_card_guesses_age on gift_card_guesses (failed_at);
