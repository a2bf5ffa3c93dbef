-- A stop pressed in a mail whose account was closed, or has another address, by the time the mail is read. Such a link is known by
-- no account any more, so it is noted when a mail goes to an address that nobody has confirmed: the hash of its token and the
-- hash by which stops know the address. It holds as long as the outbox keeps its mails, and tells nothing of anybody.
create table restock_mailed (
  token_hash bytea primary key,
  email_hash bytea not null,
  mailed_at timestamptz not null
);
create index on restock_mailed (email_hash);
create index on restock_mailed (mailed_at);

-- Who confirms an address owns it: what others made of it is over, a stop as well.
create function forget_restock_mailed() returns trigger language plpgsql as $$
begin
  delete from restock_mailed where email_hash = restock_stop_hash(new.email);
  delete from restock_stops where email_hash = restock_stop_hash(new.email);
  return null;
end $$;

create trigger customers_forget_restock_mailed after update of email, email_confirmed_at on customers for each row
  when (new.email_confirmed_at is not null and (old.email_confirmed_at is null or old.email <> new.email))
  execute function forget_restock_mailed();
