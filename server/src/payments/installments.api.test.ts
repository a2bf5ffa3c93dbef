import { randomUUID } from 'node:crypto';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, done, openCart } from '../testing/cart-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { listCardBins } from './card-bins.store.ts';

let shop: TestShop;
let cartId: string;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 500_00 });
  await createProduct(shop.db, { sku: 'CABLE', price: 499_99 });
  cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'TV'));
});
afterAll(() => shop.close());

const ask = (bin: string, cart = cartId) => shop.call('getInstallments', { query: { bin, cartId: cart } });

test('[DEC-105] a new shop has the local bins of the documents', async () => {
  const byBin = [...demoCardBins].sort((a, b) => (a.bin < b.bin ? -1 : 1));
  expect(await listCardBins(shop.db.read, new Date())).toEqual(byBin);
});

test('[API-41, PAY-24, DEC-105] a local card gets its bank’s plans in ascending order', async () => {
  expect(done(await ask('401288'))).toEqual({
    status: 200,
    installments: [6, 10, 12, 24],
    bankName: 'G&T Continental',
    hasDiscount: false,
  });
  expect(shop.lastStatements()).toEqual(['carts.read-priced', 'payments.bin']);
  expect(done(await ask('424242'))).toMatchObject({ bankName: 'BAM-MAX', hasDiscount: true });
});

test('[PAY-26, DEC-105] Amex, cards of the excluded bank and foreign cards get no plans', async () => {
  for (const bin of ['510510', '378282', '999999']) expect(done(await ask(bin)).installments).toEqual([]);
});

test('[CONST-09, DEC-105] a total below Q500 gets no plans', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'CABLE'));
  expect(done(await ask('411111', id)).installments).toEqual([]);
});

test('[DEC-79] the offer uses the total before the bank’s discount, so a repeated call gets the same answer', async () => {
  const first = done(await ask('424242'));
  done(
    await shop.call('setCartPaymentMethod', {
      params: { id: cartId },
      body: { paymentMethod: 'bamMaxVisaInstallments', bin: '424242' },
    }),
  );
  expect(done(await ask('424242'))).toEqual(first);
});

test('[DEC-212] the offer uses the total before the bank’s discount, so the method can be chosen again', async () => {
  const id = await openCart(shop);
  done(await addProduct(shop, id, 'TV'));
  const choose = async (paymentMethod: 'bamMaxVisaInstallments' | 'otherVisaInstallments', bin: string) =>
    done(await shop.call('setCartPaymentMethod', { params: { id }, body: { paymentMethod, bin } })).data.prices;
  const before = { value: 500, currency: 'GTQ' };
  const promoted = { grandTotal: { value: 450, currency: 'GTQ' }, totalBeforeBankPromotion: before };
  expect(await choose('bamMaxVisaInstallments', '424242')).toMatchObject(promoted);
  expect(done(await shop.call('getCart', { params: { id } })).prices).toMatchObject(promoted);
  expect(await choose('otherVisaInstallments', '411111')).toMatchObject({ grandTotal: before });
  expect(await choose('bamMaxVisaInstallments', '424242')).toMatchObject(promoted);
});

test('[DEC-105] a malformed bin is refused with 400, an unknown cart with 404', async () => {
  for (const bin of ['', '12345', '1234567', '12a456']) {
    expect(await ask(bin)).toMatchObject({ error: { code: 'BIN_INVALID', status: 400 } });
  }
  expect(await ask('411111', randomUUID())).toMatchObject({ error: { code: 'CART_NOT_FOUND', status: 404 } });
});
