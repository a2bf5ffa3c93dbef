-- Erasures: a keyed hash of the e-mail of each person who was erased on request (OPS-15), and of the ID of each closed account. A
-- restored backup still contains these people, so the shop erases them again. The list is also stored with the backups
-- (server/src/accounts/erase-person.ts).
insert into shop_secrets values ('erasures', gen_random_uuid()::text || gen_random_uuid()::text);

create table erasures (
  hash bytea primary key,
  erased_at timestamptz not null
);
