-- A search is read as it is meant in more ways: phrases in any order and around small words, what stands in attributes beside
-- what stands in the title, brands the shop has not, pages that answer, and part by part where all of it finds nothing.
-- What is said here of words is data, as in 0046: rows that an operator adds with `ceiba synonym`.

-- "No frost" and "sin horno" are words of their own: who looks for 'no frost' does not mean 'frost'. As in 0046 otherwise.
create or replace function search_text(source text) returns text language plpgsql stable strict parallel safe as $$
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

-- Whether a word, after search_singular, only joins others.
create function search_is_small(word text) returns boolean language sql immutable parallel safe
return word in ('de', 'del', 'para', 'con', 'y', 'en', 'la', 'el', 'lo', 'a', 'al', 'un', 'una', 'mi', 'por', 'como', 'dond', 'esta', 'es', 'qu');

-- A phrase by which it is compared with lists: singular, without small words, in one order, so that 'soporte para tele',
-- 'soporte de teles' and 'tele soporte' are one.
create function search_bag(phrase text) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(w, ' ' order by w) filter (where not search_is_small(w)), search_singular(phrase))
  from unnest(string_to_array(search_singular(phrase), ' ')) w);

-- Of words beside each other, one to four, the phrases they make as they are compared: four for each word.
create function search_bags(tokens text[]) returns text[] language sql immutable
return (
  with folded as (select string_to_array(search_singular(array_to_string(tokens, ' ')), ' ') as words)
  select array_agg(case when a + n - 1 <= cardinality(words) then (
      select coalesce(string_agg(w, ' ' order by w) filter (where not search_is_small(w)),
        array_to_string(words[a : a + n - 1], ' '))
      from unnest(words[a : a + n - 1]) w) end order by a, n)
  from folded, generate_series(1, cardinality(words)) a, generate_series(1, 4) n);

alter table search_synonyms drop column folded;
update search_synonyms set word = search_text(word), lexemes = search_lexemes(word) where word ~ '\m(no|sin) ';
alter table search_synonyms
  add column folded text not null generated always as (search_bag(word)) stored,
  -- False: others of the group mean this word, and who says it means only itself ('gamer' means '144 hz').
  add column is_said boolean not null default true;
create index search_synonyms_folded on search_synonyms (folded);

-- Words of the vocabulary that no title need have: what typing errors are corrected to.
create function add_search_vocabulary(phrases text[]) returns void language sql as $$
  insert into search_words (word, shown, lexeme, sound, products)
  select distinct on (search_text(shown)) search_text(shown), shown, (search_lexemes(shown))[1], search_sound(search_text(shown)), 0
  from unnest(phrases) phrase, regexp_split_to_table(lower(phrase), '[^[:alnum:]]+') shown
  where search_text(shown) ~ '^[a-z]{2,40}$' and cardinality(search_lexemes(shown)) = 1
  on conflict do nothing;
$$;

-- Adds a group of words or phrases that mean the same, and what they mean besides (`meant`); answers its number.
drop function add_search_synonyms(text[], boolean);
create function add_search_synonyms(phrases text[], quality boolean, meant text[] default '{}') returns integer language sql as $$
  insert into search_synonyms (meaning, word, lexemes, is_quality, is_said)
  select (select coalesce(max(meaning), 0) + 1 from search_synonyms), word, search_lexemes(word), quality, is_said
  from (select distinct on (btrim(search_text(phrase))) btrim(search_text(phrase)) as word, is_said
        from (select unnest(phrases), true union all select unnest(meant), false) p(phrase, is_said)
        order by btrim(search_text(phrase)), is_said desc) w
  where cardinality(search_lexemes(word)) > 0
  on conflict do nothing;
  select add_search_vocabulary(array(select p from unnest(phrases) p where btrim(search_text(p)) !~ '[\s.]'));
  select coalesce(max(meaning), 0) from search_synonyms;
$$;

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

create trigger search_other_brands_purge after insert or update or delete on search_other_brands
  for each statement execute function search_words_purge();
create trigger search_answers_purge after insert or update or delete on search_answers
  for each statement execute function search_words_purge();
create trigger search_answer_words_purge after insert or update or delete on search_answer_words
  for each statement execute function search_words_purge();

