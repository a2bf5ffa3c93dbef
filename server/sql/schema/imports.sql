-- The rows of a file between reading and applying. Those with an error are kept for a week, the others for an hour after their run has
-- ended (`runs.rows_kept`). Copies of the database are without them.
create table import_rows (
  run_id uuid not null references runs (id) on delete cascade,
  row_no integer not null,                     -- as a spreadsheet counts: the headings are row 1
  key text[] not null,
  cells jsonb not null,                        -- as the file has them, by heading
  given jsonb not null,                        -- what is to be, by heading; null clears
  before jsonb,                                -- what was, when it was read; null: nothing has this key
  outcome text not null check (outcome in ('new', 'changed', 'equal', 'wrong', 'conflict')),
  errors jsonb not null default '[]',          -- [{column, value, code, text}]
  primary key (run_id, row_no)
);
create index import_rows_key on import_rows (run_id, key);
create index import_rows_errors on import_rows (run_id, row_no) where outcome in ('wrong', 'conflict');
