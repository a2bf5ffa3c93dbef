-- Makes the slug from the name, or from name and code if another store has the same name.
create or replace function stores_slug() returns trigger language plpgsql as $$
declare
  wanted text := trim('-' from regexp_replace(lower(unaccent(new.name)), '[^a-z0-9]+', '-', 'g'));
begin
  if wanted = '' or exists (select from stores where slug = wanted and store_code <> new.store_code) then
    wanted := trim('-' from wanted || '-' || regexp_replace(lower(unaccent(new.store_code)), '[^a-z0-9]+', '-', 'g'));
  end if;
  new.slug := wanted;
  return new;
end $$;

-- Purges the pages that show stores, or the departments where the shop delivers.
create or replace function stores_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind(case tg_table_name when 'departments' then 'department' else 'store' end);
  return null;
end $$;

-- Gives a new department the next number and the last position. The numbers are the shop's regions (DEC-87).
create or replace function department_numbered() returns trigger language plpgsql as $$
begin
  if new.region_id is null then
    perform pg_advisory_xact_lock(hashtext('departments.region_id'));
    new.region_id := (select coalesce(max(region_id), 484) + 1 from departments);
  end if;
  return new;
end $$;
