import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, changeLine, codeOf, done, openCart, readCart } from '../testing/cart-calls.ts';
import { addStock, createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { saveEmail, undoEmailChange } from './checkout.store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  const tv = await createProduct(shop.db, { sku: 'TV', price: 900_00 });
  await createWarranty(shop.db, { sku: 'W-TV', productId: tv, amount: 100_00 });
  await createProduct(shop.db, { sku: 'CABLE', price: 99_99 });
  await createProduct(shop.db, { sku: 'TYRE', isRestricted: true });
  await createProduct(shop.db, { sku: 'DROP', isDropshipping: true });
  await createProduct(shop.db, { sku: 'TECKI', kind: 'service', price: 600_00 });
});
afterAll(() => shop.close());

const home = { firstname: 'Ana', lastname: 'Paz', street: '12 calle 1-25', city: 'Guatemala', region: 485 };
const xela = { ...home, city: 'Quetzaltenango', region: 493 };
const delivery = { carrierCode: 'tablerate', methodCode: 'bestway' } as const;
const pickup = { carrierCode: 'instore', methodCode: 'pickup' } as const;

const setAddress = (id: string, body: object = {}) =>
  shop.call('setCartShippingAddress', { params: { id }, body: { ...home, ...body } });
const setMethod = (id: string, body: typeof delivery | typeof pickup = delivery) =>
  shop.call('setCartShippingMethod', { params: { id }, body });
const tableRate = async (id: string) => done(await shop.call('getCartTableRate', { params: { id } })).data.value;
const setBilling = (id: string, body: object) => shop.call('setCartBillingAddress', { params: { id }, body });
const setPayment = (
  id: string,
  paymentMethod: 'kosmos_payment' | 'otherVisaInstallments' | 'bamMaxVisaInstallments',
  bin?: string,
) =>
  shop.call('setCartPaymentMethod', {
    params: { id },
    body: bin === undefined ? { paymentMethod } : { paymentMethod, bin },
  });
const confirm = (id: string, email = 'Ana@Example.com') =>
  shop.call('confirmCart', { params: { id }, body: { email } });

const cartWith = async (...skus: string[]): Promise<string> => {
  const id = await openCart(shop);
  for (const sku of skus) done(await addProduct(shop, id, sku));
  return id;
};

test('[DEL-19, CONST-20, CONST-21, CONST-25, DEC-179] an address gets the documented defaults, a shortened street and the region’s name', async () => {
  const id = await cartWith('TV');
  const answer = done(await setAddress(id, { street: ['a'.repeat(120), ' casa 2 '], region: '485' }));
  expect(shop.lastStatements()).toEqual(['checkout.shipping-address']);
  expect(answer).toMatchObject({
    status: 201,
    data: {
      shippingAddress: {
        street: ['a'.repeat(100), 'casa 2'],
        region: { regionId: 485, region: 'Guatemala' },
        postcode: '01001',
        country_code: 'GT',
        telephone: '00000000',
        zone: 'Zona 00',
        nit: 'CF',
        storeCode: null,
        trustedPerson: null,
        selectedShippingMethod: null,
      },
    },
  });
  expect((await readCart(shop, id)).shippingAddresses).toMatchObject([{ firstname: 'Ana', city: 'Guatemala' }]);
});

test('[API-28] PATCH replaces the address and answers 200', async () => {
  const id = await cartWith('TV');
  done(await setAddress(id));
  const changed = done(
    await shop.call('changeCartShippingAddress', { params: { id }, body: { ...xela, zone: 'Zona 3' } }),
  );
  expect(changed).toMatchObject({
    status: 200,
    data: { shippingAddress: { region: { regionId: 493 }, zone: 'Zona 3' } },
  });
});

test('[DEL-21, CONST-42] the zone of a pickup address has its own default', async () => {
  const id = await cartWith('TV');
  const answer = done(await setAddress(id, { storeCode: 'MAX', region: { regionId: 485 }, nit: 'c/f' }));
  expect(answer.data.shippingAddress).toMatchObject({ zone: 'Zone 00', storeCode: 'MAX', nit: 'CF' });
});

