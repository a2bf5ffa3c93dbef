import { expect, test } from 'vitest';
import { allowedRooms, foundations, placeOf } from './rooms.ts';
import { allowedSlices } from './slices.ts';
import { importsIn, importsOf, listSources, readSource } from './source-files.ts';

const files = listSources();
const imports = files.flatMap(importsOf);
const isTest = (file: string): boolean => /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/testing/');

test('imports are found in every form: of values, of types, re-exported, and on demand', () => {
  const source = `
    import { a } from './a.ts';
    import type { B } from './b.ts';
    import { type C } from './c.ts';
    import { type D, d } from './d.ts';
    export { e } from './e.ts';
    export type { F } from './f.ts';
    import './g.ts';
    const h = () => import('@ceiba/domain/money/money');
    const i = (name: string) => import(\`./\${name}.ts\`);`;
  expect(importsIn('server/src/carts/x.ts', source).map(({ to, isTypeOnly }) => [to, isTypeOnly])).toEqual([
    ['server/src/carts/a.ts', false],
    ['server/src/carts/b.ts', true],
    ['server/src/carts/c.ts', true],
    ['server/src/carts/d.ts', false],
    ['server/src/carts/g.ts', false],
    ['server/src/carts/e.ts', false],
    ['server/src/carts/f.ts', true],
    ['domain/src/money/money.ts', false],
  ]);
});

test('rooms import only in their direction', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (to === undefined) return false;
    const [here, there] = [placeOf(from).room, placeOf(to).room];
    if (here === there || allowedRooms[here] === undefined) return false;
    // A test of the shop may start the real sandbox bank.
    if (isTest(from) && there === 'sandbox-bank') return false;
    return !allowedRooms[here].includes(there);
  });
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('a room is imported by its package, whose exports are its public part', () => {
  const byPath = imports.filter(
    ({ from, to, specifier }) =>
      to !== undefined && specifier.startsWith('.') && placeOf(from).room !== placeOf(to).room,
  );
  expect(byPath.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

/** `room/slice → slice` for every import from one slice to another. */
const sliceEdges = (): Set<string> => {
  const edges = new Set<string>();
  for (const { from, to } of imports) {
    if (to === undefined || isTest(from)) continue;
    const [here, there] = [placeOf(from), placeOf(to)];
    if (here.room !== there.room || here.slice === undefined || there.slice === undefined || here.slice === there.slice)
      continue;
    if (foundations[here.room]?.includes(there.slice)) continue;
    edges.add(`${here.room}/${here.slice} → ${there.slice}`);
  }
  return edges;
};

test('a slice imports only the slices in the table, and foundations import no slice', () => {
  const allowed = Object.entries(allowedSlices).flatMap(([room, slices]) =>
    Object.entries(slices).flatMap(([slice, others]) =>
      others.split(' ').map((other) => `${room}/${slice} → ${other}`),
    ),
  );
  expect([...sliceEdges()].sort()).toEqual(allowed.sort());
});

test('the table of slices is acyclic', () => {
  for (const slices of Object.values(allowedSlices)) {
    // Repeatedly removes slices that import no remaining slice. A remaining slice is part of a cycle.
    let remaining = Object.entries(slices);
    for (let before = -1; before !== remaining.length; ) {
      before = remaining.length;
      const names = new Set(remaining.map(([slice]) => slice));
      remaining = remaining.filter(([, others]) => others.split(' ').some((other) => names.has(other)));
    }
    expect(remaining).toEqual([]);
  }
});

test('there are no barrels, and no file is called utils, misc, common or helpers', () => {
  const vague = files.filter((file) => /(?:^|\/)(?:utils?|misc|common|helpers?|shared)(?:\/|\.tsx?$)/.test(file));
  expect(vague).toEqual([]);
  const indexes = files.filter((file) => /(?:^|\/)index\.tsx?$/.test(file));
  expect(indexes.filter((file) => !isSliceIndex(file))).toEqual([]);
  expect(indexes.filter((file) => /^export .* from /m.test(readSource(file)))).toEqual([]);
});

/** The file with which a slice registers itself at the server. */
const isSliceIndex = (file: string): boolean => /^server\/src\/[^/]+\/index\.ts$/.test(file);

test('the server registers all its slices in one list', () => {
  const named = imports.filter(({ to }) => to !== undefined && isSliceIndex(to));
  expect(named.map(({ from, to }) => `${from} → ${to}`).sort()).toEqual(
    files.filter(isSliceIndex).map((file) => `server/src/slices.ts → ${file}`),
  );
  const bringing = /\/[^/]+\.routes\.ts$|\/[^/]+\.tasks\.ts$|\/[^/]+-command\.ts$/;
  const slices = new Set(files.filter((file) => bringing.test(file)).map((file) => placeOf(file)));
  const silent = [...slices].filter(
    ({ room, slice }) => room === 'server' && slice !== undefined && !files.includes(`server/src/${slice}/index.ts`),
  );
  expect(silent).toEqual([]);
});
