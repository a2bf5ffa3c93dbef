-- Orders whose copy for the books (ANA-02, record 0038) is still to be written: a row of theirs costs a placement less than
-- a job each, and one job a minute writes the copies of all. An order that is paid at a store is a purchase once it is
-- paid; every other one once it has its number.
drop trigger orders_purchased_insert on orders;
drop trigger orders_purchased_update on orders;
drop function orders_purchased();

create table untold_purchases (
  order_id uuid primary key references orders (id) on delete cascade,
  since timestamptz not null default now()
);
create index untold_purchases_since on untold_purchases (since);

create function orders_purchased() returns trigger language plpgsql as $$
begin
  insert into untold_purchases (order_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger orders_purchased_insert after insert on orders
  for each row when (new.number is not null and new.status in ('processing', 'shipped', 'delivered'))
  execute function orders_purchased();
create trigger orders_purchased_update after update of number, status on orders
  for each row when (new.number is not null and new.status = 'processing'
    and (old.number is null or old.status = 'pending_payment'))
  execute function orders_purchased();

-- Copies that a job each was to write; the task is no more.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  insert into untold_purchases (order_id)
    select o.id from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id
      join orders o on o.id = (p.payload ->> 'orderId')::uuid
    where j.task_identifier = 'record-purchase' and o.status <> 'pending_payment'
    on conflict do nothing;
  delete from graphile_worker._private_jobs p using graphile_worker.jobs j
    where j.id = p.id and j.task_identifier = 'record-purchase';
end $$;

-- Messages that are still to be handed on, and the events of what was ordered.
create index analytics_messages_unsent on analytics_messages (created_at) where sent_at is null;
create index order_lines_event on order_lines using hash (event_url) where event_url is not null;
