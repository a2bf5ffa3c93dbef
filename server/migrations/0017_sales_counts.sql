-- Orders whose units are not in products.sold_count yet. Counted by a job in portions, so that placing an order neither
-- waits for a popular product's row nor drops its pages.
alter table orders add column is_counted boolean not null default false;
create index orders_uncounted on orders (placed_at) where not is_counted and number is not null;
