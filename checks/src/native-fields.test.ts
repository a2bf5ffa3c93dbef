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

/** The browser's own limit of characters on a control written as JSX. */
const nativeLimit = /<(?:input|textarea)\b(?:(?!\/>)[\s\S])*?\bmaxLength\s*=/;

test.each([
  '<input maxLength={3} />',
  '<textarea\n  onChange={({ target }) => set(target.value)}\n  maxLength={3}\n/>',
])('a native limit of characters is recognised in %j', (source) => {
  expect(source).toMatch(nativeLimit);
});

test('no control of shop or desk has a native limit of characters, which cuts a pasted text without a word', () => {
  const found = listSources().filter((file) => rooms.test(file) && nativeLimit.test(readSource(file)));
  expect(found).toEqual([]);
});

// The shop's fields hand their attributes to the control; their limit is a rule of `typedField`. A street alone is cut while it is typed, and
// its hint says so (DIF-23).
test('no field of the shop but a street is given a limit of characters as an attribute', () => {
  const found = listSources().filter(
    (file) => file.startsWith('storefront/app/') && /\bmaxLength=(?!\{streetMaxLength\})/.test(readSource(file)),
  );
  expect(found).toEqual([]);
});
