-- If one of these statements fails with "could not create unique index", a node of the previous release added a twin after 0141.
-- The message contains the twin's key: rename one of the two at the desk, and start again.
drop index concurrently if exists brands_twins;
create unique index concurrently brands_twins on brands (search_fold(title), twin);
drop index concurrently if exists stores_twins;
create unique index concurrently stores_twins on stores (search_fold(store_code), twin);
drop index concurrently if exists couriers_twins;
create unique index concurrently couriers_twins on couriers (search_fold(name), twin);
drop index concurrently if exists category_attributes_twins;
create unique index concurrently category_attributes_twins on category_attributes (category_id, search_fold(name), twin);
