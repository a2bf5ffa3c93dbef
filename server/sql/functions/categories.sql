-- Returns the number of the next category. The caller holds the lock of the tree (4232004).
create or replace function next_category_number() returns integer language sql volatile as $$
  select greatest((select max(id) from categories), (select last_value from category_numbers))::integer + 1;
$$;

-- Returns the attributes of a category's products, in order. Attributes of the root category come first.
create or replace function declared_attributes(category integer)
returns table (attribute_id integer, code text, name text, type text, unit text, choices text, is_required boolean,
  is_filterable boolean, from_id integer, from_title text, place bigint)
language sql stable as $$
  select n.id, n.code, n.name, n.type, n.unit, n.choices, n.is_required, n.is_filterable, n.category_id, n.from_title,
    row_number() over (order by n.level, n.position, n.id)
  from (
    select distinct on (a.code) a.*, f.level, f.title as from_title
    from categories c join categories f on f.id = any (c.ancestor_ids) join category_attributes a on a.category_id = f.id
    where c.id = declared_attributes.category
    order by a.code, f.level desc) n
$$;

-- True if a product's value fits an attribute. A number must have one of `units`, or no unit.
create or replace function attribute_fits(type text, units text[], choices text, value text, unit text) returns boolean
language sql immutable as $$
  select case type
    when 'number' then value ~ '^-?\d+([.,]\d+)?$' and coalesce(unit, '') = any (array_append(units, ''))
    when 'flag' then value in ('Sí', 'No')
    when 'choice' then value = any (regexp_split_to_array(btrim(choices, E' \r\n'), '\s*\n\s*'))
    else true end
$$;

-- Returns the products with a value that would not fit a declaration. Skips products below a nearer category with its own
-- declaration of the attribute.
create or replace function attribute_misfits(category integer, own_code text, type text, units text[], choices text)
returns table (product bigint, sku text, title text, value text) language sql stable as $$
  select p.id, p.sku, p.title, concat_ws(' ', e.a ->> 'value', e.a ->> 'unit')
  from categories c join products p on p.category_id = c.id
    cross join lateral jsonb_array_elements(p.attributes) e (a)
  where attribute_misfits.category = any (c.ancestor_ids) and e.a ->> 'code' = own_code
    and not attribute_fits(attribute_misfits.type, attribute_misfits.units || coalesce((select n.former_units from category_attributes n
        where n.category_id = attribute_misfits.category and n.code = own_code), '{}'), attribute_misfits.choices, e.a ->> 'value', e.a ->> 'unit')
    and not exists (select from category_attributes o join categories d on d.id = o.category_id
      where o.code = own_code and o.category_id = any (c.ancestor_ids)
        and d.level > (select level from categories where id = attribute_misfits.category))
$$;

-- Returns the faults of a product's attributes: a value that does not fit its declaration, or a missing required value (PROD-03,
-- PROD-07). Until the day from which its category requires the value, a missing value is only a warning (`is_due` = false,
-- ZOOM-08).
create or replace function judged_attributes(attributes jsonb, category integer)
returns table (code text, words text, is_missing boolean, is_due boolean) language sql stable as $$
  select d.code,
    case when v.a is null then 'Falta «' || d.name || '».'
        || case when n.required_from > t.today then ' Será obligatorio desde el ' || to_char(n.required_from, 'DD/MM/YYYY') || '.' else '' end
      else '«' || d.name || '»: escribe ' || case d.type
        when 'number' then 'un número' || case d.unit when '' then ' sin unidad' else ', en ' || d.unit end
        when 'flag' then 'Sí o No'
        else 'uno de ' || left(array_to_string(regexp_split_to_array(btrim(d.choices, E' \r\n'), '\s*\n\s*'), ', '), 200) end || '.' end,
    v.a is null, v.a is not null or n.required_from is null or n.required_from <= t.today
  from declared_attributes(category) d
    join category_attributes n on n.id = d.attribute_id
    cross join (select (now() at time zone 'America/Guatemala')::date as today) t
    left join lateral (select e.a from jsonb_array_elements(attributes) e (a) where e.a ->> 'code' = d.code limit 1) v on true
  where case when v.a is null then d.is_required
    else not attribute_fits(d.type, array[d.unit], d.choices, v.a ->> 'value', v.a ->> 'unit') end
  order by d.place
