import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as calls from '../testing/cart-calls.ts';
import { codeOf, done } from '../testing/cart-calls.ts';
import { makeEmployee, type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let tv: number;
let radio: number;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  tv = await createProduct(shop.db, { sku: 'TV', price: 450_00, regularPrice: 500_00, stock: 20 });
  radio = await createProduct(shop.db, { sku: 'RADIO', price: 99_99, stock: 4 });
  await createProduct(shop.db, { sku: 'GONE', stock: 0 });
  await createProduct(shop.db, { sku: 'PRICELESS', price: null });
  await createProduct(shop.db, { sku: 'HIDDEN', isPublished: false });
  await createProduct(shop.db, { sku: 'MOTO', isMotorcycle: true });
  await createProduct(shop.db, { sku: 'LENS', sellerId: 2, offerId: 'OF-1' });
  await createProduct(shop.db, { sku: 'CARD', kind: 'gift_card', price: 200_00 });
  await createProduct(shop.db, { sku: 'TECKI', kind: 'service', price: 150_00 });
  await createWarranty(shop.db, { sku: 'W-TV', productId: tv, amount: 45_00 });
});
afterAll(() => shop.close());

const openCart = () => calls.openCart(shop);
const add = (id: string, sku: string, more: object = {}) => calls.addProduct(shop, id, sku, more);
const change = (id: string, line: string, quantity: number, warranty?: string) =>
  calls.changeLine(shop, id, line, quantity, warranty);
const read = (id: string) => calls.readCart(shop, id);

const giftTo = (giftcardEmail: string, giftcardDeliveryDate: string) => ({
  itemAdditionalInfo: { giftcardEmail, giftcardName: 'Ana', giftcardDeliveryDate },
});

test('[API-20] a new cart is empty, and can be read by its id', async () => {
  const id = await openCart();
  expect(shop.lastStatements()).toEqual(['carts.create']);
  const cart = await read(id);
  expect(shop.lastStatements()).toEqual(['carts.read']);
  expect(cart).toMatchObject({ status: 200, id, cartId: id, items: [], totalQuantity: 0, email: null, donation: null });
  expect(cart.prices.grandTotal).toEqual({ value: 0, currency: 'GTQ' });
});

test('[API-21] an unknown or malformed cart id answers 404', async () => {
  expect(codeOf(await shop.call('getCart', { params: { id: randomUUID() } }))).toBe('CART_NOT_FOUND');
  expect((await shop.inject({ url: '/v1/carts/nonsense' })).statusCode).toBe(404);
});

test('[API-23] an added product has its price, and the answer contains the whole cart', async () => {
  const id = await openCart();
  const added = done(await add(id, 'TV', { quantity: 2 }));
  expect(shop.lastStatements()).toEqual(['carts.add-line', 'carts.read']);
  expect(added).toMatchObject({ status: 201, totalQuantity: 2, is3p: false, isDigital: false });
  expect(added.items[0]).toMatchObject({
    cartItemId: added.cartItemId,
    sku: 'TV',
    quantity: 2,
    status: 'IN_STOCK',
    salableQuantity: 20,
    kind: 'goods',
    salesPrice: { value: 450, currency: 'GTQ' },
    regularPrice: { value: 500, currency: 'GTQ' },
    discount: { amountOff: 50, percentOff: 10 },
    lineTotal: { value: 900, currency: 'GTQ' },
    onSale: false,
    productNeedsToBeRemovedFromCart: false,
  });
  expect(added.prices).toMatchObject({ subtotal: { value: 900 }, grandTotal: { value: 900 }, shipping: { value: 0 } });
});

test('[DEC-73] the same product added again raises the quantity of its line, up to 10', async () => {
  const id = await openCart();
  const first = done(await add(id, 'TV', { quantity: 6 }));
  const second = done(await add(id, 'TV', { quantity: 3 }));
  expect(second.cartItemId).toBe(first.cartItemId);
  expect(second.items.map((item) => item.quantity)).toEqual([9]);
  expect(done(await add(id, 'TV', { quantity: 2 })).items.map((item) => item.quantity)).toEqual([10]);
});

