-- A run that a person stopped is 'canceled' (OFF-19): rows that are done stay done. Nodes of the previous release only show the word.
alter table runs drop constraint runs_state_check;
alter table runs add constraint runs_state_check
  check (state in ('reading', 'checked', 'applying', 'done', 'refused', 'failed', 'canceled')) not valid;
