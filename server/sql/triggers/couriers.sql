-- A change of a courier counts, whoever makes it: a call, a file or a command.
create or replace trigger couriers_version before update on couriers
  for each row when ((old.name, old.is_active) is distinct from (new.name, new.is_active)) execute function count_version();
