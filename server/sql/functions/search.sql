-- For loading many products, set_config('ceiba.bulk_load', 'on', true) disables the search's triggers in the transaction. Call
-- refresh_product_search(null) at its end.
create or replace function is_bulk_load() returns boolean language sql stable
return coalesce(current_setting('ceiba.bulk_load', true), '') = 'on';

-- Normalizes a SKU for comparison: letters and digits only, so that 'TV-0001', 'tv 0001' and 'tv0001' are equal.
create or replace function search_sku(sku text) returns text language sql stable parallel safe
return nullif(regexp_replace(search_text(sku), '[^a-z0-9]', '', 'g'), '');

-- Returns the facet value of a price in centavos.
create or replace function search_price_range(price bigint) returns text language sql immutable parallel safe
return case
  when price < 25000 then '0-249.99' when price < 50000 then '250-499.99' when price < 100000 then '500-999.99'
  when price < 200000 then '1000-1999.99' when price < 350000 then '2000-3499.99' when price < 600000 then '3500-5999.99'
  when price < 1000000 then '6000-9999.99' when price is not null then '10000-' end;

-- Returns the search words of attributes. An attribute that the product has ("Cancelación de ruido: Sí") is found by its name.
-- Names of other attributes are words of the description, because a value such as 8 GB has a meaning only with its name ("Memoria
-- RAM").
create or replace function search_attribute_lexemes(attributes jsonb) returns text[] language sql stable parallel safe
return (
  select search_lexemes(string_agg(case
    when a.value = 'No' then ''
    when a.value = 'Sí' then a.label
    -- 'Sin sistema inteligente' is not found by 'inteligente'.
    when a.value like 'Sin %' then split_part(a.value, ' ', 1) || ' ' || split_part(a.value, ' ', 2)
    else concat_ws(' ', a.value, a.unit) end, ' '))
  from jsonb_to_recordset(attributes) a(label text, value text, unit text));

-- Adds the missing facet values of these products. Their IDs are in the order of the attributes in the product's list, because
-- facets with equal numbers of products are shown in the order of IDs.
create or replace function add_facet_values(of_products bigint[]) returns void language sql as $$
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

-- Adds the words of these products that are not in the vocabulary, with their kind.
create or replace function add_search_words(of_products bigint[]) returns void language sql as $$
  with shop as materialized (
    select title, brand_id, category_id from products p where p.id = any (of_products) and p.is_published and p.is_listed),
  placed as (
    select a.title from categories c join categories a on a.id = any (c.ancestor_ids)
      where c.id in (select category_id from shop)),
  -- First the words that name a product's kind, then all words.
  sources as (
    select split_part(title, ' ', 1) as title, 'kind' as thing from shop
    union select split_part(part, ' ', 1), 'kind' from placed, regexp_split_to_table(title, ' y ') part
    union select title, 'brand' from brands where id in (select brand_id from shop)
    union select title, null from shop
    union select title, null from placed),
  spelled as (
    select shown, search_text(shown) as word, thing
    from (select regexp_split_to_table(lower(title), '[^[:alnum:]]+') as shown, max(thing) as thing
          from sources group by 1) s
    where shown ~ '^[[:alpha:]]{2,40}$')
  insert into search_words as known (word, shown, lexeme, sound, products, thing)
  select distinct on (s.word) s.word, s.shown, l.lexemes[1], search_sound(s.word), 1, s.thing
  from spelled s cross join lateral (select search_lexemes(s.shown) as lexemes) l
  where s.word !~ '[ .]' and cardinality(l.lexemes) = 1
    and not exists (select from search_words k
      where k.word = s.word and k.products > 0 and (s.thing is null or k.thing >= s.thing))
  order by s.word, s.thing desc nulls last, s.shown desc        -- The spelling with accents.
  on conflict (word) do update set products = greatest(known.products, 1),
    thing = greatest(known.thing, excluded.thing);
$$;

-- Returns the search rows of these products, if they may be found.
create or replace function product_search_rows(of_products bigint[])
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
      (select array_agg('d/' || l) from unnest(tsvector_to_array(to_tsvector('ceiba_spanish', p.description))
        || search_lexemes((select string_agg(a.label, ' ') from jsonb_to_recordset(p.attributes) a(label text)))) l), '{}')),
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
    -- One look-up by index for each attribute. A join would be planned for ten products and would hash the values for each.
    left join lateral (
      select array_agg(a.value_id order by a.position) as value_ids, array_agg('#' || a.value_id) as marks
      from (select e.position, (select v.id from facet_values v
              where v.facet = e.attribute ->> 'code' and v.facet not in ('category', 'brand', 'seller', 'price')
                and v.value = e.attribute ->> 'value'
                and v.label = concat_ws(' ', e.attribute ->> 'value', e.attribute ->> 'unit')) as value_id
            from jsonb_array_elements(p.attributes) with ordinality e(attribute, position)) a
      where a.value_id is not null) d on true
    -- "offset 0" makes PostgreSQL compute each vector only once, for any number of uses.
    cross join lateral (select to_tsvector('ceiba_spanish', search_text(p.title)) as vector offset 0) v
    cross join lateral (select tsvector_to_array(v.vector) || b.lexemes as lexemes offset 0) t
    left join lateral (select lexeme from unnest(v.vector) order by positions[1] limit 1) h on true
    cross join lateral (select array_to_tsvector(array_remove(
      (select array_agg(l) from unnest(c.lexemes || search_attribute_lexemes(p.attributes)) l
         where l <> all (t.lexemes))
      || (select array_agg('t/' || l) from unnest(t.lexemes) l where l is distinct from h.lexeme)
      || array['h/' || h.lexeme, 's/' || search_sku(p.sku), 'n/' || substring(p.sku from '\d{3,}'), '#' || b.value_id, '#' || s.value_id, '#' || pr.id]
      || c.marks || coalesce(d.marks, '{}'), null)) as words offset 0) w
