-- Making all search rows anew, in three parts: what goes before, the rows, what follows. A loader has the rows made by
-- several connections side by side (server/src/loading/refresh-search.ts); the function does all three by itself.

-- From here to end_product_search(), in one transaction, there are no search rows; who searches waits.
create function begin_product_search() returns void language plpgsql as $$
begin
  perform set_config('ceiba.bulk_load', 'on', true);
  truncate product_search, product_texts;
  drop index if exists product_search_words;
  drop index if exists product_texts_words;
end $$;

create function end_product_search() returns void language plpgsql as $$
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

-- As in 0010.
create or replace function refresh_product_search(product_ids bigint[]) returns void language plpgsql as $$
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
