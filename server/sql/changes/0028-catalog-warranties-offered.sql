-- A warranty that is no longer offered stays, because carts and orders refer to it.
alter table warranties add column is_offered boolean not null default true;
