create or replace trigger stores_general_till after insert on stores
  for each row when (new.is_pickup) execute function give_store_general_till();
create or replace trigger till_movements_open before insert on till_movements
  for each row execute function refuse_closed_till();
create or replace trigger money_movements_till after insert on money_movements
  for each row when (new.kind in ('till_payment', 'till_refund', 'cash_collected', 'cash_uncollected')) execute function move_till();
create or replace trigger refunds_transfer after update of state on refunds
  for each row when (old.state = 'due' and new.state <> 'due') execute function drop_unused_transfer();
create or replace trigger stores_general_till_later after update of is_pickup on stores
  for each row when (new.is_pickup and not old.is_pickup) execute function give_store_general_till();
