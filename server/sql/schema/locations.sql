-- A region's ID is 485 + (ISO 3166-2:GT number - 1) (DEC-87).
create table departments (
  region_id integer primary key,
  title text not null,
  position integer not null
);

create table municipios (
  ine_code text primary key,
  region_id integer not null references departments (region_id),
  name text not null,
  zones text[] not null default '{}',
  position integer not null
);
create index municipios_region on municipios (region_id, position);

-- Opening hours, as the pickup promise reads them (DEC-197): [{"days": ["mon", …, "holiday"], "opens": "HH:MM", "closes":
-- "HH:MM"}].
create function are_store_hours(hours jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(hours) = 'array' then not exists (
    select from jsonb_array_elements(hours) entry
    where (jsonb_typeof(entry -> 'days') = 'array'
      and entry -> 'days' <@ '["sun", "mon", "tue", "wed", "thu", "fri", "sat", "holiday"]'
      and entry ->> 'opens' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
      and entry ->> 'closes' ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'
      and (entry ->> 'opens') collate "C" < (entry ->> 'closes') collate "C") is not true)
  else false end
$$;

-- Places with stock: the stores, where shoppers can pick up orders, and the central warehouse ('BODEGA', not a store).
create table stores (
  store_code text primary key,
  name text not null,
  street text not null,
  city text not null,
  region_id integer not null,
  zone text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  type text not null check (type in ('tienda', 'bodega')),   -- shop id 1 and 2 (DEC-98)
  -- Opening hours. Empty: unknown, so the shop's pickup hours apply.
  hours jsonb not null default '[]' constraint stores_hours check (are_store_hours(hours)),
  is_pickup boolean not null default true,
  is_warehouse boolean not null default false,               -- the one central warehouse; deliveries take stock from it first (DEC-81)
  position integer not null default 0,
  -- Every store with pickup has its own page, /tiendas/{slug}. The address stays when the store is renamed.
  slug text not null unique constraint stores_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  services text[] not null default '{}'                      -- additional services of the store: "Instalación de llantas"
);
create unique index stores_one_warehouse on stores (is_warehouse) where is_warehouse;
