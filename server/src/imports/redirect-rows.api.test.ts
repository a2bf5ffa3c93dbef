import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { applyImport, checkFile } from './import-file.ts';
import { listErrors } from './import-rows.store.ts';
import { findKind } from './kinds.ts';

let shop: TestShop;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-redirects-'));
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, is_published) values ('R', 'radio', 'Radio', 1, 1, 2, true)`,
  );
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await shop.db.pool.query('delete from redirects');
});

const loop = 'Junto con otras filas del archivo, volvería a su propia dirección.';

/** Imports the right rows of a file of redirects. Returns the error texts of the wrong rows. */
const load = async (...rows: string[]): Promise<string[]> => {
  const kind = findKind('redirects');
  if (kind === undefined) throw new Error('no kind of redirects');
  const path = join(folder, 'redirects.csv');
  await writeFile(path, `de,a\n${rows.join('\n')}\n`);
  const actor = { kind: 'command', id: 'prueba' } as const;
  const checked = await checkFile(shop.db, { kind, path, format: {}, actor, now: new Date(), isAgain: true });
  if (!checked.ok) throw new Error(checked.error.code);
  const { run } = checked.value;
  const applied = await applyImport(shop.db, run.id, { onlyValid: true, now: new Date() });
  if (!applied.ok && applied.error.code !== 'IMPORT_INVALID') throw new Error(applied.error.code);
  const wrong = await listErrors(shop.db.write, run.id, 0, 100);
  return wrong.flatMap(({ row, errors }) => errors.map(({ column, text }) => `${row} ${column} ${text}`));
};

const stored = async (): Promise<string[]> =>
  (
    await shop.db.pool.query<{ from_path: string; to_path: string }>(
      'select from_path, to_path from redirects order by 1',
    )
  ).rows.map(({ from_path, to_path }) => `${from_path} ${to_path}`);

test('[PROD-17] redirects of a file that form a circle are errors of their rows, but the other rows are applied', async () => {
  expect(await load('/uno,/dos', '/dos,/tres?x=1', '/tres,/uno/', '/cuatro,/uno', '/cinco,/radio')).toEqual([
    `2 a ${loop}`,
    `3 a ${loop}`,
    `4 a ${loop}`,
  ]);
  expect(await stored()).toEqual(['/cinco /radio', '/cuatro /uno']);
});

test('[PROD-17] a circle with stored redirects is an error, but a chain without a circle is not', async () => {
  expect(await load('/ana,/beto', '/beto,/caro', '/caro,/radio')).toEqual([]);
  expect(await load('/caro,/dora', '/dora,/ana')).toEqual([`2 a ${loop}`, `3 a ${loop}`]);
  expect(await load('/caro,/dora', '/dora,/radio')).toEqual([]);
  expect(await stored()).toEqual(['/ana /beto', '/beto /caro', '/caro /dora', '/dora /radio']);
});

test('[PROD-17] a redirect whose chain ends at no page is refused, unless the row is unchanged', async () => {
  const lost = 'No hay ninguna página en esa dirección.';
  expect(await load('/uno,/dos', '/dos,/nada', '/tres,/cuatro', '/cuatro,/search?q=radio', '/cinco,/tres')).toEqual([
    `2 a ${lost}`,
    `3 a ${lost}`,
  ]);
  expect(await stored()).toEqual(['/cinco /tres', '/cuatro /search?q=radio', '/tres /cuatro']);
  await shop.db.pool.query(`insert into redirects (from_path, to_path) values ('/antes', '/cerrada')`);
  expect(await load('/antes,/cerrada', '/cinco,/antes')).toEqual([`3 a ${lost}`]);
});
