create table flags (
  name text primary key,
  enabled boolean not null,
  updated_at timestamptz not null default now()
);

-- Names and default values (DEC-158).
insert into flags (name, enabled) values
  ('coupons', true), ('pointsMax', true), ('pointsBi', true), ('pointsBac', true), ('pointsCash', true),
  ('pointsPromerica', false), ('pointsBam', false), ('thirdPartyPoints', false), ('motorcycleAddToCart', false),
  ('warrantyImmediateRemoval', true);
