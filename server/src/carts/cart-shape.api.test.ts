import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, changeLine, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { dayFromNow } from '../testing/days.ts';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const { db } = shop;
  await createShopBasics(db);
  const speaker = await createProduct(db, { sku: 'SPEAKER', title: 'Bocina', price: 450_00, regularPrice: 500_00 });
  await createWarranty(db, { sku: 'W-12', productId: speaker, amount: 45_00 });
  await db.pool.query(
    "update products set is_presale = true, presale_date = '2026-12-24', internal_tags = '{nuevo}' where id = $1",
    [speaker],
  );
  await db.pool.query("insert into free_gifts (product_id, title, end_date) values ($1, 'Estuche', '2099-01-31')", [
    speaker,
  ]);
  await createProduct(db, { sku: 'LENS', sellerId: 2, offerId: 'OF-1', price: 100_00 });
  await createProduct(db, { sku: 'CARD', kind: 'gift_card', price: 200_00 });
  await db.pool.query("insert into coupons (code, label, percent_bp) values ('VEINTE', 'Veinte', 2000)");
});
afterAll(() => shop.close());

const gtq = (value: number) => ({ value, currency: 'GTQ' });

test('[CART-01] [CART-30] [DIF-37] [SEL-06] a cart has ids, items, units, prices with discounts, coupons, address and methods', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'SPEAKER', { quantity: 2, warranty: 'W-12' }));
  done(await addProduct(shop, id, 'LENS', { offerId: 'OF-1' }));
  const params = { id };
  const trustedPerson = { firstName: 'Eva', lastName: 'Luna', message: '55551234|Portón verde' };
  const street = ['12 calle 1-25', 'Apartamento 4'];
  const place = { firstname: 'Ana', lastname: 'Paz', street, city: 'Guatemala', region: 485, zone: 'Zona 10' };
  done(await shop.call('setCartShippingAddress', { params, body: { ...place, trustedPerson } }));
  const method = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
  done(await shop.call('setCartShippingMethod', { params, body: method }));
  done(await shop.call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }));
  await shop.db.pool.query("update carts set coupon_code = 'VEINTE' where id = $1", [id]);

  const cart = await readCart(shop, id);
  expect(cart).toMatchObject({
    id,
    cartId: id,
    items: [{ sku: 'SPEAKER' }, { sku: 'LENS' }],
    totalQuantity: 3,
    prices: {
      // The subtotal minus the coupon (20 % of the own products), plus warranties and delivery.
      grandTotal: gtq(940),
      subtotal: gtq(1_000),
      warranties: gtq(90),
      discount: gtq(180),
      discounts: [{ id: 'DISCOUNT_UNDEFINED', amount: 180, label: ['Veinte'], currency: 'GTQ' }],
    },
    appliedCoupons: [{ code: 'VEINTE' }],
    is3p: true,
    selectedPaymentMethod: { title: 'Pago al contado' },
  });
  expect(cart.shippingAddresses).toMatchObject([
    {
      storeCode: null,
      zone: 'Zona 10',
      region: { regionId: 485 },
      street,
      city: 'Guatemala',
      trustedPerson,
      selectedShippingMethod: {
        carrierCode: 'tablerate',
        carrierTitle: 'A domicilio',
        amount: { value: 30 },
      },
    },
  ]);
});

test('[DEC-90] indications of an address have at most 150 letters and no bar, because a bar separates the phone', async () => {
  const params = { id: await openCart(shop) };
  const place = {
    firstname: 'Ana',
    lastname: 'Paz',
    street: 'Calle 1',
    city: 'Guatemala',
    region: 485,
    zone: 'Zona 10',
  };
  const send = (extras: string) => {
    const trustedPerson = { firstName: 'Eva', lastName: 'Luna', message: `55551234|${extras}` };
    return shop.call('setCartShippingAddress', { params, body: { ...place, trustedPerson } });
  };
  expect(await send('á'.repeat(151))).toMatchObject({ error: { status: 400, code: 'VALIDATION_ERROR' } });
  expect(await send('portón|negro')).toMatchObject({ error: { status: 400, code: 'VALIDATION_ERROR' } });
  done(await send('á'.repeat(150)));
});