test.each(['', ' ', null])(
  '[API-28, DEL-21] a store code of %j means no store: the order is delivered',
  async (storeCode) => {
    const answer = done(await setAddress(await cartWith('TV'), { storeCode }));
    expect(answer.data.shippingAddress).toMatchObject({ zone: 'Zona 00', storeCode: null });
  },
);

test('[DEC-179] unknown departments and stores are refused, and so is the warehouse as a store', async () => {
  const id = await cartWith('TV');
  expect(await setAddress(id, { region: 999 })).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { region: expect.any(String) } } },
  });
  expect(shop.lastStatements()).toHaveLength(2);
  expect(await setAddress(id, { storeCode: 'NOWHERE' })).toMatchObject({
    error: { code: 'STORE_NOT_FOUND', status: 404 },
  });
  expect(codeOf(await setAddress(id, { storeCode: 'BODEGA' }))).toBe('STORE_NOT_FOUND');
  for (const field of ['firstname', 'lastname', 'street', 'city'] as const) {
    const refused = await setAddress(id, { [field]: ' ' });
    expect(refused).toMatchObject({ error: { metadata: { fields: { [field]: expect.any(String) } } } });
  }
  expect((await readCart(shop, id)).shippingAddresses).toEqual([]);
});

test('[DEL-18, CONST-26, CONST-27] delivery can be chosen after the address, and the prices include its fee', async () => {
  const id = await cartWith('TV');
  expect(await setMethod(id)).toMatchObject({ error: { code: 'SHIPPING_ADDRESS_REQUIRED', status: 400 } });
  done(await setAddress(id));
  expect((await readCart(shop, id)).prices.shipping.value).toBe(0);
  expect(done(await setMethod(id))).toMatchObject({
    status: 201,
    data: {
      selectedShippingMethod: {
        carrierCode: 'tablerate',
        methodCode: 'bestway',
        carrierTitle: 'A domicilio',
        amount: { value: 30 },
      },
      prices: { shipping: { value: 30 }, grandTotal: { value: 930 } },
    },
  });
  expect(shop.lastStatements()).toEqual(['checkout.shipping-method', 'carts.read-priced']);
  const wrong = await shop.inject({
    method: 'POST',
    url: `/v1/carts/${id}/shippingMethods`,
    payload: { carrierCode: 'tablerate', methodCode: 'pickup' },
  });
  expect(wrong.json()).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } });
});

test('[DEL-22, DEL-23, DEC-102, CONST-35, CONST-36] the delivery fee depends on the department and on a base with warranties but without donations', async () => {
  const id = await cartWith('TV');
  expect(await tableRate(id)).toBe(0);
  expect(shop.lastStatements()).toEqual(['carts.read-priced']);
  done(await setAddress(id));
  expect(await tableRate(id)).toBe(30);
  done(await shop.call('setCartDonation', { params: { id }, body: { donation: 100 } }));
  expect(await tableRate(id)).toBe(30);
  done(await addProduct(shop, id, 'CABLE'));
  expect(await tableRate(id)).toBe(30); // 999.99
  done(await shop.call('changeCartShippingAddress', { params: { id }, body: xela }));
  expect(await tableRate(id)).toBe(75);
  const warranted = await openCart(shop);
  done(await addProduct(shop, warranted, 'TV', { warranty: 'W-TV' }));
  done(await setAddress(warranted));
  expect(await tableRate(warranted)).toBe(0); // 1,000.00
  done(await setAddress(warranted, xela));
  expect(await tableRate(warranted)).toBe(75);
});

