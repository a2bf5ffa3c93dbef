import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isReached, listEntryPoints, reachedIn, unreachedOf } from './reach.ts';
import { allowedRooms, isProduct, isProductRoom } from './rooms.ts';
import { readSource, root } from './source-files.ts';
import { parseProgram, referencesOf } from './syntax.ts';

test('the product’s entry points are its commands, the bank and the pages', () => {
  const entries = listEntryPoints();
  expect(entries).toEqual(
    expect.arrayContaining(['server/src/ceiba.ts', 'sandbox-bank/src/main.ts', 'storefront/app/root.tsx']),
  );
  expect(entries.some((file) => /^storefront\/app\/.*-page\.tsx$/.test(file))).toBe(true);
  expect(entries.filter((file) => !isProduct(file))).toEqual([]);
});

test('a rule that prices a cart is reached, but a rule only for tests is not', () => {
  expect(isReached({ file: 'domain/src/money/money.ts', name: 'formatQ' })).toBe(true);
  expect(isReached({ file: 'domain/src/testing/vectors.ts', name: 'readVectors' })).toBe(false);
});

/** Values that only tools reach, with the reason why each is in a room of the product. */
const ofTools: Readonly<Record<string, string>> = {
  'client/src/server-clock.ts startServerClock':
    'is an inline script in every page, which the build writes (storefront/inline-scripts.ts)',
};

test('the product reaches every value in its rooms: no rule exists only for tests', () => {
  const rooms = Object.keys(allowedRooms).filter(isProductRoom);
  expect(rooms).toContain('domain');
  const unreached = rooms.flatMap(unreachedOf).map(({ file, name }) => `${file} ${name}`);
  expect(unreached.sort()).toEqual(Object.keys(ofTools).sort());
});

test('the product reaches the rules in docs/where', () => {
  const chapters = globSync('docs/where/*.md', { cwd: root });
  const named = chapters.flatMap((file) => readSource(file).match(/domain\/src\/[\w/.-]+\.ts\b/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((file) => reachedIn(file).size === 0)).toEqual([]);
});

/** Returns the names that a piece of code uses, as `name.member` if it uses a member. Other files are in angle brackets. */
const uses = (code: string): string[] =>
  referencesOf(parseProgram('code.tsx', code)).map(({ kind, name, member }) =>
    kind === 'file' ? `<${name}>` : member === undefined ? name : `${name}.${member}`,
  );

test.each([
  ['a call and its argument', 'price(cart)', ['price', 'cart']],
  ['a member is a use of its object', 'texts.saved.length', ['texts.saved']],
  ['a computed member uses both names', 'texts[form]', ['texts', 'form']],
  ['keys of an object are no use, shorthand keys are', '({ key: value, short })', ['value', 'short']],
  ['types are no use', '(<T extends A>(x: B): C => x as D)', []],
  ['code inside a cast is a use', 'price(cart as Cart satisfies Cart)', ['price', 'cart']],
  ['parameters and their parts are no use, default values are', '(({ a, b: [c] }, d = start) => a + c + d)', ['start']],
  ['a name declared in a block does not count as a use in the block', '{ const price = 1; price; } price;', ['price']],
  ['a name bound by a loop or a catch is no use', 'for (const x of xs) x; try {} catch (error) { error; }', ['xs']],
  ['a function that shadows an outer function does not count as a use', '(() => { function price() {} price(); })', []],
  [
    'components are used, HTML and attributes are not',
    '<Panel title={text}><p>x</p><Ui.Icon /></Panel>',
    ['Panel', 'text', 'Ui.Icon', 'Panel'],
  ],
  ['a file that is imported on demand', "lazy(() => import('./zoom.tsx'))", ['lazy', '<./zoom.tsx>']],
  ['a file that runs as a separate process', "fork(new URL('./work.ts', import.meta.url))", ['fork', '<./work.ts>']],
])('%s', (_, code, expected) => {
  expect(uses(code)).toEqual(expected);
});
