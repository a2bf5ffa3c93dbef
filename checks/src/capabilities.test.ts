import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { foundations, placeOf } from './rooms.ts';
import { importsOf, listSources, readSource, root } from './source-files.ts';

/**
 * Files of the contract without calls: what all of them are made of, what orders look like in several, and pages are made of. `addresses`
 * is a capability of the domain, too.
 */
const contractParts = [
  'call-table',
  'client',
  'endpoint',
  'endpoints',
  'errors',
  'order-shapes',
  'page-tags',
  'pictures',
  'shapes',
  'write-call-table',
];

/** Names that stand in one room only, and why. A name that is found in a second room has to go from here. */
const alone: Record<string, readonly string[]> = {
  contract: contractParts,
  // How the server works; no shopper meets them under a name.
  server: ['doctor', 'faults', 'jobs', 'loading', 'media'],
  // What puts capabilities together on the screen.
  storefront: ['pages', 'panel', 'shell'],
};

/** Migrations before it were named after tables and steps, and have been applied by their names. */
const firstNamedMigration = 20;

/** Of the later ones, those that were applied before names were checked: a migration that was shipped keeps its name. */
const shippedMigrations = ['card-plans', 'store-hours', 'settling-states', 'settling'];

/** Two of them share it. */
const sharedNumber = 21;

const files = listSources();

const migrations = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'server/migrations'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .flatMap((file) => {
    const [, number, name] = /(\d{4})_(\w+)\.sql$/.exec(file) ?? [];
    return number === undefined || name === undefined
      ? []
      : [{ number: Number(number), name: name.replaceAll('_', '-') }];
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

/** A migration's name counts as another room's, a foundation's as one of its own: `policies`. */
const otherNames = new Set([...migrations.map(({ name }) => name), ...(foundations.domain ?? [])]);

const isShared = (room: string, name: string): boolean =>
  otherNames.has(name) || Object.entries(rooms).some(([other, names]) => other !== room && names.has(name));

test('a capability has one name in every room', () => {
  for (const [room, names] of Object.entries(rooms)) {
    const single = [...names].filter((name) => !isShared(room, name)).sort();
    expect(single, `names that stand in ${room} only`).toEqual([...(alone[room] ?? [])].sort());
  }
});

test('every call of the contract stands in the file of its slice', () => {
  const wrong = contractFiles.flatMap((file) =>
    [...readSource(file).matchAll(/^ {2}slice: '([^']+)'/gm)].flatMap(([, slice]) =>
      slice === basename(file, '.ts') ? [] : [`${file}: ${slice}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test('every call is answered in the folder of its slice', () => {
  const wrong = files
    .filter((file) => /^server\/src\/.+\.routes\.ts$/.test(file))
    .flatMap(importsOf)
    .filter(({ from, to, isTypeOnly }) => {
      if (isTypeOnly || to === undefined || placeOf(to).room !== 'contract') return false;
      const name = basename(to, '.ts');
      return !contractParts.includes(name) && name !== placeOf(from).slice;
    });
  expect(wrong.map(({ from, specifier }) => `${from}: ${specifier}`)).toEqual([]);
});

test('a new migration is named after its capability, and has a number of its own', () => {
  // What belongs to no capability is named after the foundation it serves.
  const names = new Set([...Object.values(rooms).flatMap((room) => [...room]), ...(foundations.server ?? [])]);
  const later = migrations.filter(({ number }) => number >= firstNamedMigration);
  const isNamed = (name: string): boolean => [...names].some((known) => name === known || name.startsWith(`${known}-`));
  expect(later.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual(shippedMigrations);
  const numbers = later.map(({ number }) => number);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([sharedNumber]);
});
