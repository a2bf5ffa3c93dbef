-- Copies of the shop (OPS-05 to 07): each that was begun, restored or tried, and how it ended. A restored copy has its own beginning as a row
-- without an end, and the row of the restoring.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'backup-elsewhere', 'restore', 'drill')),
  -- elsewhere: not where the settings say; it stands for no nightly one
  copy text not null,                          -- name of the copy, which is its moment
  place text,                                  -- folder or address of the bucket that a copy was put into
  started_at timestamptz not null,
  ended_at timestamptz,
  bytes bigint,                                -- of the database's stream and the files
  error text,                                  -- null while it runs, and where it went well
  constraint backup_runs_error_ends check (error is null or ended_at is not null)
);
-- The last of a kind that went well.
create index backup_runs_done on backup_runs (kind, ended_at) where ended_at is not null and error is null;
