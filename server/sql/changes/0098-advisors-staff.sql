drop index concurrently if exists advisors_staff;
create unique index concurrently advisors_staff on advisors (lower(staff_email)) where staff_email is not null and ended_at is null;