test('[DEC-73] more than 10 units of a line in one call are refused with 400', async () => {
  const id = await openCart();
  const line = done(await add(id, 'TV', { quantity: 10 })).cartItemId;
  const refused = await add(id, 'TV', { quantity: 11 });
  expect(refused).toMatchObject({ ok: false, error: { code: 'CART_QUANTITY_LIMIT', status: 400 } });
  expect(codeOf(await change(id, line, 11))).toBe('CART_QUANTITY_LIMIT');
});

test('[DEC-81] all lines of a product together cannot exceed its stock', async () => {
  const id = await openCart();
  expect(await add(id, 'GONE')).toMatchObject({ error: { code: 'OUT_OF_STOCK', status: 409 } });
  expect(await add(id, 'RADIO', { quantity: 5 })).toMatchObject({
    error: { code: 'QUANTITY_GREATER_THAN_STOCK', status: 409 },
  });
  done(await add(id, 'RADIO', { quantity: 4 }));
  expect(codeOf(await add(id, 'RADIO'))).toBe('QUANTITY_GREATER_THAN_STOCK');
  await createWarranty(shop.db, { sku: 'W-RADIO', productId: radio, amount: 10_00 });
  expect(codeOf(await add(id, 'RADIO', { warranty: 'W-RADIO' }))).toBe('QUANTITY_GREATER_THAN_STOCK');
  expect((await read(id)).totalQuantity).toBe(4);
});

test('[CAT-26, DEC-75, DEC-174] a third-party product needs its offer', async () => {
  const id = await openCart();
  expect(await add(id, 'LENS')).toMatchObject({
    error: { code: 'SELLER_OFFER_REQUIRED', status: 400, message: 'Seller offerId is null' },
  });
  expect(codeOf(await add(id, 'LENS', { offerId: 'OTHER' }))).toBe('SELLER_OFFER_REQUIRED');
  const added = done(await add(id, 'LENS', { offerId: 'OF-1' }));
  expect(added).toMatchObject({ is3p: true, items: [{ is3p: true, seller: { id: 2, offerId: 'OF-1' } }] });
});

test('[CART-28] unknown, unpublished and unpriced products are refused, and motorcycles while their flag is off', async () => {
  const id = await openCart();
  expect(await add(id, 'NOTHING')).toMatchObject({ error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });
  expect(codeOf(await add(id, 'HIDDEN'))).toBe('PRODUCT_NOT_FOUND');
  expect(codeOf(await add(id, 'DONAPUENTE'))).toBe('PRODUCT_NOT_FOUND');
  expect(await add(id, 'PRICELESS')).toMatchObject({ error: { code: 'PRODUCT_WITHOUT_PRICE', status: 409 } });
  expect(await add(id, 'MOTO')).toMatchObject({ error: { code: 'FEATURE_DISABLED', status: 403 } });
  expect((await read(id)).items).toEqual([]);
});

test('[CAT-24] motorcycles can be added once their flag is on', async () => {
  const id = await openCart();
  await shop.db.pool.query("update flags set enabled = true where name = 'motorcycleAddToCart'");
  expect(codeOf(await add(id, 'MOTO'))).toBe('ok');
  await shop.db.pool.query("update flags set enabled = false where name = 'motorcycleAddToCart'");
});

