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
  last_error text
);
create index mails_newest on mails (created_at desc, id);
create index mails_recipient on mails (recipient, created_at desc);
