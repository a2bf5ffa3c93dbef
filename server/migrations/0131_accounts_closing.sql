-- What a closing account must leave: gift cards that are paid and not sent, mails that are not its own, what is still being told.
-- And what it must take along: the payment links that were made of its carts (record 0035).
alter table carts add column cloned_from uuid;   -- of a payment link's cart: the one it is a copy of
create index carts_links on carts (cloned_from) where link_expires_at is not null;

-- As in 0116, but whose copy it is stays known.
create or replace function clone_cart(
  source uuid, viewer uuid, new_cart uuid, line_ids uuid[], expires timestamptz, moment timestamptz) returns text
language plpgsql as $$
declare
  given carts;
  refusal text := lock_cart(source);
begin
  if refusal is not null then return refusal; end if;
  select * into given from carts where id = source;
  if given.link_expires_at is not null then return 'FORBIDDEN'; end if;
  if given.customer_id is distinct from viewer and given.customer_id is not null then return 'UNAUTHORIZED'; end if;
  if not exists (select from advisors where hash = given.advisor_hash and ended_at is null) then
    return 'ADVISOR_REQUIRED';
  end if;
  insert into carts (id, cloned_from, email, shipping_address, shipping_method, billing_address, coupon_code, donation,
      advisor_hash, link_expires_at, created_at, updated_at)
    values (new_cart, source, given.email, given.shipping_address, given.shipping_method, given.billing_address,
      given.coupon_code, given.donation, given.advisor_hash, expires, moment, moment);
  insert into cart_lines (id, cart_id, product_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at)
    select line_ids[row_number() over (order by added_at, id)], new_cart, product_id, offer_id, parent_sku, quantity,
        warranty_sku, gift_card, event_url, added_at
      from cart_lines where cart_id = source;
  return null;
end $$;

-- As in 0112, but of the use of a coupon a hash stays (0130).
create or replace function forget_buyer(of_orders uuid[]) returns void language plpgsql as $$
begin
  -- In one order and before their lines, as forget_shopper does.
  perform from orders where id = any (of_orders) order by id for update;
  update order_lines set gift_card = null where order_id = any (of_orders) and gift_card is not null;
  update coupon_uses set email = forgotten_coupon_user(email) where order_id = any (of_orders);
  delete from order_links where order_id = any (of_orders);
  -- What was told and shown of what came back; its files go with their rows.
  update returns set description = '', request_key = null where order_id = any (of_orders);
  delete from return_pictures p using returns r where r.id = p.return_id and r.order_id = any (of_orders);
  update orders set email = '', contact = '{}', shipping_address = null, client_key = null, network_key = null
    where id = any (of_orders);
end $$;

-- Whether nothing of an order is brought, decided, told or sent back any more, so that nobody need be asked about it.
create or replace function is_order_over(of_order uuid) returns boolean language sql stable as $$
  select status in ('delivered', 'canceled')
    and not exists (select from returns r where r.order_id = o.id and r.received_at is null)
    -- A gift card that waits for its day, or for the recipient's mail server (GIFT-04).
    and (status = 'canceled' or not exists (
      select from order_lines l where l.order_id = o.id and l.gift_card is not null and l.unit_price > 0
        and (l.gift_cards_sent_at is null or exists (select from mails m
          where m.dedupe_key = 'gift-card:' || l.order_id || ':' || l.position and m.sent_at is null))))
    -- The mail that says so, and what is given back, is written by a job a moment later; after days nobody waits for it.
    and (status = 'delivered' or updated_at < clock_timestamp() - interval '3 days'
      or exists (select from mails m where m.dedupe_key = 'order-canceled:' || o.id))
  from orders o where o.id = of_order;
$$;

-- Closes an account; answers its address, or why nothing was written. Of two at once the second finds nobody. What was sent to
-- an address is deleted where that was confirmed: anybody registers anybody's.
create or replace function close_account(customer uuid, moment timestamptz, out refusal text, out closed_email text)
language plpgsql as $$
declare
  theirs uuid[];
  named text[];   -- in the keys of mails
  own_carts uuid[];
  links uuid[];
  over uuid[];
  is_confirmed boolean;
begin
  -- No cart is brought to it meanwhile (sync_cart, open_customer_cart), and none of its carts placed.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  perform from carts where customer_id = customer and status in ('open', 'placing') order by id for update;
  select email, email_confirmed_at is not null into closed_email, is_confirmed from customers where id = customer for update;
  if closed_email is null then refusal := 'UNAUTHORIZED'; return; end if;
  own_carts := array(select id from carts where customer_id = customer);
  -- Where a link was made before it was kept of what, its e-mail tells.
  links := array(select id from carts where link_expires_at is not null
    and (cloned_from = any (own_carts) or is_confirmed and cloned_from is null and lower(email) = closed_email));
  perform from carts where id = any (links) order by id for update;
  if exists (select from carts where (customer_id = customer or id = any (links)) and status = 'placing')
      or exists (select from orders where customer_id = customer and status in ('placing', 'voiding')) then
    refusal := 'ORDER_IN_PROGRESS';
    return;
  end if;
  theirs := array(select id from orders where customer_id = customer order by id);
  perform forget_shopper(array(select id from orders where (id = any (theirs) or cart_id = any (links)) and status = 'void'));
  update orders set customer_id = null, forgets_buyer = true where id = any (theirs);
  over := array(select id from orders where id = any (theirs) and is_order_over(id));
  perform forget_buyer(over);
  named := array[customer::text] || theirs::text[]
    || array(select id::text from returns where order_id = any (theirs));
  -- Not what is still to reach somebody: gift cards, and what is told of an order that goes on or has just been canceled.
  delete from mails m where m.recipient = closed_email
    and (is_confirmed or split_part(m.dedupe_key, ':', 2) = any (named))
    and not (m.sent_at is null and (m.dedupe_key like 'gift-card:%' or m.dedupe_key like 'order-canceled:%'
      or exists (select from orders o where o.id = any (theirs) and o.id <> all (over)
        and o.id::text = split_part(m.dedupe_key, ':', 2))));
  -- A certificate that leaves its cart gives its points back.
  delete from cart_lines l using carts c
    where l.cart_id = c.id
      and (c.id = any (own_carts) or c.id = any (links) or c.id in (select cart_id from orders where id = any (theirs)))
      and (c.status = 'open' or l.gift_card is not null);
  update carts set status = 'closed', coupon_code = null, certificate_code = null, certificate_amount = null,
      donation = null, updated_at = moment
    where (id = any (own_carts) or id = any (links)) and status = 'open';
  delete from payment_link_tokens where cart_id = any (links);
  update carts set customer_id = null, email = null, shipping_address = null, billing_address = null, payment_method = null
    where id = any (own_carts) or id = any (links) or id in (select cart_id from orders where id = any (theirs));
  delete from sign_in_failures where email_hash = sha256(convert_to(closed_email, 'UTF8'));
  delete from customers where id = customer;
end $$;
