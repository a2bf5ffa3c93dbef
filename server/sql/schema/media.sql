create table media (
  key text primary key,                       -- content hash; part of the public, immutable URL /media/{key}/{width}.{format}
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);

-- Paths of the file store that no row uses. A path is written here before its file is stored. The transaction that writes the
-- file's row deletes the path here. The transaction that deletes that row inserts the path again. A job removes the files whose
-- paths stay here. `is_unwanted`: nobody may claim the file any longer.
create table unclaimed_files (
  path text primary key,
  since timestamptz not null,
  is_unwanted boolean not null default false
);
create index unclaimed_files_since on unclaimed_files (since);
