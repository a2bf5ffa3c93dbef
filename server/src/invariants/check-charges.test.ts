import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChargeMatch, matchCharges } from './check-charges.store.ts';
import { firstUuidOf } from './invariant.ts';

/** Returns the key of a payment that started at this second. */
const keyAt = (second: number): string => firstUuidOf(new Date(1_000 * (second + 1)));

interface Kept {
  second: number;
  /** Seconds after which the bank had the charge. Undefined if the bank never had it. */
  chargedAfter: number | undefined;
  /** True if the shop has recorded the payment as approved. */
  isOurs: boolean;
}

/** Reads the bank's list page by page. After each page, reads the shop's payments up to the last charge of the page, as the guard does. */
function compare(books: readonly Kept[], pageSize: number, each: (match: ChargeMatch) => void = () => {}): string[] {
  const match = matchCharges();
  const charged = books
    .flatMap(({ second, chargedAfter = -1 }) => (chargedAfter < 0 ? [] : [{ second, at: second + chargedAfter }]))
    .sort((a, b) => a.at - b.at);
  const ours = books.filter(({ isOurs }) => isOurs).sort((a, b) => a.second - b.second);
  let read = 0;
  const readUntil = (second: number): void => {
    const end = ours.findIndex((kept) => kept.second >= second);
    const page = ours.slice(read, end < 0 ? undefined : Math.max(end, read));
    read += page.length;
    match.addPayments(
      page.map((kept) => keyAt(kept.second)),
      keyAt(second),
    );
    each(match);
  };
  for (let from = 0; from < charged.length; from += pageSize) {
    const page = charged.slice(from, from + pageSize);
    match.addCharges(page.map(({ second }) => keyAt(second)));
    readUntil(page.at(-1)?.at ?? 0);
  }
  readUntil(1_000_000);
  return match.unmatched();
}

test('finds the approved payments that the bank’s list lacks, even if other charges came late', () => {
  const kept = fc.record({
    second: fc.nat(500),
    chargedAfter: fc.option(fc.nat(200), { nil: undefined }),
    isOurs: fc.boolean(),
  });
  const books = fc.uniqueArray(kept, { selector: ({ second }) => second, maxLength: 60 });
  fc.assert(
    fc.property(books, fc.integer({ min: 1, max: 9 }), (all, pageSize) => {
      const uncharged = all.filter(({ chargedAfter, isOurs }) => isOurs && chargedAfter === undefined);
      expect(compare(all, pageSize).sort()).toEqual(uncharged.map(({ second }) => keyAt(second)).sort());
    }),
  );
});

test('a comparison of longer lists does not need more memory', () => {
  const maxKept = (orders: number): number => {
    let most = 0;
    const books = Array.from({ length: orders }, (_, second) => ({
      second,
      chargedAfter: second % 7,
      isOurs: second % 5 > 0,
    }));
    compare(books, 50, (match) => {
      most = Math.max(most, match.kept());
    });
    return most;
  };
  expect(maxKept(20_000)).toBe(maxKept(2_000));
  expect(maxKept(20_000)).toBeLessThan(60);
});

test('the comparison stops early for a bank that has lost everything', () => {
  const match = matchCharges();
  let until = 0;
  while (!match.isLost()) {
    match.addPayments(
      Array.from({ length: 1_000 }, (_, index) => keyAt(until + index)),
      keyAt(until + 1_000),
    );
    until += 1_000;
  }
  expect(until).toBe(10_000);
});

test('after an early stop, further charges of the bank’s list need no memory', () => {
  const match = matchCharges();
  const lost = 10_000;
  match.addCharges([keyAt(lost + 1)]);
  match.addPayments(
    Array.from({ length: lost }, (_, second) => keyAt(second)),
    keyAt(lost),
  );
  expect(match.isLost()).toBe(true);
  match.addCharges(Array.from({ length: lost }, (_, second) => keyAt(lost + second)));
  expect(match.kept()).toBe(lost);
  // Later charges still clear their payments, but the bank stays lost: while it was lost, further payments were not recorded.
  match.addCharges([keyAt(0), keyAt(1)]);
  expect([match.unmatched().length, match.isLost()]).toEqual([lost - 2, true]);
});
