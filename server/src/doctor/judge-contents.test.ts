import { expect, test } from 'vitest';
import type { ContentFacts } from './doctor.store.ts';
import { judgeContents } from './judge-contents.ts';

const good: ContentFacts = {
  unpriced: 0,
  storesWithoutHours: 0,
  deadJobs: 0,
  pausedJobs: [],
  connected: 80,
  maxConnections: 100,
};
const policy = { loyaltyEmail: 'puntos@tienda.com.gt' };

const faultsOf = (facts: ContentFacts, texts = policy) =>
  judgeContents(facts, texts).flatMap(({ verdict, about, text }) =>
    verdict === 'sound' ? [] : [`${verdict} ${about}: ${text}`],
  );

test('a completely filled shop has no findings', () => {
  expect(faultsOf(good)).toEqual([]);
});

test.each<[Partial<ContentFacts>, RegExp]>([
  [{ unpriced: 1 }, /^look prices: 1 published product has none/],
  [{ storesWithoutHours: 2 }, /^look opening hours: 2 stores have none/],
  [{ deadJobs: 1 }, /^look jobs: 1 has failed all tries/],
  [{ connected: 81 }, /^look pool: 81 of 100/],
])('[OPS-23] the doctor reports the missing content: %j', (wrong, words) => {
  expect(faultsOf({ ...good, ...wrong })).toEqual([expect.stringMatching(words)]);
});

test('[OPS-23] an unchanged default address for customers is reported', () => {
  expect(faultsOf(good, { loyaltyEmail: 'puntos@tienda.example' })).toEqual([
    expect.stringMatching(/^look texts: name puntos@tienda\.example/),
  ]);
});
