-- A guest waits with an e-mail alone, without an account or a name: the row has the address in a customer's place, and is told and
-- deleted as any other. Of one address and product there is one; whether its reader stopped such mails says restock_stops.
alter table restock_notices drop constraint restock_notices_pkey;
alter table restock_notices
  add column id bigint generated always as identity primary key,
  add column email text,
  alter column customer_id drop not null,
  add constraint restock_notices_one_reader check (num_nonnulls(customer_id, email) = 1),
  add constraint restock_notices_of_customer unique (product_id, customer_id),
  add constraint restock_notices_of_email unique (product_id, email);
create index restock_notices_email on restock_notices (email) where email is not null;

-- Who confirmed an address owns what waits for it, and it goes with the account as the account's own notices do.
create function delete_restock_by_email() returns trigger language plpgsql as $$
begin
  delete from restock_notices where email = old.email;
  return null;
end $$;
create trigger customers_delete_restock_by_email after delete on customers for each row
  when (old.email_confirmed_at is not null) execute function delete_restock_by_email();
