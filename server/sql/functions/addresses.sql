-- A customer's addresses, in their turn: changes of one customer's follow each other, and each decides by what the one before
-- left (ADR-12, DEC-93): the look is a statement of its own, so it sees what another left while this one waited. Null: the
-- account is gone.
create or replace function take_addresses(customer uuid) returns jsonb language plpgsql as $$
begin
  perform from customers where id = customer for update;
  if not found then return null; end if;
  return coalesce(
    (select jsonb_agg(jsonb_build_object('id', id, 'isDefault', is_default, 'createdAt', created_at))
     from addresses where customer_id = customer), '[]');
end $$;
