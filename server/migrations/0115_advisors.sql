-- Advisors: sales staff who act for a customer in the store's own page (ADV). `hash` opens their session and is made by
-- `ceiba advisor add`; carts they helped with keep it, so a row is ended and never deleted.
create table advisors (
  hash text primary key check (length(hash) between 1 and 64),
  store_code text not null references stores (store_code),
  first_name text not null,
  added_at timestamptz not null,
  ended_at timestamptz
);
alter table carts add column advisor_hash text references advisors (hash);

-- Says who helps with a cart (ADV-04); null = done. Nothing in it changes: its 30 days (DEC-72) do not begin anew.
create function attach_advisor(cart uuid, of_hash text, of_store text, out refusal text, out first_name text)
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
