import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyText, checkText, exportText, importText } from '../testing/import-text.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  for (const sku of ['LENTES', 'ESTUCHE', 'MARCO', 'PATILLA', 'PAÑO']) await createProduct(shop.db, { sku });
  await createProduct(shop.db, { sku: 'LUPA', sellerId: 2, offerId: 'OP-5' });
  await createProduct(shop.db, { sku: 'BORRADOR', isPublished: false });
  await shop.db.pool.query(
    `insert into sellers (id, title, slug, is_active) values (3, 'Lagarto', 'lagarto', true), (4, 'Cerrado', 'cerrado', false)`,
  );
});
afterAll(() => shop.close());

const load = (text: string) => importText(shop, 'seller-offers', text);
const sellerOf = async (sku: string) => {
  const answer = await shop.call('getProductBySku', { params: { sku } });
  return answer.ok ? answer.value.seller : answer.error.code;
};

test('[BULK-01] a file says who sells a product and under which offer, and shoppers see that seller', async () => {
  const file = 'sku,vendedor,oferta_id\nLENTES,2,OP-1\nESTUCHE,2,OP-2\n';
  expect(await load(file)).toMatchObject({ new: 2, changed: 0 });
  expect(await sellerOf('LENTES')).toMatchObject({ title: 'Óptica y Más', offerId: 'OP-1' });
  expect(await load(file)).toMatchObject({ new: 0, changed: 0, equal: 2 });
  expect(await load('sku,oferta_id\nLENTES,OP-9\n')).toMatchObject({ new: 0, changed: 1 });
  expect(await load(await exportText(shop, 'seller-offers'))).toMatchObject({ new: 0, changed: 0, wrong: 0 });
  expect(await load('sku,vendedor,oferta_id\nESTUCHE,1,[borrar]\n')).toMatchObject({ changed: 1 });
  expect(await exportText(shop, 'seller-offers')).not.toContain('ESTUCHE');
  const { rows } = await shop.db.pool.query(
    `select operation, before, after from audit_entries where entity = 'products' and entity_id = 'LENTES' order by id`,
  );
  expect(rows).toEqual([
    {
      operation: 'applyImport',
      before: { seller: '1', offerId: null },
      after: { seller: '2', offerId: 'OP-1' },
    },
    { operation: 'applyImport', before: { offerId: 'OP-1' }, after: { offerId: 'OP-9' } },
  ]);
});

test('[BULK-01] another seller needs an offer, and a published product a seller who is not retired', async () => {
  expect(
    await load('sku,vendedor,oferta_id\nMARCO,2,\nMARCO,4,X-1\nBORRADOR,9,X-2\nNADA,2,X-3\nLUPA,,[borrar]\n'),
  ).toEqual([
    'oferta_id: Un producto de otro vendedor necesita su oferta.',
    expect.stringContaining('vendedor: Ese vendedor está retirado: elige otro.'),
    'sku: La misma clave está en la fila 2.',
    'vendedor: El vendedor «9» no existe.',
    'sku: El producto «NADA» no existe.',
    'oferta_id: Un producto de otro vendedor necesita su oferta.',
  ]);
  expect(await load('sku,vendedor,oferta_id\nBORRADOR,4,X-4\n')).toMatchObject({ new: 1 });
});

test('[BULK-01, BULK-09] a product that got another seller, or a seller who retired since the check, is a conflict', async () => {
  const checked = await checkText(shop, 'seller-offers', 'sku,vendedor,oferta_id\nPATILLA,3,L-1\nPAÑO,3,L-2\n');
  expect(checked.counts).toMatchObject({ new: 2 });
  await shop.db.pool.query(`update products set seller_id = 2, offer_id = 'OP-7' where sku = 'PATILLA';
    update sellers set is_active = false where id = 3`);
  expect(await applyText(shop, checked)).toEqual([
    'sku: Cambió después de leer el archivo: vendedor era 1 y ahora es 2; oferta_id era (vacío) y ahora es OP-7.',
    'sku: Ese vendedor está retirado: elige otro.',
  ]);
});
