import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyText, checkText, exportText, importText } from '../testing/import-text.ts';
import { createShipment, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

const load = (text: string) => importText(shop, 'tracking-numbers', text);
const carried = async (id: string) => {
  const { rows } = await shop.db.pool.query(
    `select s.courier, s.tracking_number as guide, s.parcels, s.version from shipments s join orders o on o.id = s.order_id
     where o.number::text || '-' || s.n = $1`,
    [id],
  );
  return rows[0];
};

test('[BULK-01] a courier’s file gives shipments their guides; the same file again changes nothing', async () => {
  const packed = await createShipment(shop.db, { orderNumber: 100_000_101 });
  const sent = await createShipment(shop.db, { orderNumber: 100_000_102, state: 'sent', courier: 'Moto Express' });
  const file = `envio,guia,mensajeria,bultos\n${packed},GT-1,Mensajería Veloz,2\n100000102,GT-2,,\n`;
  expect(await load(file)).toMatchObject({ new: 2, changed: 0, wrong: 0 });
  expect(await carried(packed)).toEqual({ courier: 'Mensajería Veloz', guide: 'GT-1', parcels: 2, version: 2 });
  expect(await carried(sent)).toEqual({ courier: 'Moto Express', guide: 'GT-2', parcels: 1, version: 2 });
  expect(await load(file)).toMatchObject({ new: 0, changed: 0, equal: 2 });
  expect(await load(await exportText(shop, 'tracking-numbers'))).toMatchObject({ new: 0, changed: 0, wrong: 0 });
  expect((await carried(sent)).version).toBe(2);
});

test('[BULK-01] what was noted before is corrected only with a reason, which the shipment’s history has', async () => {
  const id = await createShipment(shop.db, { orderNumber: 100_000_103, state: 'sent', trackingNumber: 'GT-3' });
  const refused = ['motivo: Ya tenía otros datos: escribe por qué se corrigen.'];
  expect(await load(`envio,guia\n${id},GT-4\n`)).toEqual(refused);
  expect(await load(`envio,bultos\n${id},3\n`)).toEqual(refused);
  expect(await load(`envio,guia,motivo\n${id},GT-4,Etiqueta dañada\n`)).toMatchObject({ changed: 1 });
  const again = await load(`envio,guia,motivo\n${id},GT-4,Etiqueta dañada\n`);
  expect(again).toMatchObject({ changed: 0, equal: 1 });
  const { rows } = await shop.db.pool.query(
    `select operation, before, after, reason from audit_entries where entity = 'shipments' and entity_id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      ...{ operation: 'applyImport', reason: 'Etiqueta dañada' },
      ...{ before: { trackingNumber: 'GT-3' }, after: { trackingNumber: 'GT-4' } },
    },
  ]);
});

test('[BULK-01] a shipment that is unknown, not packed or ended is refused, and an order with several by its number', async () => {
  await createShipment(shop.db, { orderNumber: 100_000_104 });
  await createShipment(shop.db, { orderNumber: 100_000_104, shipmentNumber: 2 });
  const ready = await createShipment(shop.db, { orderNumber: 100_000_105, state: 'ready' });
  const delivered = await createShipment(shop.db, { orderNumber: 100_000_106, state: 'delivered' });
  const early = 'envio: Una guía se anota cuando el envío está empacado, y hasta que se entrega.';
  expect(
    await load(`envio,guia\n100000104,GT-5\n${ready},GT-6\n${delivered},GT-7\n100000999-1,GT-8\nabc,GT-9\n`),
  ).toEqual([
    'envio: Esa orden sale en varios envíos: escribe el número de uno, con guion.',
    early,
    early,
    'envio: El envío «100000999-1» no existe.',
    'envio: «abc» no es el número de un envío, como «100000001-1», o el de una orden con un solo envío.',
  ]);
  expect(await load('envio,guia\n100000104-2,GT-5\n')).toMatchObject({ new: 1 });
});

test('[BULK-01, BULK-09] a shipment that got a guide or was delivered since the check is a conflict', async () => {
  const one = await createShipment(shop.db, { orderNumber: 100_000_107 });
  const other = await createShipment(shop.db, { orderNumber: 100_000_108, state: 'sent' });
  const checked = await checkText(shop, 'tracking-numbers', `envio,guia\n${one},GT-10\n${other},GT-11\n`);
  await shop.db.pool.query(
    `update shipments s set tracking_number = 'GT-99' from orders o where o.id = s.order_id and o.number = 100000107;
     update shipments s set state = 'delivered', ended_at = now() from orders o where o.id = s.order_id and o.number = 100000108`,
  );
  expect(await applyText(shop, checked)).toEqual([
    'envio: Cambió después de leer el archivo: guia era (vacío) y ahora es GT-99.',
    'envio: Una guía se anota cuando el envío está empacado, y hasta que se entrega.',
  ]);
  expect(await carried(one)).toMatchObject({ guide: 'GT-99', version: 1 });
});

test('[BULK-01] two files with one shipment write one after the other, and the second is a conflict', async () => {
  const id = await createShipment(shop.db, { orderNumber: 100_000_109 });
  const files = await Promise.all(
    ['GT-12', 'GT-13'].map((guide) => checkText(shop, 'tracking-numbers', `envio,guia\n${id},${guide}\n`)),
  );
  const ends = await Promise.all(files.map((checked) => applyText(shop, checked)));
  expect(ends.filter((end) => Array.isArray(end))).toHaveLength(1);
  expect((await carried(id)).version).toBe(2);
});
