-- What people type is understood in more ways: sizes and units however they are written, words joined or split, plurals,
-- colours by other names, skus by their beginning. And what the shop does not sell finds nothing rather than something
-- that shares a word with it. What is said here of words is data: rows that an operator adds with `ceiba synonym`.

-- Text as it is split into words: lower case without accents, numbers without thousands commas, each unit by one name
-- (55" = 55 in = 55 pulgadas, 16GB = 16 gigas = 16 gb, 1 TB = 1024 gb), Wi-Fi as one word, and English plurals
-- (laptops, routers), which the Spanish stemmer leaves alone, without their s.
-- By hand word for word rather than by an expression for each unit: PostgreSQL keeps 32 compiled expressions, and
-- compiling one takes longer than all the rest.
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

-- A sku as it is compared: letters and digits only, so that 'TV-0001', 'tv 0001' and 'tv0001' are one.
create function search_sku(sku text) returns text language sql stable parallel safe
return nullif(regexp_replace(search_text(sku), '[^a-z0-9]', '', 'g'), '');

-- A phrase after search_text by which singular and plural are one: 'teles' = 'tele', 'smartwatches' = 'smartwatch',
-- 'hornos microondas' = 'horno microondas'. Coarser than the stemmer, and used to compare with a list of phrases only.
create function search_singular(phrase text) returns text language sql immutable parallel safe
return regexp_replace(regexp_replace(phrase, '([aeiou])s\M', '\1', 'g'), '([a-z]{2})e\M', '\1', 'g');

-- What tells what is looked for: 'kind' the first word of a title or of a category, 'brand' one of a brand's name.
alter table search_words add column thing text check (thing in ('kind', 'brand'));

-- A quality ('negro', 'black') is asked for beside a thing: its synonyms count wherever it may stand.
alter table search_synonyms add column is_quality boolean not null default false;
alter table search_synonyms add column folded text not null generated always as (search_singular(word)) stored;
create index search_synonyms_folded on search_synonyms (folded);

-- Words that do not tell what is looked for: 'marca', 'comprar', and brands the shop does not have.
create table search_ignored (word text primary key);  -- after search_text

-- Things the shop does not sell, and the category nearest to each (null: none is). Until a product has them in its title.
create table search_absent (
  word text primary key,               -- after search_text; up to four words
  category_path text,                  -- of a category that may come later
  folded text not null generated always as (search_singular(word)) stored
);
create index search_absent_folded on search_absent (folded);

update search_synonyms set word = search_text(word), lexemes = search_lexemes(word)
  where word not in ('wi fi', 'wifi');
delete from search_synonyms where word in ('wi fi', 'wifi');

create or replace function add_search_words(of_products bigint[]) returns void language sql as $$
  with shop as materialized (
    select title, brand_id, category_id from products p where p.id = any (of_products) and p.is_published and p.is_listed),
  placed as (
    select a.title from categories c join categories a on a.id = any (c.ancestor_ids)
      where c.id in (select category_id from shop)),
  -- Those that tell what something is, then all of them.
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
  order by s.word, s.thing desc nulls last, s.shown desc        -- the spelling with accents
  on conflict (word) do update set products = greatest(known.products, 1),
    thing = greatest(known.thing, excluded.thing);
$$;

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
      || array['h/' || h.lexeme, 's/' || search_sku(p.sku), 'n/' || substring(p.sku from '\d{3,}'), '#' || b.value_id, '#' || s.value_id, '#' || pr.id]
      || c.marks || coalesce(d.marks, '{}'), null)) as words offset 0) w
$$;


