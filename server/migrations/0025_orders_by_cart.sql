-- Deleting a cart asks for its orders, void ones included. On a large shop the operator may have built the index before,
-- while people buy (docs/operations.md, Releases).
create index if not exists orders_cart on orders (cart_id);

-- What was said of a cart whose order came to nothing goes with the cart; the void order stays, for the accounts, without
-- naming anybody.
alter table orders alter column cart_id drop not null;
alter table orders add constraint orders_cart_unless_void check (cart_id is not null or status = 'void');
