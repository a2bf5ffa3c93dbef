import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';

const rooms = /^(?:storefront\/app|desk\/app|ui\/src)\//;

/** Matches a native number field: in JSX, as a spread property, or set by a script. */
const nativeNumber = /\btype\s*[=:]\s*\{?\s*(['"`])number\1/;

test.each([
  '<input type="number" />',
  "{ type: 'number', min: 0 }",
  '<input type={`number`} />',
  "input.type = 'number'",
])('the check finds a native number field in %s', (source) => {
  expect(source).toMatch(nativeNumber);
});

test('no field of shop or desk is a native number field, whose value the mouse wheel changes', () => {
  const found = listSources().filter((file) => rooms.test(file) && nativeNumber.test(readSource(file)));
  expect(found).toEqual([]);
});

/** Matches the browser's own character limit on a control in JSX. */
const nativeLimit = /<(?:input|textarea)\b(?:(?!\/>)[\s\S])*?\bmaxLength\s*=/;

test.each([
  '<input maxLength={3} />',
  '<textarea\n  onChange={({ target }) => set(target.value)}\n  maxLength={3}\n/>',
])('the check finds a native character limit in %j', (source) => {
  expect(source).toMatch(nativeLimit);
});

test('no control of shop or desk has a native character limit, which cuts a pasted text silently', () => {
  const found = listSources().filter((file) => rooms.test(file) && nativeLimit.test(readSource(file)));
  expect(found).toEqual([]);
});

// The shop's fields pass their attributes to the control. Their limit is a rule of `typedField`. Only a street is cut during
// typing, and its hint reports it (DIF-23).
test('only a street has a character limit as an attribute in the shop', () => {
  const found = listSources().filter(
    (file) => file.startsWith('storefront/app/') && /\bmaxLength=(?!\{streetMaxLength\})/.test(readSource(file)),
  );
  expect(found).toEqual([]);
});
