-- Payment links (ADV-08, DEC-146, DEC-213, record 0025): a link is a closed copy of an advisor's cart. A person who opens the
-- link gets a copy of that copy.

-- Hashes of the tokens that browsers get when they open a link. A token opens the copy of its browser and nothing else.
create table payment_link_tokens (
  token_hash bytea primary key,
  cart_id uuid not null references carts (id) on delete cascade
);
create index payment_link_tokens_cart on payment_link_tokens (cart_id);
