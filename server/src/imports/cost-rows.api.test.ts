import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { costKind } from './cost-kind.ts';
import { exportAll } from './export-file.ts';
import { exportKinds } from './export-kinds.ts';
import { applyImport, checkFile } from './import-file.ts';
import { listErrors } from './import-rows.store.ts';

let shop: TestShop;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-costs-'));
  shop = await openTestShop();
  await createShopBasics(shop.db);
  for (const sku of ['TV', 'RADIO']) await createProduct(shop.db, { sku });
  await createProduct(shop.db, { sku: 'VISIT', kind: 'service' });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await shop.close();
});

const importCosts = async (text: string) => {
  const path = join(folder, `${crypto.randomUUID()}.csv`);
  await writeFile(path, text);
  const read = await checkFile(shop.db, { kind: costKind, path, format: {}, actor: operator, now: new Date() });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const { run } = read.value;
  const applied = await applyImport(shop.db, run.id, { now: new Date() });
  if (applied.ok) return applied.value.counts;
  return (await listErrors(shop.db.write, run.id, 0, 9)).flatMap(({ errors }) => errors.map(({ text: why }) => why));
};

const exported = async (): Promise<string> => {
  const kind = exportKinds.find(({ name }) => name === 'costs');
  if (kind === undefined) throw new Error('costs are exported');
  let text = '';
  await exportAll(shop.db, kind, 'csv', async (part) => {
    text += part;
  });
  return text;
};

test('[BULK-01] costs are imported, changed and cleared, and an exported file changes nothing', async () => {
  expect(await importCosts('sku,costo\nTV,250.50\nRADIO,80\n')).toMatchObject({ new: 2, changed: 0 });
  expect(await exported()).toContain('TV,250.50');
  expect(await importCosts(await exported())).toMatchObject({ new: 0, changed: 0, equal: 2 });
  expect(await importCosts('sku,costo\nTV,[borrar]\nRADIO,90\n')).toMatchObject({ wrong: 0 });
  const text = await exported();
  expect([text.includes('RADIO,90.00'), text.includes('TV')]).toEqual([true, false]);
});

test('[BULK-01] a product without stock has no cost', async () => {
  expect(await importCosts('sku,costo\nVISIT,10\n')).toEqual([expect.stringContaining('El producto con existencias')]);
});
