create table flags (
  name text primary key,
  enabled boolean not null,
  updated_at timestamptz not null default now()
);
-- DEC-158: names and default values.
insert into flags (name, enabled) values
  ('coupons', true), ('pointsMax', true), ('pointsBi', true), ('pointsBac', true), ('pointsCash', true),
  ('pointsPromerica', false), ('pointsBam', false), ('thirdPartyPoints', false), ('motorcycleAddToCart', false),
  ('warrantyImmediateRemoval', true);

create function flags_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['flags']);
  return null;
end $$;
create trigger flags_purge after insert or update or delete on flags for each statement execute function flags_purge();
