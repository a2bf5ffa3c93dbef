-- Departments are edited at the desk (PROD-23). A retired department is not offered any longer, but addresses and orders keep it.
alter table departments add column is_active boolean not null default true;
alter table departments add column version integer not null default 1;
create trigger departments_version before update on departments
  for each row when ((old.title, old.position, old.is_active) is distinct from (new.title, new.position, new.is_active))
  execute function count_version();
