-- The file of a mail, such as a purchase for its supplier. It is deleted with its mail.
create table mail_attachments (
  mail_id uuid primary key references mails (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  type text not null check (type in ('application/pdf', 'text/csv')),
  bytes bytea not null
);
