import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { foundations, placeOf } from './rooms.ts';
import { importsOf, listSources, readSource, root } from './source-files.ts';

/**
 * Contract files without calls: shared basics, shapes of orders for several calls, and tags of pages. `addresses` is also a
 * capability of the domain.
 */
const contractParts = [
  'call-table',
  'client',
  'endpoint',
  'endpoints',
  'errors',
  'event-examples',
  'order-shapes',
  'page-tags',
  'pictures',
  'shapes',
  'write-call-table',
];

/** Files without calls in `contract/src/desk`: the basics for declaring lists and changes. */
const deskParts = ['changes', 'fields', 'list', 'list-calls'];

/** Declarations of entities and lists are data: every slice that shows or checks them reads them (record 0130). */
const isDeclaration = (file: string): boolean => /^contract\/src\/desk\/(?:entit(?:ies\/|y)|lists\/)/.test(file);

/** Files of `contract/src/desk` with a part of a capability's calls, and that capability. */
const deskPartOf: Readonly<Record<string, string>> = {
  banners: 'content',
  'cash-refunds': 'tills',
  families: 'products',
  'flash-sales': 'promotions',
  'family-fields': 'products',
  'import-templates': 'imports',
  'order-changes': 'orders',
  'mail-previews': 'orders',
  picks: 'shipments',
  'product-offers': 'promotions',
  'product-runs': 'products',
  searches: 'search',
  'setting-fields': 'identity',
  'setting-labels': 'identity',
  replenishment: 'purchases',
  settings: 'identity',
  'shelf-labels': 'papers',
  'stock-fields': 'stock',
  'staff-passkeys': 'staff',
  'till-counts': 'tills',
  'unknown-codes': 'catalog',
};

/** Names that are in only one room, with the reasons. A name that is also in a second room must be removed from here. */
const alone: Record<string, readonly string[]> = {
  contract: contractParts,
  // The actor of any change, and figures that several capabilities report.
  domain: ['actors', 'reports'],
  // Internals of the server that shoppers never see. In other rooms, the shop's identity is part of its policy. Presales and promotions
  // are the desk's side of products.
  server: ['faults', 'home', 'identity', 'loading', 'papers', 'presales', 'product-grid', 'promotions', 'secrets'],
  // Parts that combine capabilities on the screen, and the basics of all their forms. `banks` holds the tables of banks that carts
  // and products show. The tables cannot be in `payments`, because `payments` imports carts.
  storefront: ['banks', 'forms', 'pages', 'panel', 'shell'],
};

const files = listSources();

/** Files below server/sql: kind `schema`, name `carts`; kind `changes`, name `0001-carts-notes`. */
const sqlFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server/sql'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .flatMap((file) => {
    const [, kind, name] = /^server\/sql\/(schema|changes|functions|triggers)\/(.+)\.sql$/.exec(file) ?? [];
    return kind === undefined || name === undefined ? [] : [{ kind, name }];
  });

const slicesOf = (room: string): Set<string> => {
  const slices = files.flatMap((file) => {
    const place = placeOf(file);
    return place.room === room && place.slice !== undefined ? [place.slice] : [];
  });
  return new Set(slices.filter((slice) => !foundations[room]?.includes(slice)));
};

const contractFiles = files.filter((file) => /^contract\/src\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts'));

const rooms: Record<string, ReadonlySet<string>> = {
  domain: slicesOf('domain'),
  'sandbox-bank': slicesOf('sandbox-bank'),
  contract: new Set(contractFiles.map((file) => basename(file, '.ts'))),
  server: slicesOf('server'),
  storefront: slicesOf('storefront'),
};

/** Names of tables count as another room's. Names of a foundation count as the server's: `policies`. */
const otherNames = new Set([...sqlFiles.map(({ name }) => name), ...(foundations.domain ?? [])]);

const isInOtherRoom = (room: string, name: string): boolean =>
  otherNames.has(name) || Object.entries(rooms).some(([other, names]) => other !== room && names.has(name));

test('a capability has one name in every room', () => {
  for (const [room, names] of Object.entries(rooms)) {
    const single = [...names].filter((name) => !isInOtherRoom(room, name)).sort();
    expect(single, `names that only ${room} has`).toEqual([...(alone[room] ?? [])].sort());
  }
});

test('every call of the contract is in the file of its slice', () => {
  const wrong = contractFiles.flatMap((file) =>
    [...readSource(file).matchAll(/^ {2}slice: '([^']+)'/gm)].flatMap(([, slice]) =>
      slice === basename(file, '.ts') ? [] : [`${file}: ${slice}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test('the handler of every call is in the folder of its slice', () => {
  const wrong = files
    .filter((file) => /^server\/src\/.+\.routes\.ts$/.test(file))
    .flatMap(importsOf)
    .filter(({ from, to, isTypeOnly }) => {
      if (isTypeOnly || to === undefined || placeOf(to).room !== 'contract' || isDeclaration(to)) return false;
      const name = basename(to, '.ts');
      return ![...contractParts, ...deskParts].includes(name) && (deskPartOf[name] ?? name) !== placeOf(from).slice;
    });
  expect(wrong.map(({ from, specifier }) => `${from}: ${specifier}`)).toEqual([]);
});

test('SQL files are named after their capability, and every schema is loaded', () => {
  // A file without a capability is named after its foundation.
  const names = new Set([...Object.values(rooms).flatMap((room) => [...room]), ...(foundations.server ?? [])]);
  const isNamed = (name: string): boolean => [...names].some((known) => name === known || name.startsWith(`${known}-`));
  const changes = sqlFiles.filter(({ kind }) => kind === 'changes').map(({ name }) => name);
  const others = sqlFiles.filter(({ kind }) => kind !== 'changes').map(({ name }) => name);
  expect([...others, ...changes.map((name) => name.replace(/^\d{4}-/, ''))].filter((name) => !isNamed(name))).toEqual(
    [],
  );
  expect(changes.filter((name) => !/^\d{4}-/.test(name))).toEqual([]);
  const numbers = changes.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
  const schemas = sqlFiles.filter(({ kind }) => kind === 'schema').map(({ name }) => name);
  const listed = readSource('server/sql/schema/order.txt').trim().split('\n');
  expect([...listed].sort()).toEqual(schemas.sort());
});
