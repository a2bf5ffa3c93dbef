-- Wish lists of customers (WISH-01): one each (DEC-157), with how much of which product.
create table wishlists (
  id uuid primary key,
  customer_id uuid not null unique references customers (id) on delete cascade,
  created_at timestamptz not null
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

-- The customer's list, made where there is none yet (DEC-157): two who ask at once find one.
create function open_wishlist(customer uuid, new_list uuid, moment timestamptz) returns uuid language plpgsql as $$
declare found_list uuid;
begin
  select id into found_list from wishlists where customer_id = customer;
  if found_list is null then
    insert into wishlists (id, customer_id, created_at) values (new_list, customer, moment) on conflict (customer_id) do nothing;
    select id into found_list from wishlists where customer_id = customer;
  end if;
  return found_list;
end $$;

-- What is in a list, which stays so until the transaction ends; null: it is none of the customer's. Functions because of the
-- lock, as with carts: what follows it sees what another left while this one waited.
create function take_wishlist(list uuid, customer uuid) returns jsonb language plpgsql as $$
begin
  perform from wishlists where id = list and customer_id = customer for update;
  if not found then return null; end if;
  return coalesce(
    (select jsonb_agg(jsonb_build_object('id', i.id, 'sku', p.sku, 'quantity', i.quantity) order by i.added_at, i.id)
     from wishlist_items i join products p on p.id = i.product_id where i.wishlist_id = list), '[]');
end $$;

-- Moves items to a cart (WISH-07, DEC-157). Those the cart does not take stay; where it takes none, `refusal` says so.
-- `lines` are the ids that new lines of the cart get. `items` is what is in the list then.
create function move_wishlist_items(
  list uuid, customer uuid, cart uuid, wanted uuid[], lines uuid[], line_limit integer, quantity_limit integer,
  moment timestamptz, out refusal text, out items jsonb)
language plpgsql as $$
declare
  owner uuid;
  item record;
  moved uuid[] := '{}';
  not_added text;
begin
  if take_wishlist(list, customer) is null then refusal := 'WISHLIST_NOT_FOUND'; return; end if;
  refusal := lock_cart(cart);
  if refusal is not null then return; end if;
  select c.customer_id into owner from carts c where c.id = cart;
  if owner is not null and owner <> customer then refusal := 'FORBIDDEN'; return; end if;

  for item in
    select i.id, i.quantity, p.sku, lines[array_position(wanted, i.id)] as line
    from wishlist_items i join products p on p.id = i.product_id
    where i.wishlist_id = list and i.id = any (wanted) order by i.added_at, i.id
  loop
    select a.refusal into not_added from add_cart_line(cart, item.line, item.sku, item.quantity, null, null, null, null,
      line_limit, quantity_limit, moment) a;
    if not_added is null then moved := moved || item.id; end if;
  end loop;
  if moved = '{}' then refusal := 'WISHLIST_NOT_MOVED'; return; end if;
  delete from wishlist_items where id = any (moved);
  items := take_wishlist(list, customer);
end $$;
