-- Former units of an attribute, while a job gives the new unit to its values.
alter table category_attributes add column former_units text[] not null default '{}';
