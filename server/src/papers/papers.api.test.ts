import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { moveShipment } from '../shipments/move-shipment.ts';
import { placeOrderOf, placeStoreOrder } from '../testing/desk-orders.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { operator } from '../testing/operator.ts';
import { openShopWithBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let speaker: number;
let manager: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', title: 'Bocina Ñandú', price: 100_00, stock: 1_000 });
  manager = await openDesk(shop, 'manager');
});
afterAll(async () => {
  await expectSoundBooks(shop.db, open.bank);
  await open.close();
});

interface ReadPdf {
  /** Width and height of each page in millimetres. */
  pages: [number, number][];
  /** The printed text without spaces, by the letters in the table of each font. */
  text: string;
  /** Texts that were drawn in one step, by the letters of their font, with their size in points. */
  sizes: { written: string[]; size: number }[];
  /** Filled bars and squares of each page. Positions are in points from the page's upper left corner. */
  boxes: Box[][];
}

type Box = [x: number, y: number, width: number, height: number];

const streamsOf = (pdf: Buffer): string[] => {
  const streams: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.subarray(at - 3, at).toString() === 'end') continue;
    const end = pdf.indexOf('\nendstream', at);
    try {
      streams.push(inflateSync(pdf.subarray(at + 7, end)).toString('latin1'));
    } catch {
      // The only other stream is an embedded font.
    }
  }
  return streams;
};

/** Reads a printed file. Fonts are subsets with their own tables. Here both fonts list their letters in the same order. */
const readPdf = (pdf: Buffer): ReadPdf => {
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.subarray(-6).toString()).toContain('%%EOF');
  const pages = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]): [number, number] => [Math.round(Number(width) / 2.8346), Math.round(Number(height) / 2.8346)],
  );
  const streams = streamsOf(pdf);
  const tables = streams
    .filter((stream) => stream.includes('beginbfrange'))
    .map((stream) => {
      const letters = [...(/\[(.*?)\]/s.exec(stream)?.[1] ?? '').matchAll(/<([0-9a-f ]+)>/g)];
      return letters.map(([, hex = '']) =>
        String.fromCodePoint(...hex.split(' ').map((part) => Number.parseInt(part, 16))),
      );
    });
  const drawn = streams.filter((stream) => stream.includes(' re\n') || stream.includes('BT'));
  // Numbers for kerning are between the letters of a text. A text that was drawn in one step is one array.
  const words = drawn.flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => hex).join(''),
    ),
  );
  const readBy = (table: string[], hex: string): string =>
    (hex.match(/..../g) ?? []).map((code) => table[Number.parseInt(code, 16)] ?? '').join('');
  const text = tables.map((table) => words.map((hex) => readBy(table, hex)).join('|')).join('\n');
  const sizes: ReadPdf['sizes'] = [];
  for (const stream of drawn) {
    let size = 0;
    for (const [, points, parts] of stream.matchAll(/\/F\d+ ([\d.]+) Tf|\[([^\]]*)\] TJ/g)) {
      if (points !== undefined) size = Number(points);
      const hex = [...(parts ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, each = '']) => each).join('');
      if (hex !== '') sizes.push({ written: tables.map((table) => readBy(table, hex)), size });
    }
  }
  const boxes = drawn.map((stream) =>
    [...stream.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map(([, ...of]) => of.map(Number) as Box),
  );
  return { pages, text, sizes, boxes };
};

/** Returns the codes that a scanner reads on a page, sorted by kind. The page is drawn with six dots per point. */
const scanned = async ({ pages, boxes }: ReadPdf, page = 0): Promise<[format: string, text: string][]> => {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } });
  const dots = 6;
  const [width, height] = (pages[page] ?? [0, 0]).map((length) => Math.ceil((length * dots * 72) / 25.4)) as [
    number,
    number,
  ];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [x, y, wide, high] of boxes[page] ?? [])
    for (let row = Math.round(y * dots); row < Math.round((y + high) * dots); row += 1)
      for (let column = Math.round(x * dots); column < Math.round((x + wide) * dots); column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  const picture = { data, width, height, colorSpace: 'srgb' as const };
  const found = await readBarcodes(picture as Parameters<typeof readBarcodes>[0], { formats: ['Code128', 'QRCode'] });
  return found.map(({ format, text }): [string, string] => [format, text]).toSorted();
};

