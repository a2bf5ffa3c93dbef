-- Purges the help pages, whose tables show the cards' plans and the departments.
create or replace function help_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['help']);
  return null;
end $$;