$$;

-- Returns the faults that are already due. An import rejects a row with such a fault.
create or replace function attribute_faults(attributes jsonb, category integer)
returns table (code text, words text, is_missing boolean) language sql stable as $$
  select f.code, f.words, f.is_missing from judged_attributes(attributes, category) f where f.is_due
$$;

-- Returns {code: [role, group]} for each attribute that has a role or a group (ZOOM-05, ZOOM-08). `ancestors`: the category's ancestor_ids.
create or replace function sheet_of(ancestors integer[]) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(d.code, jsonb_build_array(coalesce(d.role, ''), d.sheet_group)), '{}')
  from (
    select distinct on (a.code) a.code, a.role, a.sheet_group
    from category_attributes a join categories f on f.id = a.category_id
    where a.category_id = any (ancestors)
    order by a.code, f.level desc) d
  where d.role is not null or d.sheet_group <> ''
$$;

-- Returns the position of another attribute with the same role in the branch of a category: 'above' or 'below'. Null if there is
-- none. A declaration of the same code does not count, because the deepest declaration replaces the others (ZOOM-05).
create or replace function role_elsewhere(category integer, wanted text, own_code text, own integer) returns text language sql stable as $$
  select case when o.id = any (c.ancestor_ids) then 'above' else 'below' end
  from categories c join categories o on o.id <> c.id and (o.id = any (c.ancestor_ids) or c.id = any (o.ancestor_ids))
    join category_attributes a on a.category_id = o.id
  where c.id = role_elsewhere.category and a.role = wanted and a.code <> own_code and a.id <> own
  order by o.level limit 1
$$;

-- Refuses a role that another attribute of the branch has. With the lock of the tree, concurrent writes and moves run one after
-- the other. Each statement after the lock sees what the previous transaction has written.
create or replace function category_attributes_branch() returns trigger language plpgsql as $$
declare place text;
begin
  if tg_op = 'UPDATE' and old.role is not distinct from new.role then return new; end if;
  perform pg_advisory_xact_lock(4232004);
  select role_elsewhere(new.category_id, new.role, new.code, new.id) into place;
  if place is not null then
    raise exception using errcode = 'unique_violation', constraint = 'category_attributes_role_' || place,
      message = 'role ' || new.role || ' of attribute ' || new.code || ' is used ' || place;
  end if;
  return new;
end $$;

-- Refuses a move that brings two attributes with the same role into one branch.
create or replace function categories_branch() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4232004);
  if exists (
    select from category_attributes a join category_attributes b on b.role = a.role and b.code <> a.code
    where a.category_id = any (old.ancestor_ids) and a.category_id = any (new.ancestor_ids)
      and b.category_id = any (new.ancestor_ids) and b.category_id <> all (old.ancestor_ids)) then
    raise exception using errcode = 'unique_violation', constraint = 'category_attributes_role_above',
      message = 'category ' || new.path || ' joins two attributes of one role';
  end if;
  return null;
end $$;

-- Returns a product's attributes with the names, units and order that its category declares. A number without a unit, and a value with a
-- former unit of its attribute, get the declared unit. Undeclared attributes come last, unchanged.
create or replace function followed_attributes(attributes jsonb, category integer) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(case when d.code is null then e.a else e.a || jsonb_build_object('label', d.name)
      || case when d.type = 'number' and coalesce(e.a ->> 'unit', '') = '' and d.unit <> '' or e.a ->> 'unit' = any (n.former_units)
           then jsonb_build_object('unit', nullif(d.unit, '')) else '{}' end
    end order by d.place nulls last, e.n), '[]')
  from jsonb_array_elements(attributes) with ordinality e (a, n)
    left join declared_attributes(category) d on d.code = e.a ->> 'code'
    left join category_attributes n on n.id = d.attribute_id
