-- Payment links (ADV-08, DEC-146, record 0037): a copy of an advisor's cart that whoever has the link may pay.
alter table carts add column link_expires_at timestamptz;   -- only the carts of links have one

-- What opening a link gives a browser, as a hash: it opens the link's cart and nothing else.
create table payment_link_tokens (
  token_hash bytea primary key,
  cart_id uuid not null references carts (id) on delete cascade,
  opened_at timestamptz not null
);
create index payment_link_tokens_cart on payment_link_tokens (cart_id, opened_at);

-- Who may see what is personal of a cart (DEC-05): its customer. The cart of a link belongs to no account: its own id
-- stands for whoever brings its token.
create function cart_owner(cart carts) returns uuid language sql immutable as $$
  select case when cart.link_expires_at is null then cart.customer_id else cart.id end;
$$;

-- Copies a cart for a payment link (ADV-11, DEC-146); null = done. What was agreed with the advisor goes along: not the
-- method of payment, which is the payer's, nor a points certificate, whose points are blocked for the first cart.
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
  insert into carts (id, email, shipping_address, shipping_method, billing_address, coupon_code, donation, advisor_hash,
      link_expires_at, created_at, updated_at)
    values (new_cart, given.email, given.shipping_address, given.shipping_method, given.billing_address,
      given.coupon_code, given.donation, given.advisor_hash, expires, moment, moment);
  insert into cart_lines (id, cart_id, product_id, offer_id, parent_sku, quantity, warranty_sku, gift_card, event_url, added_at)
    select line_ids[row_number() over (order by added_at, id)], new_cart, product_id, offer_id, parent_sku, quantity,
        warranty_sku, gift_card, event_url, added_at
      from cart_lines where cart_id = source;
  return null;
end $$;

-- Gives a browser a token for a link's cart (API-36); of those given before the newest stay. Without a refusal it answers
-- until when they open it.
create function open_payment_link(
  link uuid, new_token bytea, most integer, moment timestamptz, out refusal text, out expires timestamptz)
language plpgsql as $$
declare given carts;
begin
  select * into given from carts where id = link;
  refusal := case
    when given.link_expires_at is null then 'PAYMENT_LINK_NOT_FOUND'
    when given.status in ('ordered', 'closed') then 'PAYMENT_LINK_USED'
    when given.link_expires_at <= moment then 'PAYMENT_LINK_NOT_FOUND'
  end;
  if refusal is not null then return; end if;
  insert into payment_link_tokens (token_hash, cart_id, opened_at) values (new_token, link, moment);
  delete from payment_link_tokens where token_hash in (
    select token_hash from payment_link_tokens where cart_id = link order by opened_at desc offset most);
  expires := given.link_expires_at;
end $$;
