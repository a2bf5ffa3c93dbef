-- Every store one can collect from has a page of its own, /tiendas/{slug}. An address stays when the store gets another name.
alter table stores add column slug text unique;
-- What one can have done there besides collecting an order: "Instalación de llantas".
alter table stores add column services text[] not null default '{}';

-- Of the name where nobody else's is the same, else of name and code.
create function stores_slug() returns trigger language plpgsql as $$
declare
  wanted text := trim('-' from regexp_replace(lower(unaccent(new.name)), '[^a-z0-9]+', '-', 'g'));
begin
  if wanted = '' or exists (select from stores where slug = wanted and store_code <> new.store_code) then
    wanted := trim('-' from wanted || '-' || regexp_replace(lower(unaccent(new.store_code)), '[^a-z0-9]+', '-', 'g'));
  end if;
  new.slug := wanted;
  return new;
end $$;
create trigger stores_slug before insert or update of slug on stores
  for each row when (new.slug is null) execute function stores_slug();
update stores set slug = null;
alter table stores alter column slug set not null;
alter table stores add constraint stores_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$');

-- Pages show what stands here.
create function stores_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['stores']);
  return null;
end $$;
create trigger stores_purge after insert or update or delete on stores for each statement execute function stores_purge();
create trigger departments_purge after insert or update or delete on departments for each statement execute function stores_purge();
