-- Reads the table without blocking writes (0075-customers-contract-phones.sql).
alter table customers validate constraint customers_phone_check;
