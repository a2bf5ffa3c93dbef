-- Pages and responses depend on the flags, and every process caches the flags. '*' makes every process read them again.
create or replace function flags_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('flag');
  return null;
end $$;
