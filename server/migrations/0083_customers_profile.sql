-- What customers tell of themselves (PROF-06). All optional but name and e-mail.
alter table customers
  add column phone text check (phone ~ '^\d{8}$'),
  add column dpi text check (dpi ~ '^\d{13}$'),
  add column date_of_birth date,
  add column gender smallint check (gender in (1, 2)),
  add column nit text,
  add column billing_name text,
  add column billing_address text,
  add column has_loyalty boolean not null default false;

-- Who works here (DEC-153): an operator writes it, never a customer. In lower case, as customers' addresses are.
create table staff_emails (
  email text primary key check (email = lower(email)),
  added_at timestamptz not null
);

-- EMP-01: only with a confirmed e-mail (DEC-152). Null is nobody.
create function is_employee(customer uuid) returns boolean language sql stable as $$
  select exists (
    select from customers c join staff_emails s on s.email = c.email
    where c.id = customer and c.email_confirmed_at is not null);
$$;

-- Whether a cart is an employee's is read of its customer; the column stays for nodes of the version before.
comment on column carts.is_employee is 'not read any more: see is_employee(customer_id)';
