-- A node of the previous release counts a courier's changes itself. The trigger gives the same number.
create trigger couriers_version before update on couriers
  for each row when ((old.name, old.is_active) is distinct from (new.name, new.is_active)) execute function count_version();
