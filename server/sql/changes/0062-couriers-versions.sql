-- A node of the release before counts a courier's changes itself: the trigger gives the same number.
create trigger couriers_version before update on couriers
  for each row when ((old.name, old.is_active) is distinct from (new.name, new.is_active)) execute function count_version();