-- Adds a group of words or phrases that mean the same; answers its number. A word may belong to several groups.
create function add_search_synonyms(phrases text[], quality boolean) returns integer language sql as $$
  insert into search_synonyms (meaning, word, lexemes, is_quality)
  select (select coalesce(max(meaning), 0) + 1 from search_synonyms), word, search_lexemes(word), quality
  from (select distinct btrim(search_text(phrase)) as word from unnest(phrases) phrase) w
  where cardinality(search_lexemes(word)) > 0
  on conflict do nothing;
  insert into search_words (word, shown, lexeme, sound, products)
  select distinct on (btrim(search_text(phrase))) btrim(search_text(phrase)), phrase, (search_lexemes(phrase))[1],
    search_sound(btrim(search_text(phrase))), 0
  from unnest(phrases) phrase
  where btrim(search_text(phrase)) !~ '[\s.]' and cardinality(search_lexemes(phrase)) = 1
  on conflict do nothing;
  select coalesce(max(meaning), 0) from search_synonyms;
$$;

create or replace function add_synonyms(variadic phrases text[]) returns void language sql as $$
  select add_search_synonyms(phrases, false);
$$;

-- The pieces of a word that was written without spaces ('relojinteligente'); null when it is no such thing. The fewest
-- pieces of the vocabulary win; 'de', 'para' and the like may stand between two, and numbers beside them.
create function search_split(typed text) returns text[] language plpgsql stable set jit = off as $$
declare
  size constant integer := length(typed);
  -- By each place of the text: the fewest pieces up to there, and where the last of them begins.
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
  -- One of them says something by itself: else 'deal' would be 'de al'.
  return case when exists (select from unnest(result) r where length(r) >= 4 and r ~ '^[a-z]+$' or r in ('tv', 'uhd')) then result end;
end $$;

-- The word of the vocabulary somebody meant who typed an unknown one: what sounds the same, else what is spelt alike.
-- What tells what a product is, and what people call it, is guessed at sooner than the word of a model.
create or replace function search_correction(typed text) returns search_words language sql stable as $$
  (select * from search_words where sound = search_sound(typed) and length(typed) between 4 and 40
   order by thing desc nulls last, products desc, word limit 1)
  union all
  (select w.* from search_words w,
     lateral (select case
       when w.thing is null and w.products > 0 then case when length(typed) < 6 then 0 when length(typed) < 10 then 1 else 2 end
       when length(typed) < 7 then 1 when length(typed) < 10 then 2 else 3 end as slack) s
   where length(typed) between 4 and 40 and w.word % typed and (levenshtein_less_equal(w.word, typed, s.slack) <= s.slack
     -- Two letters that changed places are two steps, and one mistake.
     or length(w.word) = length(typed) and s.slack = 1 and (w.thing is not null or w.products = 0) and levenshtein_less_equal(w.word, typed, 2) = 2
       and (select string_agg(l, '' order by l) from regexp_split_to_table(w.word, '') l)
         = (select string_agg(l, '' order by l) from regexp_split_to_table(typed, '') l))
   order by levenshtein(w.word, typed), similarity(w.word, typed) desc, thing desc nulls last, products desc, word limit 1)
  limit 1;
$$;

-- Turns what was typed into queries for `words`, the narrower the better a match: `head` the product is that, `title` its
-- title or brand says so, `everywhere` all words are there, category and attributes included. For when nothing is found
-- that way: `described` looks into descriptions too, `anywhere` is content with one of the things that were named. Both
-- only where the first word is known: 'funda para celular' is no phone, and nothing is better than something else.
-- A word's synonyms count for what a product is, and beside another word that says what it is: 'tele' finds televisions
-- and 'soporte tele' their mounts, but 'televisor' does not find everything "para TV". Those of a quality count everywhere.
-- Words are read as phrases of the synonyms first, then joined ('licua dora'), as a beginning, split ('relojinteligente'),
-- corrected; `corrected` then tells the text. `things` finds what the named things are, `absent` is the category of what
-- the shop does not sell: for the category to offer when nothing is found.
drop function search_query(text);
create function search_query(
  typed text, out head tsquery, out title tsquery, out everywhere tsquery, out described tsquery, out anywhere tsquery,
  out corrected text, out things tsquery, out absent integer)
