-- Wish lists of customers (WISH-01): one for each customer (DEC-157), with products and quantities.
create table wishlists (
  id uuid primary key,
  customer_id uuid not null unique references customers (id) on delete cascade,
  created_at timestamptz not null,
  -- The token in the link to a shared list. The link shows the products of the list, and nothing about its owner. The token is
  -- stored in clear text, so that the owner can get the same link again.
  share_token text unique check (length(share_token) = 43)
);

create table wishlist_items (
  id uuid primary key,
  wishlist_id uuid not null references wishlists (id) on delete cascade,
  product_id bigint not null references products (id),
  quantity integer not null check (quantity > 0),
  added_at timestamptz not null,
  unique (wishlist_id, product_id)
);
create index wishlist_items_product on wishlist_items (product_id);
