create or replace trigger orders_notice after update of held_at, number on orders
  for each row when (new.held_at is not null and new.number is not null and (old.held_at is null or old.number is null))
  execute function note_held_order();

create or replace trigger shipments_notice after update of late_since on shipments
  for each row when (new.late_since is not null and old.late_since is null) execute function note_late_shipment();

create or replace trigger runs_notice after update of state on runs
  for each row when (new.state in ('checked', 'done', 'refused', 'failed') and old.state is distinct from new.state)
  execute function note_finished_run();
