-- Search. Each product that can be found has one row, which triggers update. One GIN index answers words and filters.
--
-- Why not ts_rank over a weighted tsvector: a rank must read and decode every matching row, and a GIN index does not store
-- weights. Here the weight is part of the lexeme, so the index alone says how well a product matches:
--   'h/televisor'   the first word of its title: what the product is
--   't/televisor'   another word of its title or brand
--   'televisor'     a word of its category or attributes (CAT-06) that its title does not have
--   's/tv-0001'     its whole sku
--   'n/0001'        the number in its sku
--   '#12'           it has facet value 12 (brand, category or ancestor, seller, price range, attribute)
-- A word of a product is in one class only. So a search for one word reads three short lists that share no product. Descriptions
-- count only if nothing else is found, and they are three times as long as all the rest. So they have their own table, and the
-- rows that a search visits stay narrow.

-- The functions of this file computed stored data. If a function changes, its change also computes the stored data again.

create text search configuration ceiba_spanish (copy = spanish);
alter text search configuration ceiba_spanish alter mapping for hword, hword_part, word with unaccent, spanish_stem;

-- A text before it is split into words: lower case without accents, and numbers without thousands commas. Each unit has one name
-- (55" = 55 in = 55 pulgadas, 16GB = 16 gigas = 16 gb, 1 TB = 1024 gb), and Wi-Fi is one word. English plurals (laptops,
-- routers), which the Spanish stemmer leaves unchanged, lose their s. "No frost" and "sin horno" become words of their own,
-- because a search for 'no frost' does not mean 'frost'.
-- The loop replaces units word by word. An expression for each unit would be slower: PostgreSQL caches 32 compiled expressions,
-- and compiling one takes longer than all the rest.
create function search_text(source text) returns text language plpgsql stable strict parallel safe as $$
declare
  t text := lower(unaccent(translate(source, '²³″”', '  ""')));
  words text[];
  word text;
  previous text := '';
  result text := '';