test('[DEL-22, DEC-102] if the address changes after the choice of method, the new department’s fee applies', async () => {
  const id = await cartWith('TV');
  expect(done(await setAddress(id)).data.shippingAddress.selectedShippingMethod).toBeNull();
  done(await setMethod(id, delivery));
  const changed = done(await shop.call('changeCartShippingAddress', { params: { id }, body: xela }));
  expect(changed.data.shippingAddress).toMatchObject({
    region: { regionId: xela.region },
    selectedShippingMethod: { carrierCode: 'tablerate', methodCode: 'bestway', amount: { value: 75 } },
  });
});

test('[DEL-22, DEC-102] pickup and digital carts pay nothing', async () => {
  const id = await cartWith('TV');
  done(await setAddress(id, { ...xela, storeCode: 'XELA' }));
  expect(done(await setMethod(id, pickup)).data).toMatchObject({
    selectedShippingMethod: { carrierCode: 'instore', carrierTitle: 'Recoger en tienda', amount: { value: 0 } },
    prices: { grandTotal: { value: 900 } },
  });
  expect(await tableRate(id)).toBe(0);
  const digital = await cartWith('TECKI');
  done(await setAddress(digital));
  expect(await tableRate(digital)).toBe(0);
});

test('[DEL-02, DEC-89, DEC-97] the method must suit all items, including items added later', async () => {
  const tyre = await cartWith('TYRE');
  done(await setAddress(tyre, { storeCode: 'MAX' }));
  expect(await setMethod(tyre, delivery)).toMatchObject({
    error: { code: 'SHIPPING_METHOD_NOT_ALLOWED', status: 400 },
  });
  expect(codeOf(await setMethod(tyre, pickup))).toBe('ok');

  const drop = await cartWith('DROP');
  done(await setAddress(drop, { storeCode: 'MAX' }));
  expect(codeOf(await setMethod(drop, pickup))).toBe('SHIPPING_METHOD_NOT_ALLOWED');
  expect(codeOf(await setMethod(drop, delivery))).toBe('ok');

  const later = await cartWith('TV');
  done(await setAddress(later));
  done(await setMethod(later, delivery));
  done(await addProduct(shop, later, 'TYRE'));
  const cart = await readCart(shop, later);
  expect(cart.shippingAddresses?.[0]?.selectedShippingMethod).toBeNull();
  expect(cart.prices.shipping.value).toBe(0);
});

test('[BILL-19, CONST-22, DEC-110] a billing address has a normalised NIT, the taxpayer’s whole name, and defaults for missing values', async () => {
  const id = await cartWith('TV');
  const answer = done(await setBilling(id, { firstname: 'Comercial La Aurora', nit: ' 576937-k ' }));
  expect(shop.lastStatements()).toEqual(['checkout.billing-address']);
  expect(answer).toMatchObject({
    status: 201,
    data: {
      billingAddress: {
        firstname: 'Comercial La Aurora',
        lastname: '',
        street: ['Ciudad'],
        city: 'Ciudad',
        region: { regionId: 485, region: 'Guatemala' },
        postcode: '01001',
        telephone: '00000000',
        nit: '576937K',
        documentType: 'NIT',
      },
    },
  });
  expect((await readCart(shop, id)).billingAddress).toEqual(answer.data.billingAddress);
});

test('[BILL-19] a name sent in two parts, or as one word twice, is returned as sent', async () => {
  const id = await cartWith('TV');
  for (const name of [
    { firstname: 'Ana', lastname: 'Paz' },
    { firstname: 'Aurora', lastname: 'Aurora' },
    { firstname: 'Comercial La Aurora, S.A.', lastname: '' },
  ])
    expect(done(await setBilling(id, { ...name, nit: '576937K' })).data.billingAddress).toMatchObject(name);
});

