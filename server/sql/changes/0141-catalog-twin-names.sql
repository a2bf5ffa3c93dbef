-- From now on, names and codes that differ from another only by capitals or accents are refused (0142). Existing twins stay: each
-- later row gets a number that differs from the others. All other rows, and all new rows, have 0.
alter table brands add column twin integer not null default 0;
alter table stores add column twin integer not null default 0;
alter table couriers add column twin integer not null default 0;
alter table category_attributes add column twin integer not null default 0;
update brands b set twin = n.twin
  from (select id, row_number() over (partition by search_fold(title) order by id) - 1 as twin from brands) n
  where n.id = b.id and n.twin > 0;
update stores s set twin = n.twin
  from (select store_code, row_number() over (partition by search_fold(store_code) order by store_code) - 1 as twin from stores) n
  where n.store_code = s.store_code and n.twin > 0;
update couriers c set twin = n.twin
  from (select code, row_number() over (partition by search_fold(name) order by code) - 1 as twin from couriers) n
  where n.code = c.code and n.twin > 0;
update category_attributes a set twin = n.twin
  from (select id, row_number() over (partition by category_id, search_fold(name) order by id) - 1 as twin from category_attributes) n
  where n.id = a.id and n.twin > 0;
