-- Stores are edited at the desk (PROD-28): phone, days with other hours, and when a store retired. No store is deleted (PROD-23).
-- [{"date": "2026-12-24", "opens": "09:00", "closes": "14:00", "reason": "Nochebuena"}]; `opens` and `closes` null = closed all day.
create function are_store_exceptions(days jsonb) returns boolean language sql immutable as $$
  select case when jsonb_typeof(days) = 'array' then not exists (
    select from jsonb_array_elements(days) entry
    where (entry ->> 'date' ~ '^\d{4}-\d{2}-\d{2}$' and jsonb_typeof(entry -> 'reason') = 'string'
      and (entry ->> 'opens' is null and entry ->> 'closes' is null
        or entry ->> 'opens' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
          and entry ->> 'closes' ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'
          and (entry ->> 'opens') collate "C" < (entry ->> 'closes') collate "C")) is not true)
  else false end
$$;

alter table stores add column phone text;
alter table stores add column exceptions jsonb not null default '[]';
alter table stores add column retired_at timestamptz;
alter table stores add column version integer not null default 1;
alter table stores add constraint stores_exceptions check (are_store_exceptions(exceptions)) not valid;
alter table stores add constraint stores_retired check (retired_at is null or not is_pickup) not valid;
create trigger stores_version before update on stores
  for each row when ((old.name, old.street, old.city, old.region_id, old.zone, old.latitude, old.longitude, old.type, old.phone, old.hours,
      old.exceptions, old.is_pickup, old.position, old.retired_at)
    is distinct from (new.name, new.street, new.city, new.region_id, new.zone, new.latitude, new.longitude, new.type, new.phone, new.hours,
      new.exceptions, new.is_pickup, new.position, new.retired_at))
  execute function count_version();
