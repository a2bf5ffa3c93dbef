-- What an operator changed of the shop's policy: fields that differ from the defaults of domain/policies, amounts in
-- centavos. One row; the fields' ranges are checked by the domain, on writing and on reading.
create table shop_policy (
  is_only boolean primary key default true check (is_only),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null default now()
);

insert into shop_policy default values;
