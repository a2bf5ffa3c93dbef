-- A run is work on many rows that a person requested and may look at, for example the import of a file. The slice of the work has
-- separate tables for the run's input and results.
create table runs (
  id uuid primary key,
  kind text not null,                          -- 'import products'
  -- `reading`: the file is being read and checked. `checked`: the run can be applied. `refused`: nothing was done, and `result`
  -- gives the reason. `failed`: an error of the shop ended the run. A refused or failed run changes nothing.
  state text not null check (state in ('reading', 'checked', 'applying', 'done', 'refused', 'failed')),
  total integer not null default 0 check (total >= 0),     -- rows
  done integer not null default 0 check (done >= 0),       -- rows that were applied
  failed integer not null default 0 check (failed >= 0),   -- rows that were refused
  options jsonb not null default '{}',
  result jsonb not null default '{}',
  file_name text not null default '',
  file_hash text,                              -- SHA-256 of its bytes
  actor_kind text not null,
  actor_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Stored rows of the file: all rows, the rows with an error, or none
  rows_kept text not null default 'all' check (rows_kept in ('all', 'wrong', 'none'))
);
create index runs_created on runs (created_at);
create index runs_with_rows on runs (created_at) where rows_kept <> 'none';
create index runs_file on runs (kind, file_hash, created_at);
