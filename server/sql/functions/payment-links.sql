-- Copies a cart for a payment link (ADV-11, DEC-146); null = done. What was agreed with the advisor goes along: not the
-- method of payment, which is the payer's, nor a points certificate, whose points are blocked for the first cart. Whose copy it is
-- stays known, and what was copied by its moment: the advisor's cart that nobody has changed since is sold when its link is ordered.
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
  insert into carts (id, cloned_from, cloned_as_of, email, shipping_address, shipping_method, billing_address, coupon_code,
      donation, advisor_hash, link_expires_at, created_at, updated_at)
    values (new_cart, source, given.updated_at, given.email, given.shipping_address, given.shipping_method,
      given.billing_address, given.coupon_code, given.donation, given.advisor_hash, expires, moment, moment);
  insert into cart_lines (id, cart_id, product_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at)
    select line_ids[row_number() over (order by added_at, id)], new_cart, product_id, offer_id, parent_sku, quantity,
        warranty_sku, gift_card, event_url, added_at
      from cart_lines where cart_id = source;
  return null;
end $$;

-- An advisor's cart whose link was ordered, and which nobody has changed since the link was made: that sale is over. A
-- customer's own cart is theirs, whoever helped.
create or replace function is_sold_by_link(cart carts) returns boolean language sql stable as $$
  select cart.advisor_hash is not null and cart.customer_id is null and cart.link_expires_at is null
    and exists (select from carts l where l.cloned_from = cart.id and l.link_expires_at is not null
      and l.status = 'ordered' and l.cloned_as_of = cart.updated_at);
$$;

-- Gives a browser a token for a link's cart (API-36); without a refusal it answers until when they open it. A browser that opens the
-- link again brings the token it has, and keeps it: a load of the page makes no new one. Of those given before the newest stay, after
-- those whose writing stands in the cart and whose points were applied to it: who only opens a link again and again does not push
-- them out, and what was applied with a token that gave way is still its browser's. While the link's order is being placed, no
-- token gives way: who pays must be able to ask what became of it (record 0037); an order that is not committed yet is waited for.
create or replace function open_payment_link(
  link uuid, new_token bytea, known_token bytea, most integer, moment timestamptz,
  out refusal text, out expires timestamptz, out is_known boolean)
language plpgsql as $$
declare given carts;
begin
  select * into given from carts where id = link for key share;
  refusal := case
    when given.link_expires_at is null then 'PAYMENT_LINK_NOT_FOUND'
    when given.status in ('ordered', 'closed') then 'PAYMENT_LINK_USED'
    when given.link_expires_at <= moment then 'PAYMENT_LINK_NOT_FOUND'
  end;
  if refusal is not null then return; end if;
  expires := given.link_expires_at;
  update payment_link_tokens set opened_at = moment where token_hash = known_token and cart_id = link;
  is_known := found;
  if is_known then return; end if;
  insert into payment_link_tokens (token_hash, cart_id, opened_at) values (new_token, link, moment);
  update points_certificates set applied_with = new_token where applied_with = known_token and cart_id = link;
  if given.status = 'placing' then return; end if;
  delete from payment_link_tokens where token_hash in (
    select t.token_hash from payment_link_tokens t join carts c on c.id = t.cart_id
    where t.cart_id = link
    order by t.token_hash = new_token desc,
      t.token_hash is not distinct from c.billing_typed_with
        or t.token_hash is not distinct from c.shipping_typed_with
        or t.token_hash is not distinct from c.email_typed_with
        or exists (select from points_certificates p where p.applied_with = t.token_hash and p.status in ('holding', 'held')) desc,
      t.opened_at desc offset most);
end $$;
