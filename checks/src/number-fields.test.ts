import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const rooms = /^(?:storefront\/app|desk\/app|ui\/src)\//;

/** A native field of numbers, as JSX, as a spread property, or set by script. */
const nativeNumber = /\btype\s*[=:]\s*\{?\s*(['"`])number\1/;

test.each([
  '<input type="number" />',
  "{ type: 'number', min: 0 }",
  '<input type={`number`} />',
  "input.type = 'number'",
])('a native number field is recognised in %s', (source) => {
  expect(source).toMatch(nativeNumber);
});

test('no field of shop or desk is a native number field, whose value the mouse wheel changes', () => {
  const found = listSources().filter((file) => rooms.test(file) && nativeNumber.test(readSource(file)));
  expect(found).toEqual([]);
});
