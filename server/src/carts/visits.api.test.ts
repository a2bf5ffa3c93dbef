import { type CoveredPlace, isCovered } from '@ceiba/domain/visits/visit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
const ids: Record<string, number> = {};
/** Departments of the fixtures: 485 Guatemala, 493 Quetzaltenango. */
const home = { region: 485, city: 'Guatemala' };
const mixco = { region: 485, city: 'mixco' };
const xela = { region: 493, city: 'Quetzaltenango' };

beforeAll(async () => {
  open = await openShopWithBank();
  const { db } = open.shop;
  await createShopBasics(db);
  await db.pool.query(
    `insert into municipios (ine_code, region_id, name, position) values ('0101', 485, 'Guatemala', 1), ('0108', 485, 'Mixco', 2)`,
  );
  const sized = async (sku: string, inches: string, more: object = {}) => {
    ids[sku] = await createProduct(db, { sku, price: 500_00, ...more });
    const attributes = [{ code: 'pantalla', label: 'Pantalla', value: inches, unit: 'pulgadas' }];
    await db.pool.query('update products set attributes = $2 where id = $1', [ids[sku], JSON.stringify(attributes)]);
  };
  await sized('TV-40', '40');
  await sized('TV-55', '55');
  await sized('PHONE', '55', { categoryId: 1 });
  for (const sku of ['WALL', 'TUNE', 'WASH', 'TECKI']) {
    ids[sku] = await createProduct(db, { sku, kind: 'service', price: 200_00 });
  }
  await db.pool.query(
    `insert into visits (product_id, days, coverage, fit_category, fit_code, fit_from, fit_to) values
       ($1, 4, '{Guatemala/Mixco}', 2, 'pantalla', 44, 65), ($2, 2, '{}', 2, 'pantalla', null, 43.9), ($3, 1, '{Guatemala}', null, null, null, null)`,
    [ids['WALL'], ids['TUNE'], ids['WASH']],
  );
});
afterAll(() => open.close());

const setAddress = (id: string, { region, city }: { region: number; city: string }) =>
  open.shop.call('setCartShippingAddress', {
    params: { id },
    body: { firstname: 'Ana', lastname: 'Paz', street: ['4 calle 5-6'], telephone: '55554444', region, city },
  });
const cartOf = async (...skus: string[]): Promise<string> => {
  const id = await openCart(open.shop);
  for (const sku of skus) done(await addProduct(open.shop, id, sku));
  return id;
};
const refusalIn = async (id: string, sku: string) =>
  (await readCart(open.shop, id)).items.find((item) => item.sku === sku)?.visitRefusal;

test('a product page offers the visits for its product, with their dates and places', async () => {
  const visitsOf = async (slug: string) =>
    done(await open.shop.call('getProductBySlug', { params: { slug } })).visits.map(({ sku, visit }) => ({
      sku,
      visit,
    }));
  expect(await visitsOf('tv-55')).toEqual([
    { sku: 'WALL', visit: { days: 4, coverage: [{ regionId: 485, department: 'Guatemala', city: 'Mixco' }] } },
  ]);
  expect(await visitsOf('tv-40')).toEqual([{ sku: 'TUNE', visit: { days: 2, coverage: [] } }]);
  // This product has the same size, but the visit is not made for its category.
  expect(await visitsOf('phone')).toEqual([]);
});

test('a visit can only be added to a cart with a product that it suits', async () => {
  const { shop } = open;
  expect(codeOf(await addProduct(shop, await cartOf('TV-40'), 'WALL'))).toBe('VISIT_DOES_NOT_FIT');
  expect(codeOf(await addProduct(shop, await cartOf('TV-40', 'TV-55'), 'WALL'))).toBe('ok');
  // Each visit needs a product for which it is made. Another product does not help, even in the same cart.
  expect(codeOf(await addProduct(shop, await cartOf('TV-40', 'TV-55', 'WALL'), 'WALL'))).toBe('VISIT_DOES_NOT_FIT');
  // A customer who already owns the product buys only the visit.
  expect(codeOf(await addProduct(shop, await cartOf('PHONE'), 'WALL'))).toBe('ok');
});

