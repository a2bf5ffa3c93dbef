-- A browser that opens a payment link again brings the token it has, and keeps it: a load of the page makes no new one. While
-- the link's order is being placed, no token gives way: who pays must be able to ask what became of it (record 0037); an
-- order that is not committed yet is waited for.
drop function open_payment_link(uuid, bytea, integer, timestamptz);
create function open_payment_link(
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
    select token_hash from payment_link_tokens where cart_id = link order by opened_at desc offset most);
end $$;
