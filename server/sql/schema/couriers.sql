-- Who brings parcels (WORK-27).
create table couriers (
  code text primary key check (code ~ '^[a-z0-9-]{1,40}$'),
  name text not null unique check (length(name) between 1 and 60),
  is_active boolean not null default true,
  version integer not null default 1
);

-- What a courier takes from a store at once: parcels are scanned onto it until it is closed, which sends them off.
create table manifests (
  id bigint generated always as identity primary key,
  courier text not null references couriers (code),
  store_code text not null references stores (store_code),
  opened_at timestamptz not null,
  opened_by jsonb not null,                    -- {kind, id} as in domain/src/actors
  closed_at timestamptz,
  closed_by jsonb,
  version integer not null default 1,          -- counts what was put on it and taken off
  constraint manifests_closed check ((closed_at is null) = (closed_by is null))
);
-- One open manifest of a courier at a store.
create unique index manifests_open on manifests (courier, store_code) where closed_at is null;

create table manifest_parcels (
  manifest_id bigint not null references manifests (id),
  order_id uuid not null,
  n integer not null,                          -- the shipment (order_id, n)
  scan_id uuid not null unique,                -- the key its device gave the scan: sent again it is the same (OFF-24)
  scanned_at timestamptz not null,
  scanned_by jsonb not null,
  is_open boolean not null default true,       -- its manifest is: false for ever from its closing on
  -- What left with it and when, written when it was closed.
  parcels integer,
  cash bigint,
  left_at timestamptz,
  primary key (manifest_id, order_id, n),
  constraint manifest_parcels_frozen check (num_nulls(parcels, cash, left_at) = case when is_open then 3 else 0 end)
);
-- One parcel stands on one open manifest.
create unique index manifest_parcels_open on manifest_parcels (order_id, n) where is_open;
-- It leaves with one manifest. What a manager has taken back (WORK-01) leaves again, at another moment, and stands on another then: of the two
-- the one that counts is that of `shipments.left_at`.
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
