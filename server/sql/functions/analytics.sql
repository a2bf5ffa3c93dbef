-- An order that was bought: a job writes its copy.
create or replace function orders_purchased() returns trigger language plpgsql as $$
begin
  insert into purchase_message_outbox (order_id) values (new.id) on conflict do nothing;
  return null;
end $$;