test('[GIFT-02, DEC-83] a gift card needs a recipient and a date within a year, and its stock is unlimited', async () => {
  const id = await openCart();
  shop.setNow(new Date('2026-03-01T12:00:00-06:00'));
  expect(codeOf(await add(id, 'CARD'))).toBe('GIFT_CARD_DATA_REQUIRED');
  for (const date of ['2026-02-28', '2027-03-02']) {
    expect(await add(id, 'CARD', giftTo('ana@example.com', date))).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { 'itemAdditionalInfo.giftcardDeliveryDate': expect.any(String) } },
      },
    });
  }
  const first = done(await add(id, 'CARD', giftTo('ana@example.com', '2026-03-01')));
  const other = done(await add(id, 'CARD', giftTo('eva@example.com', '2027-03-01')));
  const again = done(await add(id, 'CARD', giftTo('ana@example.com', '2026-03-01')));
  expect(other.cartItemId).not.toBe(first.cartItemId);
  expect(again.cartItemId).toBe(first.cartItemId);
  expect(again).toMatchObject({ totalQuantity: 3, isDigital: true });
  // The clock does not advance, so the order of the two lines is undefined.
  expect(again.items.find(({ cartItemId }) => cartItemId === first.cartItemId)).toMatchObject({
    kind: 'gift_card',
    salableQuantity: null,
    giftCard: { giftcardEmail: 'ana@example.com', giftcardName: 'Ana', giftcardDeliveryDate: '2026-03-01' },
  });
  shop.setNow(undefined);
});

test('[CART-20, CART-25, DEC-74] a line’s quantity can be changed, and 0 removes the line', async () => {
  const id = await openCart();
  const { cartItemId } = done(await add(id, 'TV'));
  expect(done(await change(id, cartItemId, 7))).toMatchObject({ status: 200, totalQuantity: 7 });
  expect(shop.lastStatements()).toEqual(['carts.change-line', 'carts.read']);
  expect(done(await change(id, cartItemId, 0))).toMatchObject({ items: [], totalQuantity: 0 });
  expect(await change(id, cartItemId, 0)).toMatchObject({ error: { code: 'CART_LINE_NOT_FOUND', status: 404 } });
});

test('[CART-21] a quantity above the stock is refused, and the line stays unchanged', async () => {
  const id = await openCart();
  const { cartItemId } = done(await add(id, 'RADIO', { quantity: 2 }));
  expect(await change(id, cartItemId, 5)).toMatchObject({
    error: { code: 'QUANTITY_GREATER_THAN_STOCK', status: 409 },
  });
  expect((await read(id)).items[0]?.quantity).toBe(2);
});

test('[DEC-05] a line of another cart cannot be changed', async () => {
  const [mine, theirs] = [await openCart(), await openCart()];
  const { cartItemId } = done(await add(theirs, 'TV'));
  expect(codeOf(await change(mine, cartItemId, 0))).toBe('CART_LINE_NOT_FOUND');
  expect((await read(theirs)).totalQuantity).toBe(1);
});

test('[WAR-01, DEC-178] a line has the warranty with which it was added, charged per unit', async () => {
  const id = await openCart();
  expect(codeOf(await add(id, 'RADIO', { warranty: 'W-TV' }))).toBe('WARRANTY_NOT_AVAILABLE');
  const added = done(await add(id, 'TV', { quantity: 2, warranty: 'W-TV' }));
  expect(added.items[0]?.warranties).toMatchObject([
    {
      id: expect.stringMatching(/./),
      sku: 'W-TV',
      label: 'Garantía W-TV',
      title: 'Garantía W-TV',
      amount: 45,
      cartItemId: added.cartItemId,
      salesPrice: { value: 45 },
      regularPrice: { value: 45 },
    },
  ]);
  expect(added.prices).toMatchObject({
    subtotal: { value: 900 },
    warranties: { value: 90 },
    grandTotal: { value: 990 },
  });
});

test('a warranty that now belongs to another product is neither shown nor charged', async () => {
  const { id } = done(await shop.call('createCart', { body: {} }));
  done(await add(id, 'TV', { warranty: 'W-TV' }));
  const total = async () => (await calls.readCart(shop, id)).prices.grandTotal.value;
  const dear = await total();
  const { rows } = await shop.db.pool.query<{ product_id: number; amount: number }>(
    `update warranties w set product_id = (select id from products where sku = 'RADIO') from warranties old
     where w.sku = 'W-TV' and old.id = w.id returning old.product_id, w.amount`,
  );
  expect((await calls.readCart(shop, id)).items).toMatchObject([{ sku: 'TV', warranties: [] }]);
  expect(await total()).toBe(dear - (rows[0]?.amount ?? 0) / 100);
  await shop.db.pool.query(`update warranties set product_id = $1 where sku = 'W-TV'`, [rows[0]?.product_id]);
  expect(await total()).toBe(dear);
});

