-- Takes the place of orders_uncounted, where canceled orders stayed for ever and were read again each hour.
create index if not exists orders_sales_uncounted on orders (placed_at)
  where not is_counted and number is not null and status <> 'canceled';
