-- Pictures of the shop's identity (logo, icon), at most three at a time. They are small and stored in the database. So every node
-- finds a picture where it finds the picture's address (`shop_policy`), and backups contain the pictures.
create table identity_pictures (
  path text primary key,                  -- address of the picture, with a hash of its content in the name
  bytes bytea not null check (length(bytes) <= 1048576),
  created_at timestamptz not null default now()
);
