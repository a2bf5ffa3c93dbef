import { examples } from '@ceiba/contract/testing/test-all';
import { quantityLimit } from '@ceiba/domain/carts/cart-limits';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { addStock, createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import type { TestShop } from '../testing/test-shop.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
/** A Tuesday morning. */
const tuesday = new Date('2026-11-24T10:00:00-06:00');

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
});
afterAll(() => open.close());

/** Advances the clock, so that no later call shares a reading. */
let moment = tuesday.getTime();
const nextSecond = (): void => {
  moment += 1_000;
  shop.setNow(new Date(moment));
};

const ask = async (sku: string, query: { quantity?: number; region?: number; city?: string; zone?: string } = {}) => {
  nextSecond();
  return done(await shop.call('getProductStores', { params: { sku }, query })).data;
};
const storeOf = async (sku: string, code = 'MAX', quantity = 1) =>
  (await ask(sku, { quantity })).stores.find(({ storeCode }) => storeCode === code);

describe('the answer of the call', () => {
  test('[LIVE-01, LIVE-02] every store that hands goods over is listed, nearest first, with its state', async () => {
    const id = await createProduct(shop.db, { sku: 'TV', stock: 2 });
    await addStock(shop.db, id, 4, 'MAX');
    const answer = await ask('TV', { region: 493, city: 'Quetzaltenango' });
    expect(answer.asOf).toBe(new Date(moment).toISOString());
    expect(answer.notPickedUp).toBeNull();
    expect(answer.stores).toMatchObject([
      {
        ...{ storeCode: 'XELA', name: 'Ceiba Xela', city: 'Quetzaltenango', state: 'transfer', units: null },
        ...{ message: 'No está aquí. La traemos: lista el jueves 26 de noviembre', pickupDate: '2026-11-26' },
        ...{ latitude: 14.84, longitude: -91.51, distanceKm: null },
      },
      {
        ...{ storeCode: 'MAX', state: 'now', units: null, message: 'Disponible hoy', pickupDate: '2026-11-24' },
        ...{ pickupTime: '12:00', openNow: true, hours: 'Abierto hasta las 19:00', distanceKm: 112.1 },
      },
    ]);
    const near = await ask('TV');
    expect(near.stores.map(({ storeCode }) => storeCode)).toEqual(['MAX', 'XELA']);
    expect(shop.lastStatements()).toEqual(['delivery.supply']);
  });

  test('[LIVE-03, PROD-28] display pieces are not offered for pickup, and cannot be ordered', async () => {
    const id = await createProduct(shop.db, { sku: 'SHOWN', stock: 0 });
    await addStock(shop.db, id, 2, 'MAX');
    await shop.db.pool.query("update stores set display_units = 1 where store_code = 'MAX'");
    expect(await storeOf('SHOWN')).toMatchObject({ state: 'few', units: 1, message: 'Última en esta tienda' });
    expect(await storeOf('SHOWN', 'MAX', 2)).toMatchObject({ state: 'none', message: 'No disponible: aquí hay 1' });
    expect(await order(id, 2)).toBe('409 QUANTITY_GREATER_THAN_STOCK');
    expect(await order(id, 1)).toMatch(/^200 /);
    expect(await storeOf('SHOWN')).toMatchObject({ state: 'none', units: null, message: 'No disponible' });
    expect(await order(id, 1)).toMatch(/^409 /);
    await shop.db.pool.query("update stores set display_units = 0 where store_code = 'MAX'");
    expect(await storeOf('SHOWN')).toMatchObject({ state: 'few', units: 1 });
  });

  test.each([
    ['another seller', { sellerId: 2, offerId: 'X' }, 'Este producto no se recoge en tienda', '2026-11-28'],
    ['a supplier', { isDropshipping: true }, 'Este producto no se recoge en tienda', '2026-12-01'],
    ['a mail', { kind: 'gift_card' }, 'Este producto no se recoge en tienda', '2026-11-24'],
  ] as const)(
    '[LIVE-06] the answer for a product of %s refuses pickup and gives the arrival date',
    async (_, product, message, date) => {
      const sku = `NOT ${date}`;
      await createProduct(shop.db, { sku, ...product });
      expect(await ask(sku)).toMatchObject({ stores: [], notPickedUp: { message, deliveryDate: date } });
    },
  );

  test('[LIVE-06] a presale cannot be picked up yet, and the answer contains its day', async () => {
    await createProduct(shop.db, { sku: 'SOON' });
    await shop.db.pool.query(`update products set is_presale = true, presale_date = '2026-12-10' where sku = 'SOON'`);
    expect((await ask('SOON')).notPickedUp).toEqual({
      message: 'Este producto no se recoge en tienda todavía',
      deliveryDate: '2026-12-10',
      deliveryMessage: 'Disponible a partir del 10 de diciembre de 2026',
    });
  });

  test('[LIVE-01, DEC-190] unknown products, places and quantities are refused, each with its own message', async () => {
    const refused = async (path: string) => {
      const answer = await shop.inject({ url: `/v1/products/${path}` });
      return [answer.statusCode, answer.json().error.code, Object.keys(answer.json().error.metadata.fields ?? {})];
    };
    await createProduct(shop.db, { sku: 'HIDDEN', isPublished: false });
    expect(await refused('NOBODY/stores')).toEqual([404, 'PRODUCT_NOT_FOUND', []]);
    expect(await refused('HIDDEN/stores')).toEqual([404, 'PRODUCT_NOT_FOUND', []]);
    expect(await refused('TV/stores?region=999')).toEqual([400, 'VALIDATION_ERROR', ['region']]);
    expect(await refused('TV/stores?quantity=0')).toEqual([400, 'VALIDATION_ERROR', ['quantity']]);
    expect(await refused('TV/stores?quantity=1000')).toEqual([400, 'VALIDATION_ERROR', ['quantity']]);
  });

  test('[LIVE-03] calls within a second share a reading, but only for the same quantity', async () => {
    const id = await createProduct(shop.db, { sku: 'SHARED', stock: 0 });
    await addStock(shop.db, id, 3, 'MAX');
    const unitsNow = async (quantity: number) => {
      const answer = await shop.call('getProductStores', { params: { sku: 'SHARED' }, query: { quantity } });
      return done(answer).data.stores[0]?.units;
    };
    nextSecond();
    expect(await unitsNow(1)).toBe(3);
    await addStock(shop.db, id, -1, 'MAX');
    expect([await unitsNow(1), await unitsNow(2)]).toEqual([3, 2]);
    nextSecond();
    expect(await unitsNow(1)).toBe(2);
  });
});

