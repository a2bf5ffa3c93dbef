-- Persons who were erased on request (OPS-15), by a keyed hash of their e-mail, and accounts that were closed, by one of their id: a backup that
-- is brought back has them still, and they are erased again. Kept beside the copies, too (server/src/backups/erasure-list.ts).
insert into shop_secrets values ('erasures', gen_random_uuid()::text || gen_random_uuid()::text);

create table erasures (
  hash bytea primary key,
  erased_at timestamptz not null
);
