-- Returns the hash of an address. The shop uses it to find the unsubscription (a stop) of an address that no account has.
create or replace function restock_stop_hash(of_email text) returns bytea language sql stable as $$
  select sha256(convert_to(value || ':' || of_email, 'UTF8')) from shop_secrets where name = 'restock-stops';
$$;

-- If the account is deleted or gets another address, the stop stays with the former address.
create or replace function keep_restock_stop() returns trigger language plpgsql as $$
begin
  insert into restock_stops values (restock_stop_hash(old.email), old.restock_stopped_at) on conflict do nothing;
  return null;
end $$;

-- Runs after the row is written. If the write waited until an account with the same address was closed, this statement sees the
-- stop of that account.
create or replace function take_restock_stop() returns trigger language plpgsql as $$
begin
  with taken as (delete from restock_stops where email_hash = restock_stop_hash(new.email) returning stopped_at)
  update customers c set restock_stopped_at = taken.stopped_at from taken where c.id = new.id;
  return null;
end $$;

-- The person who confirms an address owns it. Alerts that others set for the address end, and so does a stop.
create or replace function forget_restock_mailed() returns trigger language plpgsql as $$
begin
  delete from restock_mailed where email_hash = restock_stop_hash(new.email);
  delete from restock_stops where email_hash = restock_stop_hash(new.email);
  return null;
end $$;

-- The person who confirmed an address owns its alerts. They are deleted with the account, like the account's own alerts.
create or replace function delete_restock_by_email() returns trigger language plpgsql as $$
begin
  delete from restock_notices where email = old.email;
  return null;
end $$;
