-- What a till gave for the payment of an order that is paid at the store: its receipt, and who took the money. One receipt pays
-- one order, and an order has one.
create table till_receipts (
  order_id uuid primary key references orders (id),
  receipt text not null unique check (receipt <> '' and length(receipt) <= 60),
  clerk text check (clerk <> '' and length(clerk) <= 100),
  kept_at timestamptz not null
);
