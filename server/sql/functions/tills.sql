create or replace function give_store_general_till() returns trigger language plpgsql as $$
begin
  insert into tills (store_code, name, is_general) values (new.store_code, 'Caja general', true) on conflict do nothing;
  return null;
end $$;

-- Returns the open session of a store's "Caja general". Null if there is none. Locks the session, so that closing it waits for
-- this transaction.
create or replace function open_general_till(of_store text) returns uuid language sql as $$
  select s.id from tills t join till_sessions s on s.till_id = t.id and s.closed_at is null
  where t.store_code = of_store and t.is_general for share of s
$$;

-- Returns the open session of a store's "Caja general". If there is none, opens one with the money that the last count left in
-- the till.
create or replace function general_till_session(of_store text) returns uuid language plpgsql as $$
declare session uuid; general uuid;
begin
  select id into general from tills where store_code = of_store and is_general;
  if general is null then
    insert into tills (store_code, name, is_general) values (of_store, 'Caja general', true) on conflict do nothing;
    select id into general from tills where store_code = of_store and is_general;
  end if;
  loop
    session := open_general_till(of_store);
    if session is not null then return session; end if;
    insert into till_sessions (till_id, float, float_expected, opened_by)
      select general, coalesce(left_in_till(general), 0), left_in_till(general), jsonb_build_object('kind', 'command', 'id', 'ceiba')
      on conflict do nothing;
  end loop;
end $$;

-- Returns the centavos that remained in a till after its last count. Null if the till was never counted.
create or replace function left_in_till(of_till uuid) returns bigint language sql stable as $$
  select counted from till_sessions where till_id = of_till and closed_at is not null order by opened_at desc, id desc limit 1
$$;

-- Recalculates the difference of a closed session after another count or a correction.
create or replace function settle_till_session(of_session uuid) returns void language sql as $$
  update till_sessions s set difference = s.counted - s.float - m.cash, cards_difference = s.counted_cards - m.cards
  from (select coalesce(sum(amount) filter (where means = 'cash'), 0) as cash, coalesce(sum(amount) filter (where means = 'card'), 0) as cards
      from till_movements where session_id = of_session) m
  where s.id = of_session and s.closed_at is not null
$$;

-- True if an audit entry shows an amount of a till that is not counted yet (CASH-05). The amount may be the till's own, or the
-- amount of a payment or refund at the till.
create or replace function is_till_uncounted(of_entity text, of_id text, told jsonb, told_at timestamptz) returns boolean language sql stable as $$
  select exists (select from till_sessions s
    where s.till_id::text = case of_entity when 'tills' then of_id else told ->> 'tillId' end and s.closed_at is null and s.opened_at <= told_at)
$$;

-- Refuses money at a till whose session is closed. Either the closing waits for this transaction, or this transaction waits for
-- the closing. A correction belongs to the session of the movement that it corrects. That session may be closed.
create or replace function refuse_closed_till() returns trigger language plpgsql as $$
begin
  if new.corrects is not null then return new; end if;
  perform from till_sessions where id = new.session_id and closed_at is null for share;
  if not found then
    raise exception 'the till is closed' using errcode = 'check_violation', constraint = 'till_open';
  end if;
  return new;
end $$;

-- Returns the store whose till receives or pays an order's money in this transaction: the store of the till in `ceiba.till`,
-- otherwise the store of the order's advisor (record 0027). Null if the store is unknown, or if the money is transferred.
create or replace function store_of_till_money(of_order uuid) returns text language plpgsql stable as $$
declare said jsonb := nullif(current_setting('ceiba.till', true), '')::jsonb;
begin
  if said ->> 'means' = 'transfer' then return null; end if;
  if said ->> 'session' is not null then
    return (select t.store_code from till_sessions s join tills t on t.id = s.till_id where s.id = (said ->> 'session')::uuid);
  end if;
  return (select a.store_code from orders o join carts c on c.id = o.cart_id join advisors a on a.hash = c.advisor_hash where o.id = of_order);
end $$;

-- Writes the till movement of an order's money. Runs as a trigger of the tables of money, so that all money is on a till.
-- The transaction names the till in `ceiba.till`: {"session", "means", "received", "corrects"}. With the means `transfer`, no till moves.
-- * An undone card payment always uses the session that took the card, because that session has the voucher.
-- * All other money uses the named till. The next rules are for transactions without a named till.
-- * A payment uses "Caja general" of the order's store, and opens it if needed.
-- * An undone payment uses the session that took the payment, if that session is open.
-- * Any other payout uses "Caja general" if it is open. A payout never opens a till.
-- * Money of an unknown store gets no movement.
create or replace function move_till() returns trigger language plpgsql as $$
declare
  said jsonb := nullif(current_setting('ceiba.till', true), '')::jsonb;
  before till_movements;
  is_unpaid boolean := false;
  at_session uuid := (said ->> 'session')::uuid;
  at_store text;
begin
  if said ->> 'means' = 'transfer' then return null; end if;
  if new.kind in ('cash_collected', 'cash_uncollected') then
    select store_code into at_store from shipments where order_id = new.order_id and n = split_part(new.reference, '-', 2)::integer;
    -- The courier still has the money, unless a till receives it now.
    if at_store is null and at_session is null then return null; end if;
  else
    at_store := store_of_till_money(new.order_id);
  end if;
  if new.kind = 'till_refund' then
    select * into before from till_movements where order_id = new.order_id and kind = 'payment' order by id desc limit 1;
    is_unpaid := exists (select from payments where order_id = new.order_id and kind = 'StorePayment' and status = 'pending');
    if is_unpaid and before.means = 'card' then
      at_session := before.session_id;
    elsif at_session is null and is_unpaid then
      select id into at_session from till_sessions where id = before.session_id and closed_at is null for share;
    end if;
  end if;
  if at_session is null then
    if at_store is null then return null; end if;
    if new.kind = 'till_refund' then
      at_session := open_general_till(at_store);
      if at_session is null then
        raise exception 'no open till is named that gives this money out' using errcode = 'check_violation', constraint = 'till_named';
      end if;
    else
      at_session := general_till_session(at_store);
    end if;
  end if;
  insert into till_movements (session_id, kind, means, amount, order_id, money_id, reference, received, actor, reason, corrects) values (
    at_session,
    case new.kind when 'till_payment' then 'payment' when 'cash_collected' then 'collected' when 'cash_uncollected' then 'unpaid'
      else case when is_unpaid then 'unpaid' else 'refund' end end::till_movement_kind,
    case when is_unpaid then coalesce(before.means, 'cash') else coalesce(said ->> 'means', 'cash') end,
    case when new.kind in ('till_refund', 'cash_uncollected') then -new.amount else new.amount end,
    new.order_id, new.id, new.reference, (said ->> 'received')::bigint, new.actor, new.reason, (said ->> 'corrects')::bigint);
  return null;
end $$;

-- Deletes a transfer account and its sealed secret when no due money can be transferred to it. Then a till has paid the money
-- out, or the debt was canceled. If the money was transferred, the row records it, and account and secret stay for a month.
create or replace function drop_unused_transfer() returns trigger language plpgsql as $$
begin
  with unused as (
    delete from refund_transfers t where t.order_id = new.order_id and t.paid_at is null and not exists (
      select from refunds r where r.order_id = new.order_id and r.destination in ('till', 'transfer', 'giftCard') and r.state = 'due')
    returning id)
  delete from sealed_secrets using unused where place = 'transfer:' || unused.id;
  return null;
end $$;
