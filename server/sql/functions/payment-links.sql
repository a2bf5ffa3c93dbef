-- Copies a cart into a payment link, or into a copy of one (DEC-146).
-- * The method of payment is not copied, because the payer chooses it.
-- * A points certificate is not copied, because its points are blocked for the first cart.
-- * The copy stores its source and the moment of copying. An advisor's cart unchanged since then counts as sold when its link is
--   ordered.
-- * The price that the payer was promised is that of the moment in which the link was made (PRICE-09).
-- `link` null: the copy is the link itself. It is closed from the start, so that nothing changes the cart of its next reader.
create or replace function copy_for_link(
  source carts, copy uuid, line_ids uuid[], link uuid, expires timestamptz, moment timestamptz) returns void
language plpgsql as $$
begin
  insert into carts (id, status, link_id, cloned_from, cloned_as_of, email, shipping_address, shipping_method, billing_address,
      coupon_code, donation, advisor_hash, link_expires_at, created_at, updated_at)
    values (copy, case when link is null then 'closed' else 'open' end::cart_status, link, coalesce(source.cloned_from, source.id),
      coalesce(source.cloned_as_of, source.updated_at), source.email, source.shipping_address, source.shipping_method,
      source.billing_address, source.coupon_code, source.donation, source.advisor_hash, expires, moment, moment);
  insert into cart_lines (id, cart_id, product_id, seller_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at,
      seen_price)
    select line_ids[row_number() over (order by added_at, id)], copy, product_id, seller_id, offer_id, parent_sku, quantity, warranty_sku,
        gift_card, event_url, added_at, case when link is null then price_at(product_id, moment) else seen_price end
      from cart_lines where cart_id = source.id;
end $$;

-- Copies a cart for a payment link (ADV-11, DEC-146). Null if it was copied.
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
  perform copy_for_link(given, new_cart, line_ids, null, expires, moment);
  return null;
end $$;

-- Returns whether an advisor's cart is sold: its link was ordered, and the cart has not changed since the link was made. A
-- customer's own cart never counts as sold, even if an advisor helped.
create or replace function is_sold_by_link(cart carts) returns boolean language sql stable as $$
  select cart.advisor_hash is not null and cart.customer_id is null and cart.link_expires_at is null
    and exists (select from carts l where l.cloned_from = cart.id and l.link_expires_at is not null
      and l.link_ended_at is not null and l.cloned_as_of = cart.updated_at);
$$;

-- Makes a private copy for the person who opens a link, with a token for the copy (API-36, DEC-213). Without a refusal, returns
-- until when the link is valid. A browser that sends its token gets its own copy again and keeps the token. Reloading the page
-- therefore makes no new copy.
create or replace function open_payment_link(
  link uuid, new_copy uuid, line_ids uuid[], new_token bytea, known_token bytea, moment timestamptz,
  out refusal text, out expires timestamptz, out copy uuid)
language plpgsql as $$
declare given carts;
begin
  -- The order that ends the link waits for this copy. Without the lock, the order would not close the copy.
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
  insert into payment_link_tokens (token_hash, cart_id) values (new_token, copy);
end $$;

-- Ends a link after one of its copies was ordered. The link can no longer be opened, and data typed into its other copies are
-- deleted (DEC-213).
create or replace function end_payment_link() returns trigger language plpgsql as $$
begin
  update carts set link_ended_at = new.updated_at where id = new.link_id and link_ended_at is null;
  with others as (
    update carts set status = 'closed', email = null, shipping_address = null, billing_address = null, payment_method = null,
        coupon_code = null, certificate_code = null, certificate_amount = null, updated_at = new.updated_at
      where link_id = new.link_id and id <> new.id and status = 'open' returning id)
  delete from cart_lines where cart_id in (select id from others);
  return null;
end $$;
