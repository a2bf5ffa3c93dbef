-- How the part of an order that one seller sends goes on (DEC-138). That it was received and paid the order tells; events of
-- orders are deleted after a time, these stay with the order.
create table shipment_stages (
  order_id uuid not null references orders (id),
  seller_id integer not null references sellers (id),
  stage text not null check (stage in ('preparing', 'onTheWay', 'delivered')),
  reached_at timestamptz not null,
  primary key (order_id, seller_id, stage)
);

-- What was sent off before: when, is known of the last step only.
insert into shipment_stages (order_id, seller_id, stage, reached_at)
  select distinct o.id, l.seller_id, case o.status when 'shipped' then 'onTheWay' else 'delivered' end, o.updated_at
  from orders o join order_lines l on l.order_id = o.id where o.status in ('shipped', 'delivered');

-- Links in mails that show an order to whoever has them, and do nothing else. Kept as a hash: from a copy of this table no
-- order can be opened.
create table order_links (
  token_hash bytea primary key,
  order_id uuid not null references orders (id),
  created_at timestamptz not null
);
create index order_links_order on order_links (order_id);

-- A customer's orders, newest first, page by page: by number, which is given when an order is placed.
create index if not exists orders_customer_number on orders (customer_id, number) where customer_id is not null;
drop index orders_customer;
