-- Saved addresses of customers (ADR-01, DEC-93): at most twenty for each customer. One of them is the default for deliveries.
create table addresses (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  alias text not null,
  street text[] not null,
  city text not null,
  region_id int not null references departments (region_id),
  zone text not null,
  latitude double precision,
  longitude double precision,
  is_default boolean not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  nit text not null,
  trusted_person jsonb,                        -- {firstName, lastName, dpi}
  created_at timestamptz not null
);
create unique index addresses_default on addresses (customer_id) where is_default;
create index addresses_customer on addresses (customer_id, created_at);