test('a cart shows that a visit no longer suits any product, and cannot be ordered', async () => {
  const { shop } = open;
  const id = await cartOf('WALL');
  expect(await refusalIn(id, 'WALL')).toBeNull();
  done(await addProduct(shop, id, 'TV-40'));
  expect(await refusalIn(id, 'WALL')).toBe('VISIT_DOES_NOT_FIT');
  const lines = ['WALL', 'TV-40'].map((sku) => ({ productId: ids[sku] ?? 0, quantity: 1 }));
  const cartId = await prepareCart(shop, { lines });
  await shop.db.pool.query(
    `update carts set shipping_address = shipping_address || '{"city": "Mixco"}' where id = $1`,
    [cartId],
  );
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(730)] }))).toBe('400 VISIT_DOES_NOT_FIT');
  expect(codeOf(await shop.call('confirmCart', { params: { id: cartId }, body: { email: 'a@b.gt' } }))).toBe(
    'VISIT_DOES_NOT_FIT',
  );
});

test('an address outside a visit’s coverage is refused, and so is a visit that does not cover the address', async () => {
  const { shop } = open;
  const id = await cartOf('TV-55', 'WALL');
  expect(codeOf(await setAddress(id, xela))).toBe('VISIT_NOT_COVERED');
  expect(codeOf(await setAddress(id, home))).toBe('VISIT_NOT_COVERED');
  expect((await readCart(shop, id)).shippingAddresses).toEqual([]);
  expect(codeOf(await setAddress(id, mixco))).toBe('ok');
  const elsewhere = await cartOf('TV-55');
  done(await setAddress(elsewhere, xela));
  expect(codeOf(await addProduct(shop, elsewhere, 'WALL'))).toBe('VISIT_NOT_COVERED');
  const lines = ['TV-55', 'WALL'].map((sku) => ({ productId: ids[sku] ?? 0, quantity: 1 }));
  const cartId = await prepareCart(shop, { lines });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(730)] }))).toBe('400 VISIT_NOT_COVERED');
});

test('[DEC-84] a visit alone needs a place but costs no delivery, and a digital service needs no place', async () => {
  const { shop } = open;
  const id = await cartOf('WASH');
  expect((await readCart(shop, id)).isDigital).toBe(false);
  done(await setAddress(id, home));
  done(
    await shop.call('setCartShippingMethod', {
      params: { id },
      body: { carrierCode: 'tablerate', methodCode: 'bestway', notificationMode: 'all' },
    }),
  );
  expect((await readCart(shop, id)).prices.shipping.value).toBe(0);
  expect((await readCart(shop, await cartOf('TECKI'))).isDigital).toBe(true);
});

test('[DEC-101] a visit gets a date within its business days, and delays no shipment', async () => {
  const { shop } = open;
  const times = async (...skus: string[]) =>
    done(
      await shop.call('computeDeliveryTimes', {
        body: { shippingMethod: 'delivery', location: mixco, items: skus.map((sku) => ({ sku, quantity: 1 })) },
      }),
    ).data[0];
  const [visit, alone, both] = [await times('WALL'), await times('TV-55'), await times('TV-55', 'WALL')];
  expect(visit?.message).not.toBe('Hoy mismo');
  expect(visit?.deliveryDate?.localeCompare(alone?.deliveryDate ?? '')).toBe(1);
  expect(both?.deliveryDate).toBe(alone?.deliveryDate);
});

test('database and domain agree on the places that a coverage includes', async () => {
  const rows = await open.shop.db.pool.query<{ sku: string; terms: { days: number; coverage: CoveredPlace[] } }>(
    'select p.sku, visit_terms(p.id) as terms from visits v join products p on p.id = v.product_id order by p.sku',
  );
  expect(rows.rows.map(({ sku }) => sku)).toEqual(['TUNE', 'WALL', 'WASH']);
  for (const { sku, terms } of rows.rows) {
    for (const { region, city } of [
      home,
      mixco,
      xela,
      { region: 485, city: ' Mixco' },
      { region: 493, city: 'Mixco' },
    ]) {
      const { rows: said } = await open.shop.db.pool.query<{ covers: boolean }>(
        'select visit_covers(coverage, $2, $3) as covers from visits where product_id = $1',
        [ids[sku], region, city],
      );
      expect([sku, region, city, said[0]?.covers]).toEqual([
        sku,
        region,
        city,
        isCovered(terms, { regionId: region, city }),
      ]);
    }
  }
});
