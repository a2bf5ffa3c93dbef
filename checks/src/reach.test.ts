import { expect, test } from 'vitest';
import { listEntryPoints } from './entry-points.ts';
import { isReached, reachedIn, unreachedOf } from './reach.ts';
import { allowedRooms, isProduct, isProductRoom } from './rooms.ts';
import { readSource } from './source-files.ts';

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

/** What only tools reach, each with the reason why it stands in a room of the product. */
const ofTools: Readonly<Record<string, string>> = {
  'contract/src/write-call-table.ts renderCallTable':
    'writes call-table.ts when a call is added; its test compares the two',
};

test('the product reaches every value of its rooms: no rule is there for tests alone', () => {
  const rooms = Object.keys(allowedRooms).filter(isProductRoom);
  expect(rooms).toContain('domain');
  const unreached = rooms.flatMap(unreachedOf).map(({ file, name }) => `${file} ${name}`);
  expect(unreached.sort()).toEqual(Object.keys(ofTools).sort());
});

test('the rules that docs/where-do-i-change.md sends to are rules the product reaches', () => {
  const named = readSource('docs/where-do-i-change.md').match(/domain\/src\/[\w/.-]+\.ts\b/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((file) => reachedIn(file).size === 0)).toEqual([]);
});
