-- Closes an account (record 0024). Returns its address, or why nothing was written. The second of two concurrent calls finds no
-- account.
-- * Mails to an address are deleted only if the customer confirmed it, because anybody can register a stranger's address.
-- * Mails about the account and its orders are deleted at every address: a former one, one requested but never confirmed, or that
--   of an order.
-- * Payment links made from its carts are deleted.
-- * Paid but unsent gift cards, other people's mails and pending notices stay.
create or replace function close_account(customer uuid, moment timestamptz, out refusal text, out closed_email text)
language plpgsql as $$
declare
  theirs uuid[];
  named text[];   -- used in the keys of mails
  own_carts uuid[];
  links uuid[];
  over uuid[];
  is_confirmed boolean;
begin
  -- Prevents other transactions from adding a cart to the account (sync_cart, open_customer_cart) or ordering one of its carts in
  -- the meantime.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  -- Locks the list, which is deleted with the customer, before the carts. Moves of items between list and cart lock in the same
  -- order.
  perform from wishlists where customer_id = customer for update;
  perform from carts where customer_id = customer and status in ('open', 'placing') order by id for update;
  select email, email_confirmed_at is not null into closed_email, is_confirmed from customers where id = customer for update;
  if closed_email is null then refusal := 'UNAUTHORIZED'; return; end if;
  own_carts := array(select id from carts where customer_id = customer);
  -- Older links do not store their original cart. Their e-mail identifies the customer.
  links := array(select id from carts where link_expires_at is not null and link_id is null
    and (cloned_from = any (own_carts) or is_confirmed and cloned_from is null and lower(email) = closed_email));
  -- Locks links before their copies, so that nobody can open a link any longer, and a copy that was just made is found.
  perform from carts where id = any (links) order by id for update;
  links := links || array(select id from carts where link_id = any (links));
  perform from carts where id = any (links) order by link_id is not null, id for update;
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
  -- Mails that must still arrive stay: gift cards, and notices of an order that continues or was just canceled. A gift card
  -- that was sent belongs to its recipient.
  delete from mails m
    where (m.recipient = closed_email and is_confirmed or split_part(m.dedupe_key, ':', 2) = any (named))
    and (m.recipient = closed_email or m.dedupe_key not like 'gift-card:%')
    and not (m.sent_at is null and (m.dedupe_key similar to '(refund-)?gift-card:%' or m.dedupe_key like 'order-canceled:%'
      or exists (select from orders o where o.id = any (theirs) and o.id <> all (over)
        and o.id::text = split_part(m.dedupe_key, ':', 2))));
  -- Removing a certificate from its cart returns its points.
  delete from cart_lines l using carts c
    where l.cart_id = c.id
      and (c.id = any (own_carts) or c.id = any (links) or c.id in (select cart_id from orders where id = any (theirs)))
      and (c.status = 'open' or c.status = 'closed' and c.id = any (links) or l.gift_card is not null);
  update carts set status = 'closed', coupon_code = null, certificate_code = null, certificate_amount = null,
      donation = null, updated_at = moment
    where (id = any (own_carts) or id = any (links)) and status = 'open';
  delete from payment_link_tokens where cart_id = any (links);
  update carts set link_expires_at = least(link_expires_at, moment) where id = any (links);
  update carts set customer_id = null, email = null, shipping_address = null, billing_address = null, payment_method = null
    where id = any (own_carts) or id = any (links) or id in (select cart_id from orders where id = any (theirs));
  delete from sign_in_failures where email_hash = sha256(convert_to(closed_email, 'UTF8'));
  delete from customers where id = customer;
  -- Identifies the person by ID. The e-mail may be a stranger's, and the stranger's guest orders must stay.
  perform note_erasure(customer::text, moment);
end $$;

-- The hash that identifies an erased person, made from the e-mail or from the ID of a closed account.
create or replace function erasure_hash(known_by text) returns bytea language sql stable as $$
  select sha256(convert_to(value || ':' || lower(known_by), 'UTF8')) from shop_secrets where name = 'erasures';
$$;

-- Records the persons whom a backup must not restore. A job immediately saves the record next to the backups, because a restore
-- may precede the next backup.
create or replace function note_erasure(known_by text, moment timestamptz) returns void language plpgsql as $$
begin
  insert into erasures values (erasure_hash(known_by), moment)
    on conflict (hash) do update set erased_at = greatest(erasures.erased_at, excluded.erased_at);
  perform graphile_worker.add_job('save-erasures', '{}', job_key => 'save-erasures');
