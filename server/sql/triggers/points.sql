create or replace trigger points_unsettled_since before update of status on points_certificates
  for each row when (new.status <> old.status) execute function points_unsettled_since();

create or replace trigger points_money after update of status on points_certificates
  for each row when (new.status <> old.status and new.status in ('captured', 'given_back') and new.order_id is not null)
  execute function move_money_of_points();
