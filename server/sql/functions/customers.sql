-- True if a customer is an employee (EMP-01), which requires a confirmed e-mail (DEC-152). Null for an unknown customer.
create or replace function is_employee(customer uuid) returns boolean language sql stable as $$
  select exists (
    select from customers c join employee_emails s on s.email = c.email
    where c.id = customer and c.email_confirmed_at is not null);
$$;
