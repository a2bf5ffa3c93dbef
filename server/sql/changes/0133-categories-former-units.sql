-- Units that an attribute had, while a job gives the new one to its values.
alter table category_attributes add column former_units text[] not null default '{}';