$$;

-- Returns the facet values of a search row.
create or replace function facet_marks(words tsvector) returns integer[] language sql immutable parallel safe
return (select array_agg(substr(l, 2)::integer) from unnest(tsvector_to_array(words)) l where l like '#%');

-- Returns the counts that a search row belongs to. Concurrent changes of the catalogue wait for each other here. Orders change no
-- count.
create or replace function facets_of(words tsvector) returns table (scope integer, value_id integer) language sql stable as $$
  select s.scope, v.value_id
  from (select 0 as scope union all select id from facet_values where facet = 'category' and id = any (facet_marks(words))) s,
    unnest(facet_marks(words) || 0) v(value_id)
$$;

-- Finds changes by `except` instead of a join. A connection caches the plan made for one row. A join with that plan would compare
-- each of 20,000 rows with each other.
create or replace function product_search_count() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_op = 'INSERT' then
    insert into facet_counts (scope, value_id, products)
      select f.scope, f.value_id, count(*) from new_rows n, facets_of(n.words) f group by 1, 2 order by 1, 2
      on conflict (scope, value_id) do update set products = facet_counts.products + excluded.products;
  elsif tg_op = 'UPDATE' then
    insert into facet_counts (scope, value_id, products)
      select f.scope, f.value_id, sum(c.change)
        from (
          select 1 as change, words from (
            select product_id, words from new_rows except select product_id, words from old_rows) added
          union all
          select -1, words from (
            select product_id, words from old_rows except select product_id, words from new_rows) gone) c,
          facets_of(c.words) f
        group by 1, 2 having sum(c.change) <> 0 order by 1, 2
      on conflict (scope, value_id) do update set products = facet_counts.products + excluded.products;
  else
    insert into facet_counts (scope, value_id, products)
      select f.scope, f.value_id, -count(*) from old_rows o, facets_of(o.words) f group by 1, 2 order by 1, 2
      on conflict (scope, value_id) do update set products = facet_counts.products + excluded.products;
  end if;
  return null;
end $$;

-- Recounts all products: by their own category first, then summed up the tree. Each product is therefore read once.
create or replace function recount_facets() returns void language sql as $$
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

-- Rebuilds all search rows in three parts: before the rows, the rows, after the rows. A loader lets several connections build
-- rows in parallel (server/src/loading/refresh-search.store.ts). refresh_product_search(null) does all three parts alone.

-- From here to end_product_search(), in one transaction, there are no search rows, and searches wait.
create or replace function begin_product_search() returns void language plpgsql as $$
begin
  perform set_config('ceiba.bulk_load', 'on', true);
  truncate product_search, product_texts;
  drop index if exists product_search_words;
  drop index if exists product_texts_words;
end $$;

create or replace function end_product_search() returns void language plpgsql as $$
begin
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

-- Refreshes the search rows of the given products. Null refreshes the rows of all products. Searches then wait (about 15 s for
-- 100,000 products). The rows are stored by category and sales, so matches are close together on disk.
create or replace function refresh_product_search(product_ids bigint[]) returns void language plpgsql as $$
declare
  all_ids bigint[];
  some_ids bigint[];
  batch constant integer := 5000;
begin
  if product_ids is not null then
    -- Locks first. The later statements then see what other transactions have committed for these products.
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
  perform begin_product_search();
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
  perform end_product_search();
end $$;

-- Transactions that change several search rows lock them in the order of their products. Otherwise counting sales and selling out
-- would deadlock.
create or replace function products_search_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_op = 'INSERT' then
    perform refresh_product_search((select coalesce(array_agg(id), '{}') from new_rows));
    return null;
  end if;
  -- A change of sales only moves a product in its lists.
  perform from product_search s
    where s.product_id in (
      select id from (select id, sold_count from new_rows except select id, sold_count from old_rows) sold)
    order by s.product_id for no key update;
  update product_search s set sold = n.sold_count, record = overlay(s.record placing int4send(n.sold_count) from 6)
    from new_rows n where n.id = s.product_id and s.sold <> n.sold_count;
  -- A change of the price within one range of the facet changes no words. A list of 200,000 prices therefore rebuilds no words.
  -- Written as in product_search_rows.
  perform from product_search s
    where s.product_id in (
      select id from (select id, regular_price, sales_price from new_rows except select id, regular_price, sales_price from old_rows) priced)
    order by s.product_id for no key update;
  update product_search s set price = n.sales_price,
      discount = coalesce(((n.regular_price - n.sales_price) * 10000 / n.regular_price)::integer, 0),
      record = overlay(overlay(s.record
        placing int4send(least(coalesce(n.regular_price, 0), 2147483647)::integer) from 10)
        placing int4send(least(coalesce(n.sales_price, 0), 2147483647)::integer) from 14)
    from (select id, regular_price, sales_price from new_rows except select id, regular_price, sales_price from old_rows) n
    where n.id = s.product_id;
  -- Uses `except` as in product_search_count.
  perform refresh_product_search(array_agg(id)) from (
      select id, sku, title, description, kind, brand_id, seller_id, category_id, search_price_range(sales_price), attributes,
        is_published, is_listed from new_rows
      except
      select id, sku, title, description, kind, brand_id, seller_id, category_id, search_price_range(sales_price), attributes,
        is_published, is_listed from old_rows) changed
    having count(*) > 0;
  return null;