test('[DEC-74] quantity 0 with the warranty removes only the warranty', async () => {
  const id = await openCart();
  const { cartItemId } = done(await add(id, 'TV', { quantity: 2, warranty: 'W-TV' }));
  expect(codeOf(await change(id, cartItemId, 0, 'W-OTHER'))).toBe('WARRANTY_NOT_AVAILABLE');
  const without = done(await change(id, cartItemId, 0, 'W-TV'));
  expect(without.items).toMatchObject([{ cartItemId, quantity: 2, warranties: [] }]);
  expect(codeOf(await change(id, cartItemId, 0, 'W-TV'))).toBe('ok');
});

test('[DEC-74] a line that gets a warranty is merged with the line that already has that warranty', async () => {
  const id = await openCart();
  const plain = done(await add(id, 'TV', { quantity: 3 })).cartItemId;
  done(await add(id, 'TV', { quantity: 2, warranty: 'W-TV' }));
  const joined = done(await change(id, plain, 3, 'W-TV'));
  expect(joined.items).toMatchObject([{ cartItemId: plain, quantity: 5, warranties: [{ sku: 'W-TV' }] }]);
  done(await add(id, 'TV', { quantity: 8 }));
  expect(done(await change(id, plain, 0, 'W-TV')).items).toMatchObject([{ quantity: 10, warranties: [] }]);
});

test('[WAR-02] a product without its own warranties has the warranties of the nearest category', async () => {
  await createProduct(shop.db, { sku: 'BARE' });
  await shop.db.pool.query(
    "insert into warranties (sku, label, amount, category_id) values ('W-AUDIO', 'Doce meses', 3000, 1)",
  );
  const id = await openCart();
  expect(codeOf(await add(id, 'BARE', { warranty: 'W-AUDIO' }))).toBe('ok');
  expect(codeOf(await add(id, 'TV', { warranty: 'W-AUDIO' }))).toBe('WARRANTY_NOT_AVAILABLE');
  await shop.db.pool.query(
    "insert into warranties (sku, label, amount, category_id) values ('W-BOCINAS', 'Seis meses', 2000, 2)",
  );
  expect(codeOf(await add(id, 'BARE', { warranty: 'W-BOCINAS' }))).toBe('ok');
  expect(codeOf(await add(id, 'BARE', { warranty: 'W-AUDIO' }))).toBe('WARRANTY_NOT_AVAILABLE');
});

test('[CART-19] a line must be removed if its product is sold out or has fewer units than the line', async () => {
  const product = await createProduct(shop.db, { sku: 'LAST', stock: 3 });
  const id = await openCart();
  done(await add(id, 'LAST', { quantity: 3 }));
  await shop.db.pool.query("select move_stock($1, 'BODEGA', -1, 'counted')", [product]);
  expect((await read(id)).items[0]).toMatchObject({ status: 'IN_STOCK', productNeedsToBeRemovedFromCart: true });
  await shop.db.pool.query("select move_stock($1, 'BODEGA', -2, 'counted')", [product]);
  expect((await read(id)).items[0]).toMatchObject({ status: 'OUT_OF_STOCK', productNeedsToBeRemovedFromCart: true });
});

test('[CART-19] [CART-30] totals, counts and discounts leave out a line that must be removed', async () => {
  const product = await createProduct(shop.db, { sku: 'SHORT', stock: 3, price: 200_00 });
  await createProduct(shop.db, { sku: 'ENOUGH', stock: 3, price: 100_00 });
  const id = await openCart();
  done(await add(id, 'SHORT', { quantity: 3 }));
  done(await add(id, 'ENOUGH', { quantity: 2 }));
  expect(await read(id)).toMatchObject({ totalQuantity: 5, prices: { subtotal: { value: 800 } } });
  await shop.db.pool.query("select move_stock($1, 'BODEGA', -1, 'counted')", [product]);
  const cart = await read(id);
  expect(cart).toMatchObject({
    totalQuantity: 2,
    prices: { subtotal: { value: 200 }, grandTotal: { value: 200 }, totalBeforeBankPromotion: { value: 200 } },
  });
  expect(cart.items.map(({ sku, quantity, lineTotal }) => [sku, quantity, lineTotal.value])).toEqual([
    ['SHORT', 3, 600],
    ['ENOUGH', 2, 200],
  ]);
});

