create or replace trigger stores_slug before insert or update of slug on stores
  for each row when (new.slug is null) execute function stores_slug();
create or replace trigger stores_purge after insert or update or delete on stores for each row execute function stores_purge();

create or replace trigger departments_purge after insert or update or delete on departments for each row execute function stores_purge();
create or replace trigger departments_help_purge after insert or update or delete on departments
  for each row execute function help_purge();
create or replace trigger departments_numbered before insert on departments
  for each row when (new.region_id is null) execute function department_numbered();
