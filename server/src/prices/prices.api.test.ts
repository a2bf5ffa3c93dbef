import { dayMs } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addProduct, done, openCart, readCart } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { cash, openShopWithBank, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { priceCommands } from './price-command.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => open.close());

const run = (text: string, values: unknown[] = []) => shop.db.pool.query(text, values);

const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs);

/** Creates a product at Q100 that had these regular prices and prices, in quetzales, since these days before now. */
async function productWithPast(
  sku: string,
  past: [daysAgo: number, regular: number, price: number][],
): Promise<number> {
  const id = await createProduct(shop.db, { sku, price: 100_00, stock: 50 });
  for (const [days, regular, price] of past)
    await run('insert into price_changes (product_id, at, regular_price, price) values ($1, $2, $3, $4)', [
      id,
      daysAgo(days),
      regular * 100,
      price * 100,
    ]);
  return id;
}

const reduce = (id: number, price: number) =>
  run('update products set sales_price = $2 where id = $1', [id, price * 100]);

const historyOf = async (id: number) =>
  (
    await run(
      'select flash_sale_id is not null as is_sale, regular_price::int as regular, price::int from price_changes where product_id = $1 order by at, id',
      [id],
    )
  ).rows;

describe('the price history', () => {
  test('[PRICE-01] every change of a price writes a row, and changes of other fields write none', async () => {
    const id = await createProduct(shop.db, { sku: 'WAYS', price: 100_00 });
    await run(`update products set sold_count = 5, title = 'Otra' where id = $1`, [id]);
    await reduce(id, 80);
    await run('update products set is_published = false where id = $1', [id]);
    await run(
      `insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, now(), now() + interval '1 day')`,
      [id],
    );
    await run('update flash_sales set price = 4000 where product_id = $1', [id]);
    await run('delete from flash_sales where product_id = $1', [id]);
    const own = (regular: number | null, price: number | null) => ({ is_sale: false, regular, price });
    const sale = (price: number | null) => ({ is_sale: true, regular: null, price });
    expect(await historyOf(id)).toEqual([
      own(100_00, 100_00),
      own(100_00, 80_00),
      own(null, null),
      sale(50_00),
      sale(40_00),
      sale(null),
    ]);
  });

  test('[PRICE-01] rows cannot be changed or deleted while their product exists', async () => {
    const id = await createProduct(shop.db, { sku: 'KEPT', stock: 0 });
    await expect(run('update price_changes set price = 1 where product_id = $1', [id])).rejects.toThrow(
      'never changed',
    );
    await expect(run('delete from price_changes where product_id = $1', [id])).rejects.toThrow('never changed');
    await run(
      `insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, now(), now() + interval '1 day')`,
      [id],
    );
    await run('delete from products where id = $1', [id]);
    expect(await historyOf(id)).toEqual([]);
  });

  test('[PRICE-01] two concurrent changes of one product both count for its reference', async () => {
    const id = await productWithPast('TWO', [[60, 100, 100]]);
    await Promise.all([
      reduce(id, 80),
      run(
        `insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 5000, now() + interval '1 day', now() + interval '2 days')`,
        [id],
      ),
    ]);
    const { rows } = await run('select price::int, ends_at from price_references where product_id = $1', [id]);
    expect(rows).toEqual([{ price: 100_00, ends_at: null }]);
  });
});

const productOf = async (sku: string) => done(await shop.call('getProductBySku', { params: { sku } }));

