-- Changes of the shop's policy by operators: fields that differ from the defaults of domain/policies, with amounts in centavos.
-- There is one row. The domain checks the ranges of the fields on each write and each read.
create table shop_policy (
  is_only boolean primary key default true check (is_only),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null default now()
);

insert into shop_policy default values;