test('[DEL-20] the address gets the billing NIT in an advisor’s cart, but not in a shopper’s cart', async () => {
  await shop.db.pool.query(
    "insert into advisors (hash, store_code, first_name, added_at) values ('asesor-demo', 'MAX', 'Andrea', now())",
  );
  const id = await cartWith('TV');
  const addressNit = async () => (await readCart(shop, id)).shippingAddresses?.map(({ nit }) => nit);
  const billed = async (body: object) => {
    done(await setBilling(id, body));
    return addressNit();
  };
  const company = { firstname: 'Comercial La Aurora', nit: '576937-K' };
  done(await setAddress(id));
  expect(await billed(company)).toEqual(['CF']);
  const advisor = { employeeHash: 'asesor-demo', storeCode: 'MAX' };
  done(await shop.call('attachAdvisor', { params: { id }, body: advisor }));
  expect(await billed(company)).toEqual(['576937K']);
  expect(await billed({ same_as_shipping: true, nit: '12345679' })).toEqual(['12345679']);
  // A DPI is not a NIT. So the address gets the final consumer's NIT again, not the NIT of the previous invoice.
  expect(await billed({ firstname: 'Ana', nit: '1234567890101', documentType: 'DPI' })).toEqual(['CF']);
});

test('[DEL-20] an advisor’s cart can be billed without an address', async () => {
  const id = await cartWith('TECKI');
  const advisor = { employeeHash: 'asesor-demo', storeCode: 'MAX' };
  done(await shop.call('attachAdvisor', { params: { id }, body: advisor }));
  done(await setBilling(id, { firstname: 'Ana', nit: '12345679' }));
  expect((await readCart(shop, id)).shippingAddresses ?? []).toEqual([]);
});

test.each([
  [{ nit: 'c/f' }, { nit: 'CF', documentType: 'CF' }],
  [
    { nit: '1234 56789 0101', documentType: 'DPI' },
    { nit: '1234567890101', documentType: 'DPI' },
  ],
  [
    { nit: 'AB-12', documentType: 'Pasaporte' },
    { nit: 'AB12', documentType: 'Pasaporte' },
  ],
])('[DEC-110] a billing address stores the document %j in its normalised form', async (document, stored) => {
  const id = await cartWith('TV');
  const answer = done(await setBilling(id, { firstname: 'Ana', lastname: 'Paz', ...document }));
  expect(answer.data.billingAddress).toMatchObject({ firstname: 'Ana', lastname: 'Paz', ...stored });
});

test('[DEC-110] same_as_shipping copies the shipping address, and a given NIT replaces the address’s NIT', async () => {
  const id = await cartWith('TV');
  expect(await setBilling(id, { same_as_shipping: true })).toMatchObject({
    error: { code: 'SHIPPING_ADDRESS_REQUIRED', status: 400 },
  });
  done(await setAddress(id, { ...xela, nit: '12345679' }));
  expect(done(await setBilling(id, { same_as_shipping: true })).data.billingAddress).toEqual({
    firstname: 'Ana',
    lastname: 'Paz',
    street: ['12 calle 1-25'],
    city: 'Quetzaltenango',
    region: { regionId: 493, region: 'Quetzaltenango' },
    postcode: '01001',
    country_code: 'GT',
    telephone: '00000000',
    nit: '12345679',
    documentType: 'NIT',
  });
  expect(done(await setBilling(id, { same_as_shipping: true, nit: 'C/F' })).data.billingAddress).toMatchObject({
    nit: 'CF',
    documentType: 'CF',
  });
});

test.each([
  [{ nit: 'X' }, 'Ingresa un NIT válido.'],
  [{ nit: 'X', documentType: 'NIT' }, 'Ingresa un NIT válido.'],
  [{ nit: '12345678' }, 'Ingresa un NIT válido.'],
  [{ nit: '123', documentType: 'DPI' }, 'El DPI debe contener exactamente 13 dígitos.'],
  [{ nit: 'A1', documentType: 'Pasaporte' }, 'Ingresa el pasaporte con 3 a 20 letras y números.'],
])('[DEC-189, BILL-16, BILL-18, DEC-194] the invalid identity %j is refused and not stored', async (document, text) => {
  const id = await cartWith('TV');
  done(await setAddress(id));
  for (const more of [{}, { same_as_shipping: true }]) {
    expect(await setBilling(id, { firstname: 'Ana', lastname: 'Paz', ...document, ...more })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', status: 400, metadata: { fields: { nit: text } } },
    });
  }
  expect((await readCart(shop, id)).billingAddress).toBeNull();
});

