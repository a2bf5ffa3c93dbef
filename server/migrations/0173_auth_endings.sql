-- Ends every way into an account but its password: passkeys, sessions, links that were mailed, browsers that are its devices. Lifts
-- the lock of wrong passwords. Answers which devices' cookies hold from then on, and how many sessions there were.
create function end_account_access(customer uuid, out epoch integer, out ended integer) language plpgsql as $$
declare address text;
begin
  -- A login by passkey holds that first and the account after it, and so does this: once it has the passkey, none opens a session
  -- unseen. One that was being added holds the account, and is found by the second look.
  delete from passkeys where customer_id = customer;
  update customers set device_epoch = device_epoch + 1 where id = customer returning device_epoch, email into epoch, address;
  delete from passkeys where customer_id = customer;
  delete from passkey_challenges where customer_id = customer;
  delete from account_links where customer_id = customer and purpose in ('email', 'reset');
  delete from sign_in_failures where email_hash = sha256(convert_to(address, 'UTF8'));
  delete from sessions where customer_id = customer;
  get diagnostics ended = row_count;
end $$;

-- As in 0142, and what it did not take: the wish list and who has its link, what it waits for, cards, the member of the points program.
create or replace function forget_former_owner(customer uuid, moment timestamptz) returns void language plpgsql as $$
begin
  -- As closing an account does: no cart is brought to it meanwhile, and carts come before their customer.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  -- Before its passkeys' account is held (end_account_access); a list before the cart its items go to.
  delete from passkeys where customer_id = customer;
  delete from wishlists where customer_id = customer;
  perform from carts where customer_id = customer and status = 'open' order by id for update;
  -- A certificate that leaves its cart gives its points back.
  delete from cart_lines l using carts c where l.cart_id = c.id and c.customer_id = customer and c.status = 'open';
  update carts set status = 'closed', customer_id = null, email = null, shipping_address = null, billing_address = null,
      payment_method = null, coupon_code = null, certificate_code = null, certificate_amount = null, donation = null,
      updated_at = moment
    where customer_id = customer and status = 'open';
  delete from account_links where customer_id = customer;
  delete from addresses where customer_id = customer;
  delete from restock_notices where customer_id = customer;
  delete from loyalty_members where customer_id = customer;
  -- Of nobody they are removed, at the acquirer too (0108).
  update saved_cards set customer_id = null where customer_id = customer;
  update customers set phone = null, dpi = null, date_of_birth = null, gender = null, nit = null, billing_name = null,
      billing_address = null, has_loyalty = false
    where id = customer;
end $$;

-- Gives an account back to the address it had before somebody took it over: confirmed, every way in ended, the password too, which
-- may be known. Nothing is written where another account has that address.
create function give_account_back(present text, wanted text, moment timestamptz, out refusal text, out ended integer)
language plpgsql as $$
declare customer uuid;
begin
  select id into customer from customers where email = present;
  select e.ended into ended from end_account_access(customer) e;
  update customers set email = wanted, email_confirmed_at = moment, password_hash = null where id = customer and email = present;
  if not found then refusal := 'UNKNOWN'; ended := null; return; end if;
  delete from account_links where customer_id = customer;
  delete from sign_in_failures where email_hash = sha256(convert_to(wanted, 'UTF8'));
exception when unique_violation then
  refusal := 'EMAIL_TAKEN';
  ended := null;
end $$;
