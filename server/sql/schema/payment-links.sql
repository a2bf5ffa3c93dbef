-- Payment links (ADV-08, DEC-146, DEC-213, record 0025): a closed copy of an advisor's cart, of which whoever has the link gets a copy.

-- What opening a link gives a browser, as a hash: it opens that browser's copy and nothing else.
create table payment_link_tokens (
  token_hash bytea primary key,
  cart_id uuid not null references carts (id) on delete cascade
);
create index payment_link_tokens_cart on payment_link_tokens (cart_id);