end $$;

-- A new name of a brand or category is written to its products immediately if they are few. If they are many, a job updates them in
-- portions (search/search-renames.store.ts): a million rows in one transaction would block other changes. Facets always have the
-- new name immediately, because rows refer to values by number.

-- Refreshes the search rows of these products, at most 1,001. More than 1,000 are left to a job.
create or replace function refresh_renamed_products(product_ids bigint[], kind text, renamed integer) returns void language plpgsql as $$
begin
  if cardinality(product_ids) <= 1000 then
    perform refresh_product_search(product_ids);
  else
    perform graphile_worker.add_job('refresh-renamed-products', json_build_object('kind', kind, 'renamed', renamed),
      job_key => 'refresh-renamed-products:' || kind || ':' || renamed, queue_name => 'refresh-renamed-products');
  end if;
end $$;

-- Copies new names of brands, categories and sellers to their products and to the labels of facets.
create or replace function names_search_refresh() returns trigger language plpgsql as $$
begin
  if is_bulk_load() then return null; end if;
  if tg_table_name = 'brands' then
    update facet_values set value = new.title, label = new.title, typing = btrim(search_text(new.title)) where facet = 'brand' and value = old.title;
    perform refresh_renamed_products(array(select id from products where brand_id = new.id limit 1001), 'brand', new.id);
  elsif tg_table_name = 'categories' then
    update facet_values set label = new.title, typing = btrim(search_text(new.title)) where facet = 'category' and value = new.id::text;
    -- A new name affects all products below the category. A new place affects only the category's own products, because each
    -- subcategory is a separate row here.
    perform refresh_renamed_products(array(select p.id from products p join categories c on c.id = p.category_id
      where c.id = new.id or (old.title <> new.title and new.id = any (c.ancestor_ids)) limit 1001), 'category', new.id);
  else
    update facet_values set value = new.slug, label = new.title where facet = 'seller' and value = old.slug;
  end if;
  return null;
end $$;

-- Purges pages of results, because the changed words may change what a search means.
create or replace function search_words_purge() returns trigger language plpgsql as $$
begin
  perform purge_kind('search word');
  return null;
end $$;

-- Adds words to the vocabulary that no title contains, so that typing errors can be corrected to them.
create or replace function add_search_vocabulary(phrases text[]) returns void language sql as $$
  insert into search_words (word, shown, lexeme, sound, products)
  select distinct on (search_text(shown)) search_text(shown), shown, (search_lexemes(shown))[1], search_sound(search_text(shown)), 0
  from unnest(phrases) phrase, regexp_split_to_table(lower(phrase), '[^[:alnum:]]+') shown
  where search_text(shown) ~ '^[a-z]{2,40}$' and cardinality(search_lexemes(shown)) = 1
  on conflict do nothing;
$$;

-- Returns a name as searches read it, with one space between its words: 'Dr. Martens' is 'dr marten'.
create or replace function search_name(source text) returns text language sql stable as $$
  select regexp_replace(btrim(search_text(source)), ' +', ' ', 'g');
$$;

-- Stores the word of an unsold brand as searches read it, and adds its words to the vocabulary. A changed brand no longer belongs
-- to the standard list.
create or replace function search_other_brand_written() returns trigger language plpgsql as $$
begin
  new.word := search_name(new.word);
  if tg_op = 'UPDATE' and (old.shown, old.instead) is distinct from (new.shown, new.instead) then new.is_standard := false; end if;
  -- The shown name comes first, because it has the accents.
  perform add_search_vocabulary(array[new.shown]);
  perform add_search_vocabulary(array[new.word]);
  return new;
end $$;

-- Returns the phrases of a list with commas, without duplicates, in the order of the list.
create or replace function search_phrases(list text) returns text[] language sql stable as $$
  select coalesce(array_agg(phrase order by place), '{}') from (
    select distinct on (btrim(search_text(phrase))) phrase, place
    from (select regexp_replace(btrim(piece), '\s+', ' ', 'g') as phrase, place
          from regexp_split_to_table(list, '[,\n]') with ordinality p(piece, place)) split
    where phrase <> '' order by btrim(search_text(phrase)), place) once;
$$;

-- Returns whether there are two or more phrases, each of at most four words that a search can read.
create or replace function are_search_phrases(words text, meant text) returns boolean language sql stable as $$
  select count(*) > 1 and bool_and(length(p) <= 60 and array_length(regexp_split_to_array(p, ' '), 1) <= 4
    and cardinality(search_lexemes(p)) > 0)
  from unnest(search_phrases(words || ',' || meant)) p;
$$;

create or replace function search_synonym_group_written() returns trigger language plpgsql as $$
begin
  new.words := array_to_string(search_phrases(new.words), ', ');
  new.meant := array_to_string(search_phrases(new.meant), ', ');
  if tg_op = 'UPDATE' and (old.words, old.meant, old.is_quality) is distinct from (new.words, new.meant, new.is_quality) then
    new.is_standard := false;
  end if;
  return new;
end $$;

-- Writes the words of a changed group as searches read them.
create or replace function search_synonym_group_read() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from search_synonyms where meaning = old.meaning; end if;
  if tg_op = 'DELETE' then return null; end if;
  insert into search_synonyms (meaning, word, lexemes, is_quality, is_said, is_standard)
  select new.meaning, word, search_lexemes(word), new.is_quality, is_said, new.is_standard
  from (select distinct on (btrim(search_text(phrase))) btrim(search_text(phrase)) as word, is_said
        from (select unnest(search_phrases(new.words)), true union all select unnest(search_phrases(new.meant)), false) p(phrase, is_said)
        order by btrim(search_text(phrase)), is_said desc) w
  where cardinality(search_lexemes(word)) > 0;
  perform add_search_vocabulary(array(select p from unnest(search_phrases(new.words)) p where btrim(search_text(p)) !~ '[\s.]'));
  return null;