-- As in 0046. What has an attribute ("Cancelación de ruido: Sí") is found by its name; other names of attributes are words of
-- the description, of which "Memoria RAM" tells what its 8 GB are.
create function search_attribute_lexemes(attributes jsonb) returns text[] language sql stable parallel safe
return (
  select search_lexemes(string_agg(case
    when a.value = 'No' then ''
    when a.value = 'Sí' then a.label
    -- 'Sin sistema inteligente' is not found by 'inteligente'.
    when a.value like 'Sin %' then split_part(a.value, ' ', 1) || ' ' || split_part(a.value, ' ', 2)
    else concat_ws(' ', a.value, a.unit) end, ' '))
  from jsonb_to_recordset(attributes) a(label text, value text, unit text));

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
      (select array_agg(l) from unnest(c.lexemes || search_attribute_lexemes(p.attributes)) l
         where l <> all (t.lexemes))
      || (select array_agg('t/' || l) from unnest(t.lexemes) l where l is distinct from h.lexeme)
      || array['h/' || h.lexeme, 's/' || search_sku(p.sku), 'n/' || substring(p.sku from '\d{3,}'), '#' || b.value_id, '#' || s.value_id, '#' || pr.id]
      || c.marks || coalesce(d.marks, '{}'), null)) as words offset 0) w
$$;



-- How many words of a phrase of the list begin at a place, at most four; 0: none do.
create function search_phrase_size(bags text[], phrases text[], place integer) returns integer language plpgsql immutable as $$
begin
  for n in reverse 4 .. 1 loop
    if bags[place * 4 - 4 + n] = any (phrases) then return n; end if;
  end loop;
  return 0;
end $$;

-- As in 0242 and 0284, with phrases as they are meant (search_bags) and attributes beside the title. For when nothing is
-- found (`typed` as search_text spells it): `parts` are the words one by one, `core` the place of the one that tells what is looked for (null: none is tried),
-- `part_words` how they are written. `answer` is the path of the page that answers.
drop function search_query(text);
drop function search_reading(text);
create function search_reading(
  typed text, out head tsquery, out title tsquery, out everywhere tsquery, out described tsquery,
  out parts text[], out part_words text[], out core integer,
  out corrected text, out things tsquery, out absent integer, out answer text)
-- Whether a word occurs at all is asked of the index: the planner would rather hope to meet it soon in the table.
-- Its statements are planned once for a connection: planning them anew took three times as long as running them.
language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
<<query>>
declare
  all_tokens text[] := (regexp_split_to_array(typed, ' +'))[1:12];
  tokens text[] := '{}';
  ignored text[];
  bags text[];                         -- the phrases that begin at each token, four for each (search_bags)
  phrases text[];                      -- of them, those among the synonyms
  chosen text[] := '{}';               -- of those, the ones that are read
  narrowing integer[];                 -- meanings of which the search names more than one word, each for itself
  joined text[] := '{}';               -- two tokens that are one word of the vocabulary
  shown text[] := '{}';
  token text;
  size integer;
  folded text;                         -- of a phrase of the synonyms, else null
  place integer := 1;
  own text[];
  same text[];                         -- own and its synonyms
  pieces text[];
  is_beginning boolean;
  is_alone boolean;
  is_quality boolean;
  is_known boolean;
  thing text;
  is_first boolean := true;            -- no word yet that tells what is looked for
  is_strange boolean := false;         -- that word is unknown, or no thing
  kind text;                           -- the first word, where it is a kind of thing: nothing else is meant
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
  other_core integer;                  -- a part that would do as one where none tells what is looked for
  is_answered boolean;
  read text[] := '{}';                 -- words that were read already
  is_begun boolean := false;           -- a beginning of one or two letters was read
