-- When a job first saw that nothing shows a picture (PROD-06). Null: something shows it. Infinity: only lines of orders do, so it stays.
alter table media add column unused_since timestamptz;

-- Pictures whose row is gone, and whose files are still to be removed.
create table removed_pictures (
  key text primary key,
  since timestamptz not null
);
