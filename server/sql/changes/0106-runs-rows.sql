-- The rows of a run on many products (OFF-19), each with its result. They are deleted 30 days after the run was asked for.
create table run_rows (
  run_id uuid not null references runs (id) on delete cascade,
  row_no integer not null,
  key text not null,                           -- the sku
  given jsonb,                                 -- what this row alone is to become; null: the change of the run
  outcome text check (outcome in ('changed', 'equal', 'failed')),   -- null: not tried yet, or to be tried again
  why text,                                    -- why it failed, in Spanish
  primary key (run_id, row_no)
);
create index run_rows_waiting on run_rows (run_id, row_no) where outcome is null;
create index run_rows_failed on run_rows (run_id, row_no) where outcome = 'failed';