begin
  parts := '{}';
  part_words := '{}';
  bags := search_bags(all_tokens);
  select array_agg(distinct s.folded) into phrases from search_synonyms s where s.is_said and s.folded = any (bags);
  select array_agg(word) into ignored from search_ignored where word = any (all_tokens);
  -- Words that tell nothing are left out, but within a phrase.
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
  -- 'router mesh': of words that mean the same each says something where a product has both, and neither stands for the other.
  if cardinality(chosen) > 1 then
    select array_agg(meaning) into narrowing from (
      select meaning, string_agg(distinct search_term(array[array_to_string(lexemes, ' ')], '{"",t/,h/}', false), ' & ')::tsquery as all_of_them
      from search_synonyms s where s.is_said and s.folded = any (chosen) and cardinality(s.lexemes) > 0
      group by meaning having count(distinct s.folded) > 1) shared
    where exists (select from product_search p where p.words @@ all_of_them);
  end if;
  -- A page of the shop that answers it; nothing but that where nothing else is said.
  select w.path, w.folded = search_bag(array_to_string(tokens, ' ')) into answer, is_answered
    from search_answer_words w where w.folded = any (bags) order by length(w.folded) desc limit 1;
  -- What the shop does not sell, unless a product has come whose title begins with it, or it is called so by now. A longer
  -- phrase with a meaning goes before: 'carro' is not sold, 'carro cargador' is.
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
    -- A word of a model that only the plural makes a synonym ('Fogón', fogones) is that word.
    if folded is not null and size = 1 and exists (select from search_words w where w.word = query.token and w.thing is null and w.products > 0)
      and not exists (select from search_synonyms s where s.word = query.token) then folded := null; end if;
    -- As it stands in the list, if it stands there.
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
      -- Most numbers stand in many titles: among the best-selling one is met at once, while the index would first read all.
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
          -- Read again from here, as the words it is made of, numbers with their units apart.
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
              -- Words no title has would only make the query longer.
              and (said.is_quality or not exists (select from unnest(other.lexemes) l
                where not exists (select from search_words k where k.lexeme = l and k.products > 0)))) w;
    heads := heads || search_term(same, '{h/}', is_beginning);
    thing := null;
    if token !~ '^[0-9.]+$' and not is_quality then
      select max(w.thing) into thing from search_words w
        where w.lexeme = any (string_to_array(own[1], ' ')) or is_beginning and w.word ~>=~ query.token and w.word ~<~ (query.token || '~');
      if thing is null and cardinality(same) > 1 then thing := 'kind'; end if;
    end if;
    -- A word of an attribute tells as much as one of the title. Not so a number, of which there are too many, and what names
    -- a thing: categories hold other things, too ("TV y Video").
    beside := beside || search_term(same, case when token ~ '^[0-9.]+$' or thing is not null then array['t/', 'h/'] else array['', 't/', 'h/'] end, is_beginning);
    -- A lone word that is first in a title is found as that; looking for it again would only read the longest list twice.
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
  -- Null where there is nothing: an empty query is told to the client each time.
  things := nullif(array_to_string(named, ' | '), '');
  if cardinality(heads) = 0 or absent is not null then
    head := nullif(sku, '');
    core := null;
    corrected := case when absent is null then corrected end;
    return;
  end if;
  -- All of them beside each other, and one of the first four is what the product is: of one word its head says both.
  head := case when cardinality(heads) = 1 then heads[1]
    else format('%s & (%s)', array_to_string(beside, ' & '), array_to_string(heads[: 4], ' | ')) end;
  head := case when sku = '' then head else head || sku::tsquery end;
  title := array_to_string(titles, ' & ');
  everywhere := array_to_string(somewhere, ' & ');
  -- 'zumbador para televisor' is no television: what belongs to a thing is not found part by part.
  core := case when is_answered or is_strange and all_tokens[2] in ('para', 'de') then null else coalesce(core, other_core) end;
  if is_answered then
    everywhere := null;
  elsif not is_strange then
    described := concat_ws(' & ', array_to_string(told, ' & '), kind);
  end if;
end $$;

-- What is left of a search, as search_text spells it, without the brands the shop has not, nor names in a title, and the first of them. Where no kind
-- of thing is named, what is looked for instead of the brand is.
create function search_without_brands(typed text, out wording text, out brand text, out brand_word text)
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
  -- What a title says with all that was typed is sold: "Funda para iPhone 15" of whatever brand.
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

