import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  card,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
  type ReadyCart,
} from '../../testing/order-calls.ts';
import { expectSoundBooks } from '../../testing/order-facts.ts';
import { signInCustomer } from '../../testing/sessions.ts';
import { createProduct, createShopBasics } from '../../testing/shop-fixtures.ts';
import { findOrderConfirmation } from './order-mail-outbox.store.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
/** A customer with a confirmed e-mail. The carts have the same e-mail. */
let customerId: string;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
  customerId = (await signInCustomer(open.shop.db, 'lucia@correo.gt', new Date())).id;
  await open.shop.db.pool.query('update customers set email_confirmed_at = now() where id = $1', [customerId]);
});
afterAll(async () => {
  await expectSoundBooks(open.shop.db, open.bank);
  await open.close();
});

/** Returns the destination as an order's mails show it. `isTheirs`: the order belongs to that customer. */
const handoverOf = async (cart: ReadyCart, total: number, isTheirs = false) => {
  const { shop } = open;
  const cartId = await prepareCart(shop, cart);
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [card(total)] }))).toMatch(/^200/);
  const { rows } = await shop.db.pool.query<{ id: string }>('select id from orders where cart_id = $1', [cartId]);
  const id = rows[0]?.id ?? '';
  if (isTheirs) {
    await shop.db.pool.query('update orders set customer_id = $2 where id = $1', [id, customerId]);
  }
  return (await findOrderConfirmation(shop.db.write, id))?.handover;
};

const lines = () => [{ productId: speaker, quantity: 1 }];
const atStore = (): ReadyCart => ({ lines: lines(), shippingMethod: 'pickup', storeCode: 'MAX' });

test('mails contain an order’s destination, but its receiver only if the e-mail is confirmed', async () => {
  expect(await handoverOf({ lines: lines() }, 130)).toMatchObject({
    kind: 'delivery',
    receiver: null,
    address: 'Guatemala',
    promise: [{ sellerId: 1 }],
  });
  expect(await handoverOf(atStore(), 100)).toMatchObject({
    kind: 'pickup',
    receiver: null,
    store: 'Ceiba Zona 10',
    address: '12 calle, Guatemala',
    promise: [{ sellerId: 1 }],
  });
  expect(await handoverOf({ lines: lines() }, 130, true)).toMatchObject({
    receiver: 'Lucía Paz',
    address: '12 calle 1-25, Zona 10, Guatemala, Guatemala',
  });
  expect(await handoverOf(atStore(), 100, true)).toMatchObject({ kind: 'pickup', receiver: 'Lucía Paz' });
  const productId = await createProduct(open.shop.db, { sku: 'CARD', kind: 'gift_card', price: 300_00 });
  const digital = { lines: [{ productId, quantity: 1 }], hasAddress: false, shippingMethod: null };
  expect(await handoverOf(digital, 300)).toEqual({ kind: 'digital' });
});