/** Removes spaces, because an aligned line is drawn word by word. */
const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '');

const print = async (path: string, desk = manager): Promise<ReadPdf> => {
  const answer = await desk.send('GET', path);
  expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  if (process.env.PAPERS !== undefined)
    await writeFile(`${process.env.PAPERS}/${path.replace(/\W+/g, '-').slice(-60)}.pdf`, answer.rawPayload);
  return readPdf(answer.rawPayload);
};

const place = (isCash = false) =>
  placeOrderOf(shop, { lines: [{ productId: speaker, quantity: 1 }], amount: 130, isCash });

test('[WORK-26, OFF-27] each parcel has a label with receiver, count and cash, and a scanner reads bars and QR code', async () => {
  const [paid, cash] = [await place(), await place(true)];
  await shop.db.pool.query(
    `update shipments set parcels = 2, courier = 'Guatex', tracking_number = 'GX-4711' where order_id = (select id from orders where number = $1)`,
    [cash],
  );
  await shop.db.pool.query(
    `update orders set shipping_address = shipping_address || '{"zone": "Zona 10", "street": ["12 calle 1-25", "Portón verde, timbre 2"], "city": "Mixco", "region": {"regionId": "485", "region": "Guatemala"}}'
     where number = $1`,
    [cash],
  );
  const labels = await print(`/v1/admin/shipments/labels?ids=${cash}-1,${paid}-1`);
  const { pages, text, sizes } = labels;
  expect(pages).toEqual([
    [100, 150],
    [100, 150],
    [100, 150],
  ]);
  const { rows } = await shop.db.pool.query<{ name: string; phone: string }>(
    `select concat_ws(' ', shipping_address ->> 'firstname', shipping_address ->> 'lastname') as name,
       regexp_replace(shipping_address ->> 'telephone', '(....)(....)', '\\1-\\2') as phone from orders where number = $1`,
    [cash],
  );
  const [receiver] = rows;
  for (const said of [
    ...[receiver?.name ?? 'nobody', `Tel. ${receiver?.phone}`, '12 calle 1-25', 'Zona 10', 'Mixco', 'Guatemala'],
    'Referencia: Portón verde, timbre 2',
    ...['Guatex', 'GX-4711', 'Bulto 1 de 2', 'Bulto 2 de 2', 'Bulto 1 de 1', 'Ceiba · ', `${cash}-1`, `${paid}-1`],
  ])
    expect(withoutSpaces(text)).toContain(withoutSpaces(said));
  expect(text.split('Q130.00').length - 1).toBe(1);
  // The cash is the largest text of a label.
  const isCash = ({ written }: ReadPdf['sizes'][number]): boolean => written.includes('Q130.00');
  const others = sizes.filter((each) => !isCash(each)).map(({ size }) => size);
  expect(sizes.find(isCash)?.size).toBeGreaterThan(Math.max(...others));
  const codes = await Promise.all(pages.map((_, page) => scanned(labels, page)));
  expect(codes).toEqual(
    [cash, cash, paid].map((number) => [
      ['Code128', `${number}-1`],
      ['QRCode', `${number}-1`],
    ]),
  );
});