-- What was typed, as `search_reading` says; where it was corrected, what the corrected words say, and those words. `brand`:
-- the shop has none of it. The shop's own name lists what it sells itself (DEC-200).
create function search_query(
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
  -- A correction is a word of the vocabulary, which nothing corrects: the second reading is the last, unless words stand
  -- beside each other now that are read as another one.
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

-- The query of the most parts that products have together, the core with each of the others that still finds something, and
-- their words. Null: not even the core finds anything; `words` is null where all the parts are.
create function search_parts(parts text[], part_words text[], core integer, out query tsquery, out words text)
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

-- As in 0046; a word that is said to mean something is guessed at as soon as one that tells what a product is.
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
     -- Two letters that changed places are two steps, and one mistake.
     or length(w.word) = length(typed) and s.slack = 1 and not is_model and levenshtein_less_equal(w.word, typed, 2) = 2
       and (select string_agg(l, '' order by l) from regexp_split_to_table(w.word, '') l)
         = (select string_agg(l, '' order by l) from regexp_split_to_table(typed, '') l))
   order by levenshtein(w.word, typed), similarity(w.word, typed) desc, thing desc nulls last, products desc, word limit 1)
  limit 1;
$$;

-- Words of a search and what they mean. First the brands: they were left out of searches without a word about it.
insert into search_other_brands (word, shown, instead)
  select distinct on (btrim(search_text(word))) btrim(search_text(word)), shown, instead
  from (values
    ('smartphone', 'iPhone: iphone, i phone, aifon, aifono, aifone, ifon, iphon; Apple: apple; Samsung Galaxy: samsung galaxy, galaxy; Samsung: samsung, sansung; '
      || 'Xiaomi: xiaomi, chaomi; Redmi: redmi, xiaomi redmi; Poco: poco x; Huawei: huawei; Honor: honor; Motorola: motorola, moto g; Nokia: nokia; '
      || 'Oppo: oppo; Realme: realme; Vivo: vivo y; Tecno: tecno spark; Infinix: infinix; ZTE: zte; Google Pixel: pixel, google pixel'),
    ('laptop', 'MacBook: macbook, mac book; HP: hp, h p; Dell: dell; Lenovo: lenovo; Asus: asus; Acer: acer; Toshiba: toshiba; Microsoft: microsoft; '
      || 'Chromebook: chromebook; ThinkPad: thinkpad; MSI: msi; Alienware: alienware'),
    ('tablet', 'iPad: ipad, i pad; Galaxy Tab: galaxy tab, samsung galaxy tab; Amazon Fire: kindle fire; Amazon: amazon'),
    ('audífonos', 'AirPods: airpods, air pods, airpod; Galaxy Buds: galaxy buds; Beats: beats; Skullcandy: skullcandy; Bose: bose; Sennheiser: sennheiser'),
    ('bocina', 'JBL: jbl, j b l; Harman Kardon: harman kardon; Marshall: marshall; Ultimate Ears: ultimate ears'),
    ('reloj inteligente', 'Apple Watch: apple watch, iwatch; Galaxy Watch: galaxy watch, samsung watch; Fitbit: fitbit; Garmin: garmin; Amazfit: amazfit; Mi Band: mi band'),
    ('consola', 'PlayStation: playstation, play station, ps4, ps5, ps3, playstation 5, playstation 4; Xbox: xbox; Nintendo Switch: nintendo switch; Nintendo: nintendo; '
      || 'Steam Deck: steam deck'),
    ('televisor', 'LG: lg, l g; Sony: sony; Hisense: hisense; TCL: tcl; Panasonic: panasonic; Philips: philips; Sharp: sharp; Vizio: vizio; Hitachi: hitachi; Sankey: sankey'),
    ('reproductor de streaming', 'Chromecast: chromecast, google chromecast; Fire TV: fire stick, firestick, fire tv, fire tv stick, amazon fire tv; Apple TV: apple tv; Mi Box: mi box, mi stick'),
    ('lavadora', 'Whirlpool: whirlpool, wirpool, whirpool; Maytag: maytag; Electrolux: electrolux; Easy: lavadora easy'),
    ('refrigeradora', 'Mabe: mabe; Frigidaire: frigidaire; General Electric: general electric; Cetron: cetron; Atlas: refri atlas; Haier: haier; Midea: midea'),
    ('aire acondicionado', 'Carrier: carrier; Daikin: daikin; York: york; Gree: gree; Comfortstar: comfortstar'),
    ('licuadora', 'Oster: oster; Hamilton Beach: hamilton beach; Black + Decker: black decker, black and decker; Ninja Blender: ninja blender; KitchenAid: kitchenaid; NutriBullet: nutribullet; Vitamix: vitamix'),
    ('freidora de aire', 'Ninja: ninja; Cosori: cosori; Instant Pot: instant pot; Cuisinart: cuisinart'),
    ('impresora', 'Epson: epson; Canon: canon; Brother: brother; EcoTank: ecotank, eco tank'),
    ('router', 'TP-Link: tp link, tplink; D-Link: d link, dlink; Netgear: netgear; Linksys: linksys; Huawei: router huawei; Starlink: starlink'),
    ('cargador', 'Anker: anker; Belkin: belkin; Ugreen: ugreen'),
    ('colchón', 'Simmons: simmons; Serta: serta; Sealy: sealy; Olimpia: olimpia; Camas Olympia: olympia'),
    ('motocicleta', 'Honda: honda; Yamaha: yamaha; Suzuki: suzuki; Bajaj: bajaj, pulsar; Italika: italika; Hero: hero hunk; TVS: moto tvs'),
    ('llanta', 'Michelin: michelin; Goodyear: goodyear; Bridgestone: bridgestone; Firestone: firestone; Pirelli: pirelli')
  ) listed(instead, names), regexp_split_to_table(names, '; *') entry,
    lateral (select split_part(entry, ': ', 1) as shown, split_part(entry, ': ', 2) as words) e,
    regexp_split_to_table(words, ', *') word
  on conflict do nothing;
