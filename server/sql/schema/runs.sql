-- Work on many rows that somebody asked for and may look at: an import, by its file. What it reads and does is its own slice's.
create table runs (
  id uuid primary key,
  kind text not null,                          -- 'import products'
  -- `reading`: its file is read and checked; `checked`: it can be applied; `refused`: nothing was done, for a reason that `result` says;
  -- `failed`: it ended by an error of ours. Of both nothing is left half done.
  state text not null check (state in ('reading', 'checked', 'applying', 'done', 'refused', 'failed')),
  total integer not null default 0 check (total >= 0),     -- rows
  done integer not null default 0 check (done >= 0),       -- of them taken over
  failed integer not null default 0 check (failed >= 0),   -- of them refused
  options jsonb not null default '{}',
  result jsonb not null default '{}',
  file_name text not null default '',
  file_hash text,                              -- SHA-256 of its bytes
  actor_kind text not null,
  actor_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  rows_kept text not null default 'all' check (rows_kept in ('all', 'wrong', 'none')) -- of its file: all, those with an error, or none
);
create index runs_created on runs (created_at);
create index runs_with_rows on runs (created_at) where rows_kept <> 'none';
create index runs_file on runs (kind, file_hash, created_at);