end $$;

-- Nodes of the previous release remove single words from search_synonyms. This trigger also removes them from the group.
create or replace function search_synonym_removed() returns trigger language plpgsql as $$
begin
  update search_synonym_groups g set
    words = array_to_string(array(select p from unnest(search_phrases(g.words)) p where btrim(search_text(p)) <> old.word), ', '),
    meant = array_to_string(array(select p from unnest(search_phrases(g.meant)) p where btrim(search_text(p)) <> old.word), ', ')
  where meaning = old.meaning;
  delete from search_synonym_groups where meaning = old.meaning and words = '' and meant = '';
  return null;
end $$;

-- Adds a group of words or phrases with the same meaning, and further meanings (`meant`). Returns the group's number. A word may belong to several
-- groups.
create or replace function add_search_synonyms(phrases text[], quality boolean, meant text[] default '{}') returns integer language sql as $$
  insert into search_synonym_groups (words, meant, is_quality)
  values (array_to_string(phrases, ','), array_to_string($3, ','), quality) returning meaning;
$$;

-- Stores a single word as searches read it.
create or replace function search_word_written() returns trigger language plpgsql as $$
begin
  new.word := search_name(new.word);
  return new;
end $$;

-- Stores a word that leads to an answer as searches read it, and adds it to the vocabulary.
create or replace function search_answer_word_written() returns trigger language plpgsql as $$
begin
  -- The typed word comes first, because it has the accents.
  perform add_search_vocabulary(array[new.word]);
  new.word := search_name(new.word);
  return new;
end $$;

-- Stores the query of a pinned or hidden product as searches read it.
create or replace function search_query_written() returns trigger language plpgsql as $$
begin
  new.words := search_name(new.words);
  return new;
end $$;

create or replace function search_absent_written() returns trigger language plpgsql as $$
begin
  new.word := search_name(new.word);
  if tg_op = 'UPDATE' and old.category_path is distinct from new.category_path then new.is_standard := false; end if;
  return new;
end $$;

-- Returns the phrases of one to four neighbouring words, normalized for comparison: four for each word.
create or replace function search_bags(tokens text[]) returns text[] language sql immutable
return (
  with folded as (select string_to_array(search_singular(array_to_string(tokens, ' ')), ' ') as words)
  select array_agg(case when a + n - 1 <= cardinality(words) then (
      select coalesce(string_agg(w, ' ' order by w) filter (where not search_is_small(w)),
        array_to_string(words[a : a + n - 1], ' '))
      from unnest(words[a : a + n - 1]) w) end order by a, n)
  from folded, generate_series(1, cardinality(words)) a, generate_series(1, 4) n);

-- Returns how many words of a listed phrase start at a place, at most four. 0 if no listed phrase starts there.
create or replace function search_phrase_size(bags text[], phrases text[], place integer) returns integer language plpgsql immutable as $$
begin
  for n in reverse 4 .. 1 loop
    if bags[place * 4 - 4 + n] = any (phrases) then return n; end if;
  end loop;
  return 0;
end $$;

-- Builds a part of a query for `words`, as text, because tsquery operators took more time than the search.
-- `alternatives`: of a term ('{"televisor","smart tv"}', lexemes separated by spaces).
-- `classes`: where the term may be ('{""}' category or attributes, '{t/}' title, '{h/}' the title's first word).
-- `is_beginning`: prefixes instead of whole words.
-- An alternative that contains another is dropped: 'tv' or 'smart tv' is 'tv'. The result is the same, and the query is half as
-- long. The index compares the query with each match, which is most of a broad word's cost.
create or replace function search_term(alternatives text[], classes text[], is_beginning boolean) returns text
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
      -- One of a phrase's words is the first of the title. The others are elsewhere in the title.
      for place in 1 .. cardinality(words) loop
        continue when words[place] = any (alternatives);
        terms := terms || format('(''h/%s%s%s)', words[place], ending,
          (select string_agg(format(' & ''t/%s%s', w, ending), '') from unnest(words) with ordinality o(w, n) where n <> place));
      end loop;
    else
      continue when cardinality(words) > 1 and words && alternatives;
      parts := '{}';
      foreach word in array words loop
        parts := parts || ('''' || array_to_string(classes, word || ending || ' | ''') || word || ending);
      end loop;
      terms := terms || ('(' || array_to_string(parts, ') & (') || ')');
    end if;
  end loop;
  return '(' || array_to_string(terms, ' | ') || ')';
end $$;

-- Splits a word that was written without spaces ('relojinteligente'). Null if it cannot be split. The split with the fewest words
-- of the vocabulary is used. 'de', 'para' and similar words may be between two pieces, and numbers next to them.
create or replace function search_split(typed text) returns text[] language plpgsql stable set jit = off as $$
declare
  size constant integer := length(typed);
  -- For each place of the text: the smallest number of pieces before it, and the start of the last piece.
  fewest integer[] := array_fill(99, array[size + 1]);
  begun integer[] := array_fill(0, array[size + 1]);
  place integer := size + 1;
  result text[] := '{}';
  p record;
