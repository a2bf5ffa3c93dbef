-- Voids the codes of an order and takes back the mails that have not gone out yet; a new mail of its lines may be written.
create or replace function recall_gift_cards(of_order uuid, moment timestamptz) returns void language plpgsql as $$
declare names text[];
begin
  names := array(select 'gift-card:' || order_id || ':' || position from order_lines
    where order_id = of_order and gift_card is not null);
  update gift_cards set voided_at = moment where order_id = of_order and voided_at is null;
  delete from mails where dedupe_key = any (names) and sent_at is null;
  update mails set dedupe_key = dedupe_key || ':' || id where dedupe_key = any (names);
end $$;

-- A canceled order's codes are worth nothing, however it was canceled; what was not sent never is.
create or replace function orders_canceled_gift_cards() returns trigger language plpgsql as $$
begin
  perform recall_gift_cards(new.id, clock_timestamp());
  update order_lines set gift_cards_sent_at = '-infinity'
    where order_id = new.id and gift_card is not null and gift_cards_sent_at is null;
  return null;
end $$;

-- Makes the sent cards of a standing order due again, with new codes; answers how many lines, 0 = nothing was changed.
create or replace function resend_gift_cards(order_number bigint, moment timestamptz) returns integer language plpgsql as $$
declare found_order uuid; lines integer;
begin
  -- Before its lines: whoever sends or cancels them holds the order meanwhile.
  select id into found_order from orders
    where number = order_number and status in ('processing', 'shipped', 'delivered') for update;
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
