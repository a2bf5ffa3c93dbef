drop index concurrently if exists advisors_id;
create unique index concurrently advisors_id on advisors (id);
