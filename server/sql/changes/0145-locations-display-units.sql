-- Display pieces of a store: so many units of each product are never handed to pickups there (LIVE-03, record 0168).
alter table stores add column display_units integer not null default 0;
alter table stores add constraint stores_display_units check (display_units between 0 and 99) not valid;
create or replace trigger stores_version before update on stores
  for each row when ((old.name, old.street, old.city, old.region_id, old.zone, old.latitude, old.longitude, old.type, old.phone, old.hours,
      old.exceptions, old.is_pickup, old.position, old.retired_at, old.display_units)
    is distinct from (new.name, new.street, new.city, new.region_id, new.zone, new.latitude, new.longitude, new.type, new.phone, new.hours,
      new.exceptions, new.is_pickup, new.position, new.retired_at, new.display_units))
  execute function count_version();
