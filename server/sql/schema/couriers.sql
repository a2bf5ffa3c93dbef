-- Couriers deliver parcels (WORK-27).
create table couriers (
  code text primary key check (code ~ '^[a-z0-9-]{1,40}$'),
  name text not null unique check (length(name) between 1 and 60),
  is_active boolean not null default true,
  version integer not null default 1
);

-- A manifest lists the parcels that a courier takes from a store together. Parcels are scanned onto it until it is closed.
-- Closing the manifest sends its parcels.
create table manifests (
  id bigint generated always as identity primary key,
  courier text not null references couriers (code),
  store_code text not null references stores (store_code),
  opened_at timestamptz not null,
  opened_by jsonb not null,                    -- {kind, id} as in domain/src/actors
  closed_at timestamptz,
  closed_by jsonb,
  version integer not null default 1,          -- counts the parcels that were added and removed
  constraint manifests_closed check ((closed_at is null) = (closed_by is null))
);
-- A courier has at most one open manifest at a store.
create unique index manifests_open on manifests (courier, store_code) where closed_at is null;

create table manifest_parcels (
  manifest_id bigint not null references manifests (id),
  order_id uuid not null,
  n integer not null,                          -- the shipment (order_id, n)
  scan_id uuid not null unique,                -- the key that the device gave the scan: a repeated scan is the same row (OFF-24)
  scanned_at timestamptz not null,
  scanned_by jsonb not null,
  is_open boolean not null default true,       -- true until its manifest is closed, then false for ever
  -- The parcels and cash that left, and when. Written when the manifest is closed.
  parcels integer,
  cash bigint,
  left_at timestamptz,
  primary key (manifest_id, order_id, n),
  constraint manifest_parcels_frozen check (num_nulls(parcels, cash, left_at) = case when is_open then 3 else 0 end)
);
-- A parcel is on at most one open manifest.
create unique index manifest_parcels_open on manifest_parcels (order_id, n) where is_open;
-- A parcel leaves with one manifest. If a manager takes its shipment back (WORK-01), it leaves again later with another manifest.
-- The row that counts is the one with the `left_at` of the shipment (`shipments.left_at`).
create unique index manifest_parcels_left on manifest_parcels (order_id, n, left_at);

create function refuse_changed_manifest() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from manifests where id = new.manifest_id and closed_at is null) then return new; end if;
  elsif old.is_open then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'a closed manifest is never changed' using errcode = 'check_violation', constraint = 'manifest_parcels_kept';
end $$;
create trigger manifest_parcels_kept before insert or update or delete on manifest_parcels
  for each row execute function refuse_changed_manifest();
