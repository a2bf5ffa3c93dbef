-- Pictures of the shop's identity (logo, icon), at most three at a time. Small, so that every node finds them where it finds their address
-- (`shop_policy`), and a copy of the database holds them.
create table identity_pictures (
  path text primary key,                  -- address of the picture; its content is part of the name
  bytes bytea not null check (length(bytes) <= 1048576),
  created_at timestamptz not null default now()
);
