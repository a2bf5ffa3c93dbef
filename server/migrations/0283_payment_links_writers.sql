-- A payment link may be open in several browsers (record 0037). Which of them has written to its cart, and which one's order it
-- became, is known by its token.
alter table payment_link_tokens
  add column has_written boolean not null default false,
  add column has_ordered boolean not null default false;
comment on column payment_link_tokens.has_written is 'Who brings it has changed something of the cart';
comment on column payment_link_tokens.has_ordered is 'The cart''s order that stands, or was tried last, came with it';

-- Of links that are open as this is applied nobody knows who typed what is in them: any of their browsers may have.
update payment_link_tokens t set has_written = true
  from carts c where c.id = t.cart_id and (c.has_payers_billing or c.has_payers_shipping or c.has_payers_email);
update payment_link_tokens t set has_ordered = true
  from carts c
  where c.id = t.cart_id and c.status <> 'open' and (select count(*) from payment_link_tokens o where o.cart_id = c.id) = 1;

-- The points of a certificate are one person's, who identified themselves: of a link's cart only the browser that applied it may
-- use it up.
alter table points_certificates add column applied_with bytea;
comment on column points_certificates.applied_with is 'Hash of the payment link''s token with which it was applied; null: of another cart';

-- Who only opens a link again and again does not push out those that have written: what they typed stays theirs.
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
  if given.status = 'placing' then return; end if;
  delete from payment_link_tokens where token_hash in (
    select token_hash from payment_link_tokens where cart_id = link
    order by token_hash = new_token desc, has_written desc, opened_at desc offset most);
end $$;
