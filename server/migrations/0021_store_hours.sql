-- What the pickup promise reads (DEC-197): [{"days": ["mon", …, "holiday"], "opens": "HH:MM", "closes": "HH:MM"}].
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
alter table stores add constraint stores_hours check (are_store_hours(hours));
comment on column stores.hours is 'Opening hours; empty = not known, then the pickup hours of the shop hold';