describe('the product page', () => {
  test('[PRICE-02] during a reduction, the page shows the lowest price of the 30 days before, in one statement', async () => {
    const id = await productWithPast('REF', [
      [60, 100, 100],
      [20, 100, 90],
      [10, 100, 100],
    ]);
    await reduce(id, 80);
    const pageOf = async () => done(await shop.call('getProductBySlug', { params: { slug: 'ref' } })).discount;
    expect(await pageOf()).toMatchObject({ displayDiscount: true, reference: { price: 90, days: 30 } });
    expect(shop.lastStatements()).toEqual(['catalog.product-page']);
    await reduce(id, 70);
    expect((await productOf('REF')).discount).toMatchObject({ percentOff: 30, reference: { price: 90 } });
    const listed = done(await shop.call('listProducts', { query: { skus: 'REF' } }));
    expect(listed.products[0]?.discount).not.toHaveProperty('reference');
  });

  test('[PRICE-03] a discount that is not below the previous price is not shown', async () => {
    const id = await productWithPast('SAME', [
      [60, 80, 80],
      [10, 100, 100],
    ]);
    await reduce(id, 80);
    expect((await productOf('SAME')).discount).toMatchObject({ displayDiscount: false, reference: { price: 80 } });
    await reduce(id, 79);
    expect((await productOf('SAME')).discount).toMatchObject({ displayDiscount: true, percentOff: 21 });
  });

  test('[PRICE-04] the call returns each price of the period, the lowest and the highest price, and gaps', async () => {
    const id = await productWithPast('PAST', [
      [200, 120, 120],
      [80, 120, 90],
      [70, 120, 120],
    ]);
    await run('insert into price_changes (product_id, at) values ($1, $2)', [id, daysAgo(50)]);
    await run('insert into price_changes (product_id, at, regular_price, price) values ($1, $2, 12000, 12000)', [
      id,
      daysAgo(40),
    ]);
    const { data } = done(await shop.call('getProductPrices', { params: { sku: 'PAST' }, query: {} }));
    expect(data.points.map(({ price }) => price)).toEqual([120, 90, 120, null, 120, 100]);
    expect([data.lowest?.price, data.highest?.price, data.reference]).toEqual([90, 120, null]);
    expect(shop.lastStatements()).toEqual(['prices.history']);
    const month = done(await shop.call('getProductPrices', { params: { sku: 'PAST' }, query: { days: 20 } }));
    expect(month.data.points.map(({ price }) => price)).toEqual([120, 100]);
    expect(await shop.call('getProductPrices', { params: { sku: 'NOBODY' }, query: {} })).toMatchObject({
      error: { code: 'PRODUCT_NOT_FOUND' },
    });
  });
});