const order = async (productId: number, quantity: number, storeCode = 'MAX'): Promise<string> => {
  const cartId = await prepareCart(shop, {
    lines: [{ productId, quantity }],
    shippingMethod: 'pickup',
    storeCode,
  });
  return outcomeOf(await postOrder(shop, { cartId, payments: [cash(quantity * 100)] }));
};

test('[LIVE-03] for random table states, the call and a real placement for pickup agree', async () => {
  const anyState = fc.record({
    units: fc.record({ MAX: fc.nat(4), XELA: fc.nat(3), BODEGA: fc.nat(3) }),
    display: fc.record({ MAX: fc.nat(2), XELA: fc.nat(1), BODEGA: fc.constantFrom(0, 0, 1) }),
    quantity: fc.integer({ min: 1, max: 6 }),
  });
  const states = fc.sample(anyState, examples(200));
  for (const [index, { units, display, quantity }] of states.entries()) {
    const sku = `RANDOM-${index}`;
    const id = await createProduct(shop.db, { sku, stock: 0 });
    for (const [code, count] of Object.entries(units)) if (count > 0) await addStock(shop.db, id, count, code);
    await shop.db.pool.query(
      `update stores set display_units = ($1::jsonb ->> store_code)::integer where $1::jsonb ? store_code`,
      [JSON.stringify(display)],
    );
    const said = await storeOf(sku, 'MAX', quantity);
    const placed = await order(id, quantity);
    const state = JSON.stringify({ units, display, quantity, said: said?.message });
    expect(placed.startsWith('200'), `${placed} with ${state}`).toBe(said?.state !== 'none');
  }
  await shop.db.pool.query('update stores set display_units = 0');
});

test('[LIVE-03] while orders are placed, no answer promises units that were already sold', async () => {
  shop.setNow(undefined);
  const stock = 40;
  const id = await createProduct(shop.db, { sku: 'RUSH', stock: 0 });
  await addStock(shop.db, id, stock, 'MAX');
  const carts = await Promise.all(
    Array.from({ length: 60 }, () =>
      prepareCart(shop, { lines: [{ productId: id, quantity: 1 }], shippingMethod: 'pickup', storeCode: 'MAX' }),
    ),
  );
  /** Times at which a buyer knew of a sale. The sale was committed before. */
  const sold: number[] = [];
  const buy = async (cartId: string): Promise<string> => {
    const outcome = outcomeOf(await postOrder(shop, { cartId, payments: [cash(100)] }));
    if (outcome.startsWith('200')) sold.push(Date.now());
    return outcome;
  };
  const asked: { asOf: number; promised: number }[] = [];
  const askOnce = async (quantity: number): Promise<void> => {
    const answer = done(await shop.call('getProductStores', { params: { sku: 'RUSH' }, query: { quantity } })).data;
    const store = answer.stores.find(({ storeCode }) => storeCode === 'MAX');
    // A store that reports no number has more than three units, or at least the requested quantity.
    const promised = store?.state === 'none' ? 0 : (store?.units ?? Math.max(4, quantity));
    asked.push({ asOf: Date.parse(answer.asOf), promised });
  };
  const outcomes = Promise.all(carts.map(buy));
  // Each quantity has its own reading, so that many readings meet the sales.
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 50 }, (_, index) => askOnce((index % (quantityLimit - 1)) + 1)));
  expect((await outcomes).filter((outcome) => outcome.startsWith('200'))).toHaveLength(stock);
  await askOnce(quantityLimit);
  for (const { asOf, promised } of asked) {
    const before = sold.filter((at) => at < asOf).length;
    expect(promised, `${before} were sold before`).toBeLessThanOrEqual(stock - before);
  }
  expect(asked.at(-1)?.promised).toBe(0);
  expect(asked.some(({ promised }) => promised > 0)).toBe(true);
});