test('[CART-19] a line whose product lost its price or was withdrawn must be removed, and costs nothing', async () => {
  const product = await createProduct(shop.db, { sku: 'OLD' });
  const id = await openCart();
  done(await add(id, 'OLD'));
  await shop.db.pool.query('update products set regular_price = null, sales_price = null where id = $1', [product]);
  const cart = await read(id);
  expect(cart.items[0]).toMatchObject({
    salesPrice: null,
    status: 'OUT_OF_STOCK',
    productNeedsToBeRemovedFromCart: true,
  });
  expect(cart.prices.grandTotal.value).toBe(0);
});

test('[DEC-80] a line added before a flash sale is flagged, and a line added during the sale has the sale price', async () => {
  const product = await createProduct(shop.db, { sku: 'FLASH', price: 300_00 });
  const [before, during] = [await openCart(), await openCart()];
  shop.setNow(new Date('2026-05-01T10:00:00Z'));
  done(await add(before, 'FLASH'));
  await shop.db.pool.query(
    "insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 20000, '2026-05-01T11:00:00Z', '2026-05-01T13:00:00Z')",
    [product],
  );
  shop.setNow(new Date('2026-05-01T12:00:00Z'));
  done(await add(during, 'FLASH'));
  expect((await read(before)).items[0]).toMatchObject({ onSale: true, productNeedsToBeRemovedFromCart: true });
  expect((await read(during)).items[0]).toMatchObject({ onSale: false, salesPrice: { value: 200 } });
  shop.setNow(new Date('2026-05-01T13:00:00Z'));
  expect((await read(during)).items[0]).toMatchObject({ onSale: false, salesPrice: { value: 300 } });
  expect((await read(before)).items[0]).toMatchObject({ onSale: false, productNeedsToBeRemovedFromCart: false });
  shop.setNow(undefined);
});

test('[DEC-81] two lines of one product that together exceed its stock must both be removed', async () => {
  const product = await createProduct(shop.db, { sku: 'PAIR', stock: 4 });
  await createWarranty(shop.db, { sku: 'W-PAIR', productId: product, amount: 10_00 });
  const id = await openCart();
  done(await add(id, 'PAIR', { quantity: 2 }));
  done(await add(id, 'PAIR', { quantity: 2, warranty: 'W-PAIR' }));
  await shop.db.pool.query("select move_stock($1, 'BODEGA', -1, 'counted')", [product]);
  expect((await read(id)).items.map((item) => item.productNeedsToBeRemovedFromCart)).toEqual([true, true]);
});

test('[DEC-73] a cart has at most 50 lines', async () => {
  const id = await openCart();
  for (let n = 0; n < 50; n += 1) {
    const sku = `MANY-${n}`;
    await createProduct(shop.db, { sku });
    done(await add(id, sku));
  }
  expect(await add(id, 'TV')).toMatchObject({ error: { code: 'CART_LINE_LIMIT', status: 400 } });
  expect(codeOf(await add(id, 'MANY-0'))).toBe('ok');
  expect(shop.lastStatements()).toHaveLength(2);
});

test('[DEC-01] unknown fields and invalid quantities are refused, and the answer names the field', async () => {
  const id = await openCart();
  const send = (payload: object) => shop.inject({ method: 'POST', url: `/v1/carts/${id}/products`, payload });
  const unknown = await send({ sku: 'TV', quantity: 1, price: 1 });
  expect(unknown.json()).toMatchObject({
    status: 400,
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { price: expect.any(String) } } },
  });
  for (const quantity of [0, -1, 1.5, '2', null]) {
    expect((await send({ sku: 'TV', quantity })).json().error.metadata.fields).toHaveProperty('quantity');
  }
});

