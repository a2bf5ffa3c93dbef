-- Closes an account (record 0024); answers its address, or why nothing was written. Of two at once the second finds nobody. What was
-- sent to an address is deleted where that was confirmed: anybody registers anybody's. Mails about the account and its orders go
-- whoever they went to: to an address it had before, to one it asked for and never took, to the one an order was placed with.
-- What it leaves: gift cards that are paid and not sent, mails that are not its own, what is still being told. What it takes along: the
-- payment links that were made of its carts.
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
  links := array(select id from carts where link_expires_at is not null and link_id is null
    and (cloned_from = any (own_carts) or is_confirmed and cloned_from is null and lower(email) = closed_email));
  -- Links before their copies: nobody opens one any more, and whoever has done so a moment before is seen.
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