test('[DEC-189] same_as_shipping does not copy a number of the shipping address that is not a NIT', async () => {
  const id = await cartWith('TV');
  done(await setAddress(id, { nit: '12345678' }));
  expect(await setBilling(id, { same_as_shipping: true })).toMatchObject({
    error: { code: 'VALIDATION_ERROR', status: 400, metadata: { fields: { nit: 'Ingresa un NIT válido.' } } },
  });
  expect((await readCart(shop, id)).billingAddress).toBeNull();
});

test('[DEC-174] a billing address with an empty nit is refused', async () => {
  const id = await cartWith('TV');
  expect(await setBilling(id, { firstname: 'Ana', nit: ' ' })).toMatchObject({
    error: { code: 'VALIDATION_ERROR', status: 400, metadata: { fields: { nit: 'Debe de ingresar el NIT' } } },
  });
  expect(codeOf(await setBilling(id, { firstname: 'Ana', nit: 'CF', region: 999 }))).toBe('VALIDATION_ERROR');
});

test('[PAY-09, DEC-103] installments need a local bin with plans, and the promotion needs a bin with the promotion', async () => {
  const id = await cartWith('TV');
  for (const [method, bin] of [
    ['otherVisaInstallments', undefined],
    ['otherVisaInstallments', '999999'],
    ['otherVisaInstallments', '510510'],
    ['bamMaxVisaInstallments', '411111'],
  ] as const) {
    expect(await setPayment(id, method, bin)).toMatchObject({ error: { code: 'PAY_METHOD_NOT_ALLOWED', status: 400 } });
  }
  expect((await readCart(shop, id)).selectedPaymentMethod).toBeNull();
  expect(done(await setPayment(id, 'otherVisaInstallments', '411111'))).toMatchObject({
    status: 201,
    data: { selectedPaymentMethod: { code: 'otherVisaInstallments', title: 'Cuotas' }, prices: { discounts: [] } },
  });
  expect(shop.lastStatements()).toEqual(['carts.read-priced', 'checkout.payment-method']);
});

test('[CONST-50] each of the three payment methods can be chosen only by its own code', async () => {
  const id = await cartWith('TV');
  for (const [code, title] of [
    ['kosmos_payment', 'Pago al contado'],
    ['otherVisaInstallments', 'Cuotas'],
    ['bamMaxVisaInstallments', 'Cuotas BAM-MAX'],
  ] as const) {
    done(await setPayment(id, code, '424242'));
    expect((await readCart(shop, id)).selectedPaymentMethod).toEqual({ code, title });
  }
  const refused = await shop.inject({
    method: 'POST',
    url: `/v1/carts/${id}/paymentMethods`,
    payload: { paymentMethod: 'visaInstallments', bin: '424242' },
  });
  expect(refused.statusCode).toBe(400);
  expect((await readCart(shop, id)).selectedPaymentMethod?.code).toBe('bamMaxVisaInstallments');
});

test('[DEC-79] the bank promotion takes 10 % off own merchandise, and choosing another method removes it', async () => {
  const id = await cartWith('TV', 'TECKI');
  const promoted = done(await setPayment(id, 'bamMaxVisaInstallments', '424242')).data.prices;
  const discount = { id: 'DISCOUNT_BAM', amount: 90, label: ['10% de descuento bancario'], currency: 'GTQ' };
  expect(promoted).toMatchObject({ discounts: [discount], discount: { value: 90 }, grandTotal: { value: 1410 } });
  expect((await readCart(shop, id)).prices).toEqual(promoted);
  expect(done(await setPayment(id, 'kosmos_payment')).data.prices).toMatchObject({
    discounts: [],
    grandTotal: { value: 1500 },
  });
  expect(done(await setPayment(id, 'otherVisaInstallments', '424242')).data.prices.discounts).toEqual([discount]);
});

