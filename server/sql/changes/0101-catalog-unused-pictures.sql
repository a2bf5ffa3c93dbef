-- Time at which a job first found that nothing shows a picture (PROD-06). Null if something shows it. Infinity if only order
-- lines show it: such a picture stays.
alter table media add column unused_since timestamptz;

-- Pictures whose row is gone, and whose files are still to be removed.
create table removed_pictures (
  key text primary key,
  since timestamptz not null
);
