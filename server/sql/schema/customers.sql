-- Who has an account. E-mail addresses are kept in lower case, as they are compared (DEC-134).
create table customers (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null default now(),
  password_hash text,                          -- Argon2id in its own text form; null: nobody can sign in with one
  email_confirmed_at timestamptz,
  -- What customers tell of themselves (PROF-06). All optional.
  phone text check (phone ~ '^\d{8}$'),
  dpi text check (dpi ~ '^\d{13}$'),
  date_of_birth date,
  gender smallint check (gender in (1, 2)),
  nit text,
  billing_name text,
  billing_address text,
  has_loyalty boolean not null default false,
  -- What the cookies that name a browser a device of an account are signed with, besides the shop's secret: whoever had a device
  -- has none once this has changed, by a reset or an operator (record 0020).
  device_epoch integer not null default 0 check (device_epoch >= 0),
  -- When whoever reads the mails of an account stopped those of restocks while nobody had confirmed its address: it may be a
  -- stranger's, who would ask again and again. It can ask for none until the address is confirmed; from then on this says nothing.
  restock_stopped_at timestamptz
);
-- home.find-customers: who is named exactly at the desk, by phone or NIT.
create index customers_phone on customers (phone) where phone is not null;
create index customers_nit on customers (nit) where nit is not null;

-- The labelled words that the desk finds a customer by, as those of an order (`order_terms`): names, e-mail, phone, NIT.
create function customer_terms(first_name text, last_name text, email text, phone text, nit text) returns tsvector language sql immutable
  parallel safe as $$
  select array_to_tsvector(array_remove(array['e:' || email, 'p:' || phone, 'd:' || upper(regexp_replace(nit, '[^[:alnum:]]', '', 'g'))]
    || array(select 'w:' || w from unnest(regexp_split_to_array(
      lower(public.unaccent('public.unaccent'::regdictionary, concat_ws(' ', first_name, last_name))), '[^[:alnum:]]+')) w where w <> ''), null));
$$;
create index customers_terms on customers using gin (customer_terms(first_name, last_name, email, phone, nit));
-- The desk's list: newest first.
create index customers_created on customers (created_at, id);

-- Who works here (DEC-153): an operator writes it, never a customer. In lower case, as customers' addresses are.
create table employee_emails (
  email text primary key check (email = lower(email)),
  added_at timestamptz not null
);