begin
  if size not between 4 and 40 or size = 4 and typed !~ '\d' then return null; end if;
  fewest[1] := 0;
  for p in
    with part as materialized (
      select a, n, substr(typed, a, n) as text
      from generate_series(1, size) a, generate_series(1, size - a + 1) n where n < size),
    known as materialized (
      select word, products from search_words where word = any (array(select text from part where n > 1)))
    select a as start, a + n as ending
    from part
    where text in ('de', 'para', 'con') and a > 1 and a + n <= size
      or text ~ '^\d+(?:[a-z]{0,2}|btu)$' and (a = 1 or substr(typed, a - 1, 1) !~ '\d') and substr(typed, a + n, 1) !~ '\d'
      or text in (select word from known where length(word) > 2 or products > 0)
    order by a, n
  loop
    if fewest[p.start] + 1 < fewest[p.ending] then
      fewest[p.ending] := fewest[p.start] + 1;
      begun[p.ending] := p.start;
    end if;
  end loop;
  if fewest[size + 1] > 5 then return null; end if;
  while place > 1 loop
    result := substr(typed, begun[place], place - begun[place]) || result;
    place := begun[place];
  end loop;
  -- One piece must have a meaning alone. Otherwise 'deal' would be 'de al'.
  return case when exists (select from unnest(result) r where length(r) >= 4 and r ~ '^[a-z]+$' or r in ('tv', 'uhd')) then result end;
end $$;

-- Corrects an unknown word to a word of the vocabulary with the same sound, or else a similar spelling. Words for kinds of
-- products, and their everyday names, are preferred to words of a model.
create or replace function search_correction(typed text) returns search_words language sql stable as $$
  (select * from search_words where sound = search_sound(typed) and length(typed) between 4 and 40
   order by thing desc nulls last, products desc, word limit 1)
  union all
  (select w.* from search_words w,
     lateral (select w.thing is null and w.products > 0
       and not exists (select from search_synonyms s where s.word = w.word and s.is_said) as is_model) m,
     lateral (select case
       when is_model then case when length(typed) < 6 then 0 when length(typed) < 10 then 1 else 2 end
       when length(typed) < 7 then 1 when length(typed) < 10 then 2 else 3 end as slack) s
   where length(typed) between 4 and 40 and w.word % typed and (levenshtein_less_equal(w.word, typed, s.slack) <= s.slack
     -- Two swapped letters are two steps, but one typing error.
     or length(w.word) = length(typed) and s.slack = 1 and not is_model and levenshtein_less_equal(w.word, typed, 2) = 2
       and (select string_agg(l, '' order by l) from regexp_split_to_table(w.word, '') l)
         = (select string_agg(l, '' order by l) from regexp_split_to_table(typed, '') l))
   order by levenshtein(w.word, typed), similarity(w.word, typed) desc, thing desc nulls last, products desc, word limit 1)
  limit 1;
$$;

-- Turns typed text, as search_text spells it, into queries for `words`. The narrower query is the better match:
-- * `head`: the product is of that kind.
-- * `title`: its title or brand contains the words.
-- * `everywhere`: all words occur, including category and attributes.
-- If these find nothing:
-- * `described` also searches descriptions, but only if the first word is known: 'funda para celular' is no phone, and no result is
--   better than a wrong one.
-- * `parts` are the single words, and `part_words` their spelling.
-- * `core` is the index of the word that names the wanted thing; null: no part is tried.
-- * `absent` is the category of a thing that the shop does not sell, to be offered.
-- Further results: `answer` is the path of the page that answers, `corrected` the corrected text, `things` the query of named kinds.
--
-- A word's synonyms count for the kind of a product, and beside another word that names the kind: 'tele' finds televisions,
-- 'soporte tele' their mounts, but 'televisor' does not find everything "para TV". Synonyms of a quality count everywhere.
-- Synonyms are data: rows that an operator adds with `ceiba synonym`.
--
-- Words are read in this order: as phrases of the synonyms (search_bags), joined ('licua dora'), as a prefix, split
-- ('relojinteligente'), corrected.
--
-- The cost of a search is bounded for any text. A prefix of one or two letters ('s', 'ca') makes the index read thousands of words,
-- so only one such prefix is read as a prefix, and further ones as whole words. A repeated word is read once.
create or replace function search_reading(
  typed text, out head tsquery, out title tsquery, out everywhere tsquery, out described tsquery,
  out parts text[], out part_words text[], out core integer,
  out corrected text, out things tsquery, out absent integer, out answer text)
-- Without `enable_seqscan`, the index is used to check whether a word occurs. The planner would otherwise scan the table, because
-- it expects to find the word soon. Statements are planned once per connection. Planning each call took three times as long as
-- running it.
language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
<<query>>
declare
  all_tokens text[] := (regexp_split_to_array(typed, ' +'))[1:12];
  tokens text[] := '{}';
  ignored text[];
  bags text[];                         -- the phrases that start at each token, four for each (search_bags)
  phrases text[];                      -- the phrases that are synonyms
  chosen text[] := '{}';               -- the phrases that are used
  narrowing integer[];                 -- meanings for which the search contains more than one word
  joined text[] := '{}';               -- two tokens that are one word of the vocabulary
  shown text[] := '{}';
  token text;
  size integer;
  folded text;                         -- normalized phrase of the synonyms, otherwise null
  place integer := 1;
  own text[];
  same text[];                         -- the word and its synonyms
  pieces text[];
  is_beginning boolean;
  is_alone boolean;
  is_quality boolean;
  is_known boolean;
  thing text;
  is_first boolean := true;            -- true until a word names the wanted product
  is_strange boolean := false;         -- that word is unknown, or is not a kind of product
  kind text;                           -- the first word, if it is a kind of product and has no other meaning
  meant search_words;
  term text;
  heads text[] := '{}';
  beside text[] := '{}';
  titles text[] := '{}';
  somewhere text[] := '{}';
  told text[] := '{}';
  names text[] := '{}';
  named text[] := '{}';
  sku text;
  core_thing text;
  other_core integer;                  -- a part that replaces the core if no word names the wanted product
  is_answered boolean;
  read text[] := '{}';                 -- words that were read already
  is_begun boolean := false;           -- true if a prefix of one or two letters was read
