-- A customer's phone must be a number that a Guatemalan line can have, as `checkPhone` of domain/src/customers/phone.ts checks it
-- (DEC-234). Other numbers cannot be called. They are cleared, and the profile asks for a new one.
update customers set phone = null where phone !~ '^[2-7]\d{7}$';
alter table customers drop constraint customers_phone_check;
alter table customers add constraint customers_phone_check check (phone ~ '^[2-7]\d{7}$') not valid;
