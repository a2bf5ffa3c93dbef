-- Who has an account. E-mail addresses are kept in lower case, as they are compared (DEC-134).
create table customers (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null default now()
);
