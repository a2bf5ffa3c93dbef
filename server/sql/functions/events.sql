-- Returns whether an endpoint subscribes to one of these event types. There are at most twenty endpoints.
create or replace function are_events_wanted(kinds text[]) returns boolean language sql stable as $$
  select exists (select from webhook_endpoints where ended_at is null and types && kinds);
$$;

-- Records an event for each subject if an endpoint subscribes to that type. Runs in the transaction that caused the event. The
-- transaction's lock of the subject's row keeps event IDs in the order of the commits.
create or replace function note_events(kind text, subjects text[], more jsonb default '{}') returns void language sql as $$
  insert into event_outbox (type, subject, detail)
    select kind, subject, more from unnest(subjects) as s (subject) where are_events_wanted(array[kind]);
$$;

-- Records the events of an order after it gets its number. `orders.changed` covers every change that has no specific type. When
-- the buyer's data are removed from the order, they are also removed from the order's earlier events and the responses to these
-- events.
create or replace function orders_events() returns trigger language plpgsql as $$
declare before orders;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  if before.number is null then
    perform note_events('orders.placed', array[new.id::text]);
    if new.coupon_code is not null then perform note_events('coupons.redeemed', array[new.id::text]); end if;
  elsif before.status <> new.status and new.status in ('canceled', 'delivered') then
    perform note_events('orders.' || new.status, array[new.id::text]);
  elsif before.held_at is null and new.held_at is not null then
    perform note_events('orders.held', array[new.id::text]);
  else
    perform note_events('orders.changed', array[new.id::text]);
  end if;
  if before.email <> '' and new.email = '' then perform forget_events('order:' || new.number); end if;
  return null;
end $$;

-- Removes personal data from all events of an entity and from the responses to these events. Deletes the waiting deliveries.
-- Takes the lock of `publishEvents`. Otherwise `publishEvents` could write data that it read before this function removed them.
-- Locks events, lanes and deliveries in this order, like the function that records an attempt.
create or replace function forget_events(of_entity text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('publish-events', 0));   -- as `lockPublishing` of events.store.ts
  perform from events where entity = of_entity order by id for update;
  update events set data = null where entity = of_entity and data is not null;
  perform from event_lanes where entity = of_entity order by endpoint_id for update;
  update event_deliveries set state = 'dropped', due_at = null, ended_at = clock_timestamp()
    where state = 'waiting' and event_id in (select id from events where entity = of_entity);
  update delivery_attempts set answer = '' where answer <> '' and event_id in (select id from events where entity = of_entity);
end $$;

create or replace function payments_events() returns trigger language plpgsql as $$
begin
  perform note_events('orders.paid', array[new.order_id::text]);
  return null;
end $$;

create or replace function order_lines_events() returns trigger language plpgsql as $$
begin
  perform note_events('orders.changed', array[new.order_id::text]);
  return null;
end $$;

create or replace function shipments_events() returns trigger language plpgsql as $$
begin
  perform note_events('shipments.changed', array[new.order_id::text], jsonb_build_object('n', new.n));
  return null;
end $$;

create or replace function refunds_events() returns trigger language plpgsql as $$
begin
  perform note_events('refunds.done', array[new.order_id::text], jsonb_build_object('refund', new.id));
  return null;
end $$;

create or replace function returns_events() returns trigger language plpgsql as $$
begin
  perform note_events(case tg_op when 'INSERT' then 'returns.requested' else 'returns.closed' end, array[new.order_id::text],
    jsonb_build_object('return', new.id));
  return null;
end $$;

create or replace function stock_levels_events() returns trigger language plpgsql as $$
begin
  if not are_events_wanted('{stock.changed}') then return null; end if;
  if tg_op = 'INSERT' then
    perform note_events('stock.changed', array(select distinct product_id::text from new_rows where quantity > 0));
  else
    perform note_events('stock.changed', array(select distinct product_id::text from (
      select product_id, store_code, quantity from new_rows except select product_id, store_code, quantity from old_rows) changed));
  end if;
  return null;
end $$;

-- Records products that were published or archived, and products whose price changed. Finds changes with `except`, as
-- `product_search_count` does.
create or replace function products_events() returns trigger language plpgsql as $$
begin
  if not are_events_wanted('{products.published,products.archived,prices.changed}') then return null; end if;
  if tg_op = 'INSERT' then
    perform note_events('products.published', array(select id::text from new_rows where is_published));
    return null;
  end if;
  perform note_events('products.published', array(
    select id::text from (select id, is_published from new_rows except select id, is_published from old_rows) n where is_published));
  perform note_events('products.archived', array(
    select id::text from (select id, is_published from new_rows except select id, is_published from old_rows) n where not is_published));
  perform note_events('prices.changed', array(
    select id::text from (
      select id, regular_price, sales_price, discount_ends_at from new_rows
      except select id, regular_price, sales_price, discount_ends_at from old_rows) n));
  return null;
end $$;

create or replace function flash_sales_events() returns trigger language plpgsql as $$
begin
  perform note_events('prices.changed', array(select distinct id::text from unnest(array[old.product_id, new.product_id]) as p (id) where id is not null));
  return null;
end $$;

-- Records new and deleted accounts. When an account is deleted, personal data is removed from its earlier events.
create or replace function customers_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_events('customers.registered', array[new.id::text]);
  else
    perform note_events('customers.erased', array[old.id::text]);
    perform forget_events('customer:' || old.id);
  end if;
  return null;