test('[WORK-27, OFF-27] a manifest lists its shipments with parcels, cash, sums and signatures', async () => {
  const [paid, cash] = [await place(), await place(true)];
  const named = await manager.call('createCourier', { body: { name: 'Guatex' } });
  if (!named.ok) throw new Error(named.error.code);
  const body = { courier: named.value.data.code, storeCode: 'BODEGA' };
  const made = await manager.call('openManifest', { body });
  if (!made.ok) throw new Error(made.error.code);
  const params = { id: made.value.data.id };
  let version = 0;
  for (const [number, parcels] of [
    [paid, 2],
    [cash, 3],
  ] as const) {
    for (const to of ['picking', 'packed'] as const) {
      const action = { kind: 'step', to, unitsLeft: 0 } as const;
      await moveShipment(
        shop.db,
        { orderNumber: number, choice: { shipmentNumber: 1 }, action, actor: operator },
        new Date(),
      );
    }
    await shop.db.pool.query(
      'update shipments set parcels = $2 where order_id = (select id from orders where number = $1)',
      [number, parcels],
    );
    const onto = await manager.call('scanManifest', { params, body: { scanId: randomUUID(), code: `${number}-1` } });
    if (!onto.ok) throw new Error(onto.error.code);
    version = onto.value.data.version;
  }
  expect(withoutSpaces((await print(`/v1/admin/manifests/${params.id}/paper`)).text)).toContain('todavíapuedecambiar');
  expect(await manager.call('closeManifest', { params, body: { version } })).toMatchObject({ ok: true });
  // The manifest is signed with the courier's present name.
  const renamed = { params: { code: body.courier }, body: { version: named.value.data.version, name: 'Otra' } };
  expect(await manager.call('changeCourier', renamed)).toMatchObject({ ok: true });
  const paper = await print(`/v1/admin/manifests/${params.id}/paper`);
  expect(paper.pages).toEqual([[216, 279]]);
  const text = withoutSpaces(paper.text);
  for (const said of [
    ...[`Manifiesto ${params.id}`, 'Guatex · ', 'Cerrado el', `${paid}-1`, `${cash}-1`, 'Guatemala'],
    ...['Entrega (nombre y firma)', 'Recibe (nombre, firma y placa)'],
  ])
    expect(text).toContain(withoutSpaces(said));
  // Cells in order: shipment, place, tracking number (none), parcels, cash.
  expect(text).toMatch(new RegExp(`${paid}-1\\|[^|]*\\|(?:\\|)?2\\|–`));
  expect(text).toMatch(new RegExp(`${cash}-1\\|[^|]*\\|(?:\\|)?3\\|Q130\\.00`));
  for (const sum of ['Efectivoporcobrar|Q130.00', 'Envíos|2|Bultos|5']) expect(text).toContain(sum);
  expect(await scanned(paper)).toEqual([['Code128', params.id]]);
});

test('[WORK-26] no labels are printed for unknown or foreign shipments, or for more than 200', async () => {
  const number = await place();
  const cellar = await openDesk(shop, 'warehouse', ['XELA']);
  for (const [desk, ids] of [
    [manager, `${number}-9`],
    [cellar, `${number}-1`],
  ] as const)
    expect((await desk.send('GET', `/v1/admin/shipments/labels?ids=${ids}`)).statusCode).toBe(404);
  const many = Array.from({ length: 201 }, (_, index) => `${number}-${index + 1}`).join(',');
  expect((await manager.send('GET', `/v1/admin/shipments/labels?ids=${many}`)).statusCode).toBe(400);
});

