create or replace trigger products_follow_attributes before insert or update of attributes, category_id on products
  for each row when (new.attributes <> '[]') execute function products_follow_attributes();
create or replace trigger category_attributes_unit before update on category_attributes
  for each row when (old.unit <> new.unit) execute function category_attributes_unit();
-- Locks the tree before the foreign key locks the category, and before other triggers lock products.
create or replace trigger category_attributes_branch before insert or update of role on category_attributes
  for each row when (new.role is not null) execute function category_attributes_branch();
create or replace trigger categories_branch after update of ancestor_ids on categories
  for each row when (old.ancestor_ids <> new.ancestor_ids) execute function categories_branch();
create or replace trigger category_attributes_written after insert or delete on category_attributes
  for each row execute function category_attributes_written();
-- Not for `former_units`, which the job clears after it has updated the products.
create or replace trigger category_attributes_changed after update on category_attributes
  for each row when ((old.name, old.type, old.unit, old.choices, old.is_required, old.is_filterable, old.position, old.role, old.sheet_group)
    is distinct from (new.name, new.type, new.unit, new.choices, new.is_required, new.is_filterable, new.position, new.role, new.sheet_group))
  execute function category_attributes_written();
create or replace trigger categories_follow_attributes after update of ancestor_ids on categories
  for each row when (old.ancestor_ids <> new.ancestor_ids and new.parent_id is not null) execute function categories_follow_attributes();
