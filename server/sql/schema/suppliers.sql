-- Companies that the shop buys from (BUY-01). A supplier is never deleted: it retires.
create table suppliers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  nit text,
  contact text,
  email text,
  phone text,
  lead_days integer not null default 7 check (lead_days between 0 and 365),   -- days between an order and its goods
  terms text,
  notes text,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index suppliers_twins on suppliers (search_fold(name));

-- The numbers that suppliers have for the shop's products.
create table supplier_codes (
  id integer generated always as identity primary key,
  supplier_id integer not null references suppliers (id),
  sku text not null constraint supplier_codes_sku references products (sku) on update cascade on delete cascade,
  code text not null check (length(code) between 1 and 60),
  version integer not null default 1,
  constraint supplier_codes_product unique (supplier_id, sku)
);
create index supplier_codes_sku on supplier_codes (sku);
create index supplier_codes_code on supplier_codes (code);