test('[WORK-09] slip and picking list are printed on letter and 80 mm, and the slip has no prices', async () => {
  const number = await place();
  for (const [size, width] of [
    ['letter', 216],
    ['strip', 80],
  ] as const) {
    const slip = await print(`/v1/admin/shipments/${number}-1/slip?size=${size}`);
    expect(slip.pages.map(([wide]) => wide)).toEqual([width]);
    for (const said of ['Contenido', number, 'SPEAKER', 'Bocina']) expect(slip.text).toContain(said);
    expect(slip.text).not.toMatch(/Q\d/);
    expect(await scanned(slip)).toEqual([['Code128', number]]);
  }
  for (let n = 0; n < 4; n += 1) await place();
  const taken = await manager.call('takePick', { body: { storeCode: 'BODEGA', limit: 20 } });
  if (!taken.ok) throw new Error(taken.error.code);
  const orders = taken.value.data.shipments.map((id) => id.split('-')[0] ?? id).toSorted();
  expect(orders.length).toBeGreaterThan(3);
  for (const [size, width] of [
    ['letter', 216],
    ['strip', 80],
  ] as const) {
    const list = await print(`/v1/admin/picks/${taken.value.data.id}/list?size=${size}`);
    expect(list.pages.map(([wide]) => wide)).toEqual([width]);
    for (const said of ['SPEAKER', `${number}-1`]) expect(list.text).toContain(said);
    expect(await scanned(list)).toEqual(orders.map((order) => ['Code128', order]));
  }
  expect((await print(`/v1/admin/picks/${taken.value.data.id}/list`)).text).toContain(manager.name.split(' ')[0]);
  expect((await print(`/v1/admin/picks/${taken.value.data.id}/labels`)).pages.length).toBeGreaterThan(3);
});

test('[WORK-07, WORK-09] label and slip show serial numbers, and the slip shows the message of a gift', async () => {
  await shop.db.pool.query(
    `insert into categories (id, parent_id, path, slug, title, level, ancestor_ids, needs_serial) values (7, null, 'celulares', 'celulares', 'Celulares', 1, '{7}', true)`,
  );
  const phone = await createProduct(shop.db, { sku: 'PHONE', price: 100_00, stock: 10, categoryId: 7 });
  const gift = await createProduct(shop.db, { sku: 'GIFT', kind: 'gift_card', price: 50_00 });
  const giftCardDate = guatemalaDate(new Date());
  const number = await placeOrderOf(shop, {
    lines: [
      { productId: phone, quantity: 1 },
      { productId: gift, quantity: 1, giftCardDate },
    ],
    amount: 180,
  });
  await shop.db.pool.query(
    `update order_lines set gift_card = gift_card || '{"giftcardMessage": "Felicidades", "giftcardName": "Sofía"}' where gift_card is not null`,
  );
  const params = { id: `${number}-1` };
  await manager.call('moveShipment', { params, body: { to: 'picking', version: 1 } });
  const scanned = { scanId: randomUUID(), code: 'PHONE', serial: 'SN-4711' };
  expect(await manager.call('scanShipment', { params, body: scanned })).toMatchObject({ ok: true });
  expect((await print(`/v1/admin/shipments/labels?ids=${number}-1`)).text).toContain('SN-4711');
  const slip = (await print(`/v1/admin/shipments/${number}-1/slip?size=letter`)).text;
  for (const said of ['SN-4711', 'Felicidades', 'Sofía']) expect(slip).toContain(said);
});

test('[CASH-02, OFF-27] the receipt and the closing of a till can be printed', async () => {
  const made = await manager.call('createTill', { body: { storeCode: 'MAX', name: 'Caja 2' } });
  if (!made.ok) throw new Error(made.error.code);
  const { id, version } = made.value.data;
  await manager.call('openTill', { params: { id }, body: { version, float: 500 } });
  await manager.call('moveTillCash', {
    params: { id },
    body: { kind: 'out', amount: 120.5, reason: 'Compra de hielo' },
  });
  const state = await manager.call('getTill', { params: { id } });
  if (!state.ok) throw new Error(state.error.code);
  for (const [size, width] of [
    ['', 80],
    ['?size=strip', 80],
    ['?size=letter', 216],
  ] as const) {
    const receipt = await print(`/v1/admin/tills/${id}/movements/${state.value.data.movements[0]?.id}/receipt${size}`);
    expect(receipt.pages.map(([wide]) => wide)).toEqual([width]);
    for (const said of ['Retiro', 'Q120.50', 'Caja 2', 'Compra']) expect(receipt.text).toContain(said);
  }
  const closed = await manager.call('closeTill', {
    params: { id },
    body: { version: state.value.data.version, counted: 379.5, cards: 0 },
  });
  if (!closed.ok) throw new Error(closed.error.code);
  const closing = await print(`/v1/admin/tills/${id}/closings/${closed.value.data.closing?.id}`);
  for (const said of ['Cierre', 'Q500.00', 'Q379.50', 'Diferencia', 'Q0.00']) expect(closing.text).toContain(said);
});

