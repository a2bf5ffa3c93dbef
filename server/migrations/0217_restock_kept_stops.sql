-- A stop by whoever reads the mails of an account that nobody had confirmed is the address's, and outlives the account: who registered
-- it would else close it, register it again and go on. While no account has the address a hash stays, by which it is known again
-- and nobody is found; an account that gets the address gets the stop with it.
insert into shop_secrets values ('restock-stops', gen_random_uuid()::text || gen_random_uuid()::text);

create table restock_stops (
  email_hash bytea primary key,
  stopped_at timestamptz not null
);

create function restock_stop_hash(of_email text) returns bytea language sql stable as $$
  select sha256(convert_to(value || ':' || of_email, 'UTF8')) from shop_secrets where name = 'restock-stops';
$$;

create function keep_restock_stop() returns trigger language plpgsql as $$
begin
  insert into restock_stops values (restock_stop_hash(old.email), old.restock_stopped_at) on conflict do nothing;
  return null;
end $$;

create trigger customers_keep_restock_stop after delete on customers for each row
  when (old.restock_stopped_at is not null and old.email_confirmed_at is null) execute function keep_restock_stop();
create trigger customers_keep_restock_stop_of_former after update of email on customers for each row
  when (old.restock_stopped_at is not null and old.email_confirmed_at is null and old.email <> new.email)
  execute function keep_restock_stop();

-- After the row: one that waited for an account of the same address to be closed sees what that left.
create function take_restock_stop() returns trigger language plpgsql as $$
begin
  with taken as (delete from restock_stops where email_hash = restock_stop_hash(new.email) returning stopped_at)
  update customers c set restock_stopped_at = taken.stopped_at from taken where c.id = new.id;
  return null;
end $$;

create trigger customers_take_restock_stop after insert on customers for each row execute function take_restock_stop();
