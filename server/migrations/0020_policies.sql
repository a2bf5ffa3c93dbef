-- What an operator changed of the shop's policy: fields that differ from the defaults of domain/policies, amounts in
-- centavos. One row; the fields' ranges are checked by the domain, on writing and on reading.
create table shop_policy (
  is_only boolean primary key default true check (is_only),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null default now()
);
insert into shop_policy default values;

-- Every page shows something of it, and every process keeps it in memory: '*' makes them read it again.
create function shop_policy_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['*']);
  return null;
end $$;
create trigger shop_policy_purge after insert or update or delete on shop_policy
  for each statement execute function shop_policy_purge();