test('[CONST-09] installments need a total of Q500, before the promotion’s discount', async () => {
  const product = await createProduct(shop.db, { sku: 'FIVE', price: 500_00 });
  const id = await cartWith('FIVE');
  expect(done(await setPayment(id, 'bamMaxVisaInstallments', '424242')).data.prices.grandTotal.value).toBe(450);
  expect(codeOf(await setPayment(id, 'bamMaxVisaInstallments', '424242'))).toBe('ok');
  await shop.db.pool.query('update products set sales_price = 49999 where id = $1', [product]);
  expect(await setPayment(id, 'otherVisaInstallments', '411111')).toMatchObject({
    error: { code: 'PAY_PLAN_NOT_ALLOWED', status: 400 },
  });
});

test('[DIF-17] with a donation only cash can be chosen', async () => {
  const id = await cartWith('TV');
  done(await shop.call('setCartDonation', { params: { id }, body: { donation: 5 } }));
  expect(codeOf(await setPayment(id, 'otherVisaInstallments', '411111'))).toBe('PAY_METHOD_NOT_ALLOWED');
  expect(codeOf(await setPayment(id, 'kosmos_payment'))).toBe('ok');
});

test('[API-33] confirming stores the e-mail in lower case and creates no order', async () => {
  const id = await cartWith('TV');
  done(await setAddress(id));
  done(await setMethod(id));
  expect(done(await confirm(id))).toEqual({ status: 200, data: { cartId: id, email: 'ana@example.com' } });
  // The cart is read after the e-mail was written.
  expect(shop.lastStatements()).toEqual(['checkout.email', 'carts.read-priced']);
  expect((await readCart(shop, id)).email).toBe('ana@example.com');
  const { rows } = await shop.db.pool.query('select from orders');
  expect(rows).toEqual([]);
  expect(await confirm(id, 'ana')).toMatchObject({ ok: false, error: { status: 400, code: 'VALIDATION_ERROR' } });
  expect(await confirm('00000000-0000-4000-8000-000000000000')).toMatchObject({ ok: false, error: { status: 404 } });
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [id]);
  expect(await confirm(id)).toMatchObject({ ok: false, error: { status: 409, code: 'CART_CLOSED' } });
});

test('[DEC-135] confirming runs its checks in order, and a refused e-mail is not stored', async () => {
  const id = await openCart(shop);
  const refusal = async () => {
    const answer = await confirm(id);
    return answer.ok ? null : [answer.error.code, answer.error.status, answer.error.message];
  };
  expect(await refusal()).toEqual(['NO_PRODUCTS', 400, 'El carrito no tiene productos']);

  const scarce = await createProduct(shop.db, { sku: 'SCARCE', stock: 2 });
  const gone = await createProduct(shop.db, { sku: 'ENDED', stock: 1 });
  done(await addProduct(shop, id, 'SCARCE', { quantity: 2 }));
  const { cartItemId } = done(await addProduct(shop, id, 'ENDED'));
  await addStock(shop.db, gone, -1);
  await addStock(shop.db, scarce, -1);
  expect(await refusal()).toEqual(['OUT_OF_STOCK', 409, 'El carrito contiene productos sin stock']);
  done(await changeLine(shop, id, cartItemId, 0));
  expect((await refusal())?.slice(0, 2)).toEqual(['QUANTITY_GREATER_THAN_STOCK', 409]);
  await addStock(shop.db, scarce, 5);
  await shop.db.pool.query(
    "insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 100, now(), now() + interval '1 hour')",
    [scarce],
  );
  // The shop's times have whole milliseconds, the database's have microseconds. So the sale may not run yet in its first millisecond.
  shop.setNow(new Date(Date.now() + 1_000));
  expect((await refusal())?.slice(0, 2)).toEqual(['PRODUCT_ON_SALE_IN_CART', 409]);
  shop.setNow(undefined);
  await shop.db.pool.query('delete from flash_sales');
  expect(await refusal()).toEqual(['SHIPPING_METHOD_REQUIRED', 400, 'No se ha seleccionado un método de envío']);
  done(await setAddress(id));
  done(await setMethod(id, pickup));
  expect((await refusal())?.slice(0, 2)).toEqual(['STORE_REQUIRED', 400]);
  expect((await readCart(shop, id)).email).toBeNull();
  done(await setAddress(id, { storeCode: 'MAX' }));
  expect(await refusal()).toBeNull();
  // A refused e-mail does not replace a confirmed e-mail.
  done(await setAddress(id));
  const lastChange = async () =>
    (await shop.db.pool.query('select updated_at::text from carts where id = $1', [id])).rows[0];
  const before = await lastChange();
  expect(codeOf(await confirm(id, 'otra@example.com'))).toBe('STORE_REQUIRED');
  expect((await readCart(shop, id)).email).toBe('ana@example.com');
  expect(await lastChange()).toEqual(before);
});

