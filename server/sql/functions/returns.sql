-- The file of a picture whose row is deleted belongs to nobody.
create or replace function give_up_return_picture() returns trigger language plpgsql as $$
begin
  insert into unclaimed_files (path, since, is_unwanted) values (old.path, now(), true) on conflict (path) do nothing;
  return null;
end $$;
