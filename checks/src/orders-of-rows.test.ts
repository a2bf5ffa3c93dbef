import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

/** What a statement's last key may not be: two rows can have one moment, and would change places from call to call. */
const moments = /^(?:\w+\.)?(?:\w*(?:_at|_since|_until|_after|_date|_on)|since|until|date)(?: (?:asc|desc))?$/;

/**
 * Keys of `order by` in a file's statements, as written. A portion that is locked or deleted, whose order nobody sees, may end in a
 * moment: an index on that moment alone finds it.
 */
const endsInMoment = (text: string): string[] =>
  [
    ...text.matchAll(
      /\border by ((?:[^`(]|\([^()]*\))*?)(?=\blimit\b|\breturning\b|\bfor (?:no key )?update\b|[`'"]|\)(?!,)|$)(limit \$\d+(?:\s+for (?:no key )?update|\)))?/g,
    ),
  ]
    .filter(([, keys = '', portion]) => {
      const last = keys.trim().split(/,\s*/).at(-1) ?? '';
      return portion === undefined && moments.test(last);
    })
    .map(([, keys = '']) => keys.trim());

test('rows that are ordered by a moment are ordered by a unique key, too', () => {
  const stores = listSources().filter((file) => /^(?:server|demo)\/src\/.*\.store\.ts$/.test(file));
  const found = stores.flatMap((file) => endsInMoment(readSource(file)).map((keys) => `${file}: order by ${keys}`));
  expect(found).toEqual([]);
});

test.each([
  ['`select id from orders order by created_at desc`', ['created_at desc']],
  ['`select id from orders o order by o.placed_at, o.id`', []],
  ["'select id from mails order by created_at limit 1'", ['created_at']],
  ['`(select id from carts order by updated_at desc limit 1) as cart`', ['updated_at desc']],
  ['`array_agg(text order by answered_at)`', ['answered_at']],
  ['`select ctid from sessions order by expires_at limit $2)`', []],
  ['`select id from orders order by placed_at limit $1 for update skip locked`', []],
])('%s', (text, keys) => {
  expect(endsInMoment(text)).toEqual(keys);
});
