-- The gift cards of paid orders: a code for each unit, written with the mail that brings it to its recipient (GIFT-04). Of a
-- code only what recognises it is kept: who reads this table cannot spend it.
create table gift_cards (
  code_hash text primary key,                    -- SHA-256 of the code as it was mailed, in hexadecimal
  last_four text not null,                       -- its end, to speak of it
  order_id uuid not null,
  position integer not null,
  unit integer not null check (unit > 0),
  amount bigint not null check (amount > 0),     -- centavos
  issued_at timestamptz not null,
  voided_at timestamptz,                         -- since when it is worth nothing: its order was canceled, or another took its place
  foreign key (order_id, position) references order_lines (order_id, position)
);
create unique index gift_cards_one_per_unit on gift_cards (order_id, position, unit) where voided_at is null;
create index gift_cards_order on gift_cards (order_id);

-- The text of such a mail is taken out once it was sent, and it is not deleted before.
alter table mails add column if not exists is_secret boolean not null default false;
create index if not exists mails_secret_waiting on mails (created_at) where is_secret and sent_at is null;

-- Null until its cards have been sent; '-infinity' = not to be sent by the shop.
alter table order_lines add column if not exists gift_cards_sent_at timestamptz;
create index if not exists order_lines_gift_cards_waiting on order_lines ((gift_card ->> 'giftcardDeliveryDate'))
  where gift_card is not null and gift_cards_sent_at is null;

-- Until now people sent them by hand: what was paid and due before today has been. `ceiba gift-cards resend` sends one all the same.
update order_lines l set gift_cards_sent_at = '-infinity'
  where l.gift_card ->> 'giftcardDeliveryDate' < to_char(now() at time zone 'America/Guatemala', 'YYYY-MM-DD')
    and l.gift_card is not null and l.gift_cards_sent_at is null
    and exists (select from payments p where p.order_id = l.order_id and p.status = 'approved');

-- Voids the codes of an order and takes back the mails that have not gone out yet; a new mail of its lines may be written.
create function recall_gift_cards(of_order uuid, moment timestamptz) returns void language plpgsql as $$
declare names text[];
begin
  names := array(select 'gift-card:' || order_id || ':' || position from order_lines
    where order_id = of_order and gift_card is not null);
  update gift_cards set voided_at = moment where order_id = of_order and voided_at is null;
  delete from mails where dedupe_key = any (names) and sent_at is null;
  update mails set dedupe_key = dedupe_key || ':' || id where dedupe_key = any (names);
end $$;

-- A canceled order's codes are worth nothing, however it was canceled; what was not sent never is.
create function orders_canceled_gift_cards() returns trigger language plpgsql as $$
begin
  perform recall_gift_cards(new.id, clock_timestamp());
  update order_lines set gift_cards_sent_at = '-infinity'
    where order_id = new.id and gift_card is not null and gift_cards_sent_at is null;
  return null;
end $$;
create trigger orders_canceled_gift_cards after update of status on orders
  for each row when (new.status = 'canceled' and old.status <> 'canceled') execute function orders_canceled_gift_cards();

-- Makes the sent cards of a standing order due again, with new codes; answers how many lines, 0 = nothing was changed.
create function resend_gift_cards(order_number bigint, moment timestamptz) returns integer language plpgsql as $$
declare found_order uuid; lines integer;
begin
  -- Before its lines: whoever sends or cancels them holds the order meanwhile.
  select id into found_order from orders
    where number = order_number and status in ('processing', 'shipped', 'delivered') for update;
  update order_lines set gift_cards_sent_at = null
    where order_id = found_order and gift_card is not null and gift_cards_sent_at is not null;
  get diagnostics lines = row_count;
  if lines > 0 then
    perform recall_gift_cards(found_order, moment);
    update orders set updated_at = moment where id = found_order;
    insert into order_events (order_id, kind, created_at) values (found_order, 'gift_cards_recalled', moment);
    perform graphile_worker.add_job('send-gift-cards', '{}', job_key => 'send-gift-cards', job_key_mode => 'preserve_run_at');
  end if;
  return lines;
end $$;