test('[CASH-02, OFF-27] a receipt shows the order, its cost with IVA, the cash received and the change', async () => {
  await shop.db.pool.query(
    `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
  );
  const made = await manager.call('createTill', { body: { storeCode: 'MAX', name: 'Caja 4' } });
  if (!made.ok) throw new Error(made.error.code);
  const { id, version } = made.value.data;
  await manager.call('openTill', { params: { id }, body: { version, float: 500 } });
  const paid = async (quantity: number, by: { kind: 'cash' | 'card'; amount: number; receipt?: string }) => {
    const orderNumber = await placeStoreOrder(shop, {
      ...{ lines: [{ productId: speaker, quantity }], amount: 100 * quantity, advisor: 'asesor' },
      ...{ shippingMethod: 'pickup', storeCode: 'MAX' },
    });
    const answer = await manager.call('payAtTill', { params: { id }, body: { orderNumber, ...by } });
    if (!answer.ok) throw new Error(answer.error.code);
    const { movementId, receipt } = answer.value.data;
    const { text, pages } = await print(`/v1/admin/tills/${id}/movements/${movementId}/receipt`);
    expect(pages.map(([wide]) => wide)).toEqual([80]);
    for (const said of ['Recibo', orderNumber, receipt, 'Caja 4', manager.name, 'Este recibo no es factura.'])
      expect(withoutSpaces(text)).toContain(withoutSpaces(said));
    return withoutSpaces(text);
  };
  const cash = await paid(2, { kind: 'cash', amount: 250 });
  for (const said of ['2Bocina', 'Q200.00', 'Q21.43', 'Efectivo', 'Q250.00', 'Vuelto', 'Q50.00'])
    expect(cash).toContain(said);
  const card = await paid(1, { kind: 'card', amount: 100, receipt: 'V-77' });
  for (const said of ['1Bocina', 'Q100.00', 'Q10.71', 'Tarjeta']) expect(card).toContain(said);
  expect(card).not.toMatch(/Efectivo|Vuelto/);
});

test('[OFF-27] one file can have 200 labels, and the test prints the time of a label', async () => {
  const numbers: string[] = [];
  for (let placed = 0; placed < 5; placed += 1) numbers.push(await place());
  await shop.db.pool.query(
    'update shipments set parcels = 40 where order_id in (select id from orders where number = any ($1))',
    [numbers],
  );
  const used = process.cpuUsage();
  const { pages } = await print(`/v1/admin/shipments/labels?ids=${numbers.map((number) => `${number}-1`).join(',')}`);
  const { user, system } = process.cpuUsage(used);
  expect(pages).toHaveLength(200);
  // The time is not asserted, because a busy machine is slow, not wrong.
  process.stdout.write(`a label takes ${((user + system) / 200_000).toFixed(1)} ms of a processor\n`);
  await shop.db.pool.query('update shipments set parcels = 1');
});

test('[CASH-03, WORK-10] after a split, receipt and search of a pickup show only the pickup’s own shipment', async () => {
  const number = await placeOrderOf(shop, {
    ...{ lines: [{ productId: speaker, quantity: 3 }], amount: 300, isCash: true },
    ...{ shippingMethod: 'pickup', storeCode: 'MAX' },
  });
  const split = await manager.call('splitShipment', {
    params: { id: `${number}-1` },
    body: { version: 1, lines: [{ line: 1, quantity: 1 }] },
  });
  expect(split).toMatchObject({ ok: true });
  const action = { kind: 'send', courier: null, trackingNumber: null } as const;
  const asked = { orderNumber: number, choice: { shipmentNumber: 2 }, action, actor: operator };
  expect(await moveShipment(shop.db, asked, new Date())).toMatchObject({ ok: true });
  const made = await manager.call('createTill', { body: { storeCode: 'MAX', name: 'Caja 3' } });
  if (!made.ok) throw new Error(made.error.code);
  const { id: tillId, version } = made.value.data;
  await manager.call('openTill', { params: { id: tillId }, body: { version, float: 0 } });
  const found = await manager.call('findTillOrders', { params: { id: tillId }, query: { q: number } });
  expect(found).toMatchObject({
    value: {
      data: [
        { shipmentId: `${number}-1`, due: 200, lines: [{ quantity: 2, worth: 200 }] },
        { shipmentId: `${number}-2`, due: 100, lines: [{ quantity: 1, worth: 100 }] },
      ],
    },
  });
  const { rows } = await shop.db.pool.query<{ code: string; version: number }>(
    'select pickup_code_of(o.id, 2) as code, s.version from orders o join shipments s on s.order_id = o.id and s.n = 2 where o.number = $1',
    [number],
  );
  const [pickup] = rows;
  const handed = await manager.call('moveShipment', {
    params: { id: `${number}-2` },
    body: { to: 'delivered', version: pickup?.version ?? 0, code: pickup?.code ?? '', amountReceived: 100, tillId },
  });
  expect(handed).toMatchObject({ ok: true });
  const state = await manager.call('getTill', { params: { id: tillId } });
  if (!state.ok) throw new Error(state.error.code);
  const receipt = await print(`/v1/admin/tills/${tillId}/movements/${state.value.data.movements[0]?.id}/receipt`);
  for (const said of ['1 Bocina', 'Q100.00', 'Q10.71']) expect(receipt.text).toContain(said);
  for (const said of ['2 Bocina', '3 Bocina', 'Q300.00', 'Q32.14']) expect(receipt.text).not.toContain(said);
});

test('papers of another shop show that shop’s name, legal name and NIT, and nothing of the demo shop', async () => {
  await shop.setPolicy('shopName', 'Electrónica Maya');
  await shop.setPolicy('shopLegalName', 'Maya, S.A.');
  await shop.setPolicy('shopNit', '576937-K');
  await shop.db.pool.query(`update stores set name = replace(name, 'Ceiba', 'Sucursal')`);
  const number = await place(true);
  const made = await manager.call('createTill', { body: { storeCode: 'MAX', name: 'Caja 9' } });
  if (!made.ok) throw new Error(made.error.code);
  const { id, version } = made.value.data;
  await manager.call('openTill', { params: { id }, body: { version, float: 500 } });
  await manager.call('moveTillCash', { params: { id }, body: { kind: 'out', amount: 20, reason: 'Hielo' } });
  const state = await manager.call('getTill', { params: { id } });
  if (!state.ok) throw new Error(state.error.code);
  const receipt = `/v1/admin/tills/${id}/movements/${state.value.data.movements[0]?.id}/receipt`;
  const label = `/v1/admin/shipments/labels?ids=${number}-1`;
  const slip = `/v1/admin/shipments/${number}-1/slip`;
  for (const path of [label, slip, receipt]) {
    const text = withoutSpaces((await print(path)).text);
    expect([path, text.includes('ElectrónicaMaya')]).toEqual([path, true]);
    expect([path, text.includes('Ceiba')]).toEqual([path, false]);
  }
  const receiptText = withoutSpaces((await print(receipt)).text);
  for (const said of ['Maya,S.A.', 'NIT576937-K']) expect(receiptText).toContain(said);
});
