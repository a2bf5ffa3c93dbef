create table media (
  key text primary key,                       -- content hash; part of the public, immutable URL /media/{key}/{width}.{format}
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);

-- Files of the store that no row speaks of: written here before they are stored, taken out by the transaction that writes
-- their row, and put back by the one that deletes it. A job removes those that stayed. `is_unwanted`: nobody may claim it any more.
create table unclaimed_files (
  path text primary key,
  since timestamptz not null,
  is_unwanted boolean not null default false
);
create index unclaimed_files_since on unclaimed_files (since);
