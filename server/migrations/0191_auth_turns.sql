-- Whoever ends ways into an account, or gives it another owner, takes its turn first (record 0052): else one holds a mailed link and waits
-- for the account, another holds the account and waits for the link. The turn is that of its carts, which closing it takes
-- too; then come its passkeys, which a login by one holds before the account.
create function take_account_turn(customer uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sync-cart:' || customer, 0));
  perform from passkeys where customer_id = customer order by id for update;
end $$;

-- As in 0140, in the account's turn.
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

-- As in 0173, in the account's turn.
create or replace function end_account_access(customer uuid, out epoch integer, out ended integer) language plpgsql as $$
declare address text;
begin
  perform take_account_turn(customer);
  -- Once this has the passkeys, none opens a session unseen. One that was being added holds the account, and is found by the
  -- second look.
  delete from passkeys where customer_id = customer;
  update customers set device_epoch = device_epoch + 1 where id = customer returning device_epoch, email into epoch, address;
  delete from passkeys where customer_id = customer;
  delete from passkey_challenges where customer_id = customer;
  delete from account_links where customer_id = customer and purpose in ('email', 'reset');
  delete from sign_in_failures where email_hash = sha256(convert_to(address, 'UTF8'));
  delete from sessions where customer_id = customer;
  get diagnostics ended = row_count;
end $$;
