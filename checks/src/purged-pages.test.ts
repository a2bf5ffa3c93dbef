import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSource, root } from './source-files.ts';

const functions = globSync('server/sql/functions/*.sql', { cwd: root });

test('every trigger purges pages by the table of kinds, and every kind of the table is used (record 0156)', () => {
  const texts = functions.map((name) => ({ name, text: readSource(name) }));
  const past = texts.filter(
    ({ name, text }) => !name.endsWith('platform.sql') && /\bpurge_pages\(|pg_notify\('page_purge'/.test(text),
  );
  expect(past.map(({ name }) => name)).toEqual([]);
  const all = texts.map(({ text }) => text).join('\n');
  const table = /function purge_kind[\s\S]*?\$\$;/.exec(all)?.[0] ?? '';
  const kinds = [...table.matchAll(/when '([^']+)' then/g)].map(([, kind = '']) => kind);
  expect(kinds.length).toBeGreaterThan(15);
  const triggers = readSource('server/sql/triggers/catalog.sql') + all.replace(table, '');
  expect(kinds.filter((kind) => !triggers.includes(`'${kind}'`))).toEqual([]);
});
