import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportText, importText } from '../testing/import-text.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  for (const sku of ['TV', 'RADIO']) await createProduct(shop.db, { sku });
  await createProduct(shop.db, { sku: 'VISIT', kind: 'service' });
});
afterAll(() => shop.close());

const importCosts = (text: string) => importText(shop, 'costs', text);

test('[BULK-01] costs are imported, changed and cleared, and an exported file changes nothing', async () => {
  expect(await importCosts('sku,costo\nTV,250.50\nRADIO,80\n')).toMatchObject({ new: 2, changed: 0 });
  const text = await exportText(shop, 'costs');
  expect(text).toContain('TV,250.50');
  expect(await importCosts(text)).toMatchObject({ new: 0, changed: 0, equal: 2 });
  expect(await importCosts('sku,costo\nTV,[borrar]\nRADIO,90\n')).toMatchObject({ wrong: 0 });
  const after = await exportText(shop, 'costs');
  expect([after.includes('RADIO,90.00'), after.includes('TV')]).toEqual([true, false]);
});

test('[BULK-01] a product without stock has no cost', async () => {
  expect(await importCosts('sku,costo\nVISIT,10\n')).toEqual([expect.stringContaining('El producto con existencias')]);
});
