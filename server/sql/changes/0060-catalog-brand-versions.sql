-- Counts the changes of an entity's row by calls, files and commands (OFF-21, record 0130). The trigger of each table names the
-- columns that people edit. A change that adds such a column replaces the trigger.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table brands add column version integer not null default 1;
create trigger brands_version before update on brands
  for each row when ((old.title, old.slug, old.state) is distinct from (new.title, new.slug, new.state)) execute function count_version();
