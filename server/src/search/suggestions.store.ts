import { type Suggestion, suggestionLimit } from '@ceiba/contract/search';
import { flashSaleAt, salesPriceAt } from '../catalog/product-card.store.ts';
import { priceNow, toMoney, toThumbnailUrl } from '../catalog/product-card.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, statement } from '../platform/db/statement.ts';
import { printable } from './search-request.ts';

/**
 * Completes the typed words. The last word is a prefix. It is completed from the vocabulary, or by synonyms and corrections if no
 * word begins with it. Products are the best-selling with the completed words in their titles. If fewer than eight best-sellers
 * match, a thousand products with the words are read. One letter therefore costs no more than ten.
 */
const selectSuggestions = statement(
  'search.suggestions',
  `with typed as materialized (
     select t as text, regexp_replace(t, '^.* ', '') as last, regexp_replace(t, '[^ ]*$', '') as before
     from (select btrim(search_text($1)) as t) s where t <> ''),
   begun as materialized (
     select *, 1 as nearness from (
       select distinct on (w.lexeme) w.word, w.shown, w.lexeme, w.products from typed t, search_words w
       where w.word like t.last || '%' and w.products > 0 order by w.lexeme, length(w.word)) w
     order by products desc, word limit 5),
   meant as materialized (
     select * from begun
     union all
     select w.word, w.shown, w.lexeme, w.products, 2
     from typed t join search_synonyms said on said.word = t.last join search_synonyms other using (meaning)
       join search_words w on w.word = other.word
     where w.products > 0 and w.lexeme not in (select lexeme from begun)
     union all
     -- A correction may be a synonym: then the words of the same meaning are suggested.
     select w.word, w.shown, w.lexeme, w.products, 3
     from typed t, search_correction(t.last) c, lateral (
       select c.word
       union
       select other.word from search_synonyms said join search_synonyms other using (meaning) where said.word = c.word) m(word)
       join search_words w on w.word = m.word
     where w.products > 0 and not exists (select from begun)
       and not exists (select from search_synonyms where word = t.last)),
   -- If no word fits, the typed text itself is searched (a model, a number).
   wanted as materialized (
     select (coalesce((select search_term(array_agg(l), '{t/,h/}', false) || ' & ' from unnest(array[array_to_string(search_lexemes(t.before), ' ')]) l where l <> ''), '')
         || coalesce((select search_term(array_agg(lexeme), '{t/,h/}', false) from meant having count(*) > 0), search_term(array[t.last], '{t/,h/}', true)))::tsquery as query
     from typed t),
   queries as (
     -- Several forms or meanings of a word are one suggestion, at its best place.
     select 'query' as type, 1 as place, t.before || m.shown as text, t.before || m.shown as target,
       max((4 - m.nearness) * 1000000000::bigint + m.products) as weight
     from typed t, meant m group by t.before, m.shown order by weight desc, text limit 3),
   named as (
     select v.facet as type, case v.facet when 'category' then 2 else 3 end as place, v.label as text,
       coalesce(c.path, v.value) as target, n.products as weight,
       row_number() over (partition by v.facet order by n.products desc, v.id) as rank
     from facet_values v join facet_counts n on n.scope = 0 and n.value_id = v.id and n.products > 0
       left join categories c on v.facet = 'category' and c.id::text = v.value
       left join brands b on v.facet = 'brand' and b.title = v.value
     where v.facet in ('category', 'brand') and coalesce(b.state, 'visible') = 'visible' and not exists (select from categories a where a.id = any (c.ancestor_ids) and a.state <> 'visible') and exists (
       select from (select text from typed union all select word from meant, typed where before = '') w(text)
       where v.typing like w.text || '%' or v.typing like '% ' || w.text || '%')),
   -- Products that a search leaves out are not suggested either (PROD-17).
   hidden as materialized (
     select p.id from search_hidden h join products p using (sku) where h.words in ('', search_name($1))),
   -- If many products match, the best-selling eight are near the top of the list of sales. If fewer than eight are found there,
   -- the rest is searched among at most a thousand products.
   sellers as materialized (
     select product_id, sold from (select product_id, sold, words from product_search order by sold desc, product_id limit 400) top
     where words @@ (select query from wanted) and product_id not in (select id from hidden)
     order by sold desc, product_id limit ${suggestionLimit}),
   products_found as (
     select p.title, p.slug, s.sold, ${salesPriceAt('$2')} as sales_price, f.price as flash_price,
       (select media_key from product_images where product_id = p.id order by position limit 1) as picture_key
     from (select product_id, sold from sellers
           union
           select product_id, sold from (
             select product_id, sold from product_search
             where (select count(*) < ${suggestionLimit} from sellers) and words @@ (select query from wanted)
               and product_id not in (select id from hidden) limit 1000) few
           order by sold desc, product_id limit ${suggestionLimit}) s
       join products p on p.id = s.product_id
       left join lateral ${flashSaleAt('$2')} f on true)
   select type, text, target, picture_key, sales_price, flash_price from (
     select type, place, text, target, null as picture_key, null::bigint as sales_price, null::bigint as flash_price, weight from queries
     union all select type, place, text, target, null, null, null, weight from named where rank <= 2
     union all select 'product', 4, title, slug, picture_key, sales_price, flash_price, sold from products_found) s
   order by place, weight desc, text limit ${suggestionLimit}`,
  // `target`: the path of a category, the slug of a product, or the words to search.
  { type: column<Suggestion['type']>(), text: neverNull(), target: neverNull() },
);

const urlOf = ({ type, target }: { type: Suggestion['type']; target: string }): string => {
  if (type === 'product') return `/${target}`;
  return type === 'category' ? `/${target}` : `/search?q=${encodeURIComponent(target)}`;
};

/** Finds at most eight different suggestions for the typed text, with one statement. */
export async function findSuggestions(tx: Tx, typed: string, now: Date): Promise<Suggestion[]> {
  const rows = await selectSuggestions(tx, [printable(typed), now]);
  return rows.map((row) => {
    const price = priceNow({ sales_price: row.salesPrice, flash_price: row.flashPrice });
    return {
      type: row.type,
      text: row.text,
      url: urlOf(row),
      ...(row.type === 'product' ? { imageUrl: toThumbnailUrl(row.pictureKey) } : {}),
      ...(price === null ? {} : { price: toMoney(price) }),
    };
  });
}