test('[CART-02] an item has its product, prices, seller, warranties, gifts and status', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'SPEAKER', { quantity: 2, warranty: 'W-12' }));
  const [item] = (await readCart(shop, id)).items;
  expect(item).toMatchObject({
    cartItemId,
    sku: 'SPEAKER',
    title: 'Bocina',
    quantity: 2,
    mainImage: { url: expect.any(String), label: expect.any(String) },
    thumbnailImage: { url: expect.any(String) },
    salesPrice: gtq(450),
    regularPrice: gtq(500),
    discount: { amountOff: 50, percentOff: 10, expirationDate: null },
    brand: { title: 'Volcán' },
    seller: { id: 1, title: 'Ceiba', offerId: null },
    is3p: false,
    categories: [
      { id: 1, title: 'Audio' },
      { id: 2, title: 'Bocinas' },
    ],
    presale: { deliveryDate: '2026-12-24' },
    warranties: [{ sku: 'W-12', amount: 45, cartItemId, salesPrice: gtq(45), regularPrice: gtq(45) }],
    internalTags: ['nuevo'],
    lealPoints: '45 puntos',
    status: 'IN_STOCK',
    salableQuantity: 100,
    onSale: false,
    freeProducts: [{ title: 'Estuche', image: expect.any(Object), endDate: '2099-01-31' }],
    productNeedsToBeRemovedFromCart: false,
    dropshipping: false,
    isDonation: false,
  });
});

test('[API-24] [DEC-52] the call that adds products also adds a gift card with its recipient', async () => {
  const id = await openCart(shop);
  const itemAdditionalInfo = {
    giftcardEmail: 'ana@correo.gt',
    giftcardName: 'Ana',
    giftcardMessage: '¡Felicidades!',
    giftcardDeliveryDate: dayFromNow(30),
  };
  const added = done(await addProduct(shop, id, 'CARD', { itemAdditionalInfo }));
  expect(added).toMatchObject({
    status: 201,
    totalQuantity: 1,
    items: [{ cartItemId: added.cartItemId, giftCard: itemAdditionalInfo }],
    prices: { grandTotal: gtq(200) },
  });
  const params = { id: '00000000-0000-4000-8000-000000000000' };
  const body = { sku: 'CARD', quantity: 1, itemAdditionalInfo };
  expect(await shop.call('addCartProduct', { params, body })).toMatchObject({ error: { status: 404 } });
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [id]);
  expect(await addProduct(shop, id, 'CARD', { itemAdditionalInfo })).toMatchObject({ error: { status: 409 } });
});

test('[API-25] changing a line answers 200 with the cart’s fields, and a refusal answers 400, 404 or 409', async () => {
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'SPEAKER'));
  expect(done(await changeLine(shop, id, cartItemId, 3, 'W-12'))).toMatchObject({
    status: 200,
    totalQuantity: 3,
    items: [{ cartItemId, quantity: 3, warranties: [{ sku: 'W-12' }] }],
    prices: { grandTotal: gtq(1_485) },
  });
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await changeLine(shop, id, cartItemId, 11)).toMatchObject({ error: { status: 400 } });
  expect(await changeLine(shop, id, unknown, 1)).toMatchObject({ error: { status: 404 } });
  expect(await changeLine(shop, unknown, cartItemId, 1)).toMatchObject({ error: { status: 404 } });
  await shop.db.pool.query("select move_stock(id, 'BODEGA', -98, 'counted') from products where sku = 'SPEAKER'");
  expect(await changeLine(shop, id, cartItemId, 4)).toMatchObject({ error: { status: 409 } });
  expect(codeOf(await changeLine(shop, id, cartItemId, 0))).toBe('ok');
});

test.each([
  ['donation', '99', '100', 'carts_donation_check'],
  ['donation', '100001', '100000', 'carts_donation_check'],
  ['shipping_method', `'drone'`, `'pickup'`, 'carts_shipping_method_check'],
  ['certificate_amount', '100', 'null', 'carts_one_slot'],
])(
  'no statement can store a cart whose %s is %s, but the value %s can be stored',
  async (column, wrong, right, rule) => {
    const write = async (value: string) => {
      const id = await openCart(shop);
      await shop.db.pool.query(`update carts set ${column} = ${value} where id = $1`, [id]);
    };
    const create = (value: string) =>
      shop.db.pool.query(`insert into carts (id, ${column}) values (gen_random_uuid(), ${value})`);
    await expect(write(wrong)).rejects.toMatchObject({ code: '23514', constraint: rule });
    await expect(create(wrong)).rejects.toMatchObject({ code: '23514', constraint: rule });
    await Promise.all([write(right), create(right)]);
  },
);
