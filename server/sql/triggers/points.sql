create or replace trigger points_unsettled_since before update of status on points_certificates
  for each row when (new.status <> old.status) execute function points_unsettled_since();
