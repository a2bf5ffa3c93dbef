-- Search. One row per product that may be found, kept current by triggers; one GIN index answers words and filters.
--
-- Why not ts_rank over a weighted tsvector: a rank must visit and decode every matching row, and a GIN index does not
-- keep weights. Here the weight is part of the lexeme, so that the index alone tells how well a product matches:
--   'h/televisor'   the first word of its title: what the product is
--   't/televisor'   another word of its title or brand
--   'televisor'     a word of its category or attributes (CAT-06) that its title does not have
--   's/tv-0001'     its sku, whole
--   '#12'           it has facet value 12 (brand, category or ancestor, seller, price range, attribute)
-- Each word stands in one class only: who looks for one word reads three short lists that share no product.
-- Descriptions count only where nothing else is found, and are three times as long as all the rest: they have a table of
-- their own, so that the rows a search visits stay narrow.

create text search configuration ceiba_spanish (copy = spanish);
alter text search configuration ceiba_spanish alter mapping for hword, hword_part, word with unaccent, spanish_stem;

-- Text as it is split into words: lower case without accents, 55" = 55 pulgadas, 16GB = 16 gb, and English plurals
-- (laptops, routers), which the Spanish stemmer leaves alone, without their s.
create function search_text(source text) returns text language sql stable parallel safe
return regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  lower(unaccent(translate(source, '²³', '  '))),
  '(\d)\s*("|''''|″|”)', '\1 pulgadas ', 'g'),
  '[^a-z0-9.]+|\.(?!\d)|(?<!\d)\.', ' ', 'g'),
  '\m(\d+(?:\.\d+)?)(gb|tb|mb|ghz|hz|w|mah|mp|mpx|kg|lb|lbs|btu|cm|mm|pulgadas|pulg|litros|l|rpm|mbps)\M', '\1 \2', 'g'),
  '([bcdfghjklmnpqrtvwxz])s\M', '\1', 'g');

create function search_lexemes(source text) returns text[] language sql stable parallel safe
return tsvector_to_array(to_tsvector('ceiba_spanish', search_text(source)));

-- How a word sounds in Guatemala, for spelling mistakes: b = v, s = z = soft c, silent h, ll = y, qu = k = hard c.
create function search_sound(word text) returns text language sql immutable parallel safe
return regexp_replace(translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  word, 'ch', '1', 'g'), 'h', '', 'g'), 'll', 'y', 'g'), 'c([ei])|z', 's\1', 'g'), 'vkqwx1', 'bccujh'),
  '(.)\1+|cu([ei])', '\1c\2', 'g');

-- What results can be narrowed by. `facet` is 'category', 'brand', 'seller', 'price' or an attribute's code.
create table facet_values (
  id integer generated always as identity primary key,
  facet text not null,
  facet_label text not null,
  value text not null,                 -- as the address carries it: category id, brand title, seller slug, '500-999.99', attribute value
  label text not null,
  typing text not null,                -- label of a category or brand after search_text, for suggestions; else ''
  unique (facet, value, label)         -- '6 horas' and '6 días' are two values of one attribute
);

-- How many products have a value: of all products (scope 0) and of each category (scope = the category's facet value).
-- Value 0 = all of the scope. Kept exact by triggers, so that browsing never counts the catalogue.
create table facet_counts (
  scope integer not null,
  value_id integer not null,
  products integer not null,
  primary key (scope, value_id)
) with (fillfactor = 70);

create table product_search (
  product_id bigint primary key references products (id) on delete cascade,
  words tsvector not null,
  -- What the server counts, filters and sorts matches by: byte 0 in stock; big-endian int4 at 1 product id, 5 units sold,
  -- 9 regular price, 13 sales price (0 = none); int2 at 17: number of the facet values that follow as int4 (own category
  -- first, then brand, then attributes).
  record bytea not null,
  -- Product id (int4) and a hash of the record (int8): all that travels of a match whose record the server still knows.
  key bytea not null generated always as (int4send(product_id::integer) || int8send(hashbyteaextended(record, 0))) stored,
  sold integer not null,
  price bigint,                        -- sales price; a running flash sale is applied by the reader
  discount integer not null,           -- basis points of the regular price; without flash sales
  category integer not null            -- facet value of its own category
) with (fillfactor = 90);
alter table product_search alter column record set storage plain;
create index product_search_words on product_search using gin (words) with (fastupdate = off);

-- Words of product_search, and 'd/televisor' for those of the description.
create table product_texts (
  product_id bigint primary key references product_search (product_id) on delete cascade,
  words tsvector not null
) with (fillfactor = 90);
create index product_texts_words on product_texts using gin (words) with (fastupdate = off);

-- The orders of lists: of all products, and of each category without its subcategories (a larger one merges them).
create index product_search_sold on product_search (sold desc, product_id);
create index product_search_cheap on product_search (price nulls last, product_id);
create index product_search_dear on product_search (price desc nulls last, product_id);
create index product_search_discount on product_search (discount desc, product_id);
create index product_search_category_sold on product_search (category, sold desc, product_id);
create index product_search_category_cheap on product_search (category, price nulls last, product_id);
create index product_search_category_dear on product_search (category, price desc nulls last, product_id);
create index product_search_category_discount on product_search (category, discount desc, product_id);

-- Words of titles, brands, categories and synonyms: what typing errors are corrected to and suggestions are made of.
create table search_words (
  word text primary key,               -- after search_text
  shown text not null,                 -- with its accents
  lexeme text not null,
  sound text not null,
  products integer not null            -- as of the last full refresh, 1 when newer; 0: only a synonym
);
create index search_words_lexeme on search_words (lexeme);
create index search_words_sound on search_words (sound);
create index search_words_typing on search_words (word text_pattern_ops);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

-- Words of one group mean the same. A phrase of two or three words counts as one.
create table search_synonyms (
  meaning integer not null,
  word text not null,                  -- after search_text
  lexemes text[] not null,
  primary key (word, meaning)
);
create index search_synonyms_meaning on search_synonyms (meaning);

create function add_synonyms(variadic phrases text[]) returns void language sql as $$
  insert into search_synonyms (meaning, word, lexemes)
  select (select coalesce(max(meaning), 0) + 1 from search_synonyms), word, search_lexemes(word)
  from (select distinct search_text(phrase) as word from unnest(phrases) phrase) w
  on conflict do nothing;
  insert into search_words (word, shown, lexeme, sound, products)
  select distinct on (search_text(phrase)) search_text(phrase), phrase, (search_lexemes(phrase))[1], search_sound(search_text(phrase)), 0
  from unnest(phrases) phrase
  where phrase !~ '\s' and cardinality(search_lexemes(phrase)) = 1
  on conflict do nothing;
$$;

-- Price ranges shown as a facet; quetzales, both ends included, the last one open.
insert into facet_values (facet, facet_label, value, label, typing) values
  ('price', 'Precio', '0-249.99', 'Menos de Q250', ''), ('price', 'Precio', '250-499.99', 'Q250 a Q500', ''),
  ('price', 'Precio', '500-999.99', 'Q500 a Q1,000', ''), ('price', 'Precio', '1000-1999.99', 'Q1,000 a Q2,000', ''),
  ('price', 'Precio', '2000-3499.99', 'Q2,000 a Q3,500', ''), ('price', 'Precio', '3500-5999.99', 'Q3,500 a Q6,000', ''),
  ('price', 'Precio', '6000-9999.99', 'Q6,000 a Q10,000', ''), ('price', 'Precio', '10000-', 'Q10,000 o más', '');

-- The value of the facet a price in centavos falls into.
create function search_price_range(price bigint) returns text language sql immutable parallel safe
return case
  when price < 25000 then '0-249.99' when price < 50000 then '250-499.99' when price < 100000 then '500-999.99'
  when price < 200000 then '1000-1999.99' when price < 350000 then '2000-3499.99' when price < 600000 then '3500-5999.99'
  when price < 1000000 then '6000-9999.99' when price is not null then '10000-' end;

-- The facet values these products mention that are not there yet. Their ids follow the place of an attribute in its
-- product's list: facets that as many products have are shown in that order.
create function add_facet_values(of_products bigint[]) returns void language sql as $$
  with shop as materialized (select * from products p where p.id = any (of_products))
  insert into facet_values (facet, facet_label, value, label, typing)
  select facet, facet_label, value, label,
    case when facet in ('category', 'brand') then btrim(search_text(label)) else '' end
  from (
    select distinct on (facet, value, label) facet, facet_label, value, label, place
    from (
      select 'category' as facet, 'Categoría' as facet_label, a.id::text as value, a.title as label, 0 as place
        from categories c join categories a on a.id = any (c.ancestor_ids)
        where c.id in (select category_id from shop)
      union all
      select 'brand', 'Marca', b.title, b.title, 0 from brands b where b.id in (select brand_id from shop)
      union all
      select 'seller', 'Vendedor', s.slug, s.title, 0 from sellers s where s.id in (select seller_id from shop)
      union all
      select a.code, a.label, a.value, concat_ws(' ', a.value, a.unit), a.place::integer
        from shop p, rows from (jsonb_to_recordset(p.attributes) as (code text, label text, value text, unit text))
          with ordinality a(code, label, value, unit, place)
        where a.code not in ('category', 'brand', 'seller', 'price') and a.value <> '' and length(a.value) <= 120
    ) mentioned
    where not exists (select from facet_values v
      where v.facet = mentioned.facet and v.value = mentioned.value and v.label = mentioned.label)
    order by facet, value, label, place
  ) wanted
  order by place, facet, value, label
  on conflict do nothing;
$$;

create function add_search_words(of_products bigint[]) returns void language sql as $$
  with shop as materialized (
    select title, brand_id, category_id from products p where p.id = any (of_products) and p.is_published and p.is_listed),
  sources as (
    select title from shop
    union select title from brands where id in (select brand_id from shop)
    union select a.title from categories c join categories a on a.id = any (c.ancestor_ids)
      where c.id in (select category_id from shop)),
  spelled as (
    select shown, search_text(shown) as word
    from (select distinct regexp_split_to_table(lower(title), '[^[:alnum:]]+') as shown from sources) s
    where shown ~ '^[[:alpha:]]{2,40}$')
  insert into search_words as known (word, shown, lexeme, sound, products)
  select distinct on (s.word) s.word, s.shown, l.lexemes[1], search_sound(s.word), 1
  from spelled s cross join lateral (select search_lexemes(s.shown) as lexemes) l
  where s.word !~ '[ .]' and cardinality(l.lexemes) = 1
    and not exists (select from search_words k where k.word = s.word and k.products > 0)
  order by s.word, s.shown desc        -- the spelling with accents
  on conflict (word) do update set products = 1 where known.products = 0;
$$;

-- The search rows of those of the products that may be found.
create function product_search_rows(of_products bigint[])
returns table (
  product_id bigint, words tsvector, texts tsvector, record bytea, sold integer, price bigint, discount integer,
  category integer)
language sql stable as $$
  with shop as materialized (
    select * from products p where p.id = any (of_products) and p.is_published and p.is_listed),
  made as materialized (
    select b.id, v.id as value_id, search_lexemes(b.title) as lexemes
    from brands b join facet_values v on v.facet = 'brand' and v.value = b.title
    where b.id in (select brand_id from shop)),
  placed as materialized (
    select c.id, v.id as value_id,
      search_lexemes((select string_agg(a.title, ' ') from categories a where a.id = any (c.ancestor_ids))) as lexemes,
      (select array_agg('#' || av.id) from facet_values av
        where av.facet = 'category' and av.value = any (c.ancestor_ids::text[])) as marks
    from categories c join facet_values v on v.facet = 'category' and v.value = c.id::text
    where c.id in (select category_id from shop)),
  sold_by as materialized (
    select s.id, v.id as value_id from sellers s join facet_values v on v.facet = 'seller' and v.value = s.slug)
  select p.id, w.words,
    w.words || array_to_tsvector(coalesce(
      (select array_agg('d/' || l) from unnest(tsvector_to_array(to_tsvector('ceiba_spanish', p.description))) l), '{}')),
    set_byte('\x00', 0, case when p.kind <> 'goods' or st.salable > 0 then 1 else 0 end)
      || int4send(p.id::integer) || int4send(p.sold_count)
      || int4send(least(coalesce(p.regular_price, 0), 2147483647)::integer)
      || int4send(least(coalesce(p.sales_price, 0), 2147483647)::integer)
      || int2send((2 + coalesce(cardinality(d.value_ids), 0))::smallint)
      || int4send(c.value_id) || int4send(b.value_id)
      || coalesce((select string_agg(int4send(u.id), ''::bytea order by u.n)
           from unnest(d.value_ids) with ordinality u(id, n)), ''::bytea),
    p.sold_count, p.sales_price,
    coalesce(((p.regular_price - p.sales_price) * 10000 / p.regular_price)::integer, 0),
    c.value_id
  from shop p
    join made b on b.id = p.brand_id
    join placed c on c.id = p.category_id
    join sold_by s on s.id = p.seller_id
    left join facet_values pr on pr.facet = 'price' and pr.value = search_price_range(p.sales_price)
    left join stock_totals st on st.product_id = p.id
    -- One look-up by index for each attribute: a join would be planned for ten products and hash the values for each.
    left join lateral (
      select array_agg(a.value_id order by a.position) as value_ids, array_agg('#' || a.value_id) as marks
      from (select e.position, (select v.id from facet_values v
              where v.facet = e.attribute ->> 'code' and v.value = e.attribute ->> 'value'
                and v.label = concat_ws(' ', e.attribute ->> 'value', e.attribute ->> 'unit')) as value_id
            from jsonb_array_elements(p.attributes) with ordinality e(attribute, position)) a
      where a.value_id is not null) d on true
    -- "offset 0" keeps each from being computed again wherever it is mentioned.
    cross join lateral (select to_tsvector('ceiba_spanish', search_text(p.title)) as vector offset 0) v
    cross join lateral (select tsvector_to_array(v.vector) || b.lexemes as lexemes offset 0) t
    left join lateral (select lexeme from unnest(v.vector) order by positions[1] limit 1) h on true
    cross join lateral (select array_to_tsvector(array_remove(
      (select array_agg(l) from unnest(c.lexemes || search_lexemes(
           (select string_agg(concat_ws(' ', a.value, a.unit), ' ') from jsonb_to_recordset(p.attributes) a(value text, unit text)))) l
         where l <> all (t.lexemes))
      || (select array_agg('t/' || l) from unnest(t.lexemes) l where l is distinct from h.lexeme)
      || array['h/' || h.lexeme, 's/' || lower(p.sku), '#' || b.value_id, '#' || s.value_id, '#' || pr.id]
      || c.marks || coalesce(d.marks, '{}'), null)) as words offset 0) w
$$;

-- Facet values of a search row.
create function facet_marks(words tsvector) returns integer[] language sql immutable parallel safe
return (select array_agg(substr(l, 2)::integer) from unnest(tsvector_to_array(words)) l where l like '#%');

-- Counts all products anew. By own category first, then summed up the tree: each product is looked at once.
create function recount_facets() returns void language sql as $$
  truncate facet_counts;
  with own as (
    select category, value_id, count(*) as products
    from product_search, unnest(facet_marks(words) || 0) value_id
    group by 1, 2),
  scopes as (
    select v.id as category, av.id as scope
    from facet_values v join categories c on v.value = c.id::text
      join facet_values av on av.facet = 'category' and av.value = any (c.ancestor_ids::text[])
    where v.facet = 'category'
    union all select id, 0 from facet_values where facet = 'category')
  insert into facet_counts (scope, value_id, products)
  select scope, value_id, sum(products) from own join scopes using (category) group by 1, 2;
$$;

-- What a row adds to the counts. Those who change the catalogue at once wait for each other here; orders change no count.
create function facets_of(words tsvector) returns table (scope integer, value_id integer) language sql stable as $$
  select s.scope, v.value_id
  from (select 0 as scope union all select id from facet_values where facet = 'category' and id = any (facet_marks(words))) s,
    unnest(facet_marks(words) || 0) v(value_id)
$$;

create function is_bulk_load() returns boolean language sql stable
return coalesce(current_setting('ceiba.bulk_load', true), '') = 'on';

create function product_search_count() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_op = 'INSERT' then
    insert into facet_counts (scope, value_id, products)
      select f.scope, f.value_id, count(*) from new_rows n, facets_of(n.words) f group by 1, 2 order by 1, 2
      on conflict (scope, value_id) do update set products = facet_counts.products + excluded.products;
  elsif tg_op = 'UPDATE' then
    insert into facet_counts (scope, value_id, products)
      select d.scope, d.value_id, sum(d.change) from (
        select f.scope, f.value_id, 1 as change
          from new_rows n join old_rows o using (product_id), facets_of(n.words) f where o.words <> n.words
        union all
        select f.scope, f.value_id, -1
          from new_rows n join old_rows o using (product_id), facets_of(o.words) f where o.words <> n.words) d
      group by 1, 2 having sum(d.change) <> 0 order by 1, 2
      on conflict (scope, value_id) do update set products = facet_counts.products + excluded.products;
  else
    insert into facet_counts (scope, value_id, products)
      select f.scope, f.value_id, -count(*) from old_rows o, facets_of(o.words) f group by 1, 2 order by 1, 2
      on conflict (scope, value_id) do update set products = facet_counts.products + excluded.products;
  end if;
  return null;
end $$;
create trigger product_search_count_insert after insert on product_search
  referencing new table as new_rows for each statement execute function product_search_count();
create trigger product_search_count_update after update on product_search
  referencing new table as new_rows old table as old_rows for each statement execute function product_search_count();
create trigger product_search_count_delete after delete on product_search
  referencing old table as old_rows for each statement execute function product_search_count();

-- Brings the search rows of the given products up to date, or of all when null. All: searches wait meanwhile (about 15 s
-- for 100,000 products); the rows are then stored by category and sales, so that matches lie together on disk.
create function refresh_product_search(product_ids bigint[]) returns void language plpgsql as $$
declare
  all_ids bigint[];
  some_ids bigint[];
  batch constant integer := 5000;
begin
  if product_ids is not null then
    -- Locks first: the statements after it then see what other transactions changed in these products meanwhile.
    perform from product_search s where s.product_id = any (product_ids) order by s.product_id for update;
    perform add_facet_values(product_ids);
    perform add_search_words(product_ids);
    delete from product_search s using products p
      where s.product_id = any (product_ids) and p.id = s.product_id and not (p.is_published and p.is_listed);
    with made as materialized (select * from product_search_rows(product_ids)),
    listed as (
      insert into product_search (product_id, words, record, sold, price, discount, category)
      select r.product_id, r.words, r.record, r.sold, r.price, r.discount, r.category from made r order by r.product_id
      on conflict (product_id) do update set
        words = excluded.words, record = excluded.record,
        sold = excluded.sold, price = excluded.price, discount = excluded.discount, category = excluded.category)
    insert into product_texts (product_id, words) select r.product_id, r.texts from made r order by r.product_id
      on conflict (product_id) do update set words = excluded.words where product_texts.words <> excluded.words;
    return;
  end if;
  perform set_config('ceiba.bulk_load', 'on', true);
  truncate product_search, product_texts;
  drop index product_search_words;
  drop index product_texts_words;
  select array_agg(p.id order by p.category_id, p.sold_count desc, p.id) into all_ids
    from products p where p.is_published and p.is_listed;
  for start in 1 .. coalesce(cardinality(all_ids), 0) by batch loop
    some_ids := all_ids[start : start + batch - 1];
    perform add_facet_values(some_ids);
    perform add_search_words(some_ids);
    with made as materialized (
      select r.*, p.category_id from product_search_rows(some_ids) r join products p on p.id = r.product_id),
    listed as (
      insert into product_search (product_id, words, record, sold, price, discount, category)
      select r.product_id, r.words, r.record, r.sold, r.price, r.discount, r.category
      from made r order by r.category_id, r.sold desc, r.product_id)
    insert into product_texts (product_id, words) select r.product_id, r.texts from made r;
  end loop;
  create index product_search_words on product_search using gin (words) with (fastupdate = off);
  create index product_texts_words on product_texts using gin (words) with (fastupdate = off);
  perform recount_facets();
  update search_words w set products = n.products
    from (select substr(word, 3) as lexeme, sum(ndoc)::integer as products
          from ts_stat('select words from product_search') where word like 't/%' or word like 'h/%' group by 1) n
    where n.lexeme = w.lexeme and w.products <> n.products;
  update search_words w set products = 0
    where w.products > 0 and not exists (
      select from product_search s where s.words @@ format('''t/%1$s'' | ''h/%1$s''', w.lexeme)::tsquery);
  analyze product_search;
  analyze product_texts;
  analyze facet_counts;
  perform set_config('ceiba.bulk_load', 'off', true);
end $$;

-- Loading many products: set_config('ceiba.bulk_load', 'on', true) in the transaction switches the triggers below off;
-- refresh_product_search(null) at its end makes up for it.
create function products_search_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_op = 'INSERT' then
    perform refresh_product_search((select coalesce(array_agg(id), '{}') from new_rows));
    return null;
  end if;
  -- Sales alone only move a product in its lists.
  update product_search s set sold = n.sold_count, record = overlay(s.record placing int4send(n.sold_count) from 6)
    from new_rows n where n.id = s.product_id and s.sold <> n.sold_count;
  perform refresh_product_search(array_agg(n.id)) from new_rows n join old_rows o using (id)
    where (n.sku, n.title, n.description, n.kind, n.brand_id, n.seller_id, n.category_id, n.regular_price, n.sales_price,
        n.attributes, n.is_published, n.is_listed)
      is distinct from (o.sku, o.title, o.description, o.kind, o.brand_id, o.seller_id, o.category_id, o.regular_price,
        o.sales_price, o.attributes, o.is_published, o.is_listed)
    having count(*) > 0;
  return null;
end $$;
create trigger products_search_insert after insert on products
  referencing new table as new_rows for each statement execute function products_search_refresh();
create trigger products_search_update after update on products
  referencing new table as new_rows old table as old_rows for each statement execute function products_search_refresh();

-- Only running out and coming back matter: an order that leaves units pays nothing for it.
create function stock_totals_search() returns trigger language plpgsql as $$
begin
  if not is_bulk_load() then
    update product_search s set record = set_byte(s.record, 0, case when new.salable > 0 then 1 else 0 end)
      from products p where s.product_id = new.product_id and p.id = s.product_id and p.kind = 'goods';
  end if;
  return null;
end $$;
create trigger stock_totals_search_insert after insert on stock_totals
  for each row when (new.salable > 0) execute function stock_totals_search();
create trigger stock_totals_search_update after update on stock_totals
  for each row when ((old.salable > 0) <> (new.salable > 0)) execute function stock_totals_search();

-- New names of brands, categories and sellers reach their products, and the labels shown with them.
create function names_search_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_table_name = 'brands' then
    update facet_values set value = new.title, label = new.title, typing = btrim(search_text(new.title)) where facet = 'brand' and value = old.title;
    perform refresh_product_search((select coalesce(array_agg(id), '{}') from products where brand_id = new.id));
  elsif tg_table_name = 'categories' then
    update facet_values set label = new.title, typing = btrim(search_text(new.title)) where facet = 'category' and value = new.id::text;
    perform refresh_product_search((select coalesce(array_agg(p.id), '{}') from products p join categories c on c.id = p.category_id
      where new.id = any (c.ancestor_ids) or c.id = new.id));
  else
    update facet_values set value = new.slug, label = new.title where facet = 'seller' and value = old.slug;
  end if;
  return null;
end $$;
create trigger brands_search after update on brands
  for each row when (old.title <> new.title) execute function names_search_refresh();
create trigger categories_search after update on categories
  for each row when (old.title <> new.title or old.ancestor_ids <> new.ancestor_ids) execute function names_search_refresh();
create trigger sellers_search after update on sellers
  for each row when (old.title <> new.title or old.slug <> new.slug) execute function names_search_refresh();

-- How shoppers in Guatemala call things.
select add_synonyms('televisor', 'tele', 'tv', 'televisión', 'pantalla', 'smart tv');
select add_synonyms('refrigeradora', 'refri', 'refrigerador', 'nevera', 'frigorífico', 'refrigeración');
select add_synonyms('celular', 'cel', 'smartphone', 'teléfono', 'móvil', 'teléfono celular', 'phone');
select add_synonyms('laptop', 'compu', 'computadora', 'portátil', 'notebook', 'ordenador', 'pc');
select add_synonyms('lavadora', 'lavarropas', 'lavado');
select add_synonyms('audífonos', 'auriculares', 'headphones', 'earbuds', 'audífono', 'cascos', 'hands free', 'manos libres');
select add_synonyms('bocina', 'parlante', 'altavoz', 'speaker', 'bafle', 'altoparlante');
select add_synonyms('licuadora', 'batidora de vaso', 'blender');
select add_synonyms('estufa', 'cocina de gas', 'hornilla', 'cocina eléctrica');
select add_synonyms('colchón', 'cama', 'colchoneta');
select add_synonyms('plancha', 'planchador', 'plancha de ropa');
select add_synonyms('microondas', 'micro', 'horno microondas', 'micro ondas');
select add_synonyms('freidora', 'airfryer', 'air fryer', 'freidora de aire');
select add_synonyms('reloj', 'smartwatch', 'smart watch', 'reloj inteligente', 'watch');
select add_synonyms('tablet', 'tableta', 'tablilla', 'ipad');
select add_synonyms('router', 'ruteador', 'módem', 'enrutador', 'repetidor', 'mesh');
select add_synonyms('wifi', 'wi fi');
select add_synonyms('impresora', 'printer', 'multifuncional');
select add_synonyms('cargador', 'power bank', 'powerbank', 'batería portátil', 'adaptador de corriente', 'charger');
select add_synonyms('consola', 'videojuego', 'play station', 'nintendo', 'xbox');
select add_synonyms('monitor', 'monitores', 'display');
select add_synonyms('aire acondicionado', 'ac', 'a c', 'minisplit', 'mini split', 'clima', 'climatización');
select add_synonyms('barra de sonido', 'soundbar', 'teatro en casa', 'home theater', 'barra sonido');
select add_synonyms('soporte', 'rack', 'base de pared', 'montaje');
select add_synonyms('streaming', 'tv box', 'stick', 'reproductor');
select add_synonyms('moto', 'motocicleta', 'motocicletas');
select add_synonyms('llanta', 'neumático', 'llantas', 'goma');
select add_synonyms('acumulador', 'batería');
select add_synonyms('ventilador', 'abanico');
select add_synonyms('tarjeta de regalo', 'gift card', 'giftcard', 'certificado de regalo', 'tarjeta regalo');
select add_synonyms('inalámbrico', 'wireless');
select add_synonyms('ssd', 'disco sólido', 'estado sólido');
select add_synonyms('cámara', 'camara web', 'webcam');
select add_synonyms('instalación', 'instalar', 'montar');

-- Part of a query for `words`: the alternatives of a term ('{"televisor","smart tv"}', lexemes separated by spaces), each
-- in one of the classes ('{""}' category or attributes, '{t/}' title, '{h/}' its first word), whole words or their beginnings.
-- Put together by hand: as a query of its own it took more time than the search.
create function search_term(alternatives text[], classes text[], is_beginning boolean) returns text
language plpgsql immutable strict as $$
declare
  ending text := case when is_beginning then ''':*' else '''' end;
  phrase text;
  words text[];
  word text;
  terms text[] := '{}';
  parts text[];
begin
  foreach phrase in array alternatives loop
    words := string_to_array(phrase, ' ');
    if classes = '{h/}' and cardinality(words) > 1 then
      -- One of a phrase's words is the first of the title, the others stand elsewhere in it.
      for place in 1 .. cardinality(words) loop
        terms := terms || format('(''h/%s%s%s)', words[place], ending,
          (select string_agg(format(' & ''t/%s%s', w, ending), '') from unnest(words) with ordinality o(w, n) where n <> place));
      end loop;
    else
      parts := '{}';
      foreach word in array words loop
        parts := parts || ('''' || array_to_string(classes, word || ending || ' | ''') || word || ending);
      end loop;
      terms := terms || ('(' || array_to_string(parts, ') & (') || ')');
    end if;
  end loop;
  return '(' || array_to_string(terms, ' | ') || ')';
end $$;

-- The word of the vocabulary somebody meant who typed an unknown one: what sounds the same, else what is spelt alike.
create function search_correction(typed text) returns search_words language sql stable as $$
  (select * from search_words where sound = search_sound(typed) and length(typed) between 4 and 40
   order by products desc, word limit 1)
  union all
  (select w.* from search_words w,
     lateral (select case when length(typed) < 6 then 1 when length(typed) < 9 then 2 else 3 end as slack) s
   where length(typed) between 4 and 40 and w.word % typed and levenshtein_less_equal(w.word, typed, s.slack) <= s.slack
   order by levenshtein(w.word, typed), similarity(w.word, typed) desc, products desc, word limit 1)
  limit 1;
$$;

-- Turns what was typed into queries for `words`, the narrower the better a match: `head` the product is that, `title` its
-- title or brand says so, `everywhere` all words are there, category and attributes included. For when nothing is found
-- that way: `described` looks into descriptions too, `anywhere` is content with one of the words.
-- A word's synonyms count for what a product is, and beside another word that says what it is: 'tele' finds televisions
-- and 'soporte tele' their mounts, but 'televisor' does not find everything "para TV".
-- An unknown word counts as a beginning, else it is corrected; `corrected` then tells the text.
create function search_query(
  typed text, out head tsquery, out title tsquery, out everywhere tsquery, out described tsquery, out anywhere tsquery,
  out corrected text)
-- Whether a word occurs at all is asked of the index: the planner would rather hope to meet it soon in the table.
language plpgsql stable set enable_seqscan = off as $$
declare
  tokens text[] := (regexp_split_to_array(btrim(search_text(typed)), ' +'))[1:10];
  shown text[] := '{}';
  token text;
  size integer;
  place integer := 1;
  own text[];
  same text[];                         -- own and its synonyms
  is_beginning boolean;
  is_alone boolean;
  meant search_words;
  heads text[] := '{}';
  beside text[] := '{}';
  titles text[] := '{}';
  somewhere text[] := '{}';
  told text[] := '{}';
  names text[] := '{}';
  sku text := '''s/' || replace(replace(lower(btrim(typed)), '\', '\\'), '''', '''''') || '''';
