import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources, readSource, root } from './source-files.ts';

/** Rules of the guard. Each rule has separate SQL. */
const guards = globSync('server/src/invariants/*-invariants.store.ts', { cwd: root });

/** A rule of the guard may import the framework of the guard, the calendar, and ages that only alarms read. */
const allowedImports = ['./invariant.ts', '@ceiba/domain/dates/civil-date', '@ceiba/domain/backups/copy-age'];

test('no rule of the guard imports the code that it guards', () => {
  expect(guards.length).toBeGreaterThan(7);
  const imports = guards.flatMap((file) =>
    [...readSource(file).matchAll(/^(?:import|\}) .*from '([^']+)';$/gm)].map(([, from = '']) => `${file}: ${from}`),
  );
  expect(imports.filter((each) => !allowedImports.some((from) => each.endsWith(`: ${from}`)))).toEqual([]);
});

test('no rule of the guard calls a database function of the shop', () => {
  const sql = globSync('server/sql/{schema,functions,triggers}/*.sql', { cwd: root })
    .map(readSource)
    .join('\n')
    .replaceAll(/--.*$/gm, '');
  const names = [...sql.matchAll(/^create (?:or replace )?function (\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  const shop = listSources()
    .filter((file) => file.startsWith('server/src/') && !/\.test\.ts$/.test(file) && !guards.includes(file))
    .map(readSource)
    .join('\n');
  const timesIn = (text: string, name: string): number => [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
  const rules = guards.map(readSource).join('\n');
  const called = names.filter((name) => timesIn(rules, name) > 0);
  // A function that occurs only once in SQL is only defined there, for the guard alone. A function with more
  // occurrences is also used by the shop.
  expect(called.filter((name) => timesIn(sql, name) > 1 || timesIn(shop, name) > 0)).toEqual([]);
});
