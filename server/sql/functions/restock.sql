-- Stock that comes back, however it does (goods received, an order canceled, a claim released), adds the job that tells
-- (DEC-143), in the transaction that brought it. Only for products somebody waits for: a look by the primary key. Here a product that
-- had no stock at all; the others by stock_totals_crossed.
create or replace function stock_totals_restock() returns trigger language plpgsql as $$
declare
  product bigint;
begin
  for product in
    select n.product_id from new_rows n
    where n.salable > 0 and exists (select from restock_notices r where r.product_id = n.product_id)
    order by n.product_id
  loop
    perform graphile_worker.add_job('tell-restock', json_build_object('productId', product::text),
      job_key => 'tell-restock:' || product);
  end loop;
  return null;
end $$;

-- By which a stop is known again once no account has the address.
create or replace function restock_stop_hash(of_email text) returns bytea language sql stable as $$
  select sha256(convert_to(value || ':' || of_email, 'UTF8')) from shop_secrets where name = 'restock-stops';
$$;

-- The account goes, or gets another address: the stop stays with the address.
create or replace function keep_restock_stop() returns trigger language plpgsql as $$
begin
  insert into restock_stops values (restock_stop_hash(old.email), old.restock_stopped_at) on conflict do nothing;
  return null;
end $$;

-- After the row: one that waited for an account of the same address to be closed sees what that left.
create or replace function take_restock_stop() returns trigger language plpgsql as $$
begin
  with taken as (delete from restock_stops where email_hash = restock_stop_hash(new.email) returning stopped_at)
  update customers c set restock_stopped_at = taken.stopped_at from taken where c.id = new.id;
  return null;
end $$;

-- Who confirms an address owns it: what others made of it is over, a stop as well.
create or replace function forget_restock_mailed() returns trigger language plpgsql as $$
begin
  delete from restock_mailed where email_hash = restock_stop_hash(new.email);
  delete from restock_stops where email_hash = restock_stop_hash(new.email);
  return null;
end $$;

-- Who confirmed an address owns what waits for it, and it goes with the account as the account's own notices do.
create or replace function delete_restock_by_email() returns trigger language plpgsql as $$
begin
  delete from restock_notices where email = old.email;
  return null;
end $$;