test('a refused confirmation does not undo a later successful one with the same e-mail', async () => {
  const id = await cartWith('TV');
  const slow = await saveEmail(shop.db.write, id, 'ana@example.com', { now: new Date() });
  if (slow === undefined) throw new Error('an open cart takes an e-mail');
  done(await setAddress(id));
  done(await setMethod(id));
  done(await confirm(id));
  await undoEmailChange(shop.db.write, id, slow);
  expect((await readCart(shop, id)).email).toBe('ana@example.com');
});

test('[DEC-84, DEC-135] digital-only carts need no shipping, but a cart with only a donation has no products', async () => {
  const digital = await cartWith('TECKI');
  expect(codeOf(await confirm(digital))).toBe('ok');
  const id = await openCart(shop);
  const { cartItemId } = done(await addProduct(shop, id, 'TV'));
  done(await shop.call('setCartDonation', { params: { id }, body: { donation: 5 } }));
  done(await changeLine(shop, id, cartItemId, 0));
  expect(codeOf(await confirm(id))).toBe('NO_PRODUCTS');
});

test('[DEC-72, DEC-172] every call answers 404 for an unknown cart, 409 for a cart ordered or being ordered', async () => {
  const id = await cartWith('TV');
  const codes = async (cart: string) => [
    codeOf(await setAddress(cart)),
    codeOf(await setMethod(cart)),
    codeOf(await setBilling(cart, { firstname: 'Ana', nit: 'CF' })),
    codeOf(await setBilling(cart, { same_as_shipping: true })),
    codeOf(await setPayment(cart, 'kosmos_payment')),
    codeOf(await confirm(cart)),
  ];
  const all = (code: string) => Array.from({ length: 6 }, () => code);
  expect(await codes(randomUUID())).toEqual(all('CART_NOT_FOUND'));
  await shop.db.pool.query("update carts set status = 'placing' where id = $1", [id]);
  expect(await codes(id)).toEqual(all('ORDER_IN_PROGRESS'));
  await shop.db.pool.query("update carts set status = 'ordered' where id = $1", [id]);
  expect(await codes(id)).toEqual(all('CART_CLOSED'));
});

test('[API-14, DEC-134] a registered e-mail, in any letter case, gets a suggestion, and other e-mails may continue', async () => {
  await shop.db.pool.query(
    "insert into customers (id, email, first_name, last_name) values ($1, 'eva@example.com', 'Eva', 'Paz')",
    [randomUUIDv7()],
  );
  const check = (email: string) => shop.call('validateGuestCheckout', { body: { email } });
  expect(done(await check('EVA@example.com'))).toEqual({
    status: 200,
    data: { result: false, suggestedEmail: 'eva@example.com' },
  });
  expect(shop.lastStatements()).toHaveLength(1);
  expect(done(await check('ana@example.com'))).toEqual({ status: 200, data: { result: true } });
  expect(await check('nobody')).toMatchObject({
    error: { code: 'VALIDATION_ERROR', status: 400, metadata: { fields: { email: expect.any(String) } } },
  });
});
