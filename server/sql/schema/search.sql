-- Search. One row per product that may be found, kept current by triggers; one GIN index answers words and filters.
--
-- Why not ts_rank over a weighted tsvector: a rank must visit and decode every matching row, and a GIN index does not
-- keep weights. Here the weight is part of the lexeme, so that the index alone tells how well a product matches:
--   'h/televisor'   the first word of its title: what the product is
--   't/televisor'   another word of its title or brand
--   'televisor'     a word of its category or attributes (CAT-06) that its title does not have
--   's/tv-0001'     its sku, whole
--   'n/0001'        the number in its sku
--   '#12'           it has facet value 12 (brand, category or ancestor, seller, price range, attribute)
-- Each word stands in one class only: who looks for one word reads three short lists that share no product.
-- Descriptions count only where nothing else is found, and are three times as long as all the rest: they have a table of
-- their own, so that the rows a search visits stay narrow.

-- The functions of this file made what is stored: a change of one comes with the writing anew of what it fed.

create text search configuration ceiba_spanish (copy = spanish);
alter text search configuration ceiba_spanish alter mapping for hword, hword_part, word with unaccent, spanish_stem;

-- Text as it is split into words: lower case without accents, numbers without thousands commas, each unit by one name
-- (55" = 55 in = 55 pulgadas, 16GB = 16 gigas = 16 gb, 1 TB = 1024 gb), Wi-Fi as one word, and English plurals
-- (laptops, routers), which the Spanish stemmer leaves alone, without their s. "No frost" and "sin horno" are words of their
-- own: who looks for 'no frost' does not mean 'frost'.
-- By hand word for word rather than by an expression for each unit: PostgreSQL keeps 32 compiled expressions, and
-- compiling one takes longer than all the rest.
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

-- The words of a text, as the index knows them.
create function search_lexemes(source text) returns text[] language sql stable parallel safe
return tsvector_to_array(to_tsvector('ceiba_spanish', search_text(source)));

-- How a word sounds in Guatemala, for spelling mistakes: b = v, s = z = soft c, silent h, ll = y, qu = k = hard c.
create function search_sound(word text) returns text language sql immutable parallel safe
return regexp_replace(translate(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  word, 'ch', '1', 'g'), 'h', '', 'g'), 'll', 'y', 'g'), 'c([ei])|z', 's\1', 'g'), 'vkqwx1', 'bccujh'),
  '(.)\1+|cu([ei])', '\1c\2', 'g');

-- Values of facets as they are compared (DEC-180: without case and accents), stored and indexed: a search that names thirty
-- values in each of twelve facets would otherwise fold every value of these facets thirty times. Immutable, as the
-- dictionary is named.
create function search_fold(source text) returns text language sql immutable strict parallel safe
return lower(public.unaccent('public.unaccent'::regdictionary, source));

-- A phrase after search_text by which singular and plural are one: 'teles' = 'tele', 'smartwatches' = 'smartwatch',
-- 'hornos microondas' = 'horno microondas'. Coarser than the stemmer, and used to compare with a list of phrases only.
create function search_singular(phrase text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(phrase, '([aeiou])s\M', '\1', 'g'), '([a-z]{2})e\M', '\1', 'g');

-- Whether a word, after search_singular, only joins others.
create function search_is_small(word text) returns boolean language sql immutable parallel safe
return word in ('de', 'del', 'para', 'con', 'y', 'en', 'la', 'el', 'lo', 'a', 'al', 'un', 'una', 'mi', 'por', 'como', 'dond', 'esta', 'es', 'qu');

-- A phrase by which it is compared with lists: singular, without small words, in one order, so that 'soporte para tele',
-- 'soporte de teles' and 'tele soporte' are one.
create function search_bag(phrase text) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(w, ' ' order by w) filter (where not search_is_small(w)), search_singular(phrase))
  from unnest(string_to_array(search_singular(phrase), ' ')) w);

-- What results can be narrowed by. `facet` is 'category', 'brand', 'seller', 'price' or an attribute's code.
create table facet_values (
  id integer generated always as identity primary key,
  facet text not null,
  facet_label text not null,
  value text not null,                 -- as the address carries it: category id, brand title, seller slug, '500-999.99', attribute value
  label text not null,
  typing text not null,                -- label of a category or brand after search_text, for suggestions; else ''
  folded text generated always as (search_fold(value)) stored,
  unique (facet, value, label)         -- '6 horas' and '6 días' are two values of one attribute
);
create index facet_values_folded on facet_values (facet, folded);

-- Price ranges shown as a facet; quetzales, both ends included, the last one open.
insert into facet_values (facet, facet_label, value, label, typing) values
  ('price', 'Precio', '0-249.99', 'Menos de Q250', ''), ('price', 'Precio', '250-499.99', 'Q250 a Q500', ''),
  ('price', 'Precio', '500-999.99', 'Q500 a Q1,000', ''), ('price', 'Precio', '1000-1999.99', 'Q1,000 a Q2,000', ''),
  ('price', 'Precio', '2000-3499.99', 'Q2,000 a Q3,500', ''), ('price', 'Precio', '3500-5999.99', 'Q3,500 a Q6,000', ''),
  ('price', 'Precio', '6000-9999.99', 'Q6,000 a Q10,000', ''), ('price', 'Precio', '10000-', 'Q10,000 o más', '');

