-- Counts what people edit of a category (OFF-21). The place among its sisters counts only for the category that was moved: its call
-- counts it.
alter table categories add column version integer not null default 1;
create trigger categories_version before update on categories
  for each row when ((old.title, old.slug, old.parent_id, old.description, old.state, old.picture_key, old.replaced_by, old.needs_serial)
    is distinct from (new.title, new.slug, new.parent_id, new.description, new.state, new.picture_key, new.replaced_by, new.needs_serial))
  execute function count_version();

-- The highest number that a removed category had: a new category never gets the number, and the history, of a removed one.
create sequence category_numbers as integer minvalue 0 start 0;