delete from search_ignored where word in (select word from search_other_brands) or word in ('gaming');
select add_search_vocabulary(array(select shown from search_other_brands));
delete from search_synonyms where folded = search_bag('eco tank');

insert into search_answers (path, title, text) values
  ('/ayuda/devoluciones', null, null), ('/ayuda/garantias', null, null), ('/ayuda/facturas', null, null), ('/ayuda/entregas', null, null),
  ('/ayuda/pagos', null, null), ('/ayuda/puntos', null, null), ('/ayuda/contacto', null, null),
  ('/tiendas', 'Tiendas', 'Direcciones, horarios y qué recoger.'),
  ('/libro-de-quejas', 'Libro de quejas', 'Escribe una queja: recibes su número y te contestamos por correo.'),
  ('/track-order', 'Consulta tu pedido', 'Mira dónde va tu pedido con su número y tu correo.');
insert into search_answer_words (word, path)
  select distinct on (btrim(search_text(word))) btrim(search_text(word)), path
  from (values
    ('/ayuda/devoluciones', 'devolución, devoluciones, devolver, cambio, cambios, reembolso, reembolsos, retorno, cambios y devoluciones, política de devolución, regresar producto, devolución de dinero'),
    ('/ayuda/garantias', 'garantía, garantías, garantía de producto, reclamar garantía, hacer válida garantía, defectuoso, producto dañado'),
    ('/ayuda/facturas', 'factura, facturas, facturación, facturar, factura electrónica, fel, nit, consumidor final, recibo'),
    ('/tiendas', 'tienda, tiendas, sucursal, sucursales, ubicación, ubicaciones, dirección, horario, horarios, tiendas cercanas, agencias, dónde están, a qué hora abren'),
    ('/ayuda/entregas', 'envío, envíos, entrega, entregas, domicilio, envío gratis, costo de envío, tiempo de entrega, recoger en tienda, flete, hacen envíos'),
    ('/ayuda/pagos', 'pago, pagos, formas de pago, métodos de pago, cuotas, visacuotas, visa cuotas, sin intereses, credicuotas, contra entrega, pago contra entrega, tarjeta de crédito, financiamiento, crédito, efectivo, mensualidades, transferencia, depósito'),
    ('/ayuda/puntos', 'puntos, mis puntos, canjear puntos, puntos bac, puntos bi, millas, lealtad'),
    ('/ayuda/contacto', 'contacto, contactar, atención al cliente, servicio al cliente, whatsapp, call center, soporte técnico, teléfono de la tienda, ayuda, hablar con alguien, pbx, correo electrónico'),
    ('/libro-de-quejas', 'queja, quejas, libro de quejas, reclamo, reclamos, diaco, denuncia'),
    ('/track-order', 'rastrear, rastreo, rastrear pedido, rastrear paquete, seguimiento, pedido, pedidos, mi pedido, dónde está mi pedido, mi compra, mis compras, mis pedidos, número de pedido, mi orden, tracking, guía, estado de pedido')
  ) listed(path, words), regexp_split_to_table(words, ', *') word
  on conflict do nothing;
