-- Every mail that the shop wrote (DEC-12). A job sends it. A failure is retried, and never makes the action fail that caused the
-- mail.
create table mails (
  id uuid primary key,
  dedupe_key text not null unique,             -- e.g. 'order-confirmation:{orderId}': the same mail is never written twice
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  is_secret boolean not null default false,    -- a gift card's mail: its text is cleared once it is sent, and it is not deleted before
  unsubscribe_url text,  -- the link that stops mails of this kind (RFC 8058); null: a mail that cannot be stopped, such as a receipt
  withdrawn_at timestamptz                     -- when the mail became unwanted: it is stored and not sent
);
create index mails_newest on mails (created_at desc, id);
create index mails_recipient on mails (recipient, created_at desc);
create index mails_secret_waiting on mails (created_at) where is_secret and sent_at is null;
-- The second part of the key names the subject of a mail. By it, closing an account finds the mails that went to other addresses.
create index mails_about on mails (split_part(dedupe_key, ':', 2));

-- Signs the links that stop mails.
insert into shop_secrets values ('unsubscribe', gen_random_uuid()::text || gen_random_uuid()::text);
