import { expect, test } from 'vitest';
import type { FoundMatches } from './match.store.ts';
import { unpackMatches } from './match-records.ts';
import { rememberMatches } from './recent-matches.ts';
import type { SearchRequest } from './search-request.ts';

const request = (words: string): SearchRequest => ({
  words,
  groups: [],
  minPrice: null,
  maxPrice: null,
  sort: 'relevance',
  page: 1,
});
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second));

/** As many matches as the words say; `asked` lists the words looked for. */
const setUp = () => {
  const asked: string[] = [];
  const find = rememberMatches(async ({ words }) => {
    asked.push(words);
    const record = Buffer.alloc(19);
    const matches = unpackMatches([Buffer.concat(Array<Buffer>(Number(words)).fill(record))], new Map());
    const found: FoundMatches = { matches, corrected: null, groups: [], ranges: [] };
    return found;
  });
  return { asked, find };
};

test('broad searches are used again for five seconds, whatever page and order', async () => {
  const { asked, find } = setUp();
  const first = await find(request('200'), at(0));
  expect(await find({ ...request('200'), page: 2, sort: 'price_asc' }, at(4))).toBe(first);
  await find(request('200'), at(5));
  expect(asked).toEqual(['200', '200']);
});

test('narrow searches, other filters and an earlier clock look anew', async () => {
  const { asked, find } = setUp();
  await find(request('199'), at(0));
  await find(request('199'), at(1));
  await find(request('600'), at(9));
  await find({ ...request('600'), groups: [{ facet: 'brand', wanted: ['Onda'] }] }, at(9));
  await find(request('600'), at(1));
  expect(asked).toHaveLength(5);
});

test('what is remembered is bounded: the oldest goes first', async () => {
  const { asked, find } = setUp();
  await find(request('150000'), at(0));
  await find(request('150001'), at(0));
  await find(request('150002'), at(0));
  await find(request('150001'), at(1));
  await find(request('150000'), at(1));
  expect(asked).toEqual(['150000', '150001', '150002', '150000']);
});