begin
  while place <= cardinality(tokens) loop
    size := case
      when exists (select from search_synonyms where word = array_to_string(tokens[place : place + 2], ' ')) and place + 2 <= cardinality(tokens) then 3
      when exists (select from search_synonyms where word = array_to_string(tokens[place : place + 1], ' ')) and place + 1 <= cardinality(tokens) then 2
      else 1 end;
    token := array_to_string(tokens[place : place + size - 1], ' ');
    place := place + size;
    is_beginning := false;
    own := search_lexemes(token);
    if cardinality(own) = 0 then
      shown := shown || token;
      continue;
    end if;
    if size = 1 and not exists (select from search_words where lexeme = own[1])
      and not exists (select from product_texts s
        where s.words @@ format('''%1$s'' | ''t/%1$s'' | ''h/%1$s'' | ''d/%1$s''', own[1])::tsquery) then
      if exists (select from search_words where word like token || '%')
        or exists (select from product_search s where s.words @@ format('''t/%1$s'':* | ''h/%1$s'':*', token)::tsquery) then
        is_beginning := true;
        own := array[token];
      elsif token ~ '^[a-z]+$' then
        meant := search_correction(token);
        if meant.word is not null then
          token := meant.word;
          own := array[meant.lexeme];
          corrected := '';
        end if;
      end if;
    end if;
    shown := shown || coalesce((select w.shown from search_words w where w.word = token), token);
    own := array[array_to_string(own, ' ')];
    select own || coalesce(array_agg(distinct w.lexemes) filter (where w.lexemes <> own[1]), '{}') into same
      from (select array_to_string(other.lexemes, ' ') as lexemes
            from search_synonyms said join search_synonyms other using (meaning)
            where said.word = token
              -- Words no title has would only make the query longer.
              and not exists (select from unnest(other.lexemes) l
                where not exists (select from search_words k where k.lexeme = l and k.products > 0))) w;
    heads := heads || search_term(same, '{h/}', is_beginning);
    beside := beside || search_term(same, '{t/,h/}', is_beginning);
    -- A lone word that is first in a title is found as that; looking for it again would only read the longest list twice.
    is_alone := size = cardinality(tokens) and position(' ' in own[1]) = 0;
    titles := titles || search_term(own, case when is_alone then array['t/'] else array['t/', 'h/'] end, is_beginning);
    somewhere := somewhere || case when is_alone then search_term(own, '{""}', is_beginning)
      else format('(%s | %s)', search_term(own, '{"",t/,h/}', is_beginning), heads[cardinality(heads)]) end;
    told := told || format('(%s | %s)', search_term(own, '{"",t/,h/,d/}', is_beginning), heads[cardinality(heads)]);
    if token !~ '^[0-9.]+$' then names := names || format('(%s | %s)', titles[cardinality(titles)], heads[cardinality(heads)]); end if;
  end loop;
  corrected := case when corrected is not null then array_to_string(shown, ' ') end;
  if cardinality(heads) = 0 then
    head := sku; title := ''; everywhere := ''; described := ''; anywhere := '';
    return;
  end if;
  select string_agg(format('(%s)', array_to_string(beside[: i - 1] || heads[i] || beside[i + 1 :], ' & ')), ' | ') into head
    from generate_series(1, least(cardinality(heads), 4)) i;
  head := head || sku::tsquery;
  title := array_to_string(titles, ' & ');
  everywhere := array_to_string(somewhere, ' & ');
  described := array_to_string(told, ' & ');
  anywhere := coalesce(array_to_string(names, ' | '), '');
end $$;
