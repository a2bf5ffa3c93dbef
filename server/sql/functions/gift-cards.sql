-- Applies a movement to its gift card and to the money of the order that the card pays. If money of an order or a till returns to
-- an expired card, the card is valid for thirty more days (record 0060).
create or replace function move_gift_card() returns trigger language plpgsql as $$
declare ending text;
begin
  update gift_cards set balance = balance + new.amount,
      expires_on = case when new.kind in ('given', 'redeem_reversed') and expires_on < (new.at at time zone 'America/Guatemala')::date
        then (new.at at time zone 'America/Guatemala')::date + 30 else expires_on end
    where id = new.card_id returning last_four into ending;
  if new.order_id is not null then
    insert into money_movements (order_id, kind, amount, reference, actor, reason)
      values (new.order_id, case new.kind when 'taken' then 'gift_card_taken' else 'gift_card_given' end::money_movement_kind,
        abs(new.amount), ending, new.actor, new.reason);
  end if;
  return null;
end $$;

-- Locks every card that an order sold or was paid with, by ID and before any stock (record 0034).
create or replace function lock_gift_cards_of(of_order uuid) returns void language sql as $$
  select from gift_cards
    where order_id = of_order or id in (select card_id from gift_card_movements where order_id = of_order)
    order by id for update;
$$;

-- Returns whether money of the cards that an order sold was spent and not returned.
create or replace function are_gift_cards_used(of_order uuid) returns boolean language sql stable as $$
  select exists (select from gift_cards g join gift_card_movements m on m.card_id = g.id
    where g.order_id = of_order and m.kind in ('taken', 'given', 'redeemed', 'redeem_reversed') group by g.id having sum(m.amount) <> 0);
$$;

-- Returns an order's gift-card payments to the cards, at most `most` centavos (null: all). The card used last is repaid first, so
-- that the order keeps the first card's payment longest. Returns the amount. Call this with the order's row locked, and before
-- any stock is locked.
create or replace function give_back_gift_cards(of_order uuid, most bigint, actor jsonb, why text) returns bigint language plpgsql as $$
declare held record; part bigint; given bigint := 0;
begin
  perform lock_gift_cards_of(of_order);
  for held in
    select card_id, -sum(amount)::bigint as amount from gift_card_movements m
      where m.order_id = of_order group by card_id having sum(amount) < 0 order by min(id) desc
  loop
    part := least(held.amount, coalesce(most - given, held.amount));
    exit when part <= 0;
    insert into gift_card_movements (card_id, kind, amount, order_id, actor, reason)
      values (held.card_id, 'given', part, of_order, actor, why);
    given := given + part;
  end loop;
  return given;
end $$;

-- Voids the gift-card codes of an order and deletes their unsent mails. The order's lines may get a new mail. The caller first
-- checks, under the cards' lock, that no money was spent. If money was spent, an exception is raised.
create or replace function recall_gift_cards(of_order uuid, moment timestamptz) returns void language plpgsql as $$
declare names text[];
begin
  names := array(select 'gift-card:' || order_id || ':' || position from order_lines
    where order_id = of_order and gift_card is not null);
  perform lock_gift_cards_of(of_order);
  if are_gift_cards_used(of_order) then
    raise exception 'a gift card of this order was spent' using errcode = 'check_violation', constraint = 'gift_cards_unspent';
  end if;
  insert into gift_card_movements (card_id, kind, amount, actor, reason)
    select id, 'voided', -balance, jsonb_build_object('kind', 'command', 'id', session_user), 'Se anuló con su orden'
    from gift_cards where order_id = of_order and voided_at is null and balance > 0;
  update gift_cards set voided_at = moment where order_id = of_order and voided_at is null;
  delete from mails where dedupe_key = any (names) and sent_at is null;
  update mails set dedupe_key = dedupe_key || ':' || id where dedupe_key = any (names);
end $$;

-- The codes of a canceled order are void after any kind of cancellation. Unsent codes are never sent.
create or replace function orders_canceled_gift_cards() returns trigger language plpgsql as $$
begin
  perform recall_gift_cards(new.id, clock_timestamp());
  update order_lines set gift_cards_sent_at = '-infinity'
    where order_id = new.id and gift_card is not null and gift_cards_sent_at is null;
  return null;
end $$;

-- Sends the gift cards of a valid order again, with new codes. Returns the number of lines. 0: nothing was changed. -1: nothing
-- was changed, because one of the cards was spent.
create or replace function resend_gift_cards(order_number bigint, moment timestamptz) returns integer language plpgsql as $$
declare found_order uuid; lines integer;
begin
  -- Locks the order before its lines, because sending or canceling its lines also locks the order.
  select id into found_order from orders
    where number = order_number and status in ('processing', 'shipped', 'delivered') for update;
  perform lock_gift_cards_of(found_order);
  if are_gift_cards_used(found_order) then return -1; end if;
  update order_lines set gift_cards_sent_at = null
    where order_id = found_order and gift_card is not null and isfinite(gift_cards_sent_at);
  get diagnostics lines = row_count;
  if lines > 0 then
    perform recall_gift_cards(found_order, moment);
    update orders set updated_at = moment where id = found_order;
    insert into order_events (order_id, kind, created_at) values (found_order, 'gift_cards_recalled', moment);
    perform graphile_worker.add_job('send-gift-cards', '{}', job_key => 'send-gift-cards', job_key_mode => 'preserve_run_at');
  end if;
  return lines;
end $$;

-- Counts `wrong`, the number of codes without a payment that a client sent in one call. Returns false and counts nothing if the
-- client or its network has sent too many in the last hour. `network` is null if the client is its own network. This is a
-- function because of the network's lock: the second of two concurrent calls counts the first.
create or replace function count_gift_card_guesses(caller text, network text, wrong integer, most integer, most_of_network integer)
returns boolean language plpgsql as $$
declare client text := client_key_of(caller); network_client text := client_key_of(network); is_spent boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(coalesce(network_client, client), 199));
  select (select count(*) from gift_card_guesses
        where client_key = client and failed_at > clock_timestamp() - interval '1 hour') >= most
      or network_client is not null and (select count(*) from gift_card_guesses
        where network_key = network_client and failed_at > clock_timestamp() - interval '1 hour') >= most_of_network
    into is_spent;
  if is_spent then return false; end if;
  insert into gift_card_guesses (client_key, network_key) select client, network_client from generate_series(1, wrong);
  return true;
end $$;
