-- Stores the advisor who helps with a cart (ADV-04). Returns null if the advisor was stored. The cart itself does not change, so
-- its 30 days (DEC-72) do not start again.
create or replace function attach_advisor(cart uuid, of_hash text, of_store text, out refusal text, out first_name text)
language plpgsql as $$
declare advisor advisors;
begin
  select * into advisor from advisors a where a.hash = of_hash and a.store_code = of_store;
  refusal := case
    when advisor.hash is null then 'ADVISOR_NOT_FOUND'
    when advisor.ended_at is not null then 'ADVISOR_ENDED'
    else lock_cart(cart)
  end;
  if refusal is null then
    update carts set advisor_hash = of_hash where id = cart;
    first_name := advisor.first_name;
  end if;
end $$;
