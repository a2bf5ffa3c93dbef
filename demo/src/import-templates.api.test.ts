import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFile } from '@ceiba/server/imports/import-file';
import { listErrors } from '@ceiba/server/imports/import-rows.store';
import { kinds } from '@ceiba/server/imports/kinds';
import { hasSheet, makeTemplate, templateCsv } from '@ceiba/server/imports/template';
import { openTestShop, type TestShop } from '@ceiba/server/testing/test-shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoShop } from './load-demo-shop.ts';

let shop: TestShop;
let folder = '';
const now = new Date('2026-11-24T16:00:00Z');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-demo-templates-'));
  shop = await openTestShop();
  await loadDemoShop({ db: shop.db, now });
  // The example banner needs a picture that was uploaded before.
  await shop.db.pool.query(`insert into media (key, width, height) values (repeat('0', 32), 1600, 800)`);
  // The root categories declare one attribute of each kind. Every category then has all of them.
  await shop.db.pool.query(
    `insert into category_attributes (category_id, code, name, type, unit, choices, is_required)
     select c.id, 'prueba-' || v.code, 'Prueba ' || v.code, v.code, v.unit, v.choices, true
     from categories c, (values ('text', '', ''), ('number', 'kg', ''), ('flag', '', ''), ('choice', '', E'Uno\\nDos')) v (code, unit, choices)
     where c.parent_id is null`,
  );
}, 240_000);
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Imports a template as it is downloaded. Returns the counts and the errors of its example. */
const checkTemplate = async (name: string, category?: string) => {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const made = await makeTemplate(shop.db.read, { kind, category, now });
  if (!made.ok) throw new Error(made.error.text);
  const path = join(folder, 'template.csv');
  await writeFile(path, templateCsv(made.value));
  const actor = { kind: 'command', id: 'prueba' } as const;
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor, now, isAgain: true });
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  const wrong = await listErrors(shop.db.write, checked.value.run.id, 0, 10);
  return { ...checked.value.counts, wrong, isPresent: made.value.isPresent, columns: made.value.columns };
};

test.each(kinds.filter(hasSheet).map(({ name }) => name))(
  '[BULK-10] the example in the template of %s imports without an error into the demo shop',
  async (name) => {
    const { isPresent, columns: _columns, ...counts } = await checkTemplate(name);
    expect(counts).toEqual({
      ...{ new: isPresent ? 0 : 1, changed: 0, equal: isPresent ? 1 : 0, conflict: 0 },
      wrong: [],
    });
  },
);

test('[BULK-10] the template of products of each demo category imports without an error', async () => {
  const { rows } = await shop.db.pool.query<{ path: string; products: number; declared: number }>(
    `select c.path, (select count(*)::integer from products p where p.category_id = c.id) as products,
       (select count(*)::integer from declared_attributes(c.id)) as declared from categories c order by c.path`,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { path, products, declared } of rows) {
    const { wrong, isPresent, columns, ...counts } = await checkTemplate('products', path);
    expect(wrong, path).toEqual([]);
    expect(counts.new + counts.equal, path).toBe(1);
    expect(isPresent, path).toBe(products > 0);
    const parts = columns.filter(({ column }) => column.partOf !== undefined).length;
    expect(parts, path).toBe(declared);
  }
});
