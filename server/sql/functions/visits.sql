-- Visits: services that are done at the buyer's home (record 0105).

-- Returns whether a place is within a coverage. `isCovered` of domain/src/visits applies the same rule.
create or replace function visit_covers(coverage text[], region integer, city text) returns boolean language sql stable as $$
  select coverage = '{}' or exists (
    select from departments d, unnest(coverage) covered
    where d.region_id = region and (covered = d.title or slug_of(covered) = slug_of(d.title || '/' || city)));
$$;

-- Returns whether a visit fits a product. Null if the visit is unrelated to the product, or the product's measure is unknown.
create or replace function visit_fits(visit visits, product bigint) returns boolean language sql stable as $$
  select case
    when visit.fit_category is null and visit.fit_code is null then null
    when visit.fit_category is not null and not visit.fit_category = any (c.ancestor_ids) then null
    when visit.fit_code is null then true
    else (
      select substring(replace(a ->> 'value', ',', '.') from '^\s*(\d+(?:\.\d+)?)')::double precision
        between coalesce(visit.fit_from, '-infinity') and coalesce(visit.fit_to, 'infinity')
      from jsonb_array_elements(p.attributes) a where a ->> 'code' = visit.fit_code limit 1)
  end
  from products p join categories c on c.id = p.category_id
  where p.id = product and p.kind = 'goods';
$$;

-- Returns when and where a visit is possible, as pages and carts show it. Null for a service that is not a visit. Departments are
-- numbered by their position in the shop's list.
create or replace function visit_terms(product bigint) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('days', v.days, 'coverage', (
      select coalesce(json_agg(json_build_object('regionId', d.region_id, 'department', d.title,
          'city', (select m.name from municipios m where m.region_id = d.region_id and slug_of(d.title || '/' || m.name) = slug_of(covered)))
          order by d.position, covered), '[]')
      from unnest(v.coverage) covered join departments d on d.title = split_part(covered, '/', 1)))
    from visits v where v.product_id = product);
end $$;

-- Returns why this number of units of a service cannot be ordered with the rest of a cart. Null if they can be ordered. If the
-- cart has a related product that the visit does not fit, each unit of the visit needs a product that it fits. Without a related
-- product in the cart, the buyer has one at home.
create or replace function refuse_visit(cart uuid, product bigint, units integer) returns text language plpgsql stable as $$
declare
  visit visits;
  fitting bigint;
  others bigint;
begin
  select * into visit from visits where product_id = product;
  if visit.product_id is null then return null; end if;
  select sum(quantity) filter (where fits), sum(quantity) filter (where not fits) into fitting, others
    from (select l.quantity, visit_fits(visit, l.product_id) as fits from cart_lines l where l.cart_id = cart) line;
  if others > 0 and units > coalesce(fitting, 0) then return 'VISIT_DOES_NOT_FIT'; end if;
  if exists (select from carts c where c.id = cart and c.shipping_address is not null
      and not visit_covers(visit.coverage, (c.shipping_address -> 'region' ->> 'regionId')::integer, c.shipping_address ->> 'city')) then
    return 'VISIT_NOT_COVERED';
  end if;
  return null;
end $$;

-- Returns the visit of a cart line, with the reason why it cannot be ordered. Null if the line is not a visit.
create or replace function visit_of_line(cart uuid, product bigint) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('refusal', refuse_visit(cart, product,
      (select sum(quantity) from cart_lines where cart_id = cart and product_id = product)::integer))
    from visits where product_id = product);
end $$;

-- Returns whether every visit of a cart is possible at a place.
create or replace function cart_visits_cover(cart uuid, region integer, city text) returns boolean language sql stable as $$
  select not exists (
    select from cart_lines l join visits v on v.product_id = l.product_id
    where l.cart_id = cart and not visit_covers(v.coverage, region, city));
$$;

-- Returns the visits that fit a product and can be bought, the cheapest first.
create or replace function visits_for(product bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(p.id order by p.sales_price, p.id), '{}')
  from visits v join products p on p.id = v.product_id
  where p.is_published and p.sales_price is not null and visit_fits(v, product);
$$;

-- Purges the page of the service, and the pages of the products that offer it. A visit that fits only by an attribute may be on
-- any page.
create or replace function visits_purge() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if coalesce(new.fit_code, old.fit_code) is not null and (new.fit_category is null or old.fit_category is null) then
    perform purge_kind('shared price');
  end if;
  perform purge_kind('visit', array[product_tag(p.sku)]) from products p where p.id in (old.product_id, new.product_id);
  perform purge_kind('category text', array['category:' || id]) from categories where id in (old.fit_category, new.fit_category);
  return null;
end $$;
