-- Saved views of lists (OFF-17): filters, sort and columns as in a list's address.
create table desk_views (
  id uuid primary key,
  owner_id uuid not null references staff_members (id) on delete cascade,
  list text not null,                          -- the resource in the address of its calls: 'orders'
  path text,                                   -- the page below /admin that shows the list; null: unknown
  name text not null check (length(name) between 1 and 60),
  query jsonb not null check (jsonb_typeof(query) = 'object'),
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint desk_views_name_key unique (owner_id, list, name)
);
create index desk_views_shared on desk_views (list) where is_shared;
create trigger desk_views_version before update on desk_views
  for each row when ((old.name, old.query, old.is_shared) is distinct from (new.name, new.query, new.is_shared)) execute function count_version();

-- Views that a person has pinned to their menu: their own, or shared ones.
create table desk_view_pins (
  staff_id uuid not null references staff_members (id) on delete cascade,
  view_id uuid not null references desk_views (id) on delete cascade,
  primary key (staff_id, view_id)
);
create index desk_view_pins_view on desk_view_pins (view_id);
