import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { card, cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { until } from '../testing/until.ts';
import { sendGiftCards } from './send-gift-cards.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let giftCard: number;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  const { db } = open.shop;
  await createShopBasics(db);
  giftCard = await createProduct(db, {
    sku: 'CARD',
    kind: 'gift_card',
    price: 200_00,
    title: 'Tarjeta de regalo virtual Q200',
  });
  speaker = await createProduct(db, { sku: 'SPEAKER', price: 100_00 });
});
afterAll(() => open.close());

const today = guatemalaDate(new Date());
/** Noon in Guatemala, so many days from today. */
const noon = (days: number): Date => new Date(`${addDays(today, days)}T12:00:00-06:00`);
const failures: object[] = [];
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) };
const send = (now: Date) =>
  sendGiftCards(
    { db: open.shop.db, log },
    { publicUrl: 'https://tienda.example', policy: { supportPhone: '4232-000' } },
    now,
  );

interface Bought {
  to: string;
  date?: string;
  quantity?: number;
  message?: string;
  withGoods?: boolean;
  isCash?: boolean;
}

/** An order with a gift card, by the calls; answers its id. */
const buy = async ({ to, date = today, quantity = 1, message = '', withGoods = false, isCash = false }: Bought) => {
  const { shop } = open;
  const lines = [
    { productId: giftCard, quantity, giftCardDate: date },
    ...(withGoods ? [{ productId: speaker, quantity: 1 }] : []),
  ];
  const cartId = await prepareCart(shop, { lines });
  await shop.db.pool.query(
    `update cart_lines set gift_card = gift_card || jsonb_build_object('giftcardEmail', $2::text, 'giftcardMessage', $3::text)
     where cart_id = $1 and gift_card is not null`,
    [cartId, to, message],
  );
  const cart = await shop.call('getCart', { params: { id: cartId } });
  if (!cart.ok) throw new Error(cart.error.code);
  const total = cart.value.prices.grandTotal.value;
  const answer = await postOrder(shop, { cartId, payments: [isCash ? cash(total) : card(total)] });
  expect(answer.json()).toMatchObject({ data: { orderNumber: expect.any(String) } });
  const { rows } = await shop.db.pool.query('select id from orders where cart_id = $1', [cartId]);
  return String(rows[0].id);
};

const mailsTo = async (to: string) => {
  const answer = await open.shop.call('listDemoMails', { query: { to } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};

const codesOf = async (orderId: string): Promise<string[]> => {
  const { rows } = await open.shop.db.pool.query('select code from gift_cards where order_id = $1 order by unit', [
    orderId,
  ]);
  return rows.map(({ code }) => code);
};

test('[GIFT-04] [DEC-83] the mail goes to the recipient on the delivery date, not before, and once', async () => {
  const order = await buy({
    to: 'ana@correo.gt',
    date: addDays(today, 2),
    quantity: 2,
    message: 'Feliz <b>cumple</b>\nTu tía',
  });
  await send(noon(1));
  expect(await mailsTo('ana@correo.gt')).toEqual([]);
  await Promise.all([send(noon(2)), send(noon(2)), send(noon(2))]);
  await send(noon(3));
  const [mail, ...more] = await mailsTo('ana@correo.gt');
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Lucía Paz te envió una tarjeta de regalo de Q200.00' });
  expect(mail?.html).toContain('Ana, ¡tienes un regalo!');
  expect(mail?.html).toContain('Feliz &#60;b&#62;cumple&#60;/b&#62;');
  const codes = await codesOf(order);
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) {
    expect(code).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/);
    expect(mail?.html).toContain(code);
  }
});

test('[GIFT-04] a card whose date came while nobody was sending is sent late rather than never', async () => {
  const order = await buy({ to: 'tarde@correo.gt', date: addDays(today, 1) });
  await send(noon(9));
  expect(await mailsTo('tarde@correo.gt')).toHaveLength(1);
  expect(await codesOf(order)).toHaveLength(1);
});

test('[GIFT-04] a line that cannot be written, or is worth nothing, holds up no other', async () => {
  const { db } = open.shop;
  const date = addDays(today, 1);
  const [worthless, poisoned] = [await buy({ to: 'nada@correo.gt', date }), await buy({ to: 'roto@correo.gt', date })];
  await buy({ to: 'sana@correo.gt', date });
  await db.pool.query('update order_lines set unit_price = 0 where order_id = $1', [worthless]);
  await db.pool.query(`
    create function poison() returns trigger language plpgsql as $$ begin raise 'poisoned'; end $$;
    create trigger poison before insert on gift_cards for each row when (new.order_id = '${poisoned}') execute function poison()`);
  expect(await send(noon(1))).toBe(1);
  expect(await mailsTo('sana@correo.gt')).toHaveLength(1);
  expect(failures).toMatchObject([{ orderId: poisoned, err: { message: expect.stringContaining('poisoned') } }]);
  await db.pool.query('drop trigger poison on gift_cards');
  expect(await send(noon(1))).toBe(1);
  expect(await mailsTo('roto@correo.gt')).toHaveLength(1);
  expect(await mailsTo('nada@correo.gt')).toEqual([]);
});

test('[DEC-83] a card that is paid in cash waits until it is paid; one of a canceled order is never sent', async () => {
  const { db } = open.shop;
  const paid = await buy({ to: 'efectivo@correo.gt', withGoods: true, isCash: true });
  const canceled = await buy({ to: 'cancelado@correo.gt', date: addDays(today, 1) });
  await db.pool.query("update orders set status = 'canceled' where id = $1", [canceled]);
  await send(noon(1));
  expect(await mailsTo('efectivo@correo.gt')).toEqual([]);
  await db.pool.query("update orders set status = 'delivered' where id = $1", [paid]);
  await send(noon(1));
  expect(await mailsTo('efectivo@correo.gt')).toHaveLength(1);
  expect(await mailsTo('cancelado@correo.gt')).toEqual([]);
  expect(await codesOf(canceled)).toEqual([]);
});

test('[GIFT-04] [DEC-12] the shop’s own jobs send a card for today', async () => {
  await buy({ to: 'hoy@correo.gt' });
  const worker = await openServices(open.shop).startWorker(open.shop.url);
  try {
    await open.shop.db.pool.query("select graphile_worker.add_job('send-gift-cards', '{}')");
    await until(async () => (await mailsTo('hoy@correo.gt')).length === 1);
  } finally {
    await worker.close();
  }
  const page = await open.shop.inject({ url: '/demo/correo?para=hoy%40correo.gt' });
  expect(page.payload).toContain('tarjeta de regalo de Q200.00');
});
