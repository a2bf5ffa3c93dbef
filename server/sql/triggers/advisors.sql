-- Increases the version when a person edits the advisor or ends it (OFF-21).
create or replace trigger advisors_version before update on advisors
  for each row when ((old.first_name, old.store_code, old.staff_email, old.ended_at)
    is distinct from (new.first_name, new.store_code, new.staff_email, new.ended_at))
  execute function count_version();
