-- The promotion of a card is read from its row whenever a cart is priced (DEC-79): what a cart remembered of it goes.
update carts set payment_method = payment_method - 'hasBankDiscount' where payment_method ? 'hasBankDiscount';
comment on column carts.payment_method is '{method, bin}';

-- What the contract lets an order ask for; one payment is no plan.
alter table card_bins add check (2 <= all (plans) and 120 >= all (plans));