end $$;

-- Erases a person by e-mail (OPS-15): guest orders, and the account with all data that close_account deletes. Returns why nothing
-- was written, and which data the person had. Can be repeated for an erased person. The delivery data of an order in progress
-- stay until the order arrives (forgets_buyer, record 0024). Invoices stay, and so do goods and mails that other people wait for.
create or replace function erase_person(address text, moment timestamptz, out refusal text, out had_account boolean,
  out orders_found integer)
language plpgsql as $$
declare
  account uuid;
  theirs uuid[];
  own_carts uuid[];
begin
  select id into account from customers where email = address for update;
  had_account := account is not null;
  if account is not null then
    -- The requester has proved that the address is theirs, as with the link in a mail.
    update customers set email_confirmed_at = moment where id = account and email_confirmed_at is null;
    select c.refusal into refusal from close_account(account, moment) c;
    if refusal is not null then return; end if;
  end if;
  theirs := array(select id from orders where lower(email) = address order by id);
  own_carts := array(select id from carts where lower(email) = address
    or id in (select cart_id from orders where id = any (theirs)) order by id);
  perform from carts where id = any (own_carts) order by id for update;
  if exists (select from carts where id = any (own_carts) and status = 'placing')
      or exists (select from orders where id = any (theirs) and status in ('placing', 'voiding')) then
    refusal := 'ORDER_IN_PROGRESS';
    return;
  end if;
  orders_found := cardinality(theirs);
  perform forget_shopper(array(select id from orders where id = any (theirs) and status = 'void'));
  update orders set customer_id = null, forgets_buyer = true where id = any (theirs);
  perform forget_buyer(array(select id from orders where id = any (theirs) and is_order_over(id)));
  -- An order whose address was corrected later may have been this person's order.
  update order_events set detail = '{}' where kind = 'corrected' and strpos(lower(detail::text), address) > 0;
  update refunds set reason = null where order_id = any (theirs) and reason is not null;
  update refund_requests set reason = '', rejection = case when rejection is not null then '' end where order_id = any (theirs);
  -- Mails that must still arrive stay, as in close_account.
  delete from mails m
    where (lower(m.recipient) = address or split_part(m.dedupe_key, ':', 2) = any (theirs::text[]))
    and not (m.sent_at is null and exists (select from orders o
      where o.id::text = split_part(m.dedupe_key, ':', 2) and not is_order_over(o.id)))
    -- An unsent mail about a refund belongs to the person, and only this mail has the code of the gift card.
    and not (m.sent_at is null and m.dedupe_key like 'refund-gift-card:%')
    and (lower(m.recipient) = address or m.dedupe_key not like 'gift-card:%');
  -- Gift cards that other people gave to the person and that were sent. Their order lines still contain the person's data.
  update order_lines set gift_card = gift_card || '{"giftcardEmail": "", "giftcardName": "", "giftcardMessage": ""}'
    where gift_card is not null and gift_cards_sent_at is not null and lower(gift_card ->> 'giftcardEmail') = address;
  delete from cart_lines where cart_id = any (own_carts)
    and (gift_card is not null or cart_id in (select id from carts where id = any (own_carts) and status = 'open'));
  update carts set status = 'closed', coupon_code = null, certificate_code = null, certificate_amount = null, donation = null,
    updated_at = moment where id = any (own_carts) and status = 'open';
  update carts set customer_id = null, email = null, shipping_address = null, billing_address = null, payment_method = null,
    link_expires_at = least(link_expires_at, moment) where id = any (own_carts);
  delete from payment_link_tokens where cart_id = any (own_carts);
  -- The book of complaints keeps its numbers and days.
  update complaint_answers a set text = '' from complaints c where c.number = a.complaint and lower(c.email) = address;
  update complaints set name = '', email = '', phone = '', text = '', request_key = null where lower(email) = address;
  delete from restock_notices where email = address;
  delete from employee_emails where email = address;
  delete from account_links where lower(new_email) = address;
  delete from sign_in_failures where email_hash = sha256(convert_to(address, 'UTF8'));
  -- Responses that are stored for a day, for repeated calls.
  delete from idempotency_keys where strpos(lower(answer::text), address) > 0;
  perform note_erasure(address, moment);
end $$;