describe('the desk', () => {
  beforeEach(() => run(`update shop_policy set changes = changes - 'listPriceProof'`));

  const warningsFor = async (
    sku: string,
    query: { regularPrice: number; salesPrice: number; discountEndsAt?: string },
  ) => done(await desk.call('checkPrice', { params: { sku }, query })).data.warnings;

  test('[PRICE-05] the desk warns of an invented price, a rise before, a long discount and a moved end', async () => {
    const id = await productWithPast('FAKE', [
      [200, 80, 80],
      [6, 100, 100],
    ]);
    const [notBelow, unproven, raised] = await warningsFor('FAKE', { regularPrice: 100, salesPrice: 80 });
    expect(notBelow).toBe('La oferta de Q80.00 no baja del precio de antes, que fue Q80.00.');
    expect(unproven).toMatch(/^De los últimos 90 días, el precio normal de Q100\.00 se cobró 6: se esperan 28\.$/);
    expect(raised).toMatch(
      /^El precio subió de Q80\.00 a Q100\.00 el .+, menos de 30 días antes de la oferta del .+\.$/,
    );
    expect(await warningsFor('FAKE', { regularPrice: 80, salesPrice: 80 })).toEqual([]);
    await run(`update products set sales_price = 7000, discount_ends_at = now() + interval '2 days' where id = $1`, [
      id,
    ]);
    const later = new Date(Date.now() + 61 * dayMs).toISOString();
    const moved = await warningsFor('FAKE', { regularPrice: 100, salesPrice: 70, discountEndsAt: later });
    expect([moved.at(-3), moved.at(-1)]).toEqual([
      expect.stringMatching(/^La oferta empezó el .+ y termina el .+: son más de 60 días\.$/),
      expect.stringMatching(/^La oferta iba a terminar el .+ y ahora termina el .+\.$/),
    ]);
  });

  test('[PRICE-05] there are no doubts about days before the start of a product’s history', async () => {
    await productWithPast('YOUNG', [[3, 100, 100]]);
    expect(await warningsFor('YOUNG', { regularPrice: 100, salesPrice: 80 })).toEqual([]);
  });

  test('[PRICE-05] if the policy refuses a discount, it can be saved with a reason', async () => {
    await run(`update shop_policy set changes = changes || '{"listPriceProof": "refuse"}'`);
    await productWithPast('ASKED', [
      [200, 80, 80],
      [6, 100, 100],
    ]);
    const change = async (body: object) => {
      const { data } = done(await desk.call('getDeskProduct', { params: { sku: 'ASKED' } }));
      return desk.call('changeProduct', { params: { sku: 'ASKED' }, body: { version: data.version, ...body } });
    };
    expect(await change({ salesPrice: 75 })).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { reason: expect.stringContaining('escribe el motivo') } },
      },
    });
    // The fixture's product lacks data that a sale needs. This is checked after the reason.
    expect(await change({ salesPrice: 75, reason: 'Error de precio corregido' })).toMatchObject({
      error: { code: 'PRODUCT_NOT_READY' },
    });
  });

  test('[PRICE-06] list and command show how each running discount is proven', async () => {
    const proven = await productWithPast('PROVEN', [[200, 100, 100]]);
    await reduce(proven, 80);
    const invented = await productWithPast('INVENTED', [
      [200, 80, 80],
      [6, 100, 100],
    ]);
    await reduce(invented, 80);
    const { data } = done(await desk.call('listPriceChecks', { query: { sort: 'title' } }));
    const rowOf = (sku: string) => data.find((row) => row.sku === sku);
    expect(rowOf('PROVEN')).toMatchObject({
      proof: 'proven',
      doubts: [],
      reference: 100,
      offeredDays: 90,
      knownDays: 90,
    });
    expect(rowOf('INVENTED')).toMatchObject({
      proof: 'doubted',
      doubts: ['notBelow', 'unproven', 'raised'],
      reference: 80,
    });
    const doubted = done(await desk.call('listPriceChecks', { query: { doubt: ['raised'] } }));
    expect(doubted.data.map(({ sku }) => sku)).toContain('INVENTED');
    const csv = await desk.send('GET', '/v1/admin/price-checks/export?proof=doubted');
    expect(csv.payload).toContain('No baja del precio de antes, Casi no se vendió al precio normal, Subió poco antes');
    const narrow = await desk.send('GET', '/v1/admin/price-checks/export?columns=title');
    expect(narrow.payload.split('\n')[0]).toContain('Prueba,Duda,Precio normal,Días así,Más bajo antes,Oferta');
    expect(narrow.payload.split('\n')[0]).toContain('Días conocidos');
    const said: string[] = [];
    const isProven = await typing(
      priceCommands,
      'price-check',
    )({ db: shop.db, args: [], say: (text) => said.push(text) });
    expect(isProven).toBe(false);
    expect(said.join('\n')).toContain('INVENTED');
  });

  test('[PRICE-06] an order stores the regular price and the reference that its page showed', async () => {
    const id = await productWithPast('BOUGHT', [[60, 100, 95]]);
    await reduce(id, 80);
    const cartId = await prepareCart(shop, { lines: [{ productId: id, quantity: 1 }] });
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(110)] }))).toMatch(/^200/);
    const { rows } = await run(
      'select regular_price::int as regular, reference_price::int as reference from order_lines where product_id = $1',
      [id],
    );
    expect(rows).toEqual([{ regular: 100_00, reference: 95_00 }]);
  });
});

