-- Attributes of the products of a category and of all categories below it (PROD-07). If a category below declares the same code,
-- its own declaration applies there.
create table category_attributes (
  id integer generated always as identity primary key,
  category_id integer not null references categories (id) on delete cascade,
  code text not null check (code ~ '^[a-z0-9_-]{1,60}$'),   -- as in products.attributes, in addresses of searches and in files
  name text not null,
  type text not null check (type in ('text', 'number', 'flag', 'choice')),
  unit text not null default '',               -- of numbers; '': none
  choices text not null default '',            -- values of a choice, one a line
  is_required boolean not null default false,
  is_filterable boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  unique (category_id, code),
  unique (category_id, name)
);
create trigger category_attributes_version before update on category_attributes
  for each row when ((old.name, old.type, old.unit, old.choices, old.is_required, old.is_filterable, old.position)
    is distinct from (new.name, new.type, new.unit, new.choices, new.is_required, new.is_filterable, new.position))
  execute function count_version();