$$;

-- Applies the declarations of the category to a product from a form, a file or a command.
create or replace function products_follow_attributes() returns trigger language plpgsql as $$
begin
  if exists (select from category_attributes) then
    new.attributes := followed_attributes(new.attributes, new.category_id);
  end if;
  return new;
end $$;

-- Applies the declarations of a category to the next products in it and its subcategories. Returns the last product's id. Null if
-- no product is left.
create or replace function follow_attributes(category integer, after bigint, portion integer) returns bigint language plpgsql as $$
declare ids bigint[];
begin
  select array_agg(id order by id) into ids from (
    select p.id from products p join categories c on c.id = p.category_id
    where category = any (c.ancestor_ids) and p.id > after and p.attributes <> '[]' order by p.id limit portion) next;
  update products p set attributes = followed_attributes(p.attributes, p.category_id)
    where p.id = any (ids) and p.attributes <> followed_attributes(p.attributes, p.category_id);
  -- All values have the new unit now. If the unit changed again in the meantime, another job is waiting and clears `former_units`
  -- later.
  if coalesce(cardinality(ids), 0) < portion and not exists (
      select from graphile_worker.jobs j where j.key = 'follow-attributes:' || category and j.locked_at is null) then
    update category_attributes set former_units = '{}' where category_id = category and former_units <> '{}';
  end if;
  return ids[cardinality(ids)];
end $$;

-- Updates up to a thousand products immediately. If the category has more products, a job updates all of them in portions.
create or replace function follow_attributes_below(category integer) returns void language plpgsql as $$
begin
  if (select count(*) from (select from products p join categories c on c.id = p.category_id
      where category = any (c.ancestor_ids) and p.attributes <> '[]' limit 1001) first) <= 1000 then
    perform follow_attributes(category, 0, 1000);
  else
    perform graphile_worker.add_job('follow-attributes', json_build_object('category', category),
      job_key => 'follow-attributes:' || category, queue_name => 'follow-attributes');
  end if;
end $$;

-- Stores the former unit of an attribute, so that `followed_attributes` can correct the values with that unit.
create or replace function category_attributes_unit() returns trigger language plpgsql as $$
begin
  if old.unit <> '' then new.former_units := array_append(new.former_units, old.unit); end if;
  new.former_units := array_remove(new.former_units, new.unit);
  return new;
end $$;

-- Runs after an attribute is added, changed or removed. Updates names, units and order in products, and purges cached pages that
-- show the attribute as a filter or specification.
create or replace function category_attributes_written() returns trigger language plpgsql as $$
declare category integer;
begin
  if tg_op = 'DELETE' then category := old.category_id; else category := new.category_id; end if;
  perform follow_attributes_below(category);
  perform purge_kind('attribute', array['category:' || category]);
  return null;
end $$;

-- Gives the products of a moved category the attributes of its new branch.
create or replace function categories_follow_attributes() returns trigger language plpgsql as $$
begin
  if exists (select from category_attributes) then perform follow_attributes_below(new.id); end if;
  return null;
end $$;

-- Returns the declared filters of a category's page, in order. Null if the category has no declared attribute. `named`: the
-- category as searches identify it, by number, path or last part of its path.
create or replace function category_filters(named text) returns json language sql stable as $$
  select case when count(*) > 0 then
      coalesce(json_agg(json_build_object('code', d.code, 'label', d.name) order by d.place) filter (where d.is_filterable), '[]') end
  from (select c.id from categories c where c.id::text = named or c.path = named or c.slug = named
        order by c.slug = named and c.path <> named, c.level, c.position limit 1) found
    cross join lateral declared_attributes(found.id) d
$$;
