-- Adds the job that writes the purchase message of a bought order.
create or replace function orders_purchased() returns trigger language plpgsql as $$
begin
  insert into purchase_message_outbox (order_id) values (new.id) on conflict do nothing;
  return null;
end $$;