-- Whether a word occurs at all is asked of the index: the planner would rather hope to meet it soon in the table.
-- Its statements are planned once for a connection: planning them anew took three times as long as running them.
language plpgsql stable set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
<<query>>
declare
  all_tokens text[] := (regexp_split_to_array(btrim(search_text(typed)), ' +'))[1:12];
  tokens text[];
  phrases text[];                      -- of the tokens, those among the synonyms
  spans text[] := '{}';                -- one to four tokens, folded; those that begin with the first one come first
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
begin
  select coalesce(array_agg(t order by n), '{}') into tokens
    from unnest(all_tokens) with ordinality a(t, n) where not exists (select from search_ignored i where i.word = t);
  if cardinality(tokens) = 0 then tokens := all_tokens; end if;

  for a in 1 .. cardinality(tokens) loop
    for n in 1 .. least(4, cardinality(tokens) - a + 1) loop
      spans := spans || search_singular(array_to_string(tokens[a : a + n - 1], ' '));
    end loop;
    if a < cardinality(tokens) and length(tokens[a] || tokens[a + 1]) >= 5 then
      joined := joined || (tokens[a] || tokens[a + 1]);
    end if;
  end loop;
  select array_agg(distinct s.folded) into phrases from search_synonyms s where s.folded = any (spans);
  if cardinality(joined) > 0 then
    select coalesce(array_agg(w.word), '{}') into joined from search_words w where w.word = any (joined);
  end if;
  -- What the shop does not sell, unless a product has come whose title begins with it, or it is called so by now.
  select coalesce(c.id, 0) into absent
    from search_absent a left join categories c on c.path = a.category_path
    where a.folded = any (spans[: least(4, cardinality(tokens))])
      and not exists (select from search_synonyms said join search_synonyms other using (meaning)
        join search_words w on w.word = other.word and w.thing is not null and w.products > 0 where said.folded = a.folded)
      and not exists (select from product_search p
        where p.words @@ search_term(array[array_to_string(search_lexemes(a.word), ' ')], '{h/}', false)::tsquery)
    order by length(a.folded) desc limit 1;

  while place <= cardinality(tokens) loop
    size := 1;
    token := tokens[place];
    folded := null;
    for n in reverse least(4, cardinality(tokens) - place + 1) .. 1 loop
      term := search_singular(array_to_string(tokens[place : place + n - 1], ' '));
      if term = any (phrases) then
        size := n;
        folded := term;
        exit;
      end if;
    end loop;
    if size = 1 and place < cardinality(tokens) and tokens[place] || tokens[place + 1] = any (joined) then
      tokens := tokens[: place - 1] || (tokens[place] || tokens[place + 1]) || tokens[place + 2 :];
      token := tokens[place];
      folded := (select s.folded from search_synonyms s where s.folded = search_singular(token) limit 1);
    end if;
    -- As it stands in the list, if it stands there.
    if folded is not null then token := coalesce((select s.word from search_synonyms s where s.folded = query.folded
      order by s.word <> array_to_string(tokens[place : place + size - 1], ' '), s.word limit 1), token); end if;
    is_beginning := false;
    is_known := true;
    own := search_lexemes(token);
    if cardinality(own) = 0 then
      shown := shown || token;
      place := place + size;
      continue;
    end if;
    if folded is null and not exists (select from search_words where lexeme = own[1])
      and not exists (select from product_texts s
        where s.words @@ format('''%1$s'' | ''t/%1$s'' | ''h/%1$s''', own[1])::tsquery) then
      if length(token) > 2 and exists (select from search_words where word ~>=~ token and word ~<~ (token || '~'))
        or exists (select from product_search s where s.words @@ format('''t/%1$s'':* | ''h/%1$s'':*', token)::tsquery) then
        is_beginning := true;
        own := array[token];
      else
        pieces := search_split(token);
        if pieces is not null then
          -- Read again from here, as the words it is made of, numbers with their units apart.
          pieces := regexp_split_to_array(btrim(search_text(array_to_string(pieces, ' '))), ' +');
          tokens := tokens[: place - 1] || pieces || tokens[place + 1 :];
          spans := '{}';
          for a in 1 .. cardinality(pieces) loop
            for n in 1 .. least(4, cardinality(pieces) - a + 1) loop
              spans := spans || search_singular(array_to_string(pieces[a : a + n - 1], ' '));
            end loop;
          end loop;
          phrases := phrases || (select array_agg(distinct s.folded) from search_synonyms s where s.folded = any (spans));
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
            where said.folded = query.folded
              -- Words no title has would only make the query longer.
              and (said.is_quality or not exists (select from unnest(other.lexemes) l
                where not exists (select from search_words k where k.lexeme = l and k.products > 0)))) w;
    heads := heads || search_term(same, '{h/}', is_beginning);
    beside := beside || search_term(same, '{t/,h/}', is_beginning);
    -- A lone word that is first in a title is found as that; looking for it again would only read the longest list twice.
    is_alone := size = cardinality(tokens) and position(' ' in own[1]) = 0;
    titles := titles || search_term(own, case when is_alone then array['t/'] else array['t/', 'h/'] end, is_beginning);
    term := case when is_quality then search_term(same, '{"",t/,h/}', is_beginning)
      else format('(%s | %s)', search_term(own, '{"",t/,h/}', is_beginning), heads[cardinality(heads)]) end;
    somewhere := somewhere || case when is_alone and not is_quality then search_term(own, '{""}', is_beginning) else term end;
    told := told || format('(%s | %s)', search_term(own, '{"",t/,h/,d/}', is_beginning), heads[cardinality(heads)]);
    if token !~ '^[0-9.]+$' and not is_quality then
      select max(w.thing) into thing from search_words w
        where w.lexeme = any (string_to_array(own[1], ' ')) or is_beginning and w.word ~>=~ query.token and w.word ~<~ (query.token || '~');
      if thing is null and cardinality(same) > 1 then thing := 'kind'; end if;
      if is_first then
        is_first := false;
        is_strange := not is_known or thing is null and cardinality(tokens) > size;
      end if;
      if thing is not null then
        names := names || format('(%s | %s)', titles[cardinality(titles)], heads[cardinality(heads)]);
        if cardinality(names) = 1 and thing = 'kind' then kind := names[1]; end if;
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
    return;
  end if;
  select string_agg(format('(%s)', array_to_string(beside[: i - 1] || heads[i] || beside[i + 1 :], ' & ')), ' | ') into head
    from generate_series(1, least(cardinality(heads), 4)) i;
  head := case when sku = '' then head else head || sku::tsquery end;
  title := array_to_string(titles, ' & ');
  everywhere := array_to_string(somewhere, ' & ');
  described := case when not is_strange then concat_ws(' & ', array_to_string(told, ' & '), kind) end;
  anywhere := case when not is_strange then nullif(coalesce(kind, array_to_string(names, ' | ')), '') end;
end $$;

-- How people in Guatemala call things, in Spanish and in English.
select add_synonyms('televisor', 'televisión', 'television', 'televisor inteligente', 'tvs', 'smart televisor', 'led tv', 'pantalla plana');
select add_synonyms('refrigeradora', 'fridge', 'refrigerator', 'refrigerador', 'refrigeradoras', 'congelador', 'congeladora', 'freezer', 'refrigeradorcita');
select add_synonyms('lavadora', 'washer', 'washing machine', 'lavadora de ropa', 'máquina de lavar', 'maquina lavadora', 'lavarropa');
select add_synonyms('secadora', 'dryer', 'secarropa', 'lavadora y secadora', 'lavasecadora', 'washer dryer', 'secadora de ropa');
select add_synonyms('estufa', 'stove', 'cocina', 'range', 'cooktop', 'parrilla de gas', 'fogones', 'estufas de gas', 'plancha de gas');
select add_synonyms('licuadora', 'batidora', 'blender', 'mixer', 'juguera', 'extractor');
select add_synonyms('microondas', 'microwave', 'horno de microondas', 'hornito', 'horno micro', 'calentador de comida');
select add_synonyms('freidora de aire', 'airfryer', 'air fryer', 'aire fryer', 'airfrier', 'freidora sin aceite', 'fryer', 'horno de aire');
select add_synonyms('aire acondicionado', 'air conditioner', 'air conditioning', 'aire frío', 'a/c', 'climatizador', 'enfriador de aire', 'split');
select add_synonyms('laptop', 'computer', 'compu', 'compus', 'computador', 'computadora portátil', 'pc portátil', 'macbook', 'chromebook', 'lap top', 'lapto');
select add_synonyms('smartphone', 'celular', 'celu', 'celus', 'cellphone', 'cell phone', 'mobile', 'mobile phone', 'iphone', 'android', 'teléfono móvil', 'teléfono inteligente', 'fono');
select add_synonyms('audífonos', 'earphones', 'earphone', 'headset', 'headphone', 'auricular', 'airpods', 'buds', 'in ear', 'audifonos de diadema', 'diadema', 'manos libres bluetooth');
select add_synonyms('bocina', 'speakers', 'parlantes', 'bafles', 'bocinas', 'altavoces', 'corneta', 'woofer');
select add_synonyms('barra de sonido', 'soundbars', 'barra para tv', 'home theatre', 'teatro en casa', 'sistema de sonido');
select add_synonyms('impresora', 'printers', 'imprenta', 'máquina de imprimir', 'multifunción', 'fotocopiadora', 'escáner', 'scanner');
select add_synonyms('monitor', 'screen', 'pantalla de computadora', 'pantalla para pc', 'display');
select add_synonyms('cargador', 'chargers', 'cubo de carga', 'cubito', 'adaptador', 'cargador rápido', 'phone charger', 'cargador portátil');
select add_synonyms('power bank', 'batería externa', 'cargador portátil', 'powerbanks', 'portable charger', 'batería portátil', 'bateria para celular');
select add_synonyms('cargador inalámbrico', 'wireless charger', 'base de carga', 'cargador magnético');
select add_synonyms('cargador de carro', 'car charger', 'cargador para carro', 'cargador vehicular');
select add_synonyms('reloj inteligente', 'smartwatches', 'reloj digital', 'pulsera inteligente', 'smart band', 'band', 'reloj deportivo', 'reloj', 'wristwatch');
select add_synonyms('tablet', 'tablets', 'tabletas', 'pad', 'android tablet');
select add_synonyms('router', 'ruter', 'rúter', 'internet', 'internet inalámbrico', 'modem inalámbrico', 'wifi router', 'punto de acceso', 'access point');
select add_synonyms('repetidor', 'extensor', 'amplificador wifi', 'amplificador de wifi', 'amplificador de señal', 'repetidor de señal', 'range extender', 'wifi extender', 'extensor de wifi', 'extender');
select add_synonyms('wifi', 'inalámbrico de internet');
select add_synonyms('consola', 'game console', 'consola de juegos', 'consola de videojuegos', 'playstation', 'play', 'ps4', 'ps5', 'switch', 'videojuegos', 'video juegos', 'gaming console', 'nintendo switch');
select add_synonyms('colchón', 'mattress', 'camas', 'colchones', 'bed', 'base y colchón');
select add_synonyms('motocicleta', 'motorcycle', 'motorbike', 'motoneta', 'moto', 'bike');
select add_synonyms('scooter', 'motoneta', 'pasola', 'moto automática');
select add_synonyms('llanta', 'tire', 'tires', 'tyre', 'rin', 'neumáticos', 'caucho');
select add_synonyms('batería', 'car battery', 'acumulador', 'acumuladores', 'batería de carro', 'batería para carro', 'batería de moto', 'batería para moto');
select add_synonyms('tarjeta de regalo', 'gift cards', 'vale de regalo', 'tarjeta obsequio', 'bono de regalo', 'certificado', 'giftcards', 'regalo virtual');
select add_synonyms('soporte', 'tv mount', 'mount', 'wall mount', 'bracket', 'base para tele', 'base para tv', 'base de tv', 'base para pantalla', 'colgador de tv', 'rack para tv', 'rack de tv', 'soportes', 'brazo para tv');
select add_synonyms('reproductor', 'reproductor de streaming', 'streaming', 'streaming device', 'roku', 'chromecast', 'fire stick', 'firestick', 'tv stick', 'tv box', 'tvbox', 'android box', 'google tv', 'caja de tv', 'convertidor de tv', 'apple tv', 'android tv box');
select add_synonyms('servicio de instalación', 'instalación', 'instalar', 'instalador', 'instalación de tv', 'instalar tv', 'instalar tele', 'instalar televisor', 'montaje de tv', 'colgar tele');
select add_synonyms('servicio de diagnóstico', 'reparación', 'reparar', 'técnico', 'servicio técnico', 'arreglo de tele');
select add_synonyms('servicio de configuración', 'configurar', 'configurar smart tv');
-- Colours and other qualities.
select add_search_synonyms(array['pared', 'wall'], true);
select add_search_synonyms(array['ventana', 'window'], true);
select add_search_synonyms(array['tanque de tinta', 'ink tank', 'tinta continua', 'eco tank'], true);
select add_search_synonyms(array['multifuncional', 'all in one', 'todo en uno'], true);
select add_search_synonyms(array['gas', 'gas propano'], true);
select add_search_synonyms(array['quemadores', 'hornillas', 'burners'], true);
select add_search_synonyms(array['frigobar', 'mini fridge', 'minibar', 'mini bar', 'minirefri', 'mini refri', 'mini refrigeradora', 'mini nevera', 'frigo bar'], true);
select add_search_synonyms(array['ssd', 'disco de estado sólido', 'solid state drive'], true);
select add_search_synonyms(array['ram', 'memoria ram'], true);
select add_search_synonyms(array['multifuncional', 'multifunción', 'con escáner', 'scanner'], true);
select add_search_synonyms(array['negro', 'black', 'oscuro', 'color negro'], true);
select add_search_synonyms(array['blanco', 'white', 'hueso', 'perla'], true);
select add_search_synonyms(array['rojo', 'red', 'corinto', 'vino'], true);
select add_search_synonyms(array['azul', 'blue', 'celeste', 'navy', 'azul marino'], true);
select add_search_synonyms(array['verde', 'green', 'verde menta', 'menta'], true);
select add_search_synonyms(array['morado', 'violeta', 'lila', 'púrpura', 'purple', 'lavanda'], true);
select add_search_synonyms(array['rosado', 'rosa', 'pink', 'fucsia', 'rosadito'], true);
select add_search_synonyms(array['gris', 'gray', 'grey', 'grafito', 'plomo'], true);
select add_search_synonyms(array['plata', 'plateado', 'silver', 'cromado'], true);
select add_search_synonyms(array['beige', 'crema', 'arena', 'café claro', 'hueso'], true);
select add_search_synonyms(array['acero inoxidable', 'inox', 'inoxidable', 'stainless', 'acero', 'stainless steel', 'plateado'], true);
select add_search_synonyms(array['inalámbrico', 'wireless', 'sin cable', 'sin cables', 'cordless'], true);
select add_search_synonyms(array['bluetooth', 'bluethooth', 'blutu', 'blutooth', 'bt'], true);
select add_search_synonyms(array['portátil', 'portable'], true);
select add_search_synonyms(array['eléctrico', 'electric', 'eléctrica'], true);
select add_search_synonyms(array['inducción', 'induction'], true);
select add_search_synonyms(array['matrimonial', 'matri', 'full size', 'doble'], true);
select add_search_synonyms(array['semimatrimonial', 'semi', 'individual', 'twin'], true);
select add_search_synonyms(array['queen', 'queen size'], true);
select add_search_synonyms(array['king', 'king size'], true);
select add_search_synonyms(array['carga frontal', 'front load', 'frontal'], true);
select add_search_synonyms(array['carga superior', 'top load', 'superior'], true);
select add_search_synonyms(array['french door', 'puerta francesa', 'puertas francesas'], true);
select add_search_synonyms(array['side by side', 'dos puertas', 'doble puerta', 'duplex'], true);
select add_search_synonyms(array['curvo', 'curved'], true);
select add_search_synonyms(array['táctil', 'touch'], true);

insert into search_ignored select distinct btrim(search_text(word)) from unnest(string_to_array(
  'marca marcas modelo modelos color colores sku codigo comprar compra compro busco buscar buscando quiero ' ||
  'quisiera necesito venta ventas vendo venden vende hay tienen tiene precio precios costo cuanto cuesta valor ' ||
  'bueno buena buenos buenas mejor mejores nuevo nueva nuevos nuevas original originales guatemala gt online ' ||
  'linea tienda favor porfavor ver cotizar cotizacion disponible disponibles existencia super bonito bonita ' ||
  'bonitos bonitas lindo linda ultimo ultima tipo estilo grande grandes pequeno pequena pequenos chiquito ' ||
  'chiquita chico chica mediano mediana cheap buy new best price gaming samsung lg sony apple xiaomi huawei motorola ' ||
  'nokia hp dell lenovo asus acer whirlpool mabe frigidaire panasonic philips jbl bose canon epson brother oster ' ||
  'ninja hisense tcl sharp toshiba honda yamaha suzuki bajaj michelin honor oppo realme tplink microsoft google ' ||
  'amazon simmons', ' ')) word
  on conflict do nothing;

insert into search_absent (word, category_path)
  select distinct on (btrim(search_text(word))) btrim(search_text(word)), nullif(path, '')
  from (values
    ('electrodomesticos', 'fregadora, plancha, plancha de ropa, plancha de vapor, cafetera, cafetera eléctrica, tostadora, tostador, sandwichera, '
      || 'wafflera, aspiradora, olla, olla de presión, olla arrocera, arrocera, olla eléctrica, olla de cocimiento '
      || 'lento, batidora de mano, procesador de alimentos, exprimidor, hervidor, tetera, máquina de coser, '
      || 'purificador, dispensador de agua, oasis, robot aspirador, vaporera, crock pot, máquina de hacer pan, sartén, '
      || 'ollas, cuchillos, vajilla, trastos'),
    ('linea-blanca/cocina', 'campana, campana extractora, horno eléctrico, horno tostador, lavaplatos, lavavajillas, cilindro de gas, '
      || 'tambo de gas'),
    ('linea-blanca/climatizacion', 'ventilador, ventilador de techo, ventilador de pedestal, fan, calefactor, calentador, calentador de agua, '
      || 'deshumidificador, humidificador, abanico eléctrico, enfriador'),
    ('hogar', 'sofá, sillón, sillón reclinable, sala, juego de sala, mesa, mesa de comedor, comedor, silla, sillas, '
      || 'escritorio, librera, ropero, closet, gavetero, mueble, muebles, mueble para tv, lámpara, cortina, alfombra, '
      || 'espejo, chapa inteligente, cerradura inteligente, chapa, cerradura, timbre, bombilla, foco, focos, '
      || 'extensión, escalera, taladro, herramienta, herramientas, pintura, silla de oficina, amueblado de sala, '
      || 'hamaca, árbol de navidad'),
    ('hogar/dormitorio', 'almohada, almohadas, sábana, sábanas, edredón, cobija, frazada, colcha, protector de colchón, cabecera, '
      || 'cuna, litera, mesa de noche, cómoda'),
    ('computacion', 'teclado, teclado mecánico, mouse, mouse inalámbrico, ratón, usb, memoria usb, disco duro, disco externo, '
      || 'webcam, cámara web, micrófono, proyector, ups, regulador, tarjeta gráfica, tarjeta de video, procesador, '
      || 'escritorio para computadora, mouse pad, hub usb, cable de red, computadora de '
      || 'escritorio, antivirus, office'),
    ('videojuegos', 'silla gamer, control de ps5, control de xbox, control para consola, joystick, juego de ps5, lentes vr, '
      || 'volante gamer, fifa'),
    ('audio', 'guitarra, piano, teclado musical, batería musical, violín, amplificador de guitarra, consola de audio, '
      || 'tocadiscos, radio, grabadora, radio de carro'),
    ('celulares-y-tablets', 'cable, cable usb, cable tipo c, micro sd, memoria micro sd, selfie stick, trípode, chip, recarga, drone, '
      || 'dron, teléfono fijo, teléfono de casa'),
    ('celulares-y-tablets/celulares/smartphones', 'funda, funda para celular, estuche, estuche para celular, case, vidrio templado, vidrio templado celular, '
      || 'protector de pantalla, mica, cover'),
    ('celulares-y-tablets/tablets', 'estuche de tablet, estuche para tablet, funda para tablet, funda de tablet, kindle'),
    ('computacion/laptops', 'mochila, mochila para laptop, estuche para laptop, funda para laptop, base para laptop'),
    ('tv-y-video', 'tv stand, stand para tv, control remoto, control de tele, control para tv, antena, antena de tv, cable hdmi, hdmi, dvd, blu ray, '
      || 'cámara, cámara fotográfica, cámara de seguridad, cámara de vigilancia, lente, mueble de tv, decodificador'),
    ('motos-y-vehiculos', 'bicicleta, bici, casco, aceite, aceite de motor, aceite para carro, carro, repuesto, repuestos, asiento de '
      || 'carro, silla para carro, filtro de aire, patineta, patineta eléctrica, scooter eléctrico para niños, '
      || 'limpiaparabrisas, alarma para carro, triciclo, cuatrimoto, candado'),
    ('motos-y-vehiculos/motocicletas', 'casco para moto, casco de moto, guantes para moto, chumpa de moto'),
    ('computacion/impresoras', 'papel bond, cartucho de tinta, tóner, toner, resma, hojas'),
    ('', 'pizza, piscina, tornillo, tornillos, clavos, cortadora de grama, podadora, generador eléctrico, pila, pilas, tela,
      ' || 'perfume, perfumes, zapato, zapatos, tenis, ropa, vestido, camisa, playera, blusa, pantalón, jeans, chaqueta, '
      || 'suéter, calcetines, gorra, bolsa, cartera, lentes, anteojos, joyas, anillo, collar, aretes, maquillaje, '
      || 'crema, shampoo, jabón, desodorante, pañales, pañal, leche, pan, arroz, frijol, azúcar, café, cerveza, vino, '
      || 'agua pura, comida, carne, pollo, fruta, dulces, chocolate, medicina, vitaminas, proteína, juguete, juguetes, '
      || 'muñeca, lego, peluche, pelota, libro, libros, cuaderno, lápiz, útiles escolares, mascota, comida para perro, '
      || 'perro, gato, flores, plantas, maleta, maletas, paraguas, boleto, viaje, casa, terreno, plancha de pelo, '
      || 'plancha de cabello, secadora de pelo, secadora de cabello, rasuradora, máquina de afeitar, cepillo '
      || 'eléctrico, coche de bebé, carriola, andadera, biberón, pesas, caminadora, bicicleta estacionaria, carpa, '
      || 'tienda de campaña, máscara, disfraz, reloj de pared, seguro, préstamo')
  ) listed(path, words), regexp_split_to_table(words, ', *') word
  on conflict do nothing;

-- Pages of results show what words mean now.
create function search_words_purge() returns trigger language plpgsql as $$
begin
  perform purge_pages(array['listing']);
  return null;
end $$;
create trigger search_synonyms_purge after insert or update or delete on search_synonyms
  for each statement execute function search_words_purge();
create trigger search_absent_purge after insert or update or delete on search_absent
  for each statement execute function search_words_purge();
create trigger search_ignored_purge after insert or update or delete on search_ignored
  for each statement execute function search_words_purge();

-- Words are read differently from now on.
select refresh_product_search(null);