begin
  if position(',' in t) > 0 then
    t := regexp_replace(regexp_replace(t, '(\d),(\d{3})\M', '\1\2', 'g'), '(\d),(\d{1,2})\M', '\1.\2', 'g');
  end if;
  if position('"' in t) > 0 or position('''''' in t) > 0 then
    t := regexp_replace(t, '(\d)\s*("|'''')', '\1 pulgadas ', 'g');
  end if;
  t := regexp_replace(t, '[^a-z0-9.]+|\.(?!\d)|(?<!\d)\.', ' ', 'g');
  t := regexp_replace(t, '([bcdfghjklmnpqrtvwxz])s\M', '\1', 'g');
  if position('no ' in t) > 0 or position('sin ' in t) > 0 then t := regexp_replace(t, '\m(no|sin) ([a-z]{3,})', '\1\2', 'g'); end if;
  if t !~ '\d' and position('wi fi' in t) = 0 then return t; end if;
  t := regexp_replace(t,
    '\m(\d+(?:\.\d+)?)(gb|tb|mb|gigas?|teras?|ghz|hz|watt|w|mah|mp|mpx|kg|kilos?|lb|libras?|btu|cc|cm|mm|v|pulgadas?|pulg|plg|inch|inches|in|pies|pie|pies3|ft3?|litros?|lt?|rpm|mbps|p)\M',
    '\1 \2', 'g');
  words := string_to_array(btrim(t), ' ');
  for place in 1 .. cardinality(words) loop
    word := words[place];
    if left(previous, 1) between '0' and '9' then
      word := case
        when word in ('pulgada', 'pulg', 'plg', 'inch', 'inches', 'in') or word = 'p' and length(previous) = 2 then 'pulgadas'
        when word in ('pie', 'ft', 'ft3', 'pies3') then 'pies'
        when word in ('watt', 'watts', 'vatio', 'vatios') then 'w'
        when word in ('libra', 'libras', 'lbs') then 'lb'
        when word in ('litro', 'litros', 'lt', 'lts') then 'l'
        when word in ('kilo', 'kilos', 'kilogramo', 'kilogramos') then 'kg'
        when word in ('giga', 'gigas', 'gigabyte', 'gigabytes') then 'gb'
        when word in ('tera', 'teras', 'terabyte', 'terabytes') then 'tb'
        when word in ('volt', 'voltio', 'voltios') then 'v'
        else word end;
      if word = 'tb' and previous in ('1', '2', '4') then
        result := left(result, -1) || previous::integer * 1024;
        word := 'gb';
      end if;
    elsif left(word, 1) = 'q' and substr(word, 2, 1) between '0' and '9' then
      word := substr(word, 2);
    end if;
    if word = 'fi' and previous = 'wi' then
      result := result || 'fi';
    elsif not (previous = 'pies' and word in ('cubicos', 'cubico')) then
      result := result || case when result = '' then '' else ' ' end || word;
    end if;
    previous := word;
  end loop;
  return result;
end $$;

-- The words of a text, in the form of the index.
create function search_lexemes(source text) returns text[] language sql stable parallel safe
return tsvector_to_array(to_tsvector('ceiba_spanish', search_text(source)));

-- The sound of a word in Guatemala, to find misspelled words: b = v, s = z = soft c, silent h, ll = y, qu = k = hard c.
create function search_sound(word text) returns text language sql immutable parallel safe
return regexp_replace(translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  word, 'ch', '1', 'g'), 'h', '', 'g'), 'll', 'y', 'g'), 'c([ei])|z', 's\1', 'g'), 'vkqwx1', 'bccujh'),
  '(.)\1+|cu([ei])', '\1c\2', 'g');

-- The form in which values of facets are compared (DEC-180): without case and accents. It is stored and indexed. Otherwise a
-- search with thirty values in each of twelve facets would compute it thirty times for every value of these facets. Immutable,
-- because the dictionary is named.
create function search_fold(source text) returns text language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, source));

-- A phrase after search_text in which singular and plural are equal: 'teles' = 'tele', 'smartwatches' = 'smartwatch', 'hornos
-- microondas' = 'horno microondas'. Coarser than the stemmer, so it is used only to compare with a list of phrases.
create function search_singular(phrase text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(phrase, '([aeiou])s\M', '\1', 'g'), '([a-z]{2})e\M', '\1', 'g');

-- Returns whether a word, after search_singular, only joins other words.
create function search_is_small(word text) returns boolean language sql immutable parallel safe
return word in ('de', 'del', 'para', 'con', 'y', 'en', 'la', 'el', 'lo', 'a', 'al', 'un', 'una', 'mi', 'por', 'como', 'dond', 'esta', 'es', 'qu');

-- A phrase in the form that is compared with lists: singular, without small words, in one order. So 'soporte para tele', 'soporte
-- de teles' and 'tele soporte' are equal.
create function search_bag(phrase text) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(w, ' ' order by w) filter (where not search_is_small(w)), search_singular(phrase))
  from unnest(string_to_array(search_singular(phrase), ' ')) w);

-- Values by which results can be narrowed. `facet` is 'category', 'brand', 'seller', 'price' or an attribute's code.
create table facet_values (
  id integer generated always as identity primary key,
  facet text not null,
  facet_label text not null,
  value text not null,                 -- as in the address: category id, brand title, seller slug, '500-999.99', attribute value
  label text not null,
  typing text not null,                -- label of a category or brand after search_text, for suggestions; otherwise ''
  folded text generated always as (search_fold(value)) stored,
  unique (facet, value, label)         -- '6 horas' and '6 días' are two values of one attribute
);
create index facet_values_folded on facet_values (facet, folded);

-- Price ranges of the facet, in quetzales. Both ends are included, and the last range is open.
insert into facet_values (facet, facet_label, value, label, typing) values
  ('price', 'Precio', '0-249.99', 'Menos de Q250', ''), ('price', 'Precio', '250-499.99', 'Q250 a Q500', ''),
  ('price', 'Precio', '500-999.99', 'Q500 a Q1,000', ''), ('price', 'Precio', '1000-1999.99', 'Q1,000 a Q2,000', ''),
  ('price', 'Precio', '2000-3499.99', 'Q2,000 a Q3,500', ''), ('price', 'Precio', '3500-5999.99', 'Q3,500 a Q6,000', ''),
  ('price', 'Precio', '6000-9999.99', 'Q6,000 a Q10,000', ''), ('price', 'Precio', '10000-', 'Q10,000 o más', '');

-- The number of products with a value: of all products (scope 0), and of each category (scope = the category's facet value).
-- Value 0: all products of the scope. Triggers update the counts exactly, so browsing never counts the catalogue.
create table facet_counts (
  scope integer not null,
  value_id integer not null,
  products integer not null,
  primary key (scope, value_id)
) with (fillfactor = 70);

-- Before PostgreSQL 18, no hash function of a bytea can be called by name. Any hash is good enough: it only shows whether a
-- record has changed.
do $$ begin
  if to_regprocedure('hashbyteaextended(bytea, bigint)') is null then
    create function hashbyteaextended(bytea, bigint) returns bigint language sql immutable strict parallel safe
      as $f$ select hashtextextended(encode($1, 'hex'), $2) $f$;
  end if;
end $$;

create table product_search (
  product_id bigint primary key references products (id) on delete cascade,
  words tsvector not null,
  -- The data by which the server counts, filters and sorts matches. Byte 0: in stock. Big-endian int4: at 1 the product ID, at 5
  -- the units sold, at 9 the regular price, at 13 the sales price (0 = none). int2 at 17: the number of facet values. The facet
  -- values follow as int4: first the product's category, then the brand, then attributes.
  record bytea not null,
  -- Product id (int4) and a hash of the record (int8). If the server has cached the record of a match, only this key is sent.
  key bytea not null generated always as (int4send(product_id::integer) || int8send(hashbyteaextended(record, 0))) stored,
  sold integer not null,
  price bigint,                        -- sales price; the reader applies a running flash sale
  discount integer not null,           -- basis points of the regular price; without flash sales
  category integer not null,           -- facet value of its own category
  brand integer not null generated always as (   -- facet value of its brand
    (get_byte(record, 23) << 24) | (get_byte(record, 24) << 16) | (get_byte(record, 25) << 8) | get_byte(record, 26)) stored
) with (fillfactor = 90);
alter table product_search alter column record set storage plain;
-- begin_product_search() drops this index, and end_product_search() creates it again.
create index product_search_words on product_search using gin (words) with (fastupdate = off);
-- The sort orders of lists: of all products, and of each category without its subcategories (a parent category merges their
-- lists). A search by price or offers alone reads the lists of sales and prices, and takes keys from them. So it visits no rows,
-- which may be ten thousand in a large shop. In return, a product that sells out or comes back writes its entries again, as a
-- sold product does.
create index product_search_sold on product_search (sold desc, product_id) include (price, discount, key);
create index product_search_cheap on product_search (price nulls last, product_id) include (sold, discount, key);
create index product_search_dear on product_search (price desc nulls last, product_id);
create index product_search_discount on product_search (discount desc, product_id);
create index product_search_category_sold on product_search (category, sold desc, product_id);
create index product_search_category_cheap on product_search (category, price nulls last, product_id);
create index product_search_category_dear on product_search (category, price desc nulls last, product_id);
create index product_search_category_discount on product_search (category, discount desc, product_id);
-- A brand's products by sales, with the columns that a search of them needs. A search of a brand alone, or within prices, takes
-- its best sellers from here and visits no row. A brand's rows lie all over the table, because the table is in the order of
-- categories.
create index product_search_brand_sold on product_search (brand, sold desc, product_id) include (price, discount, key);

-- The words of product_search, and words of the description as 'd/televisor'.
create table product_texts (
  product_id bigint primary key references product_search (product_id) on delete cascade,
  words tsvector not null
) with (fillfactor = 90);
create index product_texts_words on product_texts using gin (words) with (fastupdate = off);

-- Words of titles, brands, categories and synonyms. Typing errors are corrected to these words, and suggestions are made of them.
create table search_words (
  word text primary key,               -- after search_text
  shown text not null,                 -- with its accents
  lexeme text not null,
  sound text not null,
  products integer not null,           -- as of the last full refresh; 1: added since; 0: only a synonym
  -- A word that names a thing. 'kind': the first word of a title or of a category. 'brand': a word of a brand's name.
  thing text check (thing in ('kind', 'brand'))
);
create index search_words_lexeme on search_words (lexeme);
create index search_words_sound on search_words (sound);
create index search_words_typing on search_words (word text_pattern_ops);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

-- Words of one group have the same meaning. A phrase of up to four words counts as a word.
create table search_synonyms (
  meaning integer not null,
  word text not null,                  -- after search_text
  lexemes text[] not null,
  -- A quality ('negro', 'black') describes a thing: its synonyms count wherever they stand.
  is_quality boolean not null default false,
  folded text not null generated always as (search_bag(word)) stored,
  -- False if other words of the group also have this word's meaning, but not the other way round ('gamer' also means '144 hz').
  is_said boolean not null default true,
  primary key (word, meaning)
);
create index search_synonyms_meaning on search_synonyms (meaning);
create index search_synonyms_folded on search_synonyms (folded);

-- Words without information about the product in a search: 'marca', 'comprar'.
create table search_ignored (word text primary key);  -- after search_text

-- Things that the shop does not sell, and the nearest category to each (null: none). A row counts until a product has the words
-- in its title.
create table search_absent (
  word text primary key,               -- after search_text; up to four words
  category_path text,                  -- the path of a category, which may be created later
  folded text not null generated always as (search_singular(word)) stored
);
create index search_absent_folded on search_absent (folded);

-- Brands that the shop does not have. `instead`: what is searched for if the search names no thing ('iphone': smartphone). A row
-- counts until the shop has a product of the brand.
create table search_other_brands (
  word text primary key,               -- after search_text; up to three words
  shown text not null,                 -- as shoppers read it: 'iPhone'
  instead text not null default '',
  folded text not null generated always as (search_singular(word)) stored
);
create index search_other_brands_folded on search_other_brands (folded);

-- Pages of the shop that answer a search, and the words that lead to each.
create table search_answers (
  path text primary key check (path ~ '^/'),
  title text,                          -- null: title and text of the content page with that path (category_pages)
  text text
);

create table search_answer_words (
  word text primary key,               -- after search_text; up to four words
  path text not null references search_answers on delete cascade,
  folded text not null generated always as (search_bag(word)) stored
);
create index search_answer_words_folded on search_answer_words (folded);

-- Searches by day in Guatemala: the number of searches, and the number without results. No data identify the searcher.
create table search_counts (
  day date not null,
  words text not null,
  searches integer not null check (searches >= 0),
  without_result integer not null check (without_result between 0 and searches),
  primary key (day, words)
) with (fillfactor = 80);