select add_search_vocabulary(array(select word from search_answer_words));

-- Units and sizes, as they are written in words: what a slip of the finger is corrected to.
select add_search_vocabulary(array['pulgadas', 'libras', 'litros', 'gigas', 'teras', 'watts', 'pies', 'cúbicos', 'quemadores', 'voltios', 'btus', 'kilos', 'queen', 'matrimonial']);

-- What was one of two things: who says 'cargador portátil' means a power bank, not any charger.
delete from search_synonyms s where s.word in ('cargador portatil', 'bateria portatil', 'power bank', 'powerbank')
  and exists (select from search_synonyms o where o.meaning = s.meaning and o.word = 'cargador');
delete from search_synonyms s where s.word in ('stick')
  and exists (select from search_synonyms o where o.meaning = s.meaning and o.word = 'streaming');
delete from search_absent where word in ('usb');
insert into search_absent (word, category_path) values ('memoria usb', 'computacion'), ('usb flash', 'computacion') on conflict do nothing;

select add_synonyms('refrigeradora', 'heladera', 'frízer', 'frezer', 'nevecón', 'hielera eléctrica', 'refri');
select add_search_synonyms(array['frigobar', 'refri chiquita', 'refri pequeña', 'refrigerador chiquito', 'refrigerador pequeño', 'refrigeradora pequeña', 'refrigeradora chiquita', 'frigo', 'servibar'], true);
select add_synonyms('televisor', 'plasma', 'televisión inteligente', 'tv led', 'pantalla led', 'tele inteligente', 'televisor smart');
select add_synonyms('barra de sonido', 'cine en casa', 'home cinema', 'equipo de sonido', 'aparato de sonido', 'equipo de audio', 'minicomponente', 'mini componente', 'componente de sonido', 'estéreo');
select add_synonyms('bocina', 'equipo de sonido', 'aparato de sonido', 'minicomponente', 'bocinón', 'torre de sonido', 'bluetooth speaker', 'cajón de sonido', 'bocina de fiesta', 'bocina amplificada');
select add_synonyms('power bank', 'cargador portátil', 'batería portátil', 'pila portátil', 'pila externa', 'pila recargable', 'cargador de pilas', 'banco de carga', 'banco de energía', 'batería de respaldo', 'cargador externo');
select add_synonyms('aire acondicionado', 'aparato de aire', 'aire', 'aires', 'equipo de aire', 'climatización', 'aire frío');
select add_synonyms('lavadora', 'máquina lavadora', 'lavadora de ropa', 'lavatriz');
select add_synonyms('secadora', 'lavadora con secadora', 'lava y seca', 'torre de lavado', 'centro de lavado', 'lavaseca');
select add_synonyms('estufa', 'parrilla', 'cocineta', 'hornillas', 'plancha de cocina', 'anafre');
select add_synonyms('freidora de aire', 'olla freidora', 'freidora', 'freidor', 'freidora eléctrica', 'freidora digital', 'aire freidora', 'horno freidora');
select add_synonyms('licuadora', 'licuador', 'vaso licuador', 'liquadora', 'smoothie maker');
select add_synonyms('laptop', 'computador portátil', 'ordenador portátil', 'compu portátil', 'computadora', 'equipo de cómputo', 'máquina portátil', 'laptos', 'ultrabook');
select add_synonyms('monitor', 'pantalla compu', 'pantalla pc', 'pantalla laptop', 'pantalla de computador', 'monitor compu', 'monitor de pc');
select add_synonyms('impresora', 'fotocopiadora', 'copiadora', 'impresor', 'impresora multifuncional');
select add_search_synonyms(array['multifuncional', 'con escáner', 'escáner', 'fotocopiadora', 'copiadora', 'con copiadora'], true);
select add_synonyms('smartphone', 'aparato celular', 'teléfono inteligente', 'celular inteligente', 'telefonito', 'móviles', 'teléfonos');
select add_synonyms('reloj inteligente', 'pulsera deportiva', 'reloj smart', 'reloj de pulso', 'pulsera fitness', 'banda inteligente', 'smart reloj', 'reloj bluetooth');
select add_synonyms('audífonos', 'chícharos', 'chícharo', 'earpods', 'audífono bluetooth', 'handsfree', 'auriculares bluetooth');
select add_search_synonyms(array['in-ear', 'de botón', 'botón', 'de tapón', 'chícharos', 'chícharo', 'earbuds', 'buds'], true);
select add_search_synonyms(array['diadema', 'de diadema', 'vincha'], true, array['over-ear', 'on-ear']);
select add_synonyms('router', 'antena wifi', 'antena de internet', 'wifi para casa', 'aparato de internet', 'equipo wifi');
select add_synonyms('repetidor', 'extensor de señal', 'amplificador de internet', 'amplificador', 'repetidora', 'booster wifi');
select add_synonyms('reproductor', 'convertidor smart', 'convertidor smart tv', 'convertidor', 'tv box android', 'aparato de streaming', 'caja android');
select add_synonyms('soporte', 'colgador de tele', 'colgador', 'brazo para tele', 'brazo para televisor', 'brazo para pantalla', 'base tele pared', 'soporte de pared', 'montaje de pared');
select add_synonyms('consola', 'máquina de videojuegos', 'máquina de juegos', 'juegos de video', 'consola de juego', 'videoconsola', 'aparato de juegos');
select add_synonyms('colchón', 'colchón y base', 'camita', 'cama completa');
select add_search_synonyms(array['semimatrimonial', 'individual', 'unipersonal', 'twin', 'sencillo'], true);
select add_synonyms('motocicleta', 'moto de trabajo', 'moto urbana', 'motito', 'motocicletas');
select add_synonyms('tarjeta de regalo', 'tarjeta para regalar', 'tarjeta prepago', 'regalo digital', 'vale');
select add_search_synonyms(array['acero inoxidable', 'cromado', 'metálico'], true);
delete from search_synonyms s where s.word = 'doble' and exists (select from search_synonyms o where o.meaning = s.meaning and o.word = 'matrimonial');
select add_search_synonyms(array['doble'], true, array['matrimonial']);
select add_synonyms('televisor', 'teve', 'pantallota', 'aparato de televisión', 'televisorcito', 'telly');
select add_synonyms('smartphone', 'smarfon', 'esmarfon', 'smartfon', 'teléfono android', 'celular android', 'teléfono con cámara', 'celularcito');
select add_synonyms('laptop', 'note book', 'netbook', 'mini laptop', 'computadorita', 'compu de escritorio portátil');
select add_synonyms('refrigeradora', 'refrigerante', 'refrigeradorcito', 'heladerita', 'conservadora');
select add_synonyms('bocina', 'bocinita', 'parlantito', 'radio bluetooth', 'bafle amplificado', 'altavoz bluetooth', 'bocinas para fiesta');
select add_synonyms('audífonos', 'airdots', 'auriculares inalámbricos', 'audífonos de cable', 'cascos inalámbricos', 'orejeras bluetooth');
select add_synonyms('reloj inteligente', 'smarwatch', 'esmartwatch', 'reloj fit', 'reloj fitness', 'reloj para correr');
select add_synonyms('power bank', 'cargador solar', 'banco de batería', 'batería recargable');
select add_synonyms('freidora de aire', 'aerofryer', 'aire fraier', 'eir fraier', 'air flyer', 'air fraier', 'freidora air');
select add_synonyms('aire acondicionado', 'acondicionador', 'acondicionador de aire', 'enfriador de cuarto', 'equipo split');
select add_synonyms('barra de sonido', 'bocina para tele', 'sonido para tele', 'bocina para tv', 'barra tele', 'barra tv');
select add_synonyms('soporte', 'pie de tele', 'base empotrable', 'base giratoria', 'base tv');
select add_synonyms('reproductor', 'smart box', 'cajita tv', 'cajita android', 'decodificador android');
select add_synonyms('consola', 'maquinita', 'atari', 'juegos', 'consola juegos');
select add_synonyms('llanta', 'cubierta', 'llantas para carro', 'llanta de carro');
select add_synonyms('batería', 'pila de carro', 'batería de vehículo', 'batería vehículo');
select add_synonyms('estufa', 'estufita', 'fogón de gas', 'cocina a gas', 'estufa de cilindro');
-- What people say of what an attribute tells.
select add_search_synonyms(array['gamer', 'gaming', 'gamers', 'para jugar', 'de juegos', 'para juegos', 'videojuegos', 'para gaming'], true,
  array['dedicada', '144 hz', '165 hz', '240 hz']);
