-- The product's facts (ZOOM-05, ZOOM-08): the role of an attribute (null: none; domain/src/catalog/product-facts.ts lists the
-- roles), the group of its row ('': none), and the day from which a missing required attribute prevents publishing (null:
-- immediately).
alter table category_attributes add column role text;
alter table category_attributes add column sheet_group text not null default '';
alter table category_attributes add column required_from date;
create or replace trigger category_attributes_version before update on category_attributes
  for each row when ((old.name, old.type, old.unit, old.choices, old.is_required, old.is_filterable, old.position, old.role, old.sheet_group,
      old.required_from)
    is distinct from (new.name, new.type, new.unit, new.choices, new.is_required, new.is_filterable, new.position, new.role, new.sheet_group,
      new.required_from))
  execute function count_version();
