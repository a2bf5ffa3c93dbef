-- Purges the help pages. Their tables show the cards' plans and the departments.
create or replace function help_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('help table');
  return null;
end $$;
