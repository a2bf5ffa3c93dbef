create or replace trigger carts_certificate_leaves after update of certificate_code on carts
  for each row when (old.certificate_code is distinct from new.certificate_code and old.certificate_code is not null)
  execute function give_back_points_of_cart();
create or replace trigger carts_deleted_with_certificate after delete on carts
  for each row when (old.certificate_code is not null) execute function give_back_points_of_cart();
create or replace trigger carts_end_payment_link after update of status on carts
  for each row when (new.link_id is not null and new.status = 'ordered' and old.status <> 'ordered')
  execute function end_payment_link();
