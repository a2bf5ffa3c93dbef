-- Reads the table without blocking writes (0104-runs-contract-states.sql).
alter table runs validate constraint runs_state_check;
