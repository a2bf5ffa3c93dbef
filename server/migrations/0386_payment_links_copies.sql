-- DEC-213: whoever opens a payment link gets a private copy of its cart. The prepared cart is closed from its beginning, so that
-- nothing changes it; the first order that stands ends the link, and with it every other copy (record 0037).
alter table carts
  add column link_id uuid references carts on delete set null,
  add column link_ended_at timestamptz;
comment on column carts.link_id is 'A copy that somebody opened a payment link for: the link''s cart';
comment on column carts.link_ended_at is 'Of a payment link''s cart: when the first order of one of its copies stood';
comment on column carts.link_expires_at is 'Only of a payment link''s cart and of its copies: until when the link opens';

-- The last word, whatever two processes do: one order of a link is under way or stands.
create unique index carts_order_of_link on carts (link_id) where status in ('placing', 'ordered') and link_id is not null;
create index carts_copies on carts (link_id) where link_id is not null;

drop function clone_cart(uuid, uuid, uuid, uuid[], timestamptz, timestamptz);
drop function open_payment_link(uuid, bytea, bytea, integer, timestamptz);

-- What of a cart goes along with a payment link (DEC-146); a certificate's points stay with the first cart.
create function copy_for_link(
  source carts, copy uuid, line_ids uuid[], link uuid, expires timestamptz, moment timestamptz) returns void
language plpgsql as $$
begin
  insert into carts (id, status, link_id, cloned_from, cloned_as_of, email, shipping_address, shipping_method, billing_address,
      coupon_code, donation, advisor_hash, link_expires_at, created_at, updated_at)
    values (copy, case when link is null then 'closed' else 'open' end::cart_status, link, coalesce(source.cloned_from, source.id),
      coalesce(source.cloned_as_of, source.updated_at), source.email, source.shipping_address, source.shipping_method,
      source.billing_address, source.coupon_code, source.donation, source.advisor_hash, expires, moment, moment);
  insert into cart_lines (id, cart_id, product_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at)
    select line_ids[row_number() over (order by added_at, id)], copy, product_id, offer_id, parent_sku, quantity, warranty_sku,
        gift_card, event_url, added_at
      from cart_lines where cart_id = source.id;
end $$;

create function clone_cart(
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
  perform copy_for_link(given, new_cart, line_ids, null, expires, moment);
  return null;
end $$;

-- A browser that brings its token gets the copy that is its own, and keeps the token; any other a new one.
create function open_payment_link(
  link uuid, new_copy uuid, line_ids uuid[], new_token bytea, known_token bytea, moment timestamptz,
  out refusal text, out expires timestamptz, out copy uuid)
language plpgsql as $$
declare given carts;
begin
  -- The order that ends it waits for this copy, which it would not close otherwise.
  select * into given from carts where id = link for share;
  refusal := case
    when given.link_expires_at is null or given.link_id is not null then 'PAYMENT_LINK_NOT_FOUND'
    when given.link_ended_at is not null then 'PAYMENT_LINK_USED'
    when given.link_expires_at <= moment then 'PAYMENT_LINK_NOT_FOUND'
  end;
  if refusal is not null then return; end if;
  expires := given.link_expires_at;
  update carts c set updated_at = moment
    from payment_link_tokens t
    where t.token_hash = known_token and c.id = t.cart_id and c.link_id = link and c.status in ('open', 'placing')
    returning c.id into copy;
  if copy is not null then return; end if;
  copy := new_copy;
  perform copy_for_link(given, copy, line_ids, link, given.link_expires_at, moment);
  insert into payment_link_tokens (token_hash, cart_id, opened_at) values (new_token, copy, moment);
end $$;

-- The order of one copy stands: the link opens no more, and what others typed into theirs goes.
create function end_payment_link() returns trigger language plpgsql as $$
begin
  update carts set link_ended_at = new.updated_at where id = new.link_id and link_ended_at is null;
  update carts set status = 'closed', email = null, shipping_address = null, billing_address = null, payment_method = null,
      coupon_code = null, certificate_code = null, certificate_amount = null, updated_at = new.updated_at
    where link_id = new.link_id and id <> new.id and status = 'open';
  return null;
end $$;
create trigger carts_end_payment_link after update of status on carts for each row
  when (new.link_id is not null and new.status = 'ordered' and old.status <> 'ordered') execute function end_payment_link();

create or replace function is_sold_by_link(cart carts) returns boolean language sql stable as $$
  select cart.advisor_hash is not null and cart.customer_id is null and cart.link_expires_at is null
    and exists (select from carts l where l.cloned_from = cart.id and l.link_expires_at is not null
      and l.link_ended_at is not null and l.cloned_as_of = cart.updated_at);
$$;

create or replace function delete_idle_carts(before timestamptz, beyond uuid, most integer, out carts integer, out last uuid)
language plpgsql as $$
declare idle uuid[];
begin
  -- Two lists by their own indexes, each as long as a portion at most: one condition for both would read every cart. A cart's
  -- orders are looked up by index, one cart after the other: a join would read all orders for each portion.
  with guests as materialized (
    select c.id from carts c
    where c.status = 'open' and c.customer_id is null and c.id > beyond
      and c.updated_at < case when c.link_id is null then before else now() - interval '1 day' end
      and (select coalesce(bool_and(o.status = 'void' and o.created_at < before), true) from orders o where o.cart_id = c.id)
    order by c.id limit most for update skip locked),
  closed as materialized (
    select c.id from carts c
    where c.status = 'closed' and c.id > beyond and c.updated_at < before
      and (c.link_expires_at is null or c.link_id is not null or c.link_expires_at < now())
      and (select coalesce(bool_and(o.status = 'void' and o.created_at < before), true) from orders o where o.cart_id = c.id)
    order by c.id limit most for update skip locked)
  select array(select id from (select id from guests union all select id from closed) due order by id limit most) into idle;
  perform forget_shopper(array(select o.id from orders o where o.cart_id = any (idle)));
  update orders set cart_id = null where cart_id = any (idle);
  delete from carts c where c.id = any (idle);
  carts := cardinality(idle);
  last := idle[carts];
end $$;

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
  -- The list before the carts, as where items are moved between them: it goes with the customer.
  perform from wishlists where customer_id = customer for update;
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
  -- A gift card that was sent to somebody is theirs.
  delete from mails m
    where (m.recipient = closed_email and is_confirmed or split_part(m.dedupe_key, ':', 2) = any (named))
    and (m.recipient = closed_email or m.dedupe_key not like 'gift-card:%')
    and not (m.sent_at is null and (m.dedupe_key like 'gift-card:%' or m.dedupe_key like 'order-canceled:%'
      or exists (select from orders o where o.id = any (theirs) and o.id <> all (over)
        and o.id::text = split_part(m.dedupe_key, ':', 2))));
  -- A certificate that leaves its cart gives its points back.
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
end $$;

drop index points_certificates_applied_with;
alter table points_certificates drop column applied_with;
alter table payment_link_tokens drop column has_written, drop column has_ordered;
alter table carts
  drop column has_payers_billing, drop column has_payers_shipping, drop column has_payers_email,
  drop column billing_typed_with, drop column shipping_typed_with, drop column email_typed_with;
