-- Whoever opens a payment link finds the delivery and the e-mail that came with it, never what somebody typed who tried to
-- pay it before (record 0037); 0199 says the same of the invoice.
alter table carts add column has_payers_shipping boolean not null default false;
alter table carts add column has_payers_email boolean not null default false;
comment on column carts.has_payers_shipping is 'Of a payment link''s cart: its delivery is no longer the one that came with it';
comment on column carts.has_payers_email is 'Of a payment link''s cart: its e-mail is no longer the one that came with it';

-- Of links that are out, what was changed since may be a payer's.
update carts set has_payers_shipping = shipping_address is not null, has_payers_email = email is not null
where link_expires_at is not null and updated_at > created_at;

alter table carts add column cloned_as_of timestamptz;
comment on column carts.cloned_as_of is 'Of a payment link''s cart: when the one it is a copy of had last been changed';

-- As in 0131, but what was copied is known by its moment: the advisor's cart that nobody has changed since is sold when its
-- link is ordered.
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
create function is_sold_by_link(cart carts) returns boolean language sql stable as $$
  select cart.advisor_hash is not null and cart.customer_id is null and cart.link_expires_at is null
    and exists (select from carts l where l.cloned_from = cart.id and l.link_expires_at is not null
      and l.status = 'ordered' and l.cloned_as_of = cart.updated_at);
$$;
