drop index concurrently if exists category_attributes_role;
create unique index concurrently category_attributes_role on category_attributes (category_id, role);
