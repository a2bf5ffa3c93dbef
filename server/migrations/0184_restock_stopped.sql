-- When the customer said, by the link of such a mail, that they want these mails no more: the notice waits and is not told,
-- until they ask for it again or want them all back. It is of the notice, so it ends and is exported with it.
alter table restock_notices add column stopped_at timestamptz;

-- Where whoever receives a mail that is no receipt stops more of its kind (RFC 8058); null for every other mail.
alter table mails add column unsubscribe_url text;
-- A mail nobody wants any more, kept and not sent.
alter table mails add column withdrawn_at timestamptz;

-- What the links of those mails are signed with: one for all nodes.
insert into shop_secrets values ('unsubscribe', gen_random_uuid()::text || gen_random_uuid()::text);
