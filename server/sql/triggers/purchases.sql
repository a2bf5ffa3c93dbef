-- A shipment leaves when it is sent, or at the handover if its buyer collects it.
create or replace trigger shipments_cost after update of state, left_at on shipments
  for each row when ((old.left_at is null and new.left_at is not null) or (new.state = 'delivered' and old.state <> 'delivered'))
  execute function store_cost_of_dispatch();
