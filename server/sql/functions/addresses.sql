-- Locks and returns a customer's addresses, so that changes of one customer's addresses run one after the other (ADR-12, DEC-93).
-- The query is a separate statement, so that it sees what another transaction committed during the wait. Null if the account no
-- longer exists.
create or replace function take_addresses(customer uuid) returns jsonb language plpgsql as $$
begin
  perform from customers where id = customer for update;
  if not found then return null; end if;
  return coalesce(
    (select jsonb_agg(jsonb_build_object('id', id, 'isDefault', is_default, 'createdAt', created_at))
     from addresses where customer_id = customer), '[]');
end $$;
