-- Counts the edits of a category (OFF-21). If categories change places, only the version of the moved one rises: its call raises
-- it.
alter table categories add column version integer not null default 1;
create trigger categories_version before update on categories
  for each row when ((old.title, old.slug, old.parent_id, old.description, old.state, old.picture_key, old.replaced_by, old.needs_serial)
    is distinct from (new.title, new.slug, new.parent_id, new.description, new.state, new.picture_key, new.replaced_by, new.needs_serial))
  execute function count_version();

-- The highest number of a removed category. A new category never gets this number, and so never the history of a removed one.
create sequence category_numbers as integer minvalue 0 start 0;