end $$;

-- Records a delivery of a purchase. The lock of the purchase keeps its deliveries in their order.
create or replace function purchase_receipts_events() returns trigger language plpgsql as $$
begin
  perform note_events('purchases.received', array[new.purchase_id::text], jsonb_build_object('n', new.n));
  return null;
end $$;

-- Records the end of an import with any outcome. The trigger skips runs without a file: changes that a person made at the desk.
create or replace function runs_events() returns trigger language plpgsql as $$
begin
  perform note_events('imports.finished', array[new.id::text]);
  return null;
end $$;

-- Creates a delivery of each event for every endpoint that subscribes to it, numbered per entity. Only the first waiting delivery
-- of an entity becomes due. Returns the endpoints with a due delivery. Locks the lanes first, always in the same order, and then
-- reads which deliveries wait.
create or replace function hand_out_events(of_events uuid[], moment timestamptz) returns setof uuid language plpgsql as $$
begin
  insert into event_lanes (endpoint_id, entity, last_sequence)
    select p.id, e.entity, count(*)
    from events e join webhook_endpoints p on p.ended_at is null and p.created_at <= e.occurred_at and e.type = any (p.types)
    where e.id = any (of_events) group by p.id, e.entity order by p.id, e.entity
    on conflict (endpoint_id, entity) do update set last_sequence = event_lanes.last_sequence + excluded.last_sequence;
  return query with given as (
    insert into event_deliveries (endpoint_id, event_id, entity, sequence, state, due_at)
      select g.endpoint_id, g.id, g.entity, g.last_sequence - g.later, 'waiting',
        case when g.earlier = 0 and not exists (select from event_deliveries d
          where d.endpoint_id = g.endpoint_id and d.entity = g.entity and d.state = 'waiting') then moment end
      from (select l.endpoint_id, e.id, e.entity, l.last_sequence,
              row_number() over (partition by l.endpoint_id, e.entity order by e.n) - 1 as earlier,
              row_number() over (partition by l.endpoint_id, e.entity order by e.n desc) - 1 as later
            from events e join webhook_endpoints p on p.ended_at is null and p.created_at <= e.occurred_at and e.type = any (p.types)
              join event_lanes l on l.endpoint_id = p.id and l.entity = e.entity
            where e.id = any (of_events)) g
    returning endpoint_id, due_at)
  select distinct endpoint_id from given where due_at is not null;
end $$;

-- Ends a delivery and makes the next delivery of its entity due. Does nothing if another sender has ended the delivery.
create or replace function end_delivery(of_endpoint uuid, of_event uuid, as_state delivery_state, moment timestamptz) returns void
language plpgsql as $$
declare of_entity text := (select entity from event_deliveries where endpoint_id = of_endpoint and event_id = of_event);
begin
  perform from event_lanes where endpoint_id = of_endpoint and entity = of_entity for update;
  update event_deliveries set state = as_state, attempts = attempts + 1, due_at = null, ended_at = moment
    where endpoint_id = of_endpoint and event_id = of_event and state = 'waiting';
  if found then perform start_lane(of_endpoint, of_entity, moment); end if;
end $$;

-- Makes only the first waiting delivery of an entity due. The caller has locked the lane of the entity.
create or replace function start_lane(of_endpoint uuid, of_entity text, moment timestamptz) returns void language plpgsql as $$
declare first integer := (select min(sequence) from event_deliveries
  where endpoint_id = of_endpoint and entity = of_entity and state = 'waiting');
begin
  update event_deliveries set due_at = case when sequence = first then moment end
    where endpoint_id = of_endpoint and entity = of_entity and state = 'waiting' and (due_at is not null or sequence = first);
end $$;

-- Ends an endpoint, which then gets no more events. The caller removes the endpoint's secrets (endpoints.store.ts). Returns false
-- if the endpoint had already ended.
create or replace function end_endpoint(of_endpoint uuid, why text, moment timestamptz) returns boolean language plpgsql as $$
begin
  update webhook_endpoints set ended_at = moment, ended_because = why, previous_until = null
    where id = of_endpoint and ended_at is null;
  if not found then return false; end if;
  update event_deliveries set state = 'dropped', due_at = null, ended_at = moment where endpoint_id = of_endpoint and state = 'waiting';
  return true;
end $$;

-- Sends ended deliveries of these events again, in their order for each entity (HOOK-09). Skips waiting deliveries, and events
-- whose data were removed. Returns the number of deliveries that are sent again.
create or replace function replay_deliveries(of_endpoint uuid, of_events uuid[], actor jsonb, moment timestamptz) returns integer
language plpgsql as $$
declare
  lane text;
  replayed integer;
begin
  perform from event_lanes where endpoint_id = of_endpoint
    and entity in (select entity from event_deliveries where endpoint_id = of_endpoint and event_id = any (of_events))
    order by entity for update;
  update event_deliveries d set state = 'waiting', attempts = 0, ended_at = null, replayed_by = actor
    from events e where e.id = d.event_id and e.data is not null
      and d.endpoint_id = of_endpoint and d.event_id = any (of_events) and d.state <> 'waiting';
  get diagnostics replayed = row_count;
  for lane in select distinct entity from event_deliveries where endpoint_id = of_endpoint and event_id = any (of_events) loop
    perform start_lane(of_endpoint, lane, moment);
  end loop;
  return replayed;
end $$;
