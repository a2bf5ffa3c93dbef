import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { freshPage, rerunnable } from './fresh-page.ts';

/** What a module says of itself by `look`, before and after its page has begun anew. */
const around = (code: string, look: string): unknown[] => {
  const { text, setValues, act } = rerunnable(code);
  const script = text.replace(/\bexport (?:default (?=function))?(?:\{[^}]*\};)?/g, '');
  return runInNewContext(`${script}\n{${act}}\nconst before = ${look};\n{${setValues}\n${act}}\n[before, ${look}]`);
};

test.each([
  ['a number that is counted up', 'let asked = 0; asked += 1;', 'asked', [1, 1]],
  ['a number that a page counts', 'let asked = 0; const ask = () => { asked += 1; }; ask(); ask();', 'asked', [2, 2]],
  ['a name without a value', 'let client; client ??= { id: 1 };', 'client.id', [1, 1]],
  ['a map', 'export const kept = new Map(); kept.set(kept.size, 1);', 'kept.size', [1, 1]],
  ['a list', 'const open = []; open.push(1);', 'open.length', [1, 1]],
  ['an object', 'const files = {}; files[Object.keys(files).length] = 1;', 'Object.keys(files).length', [1, 1]],
  [
    'names of an object',
    'const { a, ...rest } = { a: [], b: [] }; a.push(1); rest.b.push(1);',
    'a.length + rest.b.length',
    [2, 2],
  ],
  [
    'what a function keeps',
    'const make = () => { let n = 0; return () => ++n; }; const next = make();',
    'next()',
    [1, 1],
  ],
  ['a default export', 'const wrap = (n) => ({ n }); export default wrap(1);', 'defaultOfPage.n++', [1, 1]],
])('%s begins anew with the page', (_, code, look, seen) => {
  expect(around(code, look)).toEqual(seen);
});

test('functions and constants stay as they are, and every line in its place', () => {
  const code =
    "import a from 'a';\nconst words = 'x';\nfunction f() {}\nexport default function Page() {}\nclass Failure {}";
  expect(rerunnable(code)).toEqual({ text: code, setValues: '', act: '' });
  const acting = 'const a = [];\nlisten(\n  a,\n);\nconst b = new Set();\n';
  expect(rerunnable(acting).text.split('\n')).toHaveLength(acting.split('\n').length);
});

test('state that could not begin anew is refused', () => {
  expect(() => rerunnable('export class Cart { static open = 0; }')).toThrow('static property');
  expect(() => rerunnable('class Cart { static { count(); } }')).toThrow('static property');
});

test.each([
  ['app/carts/cart-store.ts', true],
  ['app/root.tsx?import', true],
  ['app/testing/network.ts', false],
  ['app/carts/cart-page.screen.test.tsx', false],
  ['app/app.css', false],
  ['vite.config.ts', false],
])('of %s: %s', (file, isFresh) => {
  const { transform } = freshPage;
  if (typeof transform !== 'function') throw new Error('no transform');
  const made: unknown = Reflect.apply(transform, undefined, ['let asked = 0;', `${import.meta.dirname}/${file}`]);
  expect(made !== null).toBe(isFresh);
});
