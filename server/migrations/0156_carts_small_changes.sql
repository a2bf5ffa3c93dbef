-- A change of a cart must not write its indexes again: none may hold what each change sets. The open carts of one customer
-- are few, and sorted by their last change where that is asked.
create index if not exists carts_open_customer on carts (customer_id) where status = 'open' and customer_id is not null;
drop index if exists carts_customer_open;
