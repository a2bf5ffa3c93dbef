-- What a word's synonyms ask of the index is said once. 'televisor' is called 'tv' and 'smart tv': who has 'tv' has what 'smart tv'
-- could find, and a lone word that is what the product is need not be looked for beside itself. The same is found; the index
-- compares each match with a query half as long, which is most of what a broad word costs.

-- As in 0010. An alternative that holds another one is left out: 'tv' or 'smart' beside 'tv' is 'tv'.
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
      -- One of a phrase's words is the first of the title, the others stand elsewhere in it.
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

-- As in 0242, but for the head of one word.
create or replace function search_reading(
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
  read text[] := '{}';                 -- words that were read already
  is_begun boolean := false;           -- a beginning of one or two letters was read
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
  -- All of them beside each other, and one of the first four is what the product is: of one word its head says both.
  head := case when cardinality(heads) = 1 then heads[1]
    else format('%s & (%s)', array_to_string(beside, ' & '), array_to_string(heads[: 4], ' | ')) end;
  head := case when sku = '' then head else head || sku::tsquery end;
  title := array_to_string(titles, ' & ');
  everywhere := array_to_string(somewhere, ' & ');
  described := case when not is_strange then concat_ws(' & ', array_to_string(told, ' & '), kind) end;
  anywhere := case when not is_strange then nullif(coalesce(kind, array_to_string(names, ' | ')), '') end;
end $$;
