-- DEC-105: which banks' cards may pay in installments, by the first six digits.
create table card_bins (
  bin text primary key check (bin ~ '^[0-9]{6}$'),
  bank_name text not null,
  brand text not null check (brand in ('visa', 'mastercard', 'amex')),
  plans integer[] not null default '{}',
  has_discount boolean not null default false
);