begin
  parts := '{}';
  part_words := '{}';
  bags := search_bags(all_tokens);
  select array_agg(distinct s.folded) into phrases from search_synonyms s where s.is_said and s.folded = any (bags);
  select array_agg(word) into ignored from search_ignored where word = any (all_tokens);
  -- Skips meaningless words, except within a phrase.
  while place <= cardinality(all_tokens) loop
    size := search_phrase_size(bags, phrases, place);
    if size > 0 then chosen := chosen || bags[place * 4 - 4 + size]; end if;
    if size > 1 or ignored is null or all_tokens[place] <> all (ignored) then
      tokens := tokens || all_tokens[place : place + greatest(size, 1) - 1];
    end if;
    place := place + greatest(size, 1);
  end loop;
  place := 1;
  if cardinality(tokens) = 0 then tokens := all_tokens; end if;
  if tokens <> all_tokens then bags := search_bags(tokens); end if;

  for a in 1 .. cardinality(tokens) - 1 loop
    if length(tokens[a] || tokens[a + 1]) >= 5 then joined := joined || (tokens[a] || tokens[a + 1]); end if;
  end loop;
  if cardinality(joined) > 0 then
    select coalesce(array_agg(w.word), '{}') into joined from search_words w where w.word = any (joined);
  end if;
  -- 'router mesh': if a product has both words of one meaning, both count, and neither replaces the other.
  if cardinality(chosen) > 1 then
    select array_agg(meaning) into narrowing from (
      select meaning, string_agg(distinct search_term(array[array_to_string(lexemes, ' ')], '{"",t/,h/}', false), ' & ')::tsquery as all_of_them
      from search_synonyms s where s.is_said and s.folded = any (chosen) and cardinality(s.lexemes) > 0
      group by meaning having count(distinct s.folded) > 1) shared
    where exists (select from product_search p where p.words @@ all_of_them);
  end if;
  -- A page of the shop that answers the search. It is the only result if nothing else was typed.
  select w.path, w.folded = search_bag(array_to_string(tokens, ' ')) into answer, is_answered
    from search_answer_words w where w.folded = any (bags) order by length(w.folded) desc limit 1;
  -- A good that the shop does not sell, unless a product's title now starts with it, or a product has this name. A longer phrase
  -- with a meaning has priority: 'carro' is not sold, 'carro cargador' is.
  size := search_phrase_size(bags, phrases, 1);
  select coalesce(c.id, 0) into absent
    from search_absent a left join categories c on c.path = a.category_path
    where a.folded = any (array(select search_singular(array_to_string(tokens[: n], ' ')) from generate_series(1, least(4, cardinality(tokens))) n))
      and cardinality(string_to_array(a.folded, ' ')) >= size
      and not exists (select from search_synonyms said join search_synonyms other using (meaning)
        join search_words w on w.word = other.word and w.thing is not null and w.products > 0 where said.is_said and said.folded = a.folded)
      and not exists (select from product_search p
        where p.words @@ search_term(array[array_to_string(search_lexemes(a.word), ' ')], '{h/}', false)::tsquery)
    order by length(a.folded) desc limit 1;

  while place <= cardinality(tokens) loop
    size := search_phrase_size(bags, phrases, place);
    folded := case when size > 0 then bags[place * 4 - 4 + size] end;
    size := greatest(size, 1);
    token := tokens[place];
    if size = 1 and place < cardinality(tokens) and tokens[place] || tokens[place + 1] = any (joined) then
      tokens := tokens[: place - 1] || (tokens[place] || tokens[place + 1]) || tokens[place + 2 :];
      bags := search_bags(tokens);
      token := tokens[place];
      folded := (select s.folded from search_synonyms s where s.is_said and s.folded = search_bag(token) limit 1);
    end if;
    -- A word of a model that is a synonym only by its plural ('Fogón', fogones) is that word.
    if folded is not null and size = 1 and exists (select from search_words w where w.word = query.token and w.thing is null and w.products > 0)
      and not exists (select from search_synonyms s where s.word = query.token) then folded := null; end if;
    -- The spelling of the list, if it is in the list.
    if folded is not null then token := coalesce((select s.word from search_synonyms s where s.folded = query.folded
      order by s.word <> array_to_string(tokens[place : place + size - 1], ' '), s.is_said desc, s.word limit 1), token); end if;
    is_beginning := false;
    is_known := true;
    own := search_lexemes(token);
    if cardinality(own) = 0 or token = any (read) then
      shown := shown || token;
      place := place + size;
      continue;
    end if;
    read := read || token;
    if folded is null and not exists (select from search_words where lexeme = own[1])
      -- Most numbers occur in many titles. One of the best-selling products has such a number, while the index would read all
      -- products first.
      and not exists (select from (select words from product_search order by sold desc, product_id limit 200) few
        where few.words @@ (select format('''%1$s'' | ''t/%1$s'' | ''h/%1$s''', own[1])::tsquery))
      and not exists (select from product_texts s
        where s.words @@ format('''%1$s'' | ''t/%1$s'' | ''h/%1$s''', own[1])::tsquery) then
      if length(token) > 2 and exists (select from search_words where word ~>=~ token and word ~<~ (token || '~'))
        or (length(token) > 2 or not is_begun)
          and exists (select from product_search s where s.words @@ format('''t/%1$s'':* | ''h/%1$s'':*', token)::tsquery) then
        is_beginning := true;
        is_begun := is_begun or length(token) <= 2;
        own := array[token];
      else
        pieces := search_split(token);
        if pieces is not null then
          -- Continues here with the pieces of the word, with numbers split from their units.
          pieces := regexp_split_to_array(btrim(search_text(array_to_string(pieces, ' '))), ' +');
          tokens := tokens[: place - 1] || pieces || tokens[place + 1 :];
          bags := search_bags(tokens);
          phrases := phrases || (select array_agg(distinct s.folded) from search_synonyms s where s.is_said and s.folded = any (bags));
          continue;
        end if;
        is_known := exists (select from product_texts s where s.words @@ format('''d/%1$s''', own[1])::tsquery);
        if not is_known and token ~ '^[a-z]+$' then
          meant := search_correction(token);
          if meant.word is not null then
            token := meant.word;
            own := array[meant.lexeme];
            corrected := '';
            is_known := true;
          end if;
        end if;
      end if;
    end if;
    shown := shown || coalesce((select w.shown from search_words w where w.word = token), token);
    own := array[array_to_string(own, ' ')];
    select own || coalesce(array_agg(distinct w.lexemes) filter (where w.lexemes <> own[1]), '{}'), coalesce(bool_or(w.quality), false)
      into same, is_quality
      from (select array_to_string(other.lexemes, ' ') as lexemes, said.is_quality as quality
            from search_synonyms said join search_synonyms other using (meaning)
            where said.folded = query.folded and said.is_said and (narrowing is null or said.meaning <> all (narrowing))
              -- Words without a title would only make the query longer.
              and (said.is_quality or not exists (select from unnest(other.lexemes) l
                where not exists (select from search_words k where k.lexeme = l and k.products > 0)))) w;
    heads := heads || search_term(same, '{h/}', is_beginning);
    thing := null;
    if token !~ '^[0-9.]+$' and not is_quality then
      select max(w.thing) into thing from search_words w
        where w.lexeme = any (string_to_array(own[1], ' ')) or is_beginning and w.word ~>=~ query.token and w.word ~<~ (query.token || '~');
      if thing is null and cardinality(same) > 1 then thing := 'kind'; end if;
    end if;
    -- A word of an attribute counts as much as one of the title. Exceptions are numbers, which are too frequent, and names of
    -- kinds, because categories hold other products too ("TV y Video").
    beside := beside || search_term(same, case when token ~ '^[0-9.]+$' or thing is not null then array['t/', 'h/'] else array['', 't/', 'h/'] end, is_beginning);
    -- A single word that starts a title is found as `head`. Searching for it again would only read the longest list twice.
    is_alone := size = cardinality(tokens) and position(' ' in own[1]) = 0;
    titles := titles || search_term(own, case when is_alone then array['t/'] else array['t/', 'h/'] end, is_beginning);
    term := case when is_quality then search_term(same, '{"",t/,h/}', is_beginning)
      else format('(%s | %s)', search_term(own, '{"",t/,h/}', is_beginning), heads[cardinality(heads)]) end;
    somewhere := somewhere || case when is_alone and not is_quality then search_term(own, '{""}', is_beginning) else term end;
    told := told || format('(%s | %s)', search_term(own, '{"",t/,h/,d/}', is_beginning), heads[cardinality(heads)]);
    -- A unit belongs to its number.
    if tokens[place - 1] ~ '^[0-9.]+$' and token in ('pulgadas', 'lb', 'gb', 'w', 'l', 'pies', 'btu', 'hz', 'mm', 'cc', 'v', 'kg', 'mah', 'mp', 'quemadores', 'k') then
      parts[cardinality(parts)] := format('%s & %s', parts[cardinality(parts)], term);
      part_words[cardinality(part_words)] := part_words[cardinality(part_words)] || ' ' || shown[cardinality(shown)];
    else
      parts := parts || term;
      part_words := part_words || shown[cardinality(shown)];
    end if;
    if token !~ '^[0-9.]+$' and not is_quality then
      if is_first then
        is_first := false;
        is_strange := not is_known or thing is null and cardinality(tokens) > size;
      end if;
      if other_core is null and is_known then other_core := cardinality(parts); end if;
      if thing is not null then
        names := names || format('(%s | %s)', titles[cardinality(titles)], heads[cardinality(heads)]);
        if cardinality(names) = 1 and thing = 'kind' then kind := names[1]; end if;
        if core is null or thing = 'kind' and core_thing = 'brand' then
          core := cardinality(parts);
          core_thing := thing;
          parts[core] := names[cardinality(names)];
        end if;
        named := named || heads[cardinality(heads)];
      end if;
    end if;
    place := place + size;
  end loop;
  corrected := case when corrected is not null then array_to_string(shown, ' ') end;
  sku := search_sku(array_to_string(tokens, ''));
  sku := case
    when sku is null then ''
    when sku ~ '^\d{3,}$' then format('''n/%1$s'' | ''s/%1$s''', sku)
    when cardinality(all_tokens) <= 4 and sku ~ '^[a-z]+\d' then format('''s/%s'':*', sku)
    else format('''s/%s''', sku) end;
  -- Null if empty, because PostgreSQL sends the client a notice for each empty query.
  things := nullif(array_to_string(named, ' | '), '');
  if cardinality(heads) = 0 or absent is not null then
    head := nullif(sku, '');
    core := null;
    corrected := case when absent is null then corrected end;
    return;
  end if;
  -- All words together, if one of the first four is the product's kind. The head of a single word contains both.
  head := case when cardinality(heads) = 1 then heads[1]
    else format('%s & (%s)', array_to_string(beside, ' & '), array_to_string(heads[: 4], ' | ')) end;
  head := case when sku = '' then head else head || sku::tsquery end;
  title := array_to_string(titles, ' & ');
  everywhere := array_to_string(somewhere, ' & ');
  -- 'zumbador para televisor' is not a television: the parts of an accessory are not searched.
  core := case when is_answered or is_strange and all_tokens[2] in ('para', 'de') then null else coalesce(core, other_core) end;
  if is_answered then
    everywhere := null;
  elsif not is_strange then
    described := concat_ws(' & ', array_to_string(told, ' & '), kind);
  end if;
end $$;

-- Returns a search, as search_text spells it, without unsold brands and without names in a title. Also returns the first such
-- brand. If the search names no kind of product, the brand stands for the wanted product.
create or replace function search_without_brands(typed text, out wording text, out brand text, out brand_word text)
language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  tokens text[] := (regexp_split_to_array(typed, ' +'))[1:12];
  singular text[] := string_to_array(search_singular(array_to_string(tokens, ' ')), ' ');
  spans text[] := '{}';
  named text[];
  rest text[] := '{}';
  place integer := 1;
  size integer;
  span text;
begin
  wording := typed;
  for a in 1 .. cardinality(singular) loop
    for n in 1 .. least(3, cardinality(singular) - a + 1) loop
      spans := spans || array_to_string(singular[a : a + n - 1], ' ');
    end loop;
  end loop;
  select array_agg(o.folded) into named from search_other_brands o
    where o.folded = any (spans) and not exists (select from search_words w where w.word = o.word and w.thing = 'brand' and w.products > 0);
  if named is null then return; end if;
  -- If a title contains all typed words, the product is sold: "Funda para iPhone 15" of any brand.
  if exists (select from search_reading(typed) r, unnest(named) n, product_search p
    where p.words @@ search_term(array[array_to_string(search_lexemes(n), ' ')], '{t/,h/}', false)::tsquery
      and (p.words @@ r.head or p.words @@ r.title or p.words @@ r.everywhere)) then return; end if;
  while place <= cardinality(singular) loop
    size := 0;
    for n in reverse 3 .. 1 loop
      span := array_to_string(singular[place : place + n - 1], ' ');
      if span = any (named) then
        size := n;
        exit;
      end if;
    end loop;
    if size = 0 then rest := rest || tokens[place];
    elsif brand is null then
      select o.shown, o.word, o.instead into brand, brand_word, wording from search_other_brands o where o.folded = span limit 1;
    end if;
    place := place + greatest(size, 1);
  end loop;
  if exists (select from search_words w where w.word = any (rest) and w.thing = 'kind' and w.products > 0)
    or exists (select from search_synonyms s where s.is_said and not s.is_quality and s.folded = any (search_bags(rest))) then
    wording := '';
  end if;
  wording := btrim(search_text(wording) || ' ' || array_to_string(rest, ' '));
end $$;

-- Reads the text as `search_reading` does. After a correction, reads the corrected words and returns them. `brand`: an unsold
-- brand. The shop's own name lists all its own products (DEC-200).
create or replace function search_query(
  typed text, out head tsquery, out title tsquery, out everywhere tsquery, out described tsquery,
  out parts text[], out part_words text[], out core integer,
  out corrected text, out things tsquery, out absent integer, out answer text, out brand text)
language plpgsql stable as $$
declare
  wording text := typed;
  rest text;
  brand_word text;
  one record;
begin
  select format('''#%s''', v.id) into head
    from sellers s join facet_values v on v.facet = 'seller' and v.value = s.slug
    where s.id = 1 and length(s.title) = length(btrim(typed)) and search_text(s.title) = search_text(btrim(typed));
  if found then return; end if;
  -- A correction is a word of the vocabulary. The second reading is therefore the last, unless two corrected words together form
  -- another phrase.
  for reading in 1 .. 3 loop
    select * into one from search_without_brands(btrim(search_text(wording)));
    rest := one.wording;
    if one.brand is not null then
      brand := one.brand;
      brand_word := one.brand_word;
    end if;
    select r.* into head, title, everywhere, described, parts, part_words, core, corrected, things, absent, answer
      from search_reading(rest) r;
    exit when corrected is null or reading = 3;
    wording := corrected;
  end loop;
  corrected := nullif(concat_ws(' ', case when wording <> typed and one.brand is null then brand_word end, wording), typed);
end $$;

-- Returns the query of the most parts that products have together, and their words: the core with each other part that still
-- finds products. Null if the core alone finds nothing. `words` is null if all parts are used.
create or replace function search_parts(parts text[], part_words text[], core integer, out query tsquery, out words text)
language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  taken integer[] := array[core];
begin
  if not exists (select from product_search s where s.words @@ parts[core]::tsquery) then return; end if;
  query := parts[core]::tsquery;
  for place in 1 .. cardinality(parts) loop
    continue when place = core;
    if exists (select from product_search s where s.words @@ (query && parts[place]::tsquery)) then
      query := query && parts[place]::tsquery;
      taken := taken || place;
    end if;
  end loop;
  if cardinality(taken) < cardinality(parts) then
    words := (select string_agg(part_words[t], ' ' order by t) from unnest(taken) t);
  end if;
end $$;
