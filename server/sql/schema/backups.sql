-- Backup runs (OPS-05 to 07): each backup, restore or drill that was started, and its outcome. A restored database contains the
-- run that made its copy, without an end, and the run that restored it.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'backup-elsewhere', 'restore', 'drill')),
  -- `backup-elsewhere`: to a place that the settings do not name. It does not count as the nightly backup.
  copy text not null,                          -- name of the copy: the moment when it was started
  place text,                                  -- folder, or address of the bucket, that received the copy
  started_at timestamptz not null,
  ended_at timestamptz,
  bytes bigint,                                -- size of the database's stream and of the files
  error text,                                  -- null: the run is not finished, or succeeded
  constraint backup_runs_error_ends check (error is null or ended_at is not null)
);
-- The last successful run of a kind.
create index backup_runs_done on backup_runs (kind, ended_at) where ended_at is not null and error is null;
