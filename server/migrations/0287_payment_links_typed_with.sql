-- Whoever holds a payment link reads nothing of what another payer typed, by no refusal of an order either (record 0037): of each
-- field it is kept with which of the link's tokens it was written last.
alter table carts
  add column billing_typed_with bytea,
  add column shipping_typed_with bytea,
  add column email_typed_with bytea;
comment on column carts.billing_typed_with is 'Of a payment link''s cart: hash of the token with which its invoice was written last; null: with none, or nobody knows';
comment on column carts.shipping_typed_with is 'The same of its delivery';
comment on column carts.email_typed_with is 'The same of its e-mail';

-- Of links that are open as this is applied: where one browser alone has written, it was that one.
update carts c
  set billing_typed_with = t.token_hash, shipping_typed_with = t.token_hash, email_typed_with = t.token_hash
  from payment_link_tokens t
  where t.cart_id = c.id and t.has_written and c.status in ('open', 'placing')
    and not exists (select from payment_link_tokens o where o.cart_id = c.id and o.has_written and o.token_hash <> t.token_hash);

-- That a call came is no writing: it may have been refused. What a browser has written names its token. The column stays for processes
-- of before, which may still run while this is applied.
comment on column payment_link_tokens.has_written is 'Not read any more: see carts.*_typed_with and points_certificates.applied_with';

create index points_certificates_applied_with on points_certificates (applied_with) where applied_with is not null;

-- As in 0283, but those that keep their token are those whose writing stands in the cart, and whose points were applied to it; and
-- whoever opens the link again with a token that gave way has still applied what was applied with it.
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
