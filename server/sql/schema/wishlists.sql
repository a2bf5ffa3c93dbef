-- Wish lists of customers (WISH-01): one each (DEC-157), with how much of which product.
create table wishlists (
  id uuid primary key,
  customer_id uuid not null unique references customers (id) on delete cascade,
  created_at timestamptz not null,
  -- What a link to a list names it by, while it is shared. It opens what the list holds, and nothing about whose it is; kept as it
  -- is, so that its owner finds the same link again.
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
