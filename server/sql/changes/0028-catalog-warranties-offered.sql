-- A warranty that the shop offers no more stays for the carts and orders that name it.
alter table warranties add column is_offered boolean not null default true;
