import { expect, test } from 'vitest';
import { listEntryPoints } from './entry-points.ts';
import { isReached, reachedIn, unreachedOf } from './reach.ts';
import { allowedRooms, isProduct, isProductRoom } from './rooms.ts';
import { readSource } from './source-files.ts';
import { listJustified, listWaiting } from './waiting-rules.ts';

test('the product begins at its commands, the bank and the pages', () => {
  const entries = listEntryPoints();
  expect(entries).toEqual(
    expect.arrayContaining(['server/src/ceiba.ts', 'sandbox-bank/src/main.ts', 'storefront/app/root.tsx']),
  );
  expect(entries.some((file) => /^storefront\/app\/.*-page\.tsx$/.test(file))).toBe(true);
  expect(entries.filter((file) => !isProduct(file))).toEqual([]);
});

test('a rule that prices a cart is reached, one for tests alone is not', () => {
  expect(isReached({ file: 'domain/src/money/money.ts', name: 'formatQ' })).toBe(true);
  expect(isReached({ file: 'domain/src/testing/vectors.ts', name: 'readVectors' })).toBe(false);
});

test('docs/spec/waiting-rules.md lists exactly the rules that only tests reach, each once', () => {
  const listed = listWaiting().map(({ name }) => name);
  const unreached = new Set(unreachedOf('domain').map(({ name }) => name));
  expect({
    reachedOrGone: listed.filter((name) => !unreached.has(name)),
    notListed: [...unreached].filter((name) => !listed.includes(name)),
    twice: listed.filter((name, index) => listed.indexOf(name) !== index),
  }).toEqual({ reachedOrGone: [], notListed: [], twice: [] });
});

test('in the other rooms only what docs/spec/waiting-rules.md justifies is reached by nothing but tests and tools', () => {
  const rooms = Object.keys(allowedRooms).filter((room) => isProductRoom(room) && room !== 'domain');
  const unreached = rooms.flatMap(unreachedOf).map(({ file, name }) => `${file} ${name}`);
  expect(unreached.sort()).toEqual(listJustified().sort());
});

test('the rules that docs/where-do-i-change.md sends to are rules the product reaches', () => {
  const named = readSource('docs/where-do-i-change.md').match(/domain\/src\/[\w/.-]+\.ts\b/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((file) => reachedIn(file).size === 0)).toEqual([]);
});