describe('the cart', () => {
  test('[PRICE-09] the cart reports each price change once, until the buyer has seen it', async () => {
    const id = await createProduct(shop.db, { sku: 'TOLD', price: 100_00 });
    const cartId = await openCart(shop);
    done(await addProduct(shop, cartId, 'TOLD'));
    const itemOf = async () => (await readCart(shop, cartId)).items[0];
    expect(await itemOf()).not.toHaveProperty('seenPrice');
    await reduce(id, 80);
    const item = await itemOf();
    expect(item).toMatchObject({ salesPrice: { value: 80 }, seenPrice: { value: 100 } });
    const seen = { params: { id: cartId }, body: { cartItemId: item?.cartItemId ?? '', quantity: 1, seenPrice: 80 } };
    expect(done(await shop.call('changeCartProduct', seen)).items[0]).not.toHaveProperty('seenPrice');
    await run('update products set sales_price = 9000 where id = $1', [id]);
    expect(await itemOf()).toMatchObject({ seenPrice: { value: 80 } });
    // The price has changed again before the buyer's click. So the cart reports a change again.
    expect(done(await shop.call('changeCartProduct', seen)).items[0]).toMatchObject({ seenPrice: { value: 80 } });
  });

  test.each([100, 95.5, 500])(
    '[PRICE-09] the cart ignores a seen price of Q%d that is not the price of the line',
    async (sent) => {
      const sku = `NOT-SEEN-${sent * 10}`;
      const id = await createProduct(shop.db, { sku, price: 80_00 });
      const cartId = await openCart(shop);
      const [line] = done(await addProduct(shop, cartId, sku)).items;
      await run('update products set regular_price = 9000, sales_price = 9000 where id = $1', [id]);
      const see = async (seenPrice: number) => {
        const body = { cartItemId: line?.cartItemId ?? '', quantity: 1, seenPrice };
        return done(await shop.call('changeCartProduct', { params: { id: cartId }, body })).items[0];
      };
      expect(await see(sent)).toMatchObject({ seenPrice: { value: 80 } });
      expect(await see(90)).not.toHaveProperty('seenPrice');
    },
  );

  test('[PRICE-09] during a flash sale, the sale’s price counts as the price that a buyer has seen', async () => {
    const id = await createProduct(shop.db, { sku: 'FLASHED', price: 100_00 });
    const cartId = await openCart(shop);
    const [line] = done(await addProduct(shop, cartId, 'FLASHED')).items;
    await run(
      `insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 7000, now() - interval '1 hour', now() + interval '1 hour')`,
      [id],
    );
    const body = { cartItemId: line?.cartItemId ?? '', quantity: 1, seenPrice: 70 };
    const [seen] = done(await shop.call('changeCartProduct', { params: { id: cartId }, body })).items;
    expect(seen).toMatchObject({ salesPrice: { value: 70 } });
    expect(seen).not.toHaveProperty('seenPrice');
  });

  test('[PRICE-09] a wish list also reports each price change once', async () => {
    const id = await createProduct(shop.db, { sku: 'WISHED', price: 100_00 });
    const { headers } = await signInCustomer(shop.db, 'deseos@example.com', new Date());
    const [list] = done(await shop.call('listWishlists', {}, { headers }));
    const params = { id: list?.id ?? '' };
    done(
      await shop.call(
        'addWishlistProducts',
        { params, body: { products: [{ sku: 'WISHED', quantity: 2 }] } },
        { headers },
      ),
    );
    const itemOf = async () => done(await shop.call('getWishlist', { params }, { headers })).items[0];
    await reduce(id, 80);
    expect(await itemOf()).toMatchObject({ salesPrice: { value: 80 }, seenPrice: { value: 100 } });
    const see = async (seenPrice: number) => {
      const seen = { params, body: { products: [{ sku: 'WISHED', quantity: 1, seenPrice }] } };
      expect(done(await shop.call('addWishlistProducts', seen, { headers })).items).toMatchObject([{ quantity: 2 }]);
      return itemOf();
    };
    // This is not the product's price, so the customer has seen another price.
    expect(await see(90)).toMatchObject({ seenPrice: { value: 100 } });
    expect(await see(80)).not.toHaveProperty('seenPrice');
  });

  test('[PRICE-09] an order with the total from before a price rise is refused', async () => {
    const id = await createProduct(shop.db, { sku: 'RISEN', price: 100_00 });
    const cartId = await prepareCart(shop, { lines: [{ productId: id, quantity: 1 }] });
    await run('update products set regular_price = 12000, sales_price = 12000 where id = $1', [id]);
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] }))).toBe('409 PAY_AMOUNT_MISMATCH');
    expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(150)] }))).toMatch(/^200/);
  });
});
