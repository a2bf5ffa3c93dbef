import { expect, test } from 'vitest';
import { findKind } from './kinds.ts';
import { readHeadings, readRow } from './read-row.ts';

const prices = () => {
  const kind = findKind('prices');
  if (kind === undefined) throw new Error('no prices');
  return kind;
};
const long = 'x$&'.repeat(50_000);

test('a heading of any length is told by its beginning', () => {
  const read = readHeadings(prices(), ['sku', long]);
  if (read.ok) throw new Error('there is no such heading');
  const [fault] = read.error.faults;
  expect(fault?.column).toBe(`${long.slice(0, 200)}…`);
  expect(fault?.text).toContain(`«${long.slice(0, 200)}…»`);
  expect(fault?.text.length).toBeLessThan(500);
});

test('a cell of any length is told by its beginning, and cells beyond the headings once', () => {
  const names = ['sku', 'precio'];
  const headings = readHeadings(prices(), names);
  if (!headings.ok) throw new Error('they are headings of prices');
  const cells = ['TV', long, ...Array.from({ length: 1_000 }, () => long)];
  const { errors } = readRow(
    prices(),
    { headings: headings.value, names, format: {}, now: new Date() },
    { row: 2, cells },
  );
  expect(errors.map(({ column, value }) => [column, value])).toEqual([
    ['precio', `${long.slice(0, 200)}…`],
    ['', `${long.slice(0, 200)}…`],
  ]);
  expect(errors[0]?.text).toBe(`«${long.slice(0, 200)}…» no es un número.`);
});
