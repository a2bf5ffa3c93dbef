-- Customers with an account. E-mail addresses are stored in lower case, because they are compared in lower case (DEC-134).
create table customers (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null default now(),
  password_hash text,                          -- Argon2id in its own text form; null: nobody can sign in with a password
  email_confirmed_at timestamptz,
  -- Data that customers give about themselves (PROF-06). All are optional.
  phone text check (phone ~ '^\d{8}$'),
  dpi text check (dpi ~ '^\d{13}$'),
  date_of_birth date,
  gender smallint check (gender in (1, 2)),
  nit text,
  billing_name text,
  billing_address text,
  has_loyalty boolean not null default false,
  -- Signs, together with the shop's secret, the cookies that make a browser a known device of the account. A password reset or an
  -- operator changes this value. Then all earlier devices are unknown (record 0020).
  device_epoch integer not null default 0 check (device_epoch >= 0),
  -- Time at which somebody stopped the restock mails by a link in a mail, before the address was confirmed. The account may
  -- belong to a stranger, who would request the mails again and again. So the account cannot request restock mails until its
  -- address is confirmed. After that the column has no effect.
  restock_stopped_at timestamptz
);
-- home.find-customers: the desk finds a customer by the exact phone or NIT.
create index customers_phone on customers (phone) where phone is not null;
create index customers_nit on customers (nit) where nit is not null;

-- Labeled words by which the desk finds a customer: names, e-mail, phone, NIT. `order_terms` makes the words of an order.
create function customer_terms(first_name text, last_name text, email text, phone text, nit text) returns tsvector language sql immutable
  parallel safe as $$
  select array_to_tsvector(array_remove(array['e:' || email, 'p:' || phone, 'd:' || upper(regexp_replace(nit, '[^[:alnum:]]', '', 'g'))]
    || array(select 'w:' || w from unnest(regexp_split_to_array(
      lower(public.unaccent('public.unaccent'::regdictionary, concat_ws(' ', first_name, last_name))), '[^[:alnum:]]+')) w where w <> ''), null));
$$;
create index customers_terms on customers using gin (customer_terms(first_name, last_name, email, phone, nit));
-- The desk's list: newest first.
create index customers_created on customers (created_at, id);

-- E-mails of employees (DEC-153). Only an operator writes them. The addresses are in lower case, like the addresses of customers.
create table employee_emails (
  email text primary key check (email = lower(email)),
  added_at timestamptz not null
);
