import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyText, checkText, errorsIn, exportText, importText } from '../testing/import-text.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV-1', title: 'Televisor' });
  await createProduct(shop.db, { sku: 'RADIO', title: 'Radio' });
});
afterAll(() => shop.close());

const productOf = async (code: string) =>
  (await shop.db.pool.query('select p.sku from products p where p.id = product_of_code($1)', [code])).rows[0]?.sku;
const load = (text: string) => importText(shop, 'barcodes', text);

test('[BULK-01, BUY-07] a file gives a product any number of codes; the same file again changes nothing', async () => {
  await shop.db.pool.query(
    `insert into unknown_codes (code, store_code, first_at, last_at, last_by) values ('7401000000015', 'MAX', now(), now(), 'Rosa')`,
  );
  const file = 'sku,codigo,clase\nTV-1,7401000000015,\nTV-1,FAB 9/2-A,del fabricante\nRADIO,0012345670,otro\n';
  expect(await load(file)).toMatchObject({ new: 3, changed: 0, equal: 0 });
  expect([await productOf('7401000000015'), await productOf('0012345670')]).toEqual(['TV-1', 'RADIO']);
  expect((await shop.db.pool.query('select from unknown_codes')).rowCount).toBe(0);
  expect(await load(file)).toMatchObject({ new: 0, changed: 0, equal: 3 });
  expect(await load('sku,codigo,clase\nTV-1,FAB 9/2-A,anterior\n')).toMatchObject({ new: 0, changed: 1 });
  expect(await exportText(shop, 'barcodes')).toContain('FAB 9/2-A,TV-1,anterior');
  const { rows } = await shop.db.pool.query(
    `select operation, before, after from audit_entries where entity = 'product-codes' and entity_id = 'FAB 9/2-A' order by id`,
  );
  expect(rows).toEqual([
    { operation: 'applyImport', before: {}, after: { code: 'FAB 9/2-A', sku: 'TV-1', kind: 'maker' } },
    { operation: 'applyImport', before: { kind: 'maker' }, after: { kind: 'old' } },
  ]);
});

test('[BULK-01, BUY-07] a code or sku of another product is refused with its name, a misread EAN by its digit', async () => {
  await load('sku,codigo\nTV-1,7401000000022\n');
  const misread = 'El último dígito no es el de un EAN o UPC: escanéalo otra vez, o elige otra clase.';
  expect(
    await load(
      'sku,codigo\nRADIO,7401000000022\nRADIO,TV-1\nNADA,7401000000039\nRADIO,7401000000030\nRADIO,A-1\nTV-1,A-1\n',
    ),
  ).toEqual([
    'codigo: Ese código ya es de «Televisor» (TV-1).',
    'codigo: Ese código ya es de «Televisor» (TV-1).',
    'sku: El producto «NADA» no existe.',
    `codigo: ${misread}`,
    'codigo: La misma clave está en la fila 6.',
  ]);
  expect(await productOf('7401000000022')).toBe('TV-1');
  // Shops whose skus are barcodes may import them as both.
  expect(await load('sku,codigo,clase\nRADIO,RADIO,otro\n')).toMatchObject({ new: 1, wrong: 0 });
});

test('[BULK-01, BULK-09] a code that another product got since the check is a conflict', async () => {
  const checked = await checkText(shop, 'barcodes', 'sku,codigo\nRADIO,7401000000046\nRADIO,B-7\n');
  expect(checked.counts).toMatchObject({ new: 2 });
  await shop.db.pool.query(`insert into product_codes (code, sku, kind) values ('7401000000046', 'TV-1', 'ean')`);
  expect(await applyText(shop, checked)).toEqual([
    'codigo: Cambió después de leer el archivo: codigo era (vacío) y ahora es 7401000000046; sku era (vacío) y ahora es TV-1.',
  ]);
  expect(await productOf('B-7')).toBeUndefined();
  const again = await checkText(shop, 'barcodes', 'sku,codigo\nRADIO,P-9\n');
  await createProduct(shop.db, { sku: 'P-9', title: 'Parlante' });
  expect(await applyText(shop, again)).toEqual(['codigo: Ese código ya es de «Parlante» (P-9).']);
});

test('[BULK-01] an export of Shopify gives its codes; its rows without one are counted and left out', async () => {
  const file = `Handle,Title,Variant SKU,Variant Barcode\ntv,Televisor,TV-1,'036000291452\nradio,Radio,RADIO,\n`;
  const checked = await checkText(shop, 'barcodes', file);
  expect(checked.notices.map(({ text }) => text)).toContain('Filas sin código de barras: 1. No entran.');
  expect(await errorsIn(shop, checked.run.id)).toEqual([]);
  expect(await applyText(shop, checked)).toMatchObject({ new: 1, wrong: 0 });
  expect(await productOf('036000291452')).toBe('TV-1');
});