-- How many products have a value: of all products (scope 0) and of each category (scope = the category's facet value).
-- Value 0 = all of the scope. Kept exact by triggers, so that browsing never counts the catalogue.
create table facet_counts (
  scope integer not null,
  value_id integer not null,
  products integer not null,
  primary key (scope, value_id)
) with (fillfactor = 70);

-- Before PostgreSQL 18 there is no hash of a bytea to be called by name. Any hash does: it only tells whether a record is the
-- one that was known.
do $$ begin
  if to_regprocedure('hashbyteaextended(bytea, bigint)') is null then
    create function hashbyteaextended(bytea, bigint) returns bigint language sql immutable strict parallel safe
      as $f$ select hashtextextended(encode($1, 'hex'), $2) $f$;
  end if;
end $$;

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
  category integer not null,           -- facet value of its own category
  brand integer not null generated always as (   -- facet value of its brand
    (get_byte(record, 23) << 24) | (get_byte(record, 24) << 16) | (get_byte(record, 25) << 8) | get_byte(record, 26)) stored
) with (fillfactor = 90);
alter table product_search alter column record set storage plain;
-- Also dropped and made by begin_product_search() and end_product_search().
create index product_search_words on product_search using gin (words) with (fastupdate = off);
-- The orders of lists: of all products, and of each category without its subcategories (a larger one merges them). A price filter, or
-- offers, alone walk the lists of sales and prices and take keys from them: the rows, ten thousand of them in a large shop,
-- are not visited. A product that runs out or comes back so writes its lists anew, as one that was sold does.
create index product_search_sold on product_search (sold desc, product_id) include (price, discount, key);
create index product_search_cheap on product_search (price nulls last, product_id) include (sold, discount, key);
create index product_search_dear on product_search (price desc nulls last, product_id);
create index product_search_discount on product_search (discount desc, product_id);
create index product_search_category_sold on product_search (category, sold desc, product_id);
create index product_search_category_cheap on product_search (category, price nulls last, product_id);
create index product_search_category_dear on product_search (category, price desc nulls last, product_id);
create index product_search_category_discount on product_search (category, discount desc, product_id);
-- A brand's products by sales, with what a search of them asks for: a brand alone, or within prices, takes its best-selling from
-- here and visits no row. Its products lie all over the table, which is in the order of categories.
create index product_search_brand_sold on product_search (brand, sold desc, product_id) include (price, discount, key);

-- Words of product_search, and 'd/televisor' for those of the description.
create table product_texts (
  product_id bigint primary key references product_search (product_id) on delete cascade,
  words tsvector not null
) with (fillfactor = 90);
create index product_texts_words on product_texts using gin (words) with (fastupdate = off);

-- Words of titles, brands, categories and synonyms: what typing errors are corrected to and suggestions are made of.
create table search_words (
  word text primary key,               -- after search_text
  shown text not null,                 -- with its accents
  lexeme text not null,
  sound text not null,
  products integer not null,           -- as of the last full refresh, 1 when newer; 0: only a synonym
  -- What tells what is looked for: 'kind' the first word of a title or of a category, 'brand' one of a brand's name.
  thing text check (thing in ('kind', 'brand'))
);
create index search_words_lexeme on search_words (lexeme);
create index search_words_sound on search_words (sound);
create index search_words_typing on search_words (word text_pattern_ops);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

-- Words of one group mean the same. A phrase of up to four words counts as one.
create table search_synonyms (
  meaning integer not null,
  word text not null,                  -- after search_text
  lexemes text[] not null,
  -- A quality ('negro', 'black') is asked for beside a thing: its synonyms count wherever it may stand.
  is_quality boolean not null default false,
  folded text not null generated always as (search_bag(word)) stored,
  -- False: others of the group mean this word, and who says it means only itself ('gamer' means '144 hz').
  is_said boolean not null default true,
  primary key (word, meaning)
);
create index search_synonyms_meaning on search_synonyms (meaning);
create index search_synonyms_folded on search_synonyms (folded);

-- Words that do not tell what is looked for: 'marca', 'comprar'.
create table search_ignored (word text primary key);  -- after search_text

-- Things the shop does not sell, and the category nearest to each (null: none is). Until a product has them in its title.
create table search_absent (
  word text primary key,               -- after search_text; up to four words
  category_path text,                  -- of a category that may come later
  folded text not null generated always as (search_singular(word)) stored
);
create index search_absent_folded on search_absent (folded);

-- Brands the shop has not, and what is looked for instead where the search names no thing ('iphone': smartphone). Until a
-- product of such a brand comes.
create table search_other_brands (
  word text primary key,               -- after search_text; up to three words
  shown text not null,                 -- as it is written to a shopper: 'iPhone'
  instead text not null default '',
  folded text not null generated always as (search_singular(word)) stored
);
create index search_other_brands_folded on search_other_brands (folded);

-- Pages of the shop that answer what somebody types into the search, and the words that lead to each.
create table search_answers (
  path text primary key check (path ~ '^/'),
  title text,                          -- null: those of the content page of that address (category_pages)
  text text
);

create table search_answer_words (
  word text primary key,               -- after search_text; up to four words
  path text not null references search_answers on delete cascade,
  folded text not null generated always as (search_bag(word)) stored
);
create index search_answer_words_folded on search_answer_words (folded);

-- What was looked for, by day in Guatemala: how often, and how often nothing was found. Nothing tells who it was.
create table search_counts (
  day date not null,
  words text not null,
  searches integer not null check (searches >= 0),
  without_result integer not null check (without_result between 0 and searches),
  primary key (day, words)
) with (fillfactor = 80);
