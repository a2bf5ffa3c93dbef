-- Every mail the shop ever wrote (DEC-12). Sending is a job; a failure is retried and never fails its cause.
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
  is_secret boolean not null default false,    -- a gift card's: its text is taken out once it was sent, and it is not deleted before
  unsubscribe_url text,                        -- where whoever receives a mail that is no receipt stops more of its kind (RFC 8058)
  withdrawn_at timestamptz                     -- nobody wants it any more: kept and not sent
);
create index mails_newest on mails (created_at desc, id);
create index mails_recipient on mails (recipient, created_at desc);
create index mails_secret_waiting on mails (created_at) where is_secret and sent_at is null;
-- What a mail is about, the second part of its key: how closing an account finds those that went to other addresses than its own.
create index mails_about on mails (split_part(dedupe_key, ':', 2));

-- What the links that stop mails are signed with.
insert into shop_secrets values ('unsubscribe', gen_random_uuid()::text || gen_random_uuid()::text);