select add_search_synonyms(array['tarjeta gráfica', 'tarjeta de video', 'gráfica dedicada', 'con gráfica', 'gpu'], true, array['dedicada']);
select add_search_synonyms(array['wifi mesh', 'red mesh', 'red de malla', 'wifi malla', 'sistema de malla'], true, array['mesh']);
select add_search_synonyms(array['smart', 'inteligente', 'con internet'], true, array['google tv', 'roku tv', 'sistema propio', 'inteligente']);
select add_search_synonyms(array['usb c', 'usb tipo c', 'tipo c', 'type c', 'usbc', 'typec', 'tipoc', 'usb type c'], true);
select add_search_synonyms(array['contra agua', 'a prueba de agua', 'resistente al agua', 'acuático', 'waterproof', 'impermeable', 'sumergible', 'para nadar', 'para piscina'], true,
  array['ip67', 'ip68', 'ipx7', 'ipx5', '5 atm', '10 atm', 'ip54', 'ip55', 'ipx4', '3 atm']);
select add_search_synonyms(array['niños', 'para niños', 'niño', 'niña', 'infantil', 'kids', 'nene', 'nena', 'para niña'], true, array['infantil']);
select add_search_synonyms(array['estudiar', 'para estudiar', 'estudio', 'para la universidad', 'escolar', 'para el colegio', 'clases', 'tareas', 'estudiante'], true, array['estudio']);
select add_search_synonyms(array['megapixeles', 'megapíxeles', 'megapixel', 'mpx', 'megas'], true, array['mp']);
select add_search_synonyms(array['con chip', 'chip', 'sim', 'con sim', 'con datos'], true, array['4g', '5g']);
select add_search_synonyms(array['calefacción', 'caliente', 'frío y calor', 'calor', 'con calefacción'], true, array['calor']);
select add_search_synonyms(array['doble canasta', 'dos canastas'], true, array['2 canastas']);
select add_search_synonyms(array['cancelación de ruido', 'cancelación', 'noise cancelling', 'anc', 'reducción de ruido', 'sin ruido'], true);
select add_search_synonyms(array['dos puertas', '2 puertas', 'doble puerta'], true, array['side by side', 'french door', 'top mount', 'bottom mount']);
select add_search_synonyms(array['micrófono', 'karaoke', 'con micrófono'], true);
select add_search_synonyms(array['lápiz', 'stylus', 'pencil', 'pluma', 'con lápiz'], true);
select add_search_synonyms(array['ahorrador', 'ahorradora', 'bajo consumo', 'inverter'], true);
select add_search_synonyms(array['empotrado', 'empotrable', 'de empotrar'], true);
select add_search_synonyms(array['articulado', 'giratorio', 'con brazo'], true);
select add_search_synonyms(array['inclinable', 'reclinable'], true);
select add_search_synonyms(array['duro', 'dura', 'firme', 'ortopédico'], true, array['firme', 'extra firme']);
select add_search_synonyms(array['suave', 'blando', 'suavecito'], true);
select add_search_synonyms(array['portátil', 'portátiles', 'para llevar'], true);
select add_search_synonyms(array['subwoofer', 'con bajo', 'bajos', 'woofer'], true);
select add_search_synonyms(array['pickup', 'pick up', 'picop'], true, array['pick-up']);
delete from search_ignored where word = 'tipo';

-- Words are read differently from now on.
select refresh_product_search(null);