test('[SEL-06] a cart with a third-party line is a third-party cart', async () => {
  const id = await openCart();
  done(await add(id, 'TV'));
  expect((await read(id)).is3p).toBe(false);
  done(await add(id, 'LENS', { offerId: 'OF-1' }));
  expect((await read(id)).is3p).toBe(true);
});

test('[DEC-05] without the owner’s session a customer’s cart shows no personal data', async () => {
  const id = await openCart();
  await shop.db.pool.query("update carts set customer_id = $1, email = 'ana@example.com' where id = $2", [
    randomUUID(),
    id,
  ]);
  const cart = await read(id);
  expect(cart).not.toHaveProperty('email');
  expect(cart).not.toHaveProperty('shippingAddresses');
  expect(cart).not.toHaveProperty('billingAddress');
});

test('[EMP-02] an employee’s total is the subtotal minus the employee discount, which customers do not have', async () => {
  const [employee, customer] = [
    await signInCustomer(shop.db, 'vendedora@ceiba.example', new Date()),
    await signInCustomer(shop.db, 'cliente.comun@correo.gt', new Date()),
  ];
  await makeEmployee(shop.db, employee);
  const pricesOf = async ({ headers }: SignedInCustomer) => {
    const { id } = done(await shop.call('createCart', { body: {} }, { headers }));
    done(await shop.call('addCartProduct', { params: { id }, body: { sku: 'TV', quantity: 2 } }, { headers }));
    return done(await shop.call('getCart', { params: { id } }, { headers })).prices;
  };
  expect(await pricesOf(employee)).toMatchObject({
    subtotal: { value: 900 },
    discounts: [{ id: 'DISCOUNT_EMPLOYEE', amount: 90, label: ['Descuento de empleado'], currency: 'GTQ' }],
    discount: { value: 90 },
    grandTotal: { value: 810 },
  });
  expect(await pricesOf(customer)).toMatchObject({ discounts: [], grandTotal: { value: 900 } });
});

test('[DEC-76, DEC-77, DEC-78] a coupon reduces only own merchandise, not warranties or other sellers’ goods', async () => {
  const id = await openCart();
  done(await add(id, 'TV', { quantity: 2, warranty: 'W-TV' })); // 900 + 90
  done(await add(id, 'LENS', { offerId: 'OF-1' })); // 100
  done(await add(id, 'TECKI')); // 150
  const employee = await signInCustomer(shop.db, 'empleada@ceiba.example', new Date());
  await makeEmployee(shop.db, employee);
  await shop.db.pool.query('update carts set customer_id = $2 where id = $1', [id, employee.id]);
  expect((await read(id)).prices).toMatchObject({
    subtotal: { value: 1150 },
    warranties: { value: 90 },
    discounts: [{ id: 'DISCOUNT_EMPLOYEE', amount: 90, currency: 'GTQ' }],
    grandTotal: { value: 1150 },
  });
  await shop.db.pool.query("insert into coupons (code, label, percent_bp, cap) values ('DIEZ', 'Diez', 1000, 5000)");
  await shop.db.pool.query("update carts set coupon_code = 'DIEZ' where id = $1", [id]);
  expect(await read(id)).toMatchObject({
    appliedCoupons: [{ code: 'DIEZ' }],
    prices: {
      discounts: [{ id: 'DISCOUNT_UNDEFINED', amount: 50 }],
      discount: { value: 50 },
      grandTotal: { value: 1190 },
    },
  });
});

test('[CAT-22, DEC-177] a line shows its current gifts and the tags of the product’s page', async () => {
  const product = await createProduct(shop.db, { sku: 'GIFTED' });
  await shop.db.pool.query(
    "insert into free_gifts (product_id, title, end_date) values ($1, 'Estuche', null), ($1, 'Pasado', '2020-01-01')",
    [product],
  );
  const [item] = done(await add(await openCart(), 'GIFTED')).items;
  expect(item?.freeProducts.map((gift) => gift.title)).toEqual(['Estuche']);
  expect(item?.tags.map((tag) => tag.textContent)).toEqual(['Regalos incluidos con este producto']);
});
