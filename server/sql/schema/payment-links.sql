-- Payment links (ADV-08, DEC-146, record 0037): a copy of an advisor's cart that whoever has the link may pay.

-- What opening a link gives a browser, as a hash: it opens the link's cart and nothing else.
create table payment_link_tokens (
  token_hash bytea primary key,
  cart_id uuid not null references carts (id) on delete cascade,
  opened_at timestamptz not null,
  has_ordered boolean not null default false   -- the cart's order that stands, or was tried last, came with it
);
create index payment_link_tokens_cart on payment_link_tokens (cart_id, opened_at);
