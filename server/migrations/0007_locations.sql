-- DEC-87: region id = 485 + (ISO 3166-2:GT number - 1).
create table departments (
  region_id integer primary key,
  title text not null,
  position integer not null
);
create table municipios (
  ine_code text primary key,
  region_id integer not null references departments (region_id),
  name text not null,
  zones text[] not null default '{}',
  position integer not null
);
create index municipios_region on municipios (region_id, position);
