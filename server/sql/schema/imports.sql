-- Rows of a file between reading and applying. Rows with an error are stored for a week, the others for an hour after their run
-- has ended (`runs.rows_kept`). Backups do not contain this table's rows.
create table import_rows (
  run_id uuid not null references runs (id) on delete cascade,
  row_no integer not null,                     -- counted as in a spreadsheet: the headings are row 1
  key text[] not null,
  cells jsonb not null,                        -- the cells of the file, by heading
  given jsonb not null,                        -- the new values, by heading; null clears a value
  before jsonb,                                -- the values when the file was read; null: nothing has this key
  outcome text not null check (outcome in ('new', 'changed', 'equal', 'wrong', 'conflict')),
  errors jsonb not null default '[]',          -- [{column, value, code, text}]
  primary key (run_id, row_no)
);
create index import_rows_key on import_rows (run_id, key);
create index import_rows_errors on import_rows (run_id, row_no) where outcome in ('wrong', 'conflict');
