-- Locks an account before a transaction revokes access to it or gives it another owner (record 0034). Without this lock two
-- transactions could deadlock. One has locked a mailed link and waits for the account. The other has locked the account and waits
-- for the link. The lock of the account's carts comes first. Closing the account also takes this lock. The passkeys come next,
-- because a login by passkey locks them before the account.
create or replace function take_account_turn(customer uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  perform from passkeys where customer_id = customer order by id for update;
end $$;

-- Revokes all access to an account except its password: passkeys, sessions, mailed links and trusted devices. Removes the lock
-- after wrong passwords. Returns the epoch from which device cookies are valid, and the number of ended sessions.
create or replace function end_account_access(customer uuid, out epoch integer, out ended integer) language plpgsql as $$
declare address text;
begin
  perform take_account_turn(customer);
  -- While the passkeys are locked, no other transaction opens a session with a passkey. A transaction that adds a passkey locks the
  -- account first. The update below waits for that transaction, and the second delete removes the new passkey.
  delete from passkeys where customer_id = customer;
  update customers set device_epoch = device_epoch + 1 where id = customer returning device_epoch, email into epoch, address;
  delete from passkeys where customer_id = customer;
  delete from passkey_challenges where customer_id = customer;
  delete from account_links where customer_id = customer and purpose in ('email', 'reset');
  delete from sign_in_failures where email_hash = sha256(convert_to(address, 'UTF8'));
  delete from sessions where customer_id = customer;
  get diagnostics ended = row_count;
end $$;

-- Gives an account back to the address that it had before a takeover. The address is confirmed, and all access is revoked. The
-- password is revoked too, because another person may know it. Writes nothing if another account has that address.
create or replace function give_account_back(present text, wanted text, moment timestamptz, out refusal text, out ended integer)
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

-- Changes a customer's e-mail to the address that the mailed link confirms. Returns both addresses, or why nothing was written.
-- Deletes all mailed links of the account, so that links in the former mailbox are invalid.
create or replace function change_email(of_token bytea, customer uuid, moment timestamptz, out refusal text, out former text, out address text)
language plpgsql as $$
begin
  perform take_account_turn(customer);
  select email into former from customers where id = customer for update;
  select new_email into address from account_links
    where token_hash = of_token and customer_id = customer and purpose = 'email' and expires_at > moment;
  if address is null then refusal := 'LINK_NOT_FOUND'; return; end if;
  begin
    update customers set email = address, email_confirmed_at = moment where id = customer;
  exception when unique_violation then refusal := 'EMAIL_TAKEN'; return;
  end;
  delete from account_links where customer_id = customer;
end $$;

-- Cleans an account that was registered with another person's e-mail. Runs before the owner of the e-mail resets the password.
-- Removes all data that the first person entered or can still use: the open cart, addresses, invoice data, wish lists, restock
-- alerts, cards and the points membership.
create or replace function forget_former_owner(customer uuid, moment timestamptz) returns void language plpgsql as $$
begin
  -- Blocks `sync_cart`, so that no cart joins the account in the meantime. Carts are locked before their customer, as in
  -- close_account.
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  -- Lock order: passkeys before their account (as in end_account_access), wish lists before carts (as when an item moves to a cart).
  delete from passkeys where customer_id = customer;
  delete from wishlists where customer_id = customer;
  perform from carts where customer_id = customer and status = 'open' order by id for update;
  delete from cart_lines l using carts c where l.cart_id = c.id and c.customer_id = customer and c.status = 'open';
  -- Clearing `certificate_code` returns the certificate's points (trigger carts_certificate_leaves).
  update carts set status = 'closed', customer_id = null, email = null, shipping_address = null, billing_address = null,
      payment_method = null, coupon_code = null, certificate_code = null, certificate_amount = null, donation = null,
      updated_at = moment
    where customer_id = customer and status = 'open';
  delete from account_links where customer_id = customer;
  delete from addresses where customer_id = customer;
  delete from restock_notices where customer_id = customer;
  delete from loyalty_members where customer_id = customer;
  -- Cards without a customer are removed, also at the acquirer (remove_card_of_nobody).
  update saved_cards set customer_id = null where customer_id = customer;
  update customers set phone = null, dpi = null, date_of_birth = null, gender = null, nit = null, billing_name = null,
      billing_address = null, has_loyalty = false
    where id = customer;
end $$;
