import { createHmac } from 'node:crypto';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldMails } from '../notifications/mails.store.ts';
import { sendMailTasks } from '../notifications/write-mail.ts';
import { cancelUnits } from '../orders/canceling/cancel-order.ts';
import { getShopSecret } from '../platform/db/shop-secrets.store.ts';
import { makeRefund } from '../refunds/make-refund.ts';
import { lockOrderToRefund } from '../refunds/order-to-refund.store.ts';
import { openServices } from '../services.ts';
import { startJobs } from '../start-jobs.ts';
import { passHoldRules } from '../testing/gift-card-calls.ts';
import { ceibaPolicy } from '../testing/mailed-policy.ts';
import { operator, typing } from '../testing/operator.ts';
import { card, cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { until } from '../testing/until.ts';
import { giftCardCommands } from './gift-card-command.ts';
import { sendGiftCards } from './send-gift-cards.ts';

const runGiftCardCommand = typing(giftCardCommands, 'gift-card');

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
/** Noon in Guatemala, the given number of days from today. */
const noon = (days: number): Date => new Date(`${addDays(today, days)}T12:00:00-06:00`);
const failures: object[] = [];
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void failures.push(fields) };
const send = (now: Date) =>
  sendGiftCards({ db: open.shop.db, log }, { publicUrl: 'https://tienda.example', policy: ceibaPolicy }, now);

interface Bought {
  to: string;
  date?: string;
  quantity?: number;
  message?: string;
  withGoods?: boolean;
  isCash?: boolean;
}

/** Places an order with a gift card through the API. Returns the order's id. */
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
  await passHoldRules(shop);
  const { rows } = await shop.db.pool.query('select id from orders where cart_id = $1', [cartId]);
  return String(rows[0].id);
};

const mailsTo = async (to: string) => {
  const answer = await open.shop.call('listDemoMails', { query: { to } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};

const codePattern = /(?:[2-9A-Z]{4}-){6}[2-9A-Z]{4}/g;

/** The codes in a mail. */
const codesIn = (mail: { text: string } | undefined): string[] => mail?.text.match(codePattern) ?? [];

interface KeptCode {
  code_key: string;
  last_four: string;
  is_void: boolean;
}

/** The shop's data about the codes of an order, oldest first. */
const keptCodesOf = async (orderId: string): Promise<KeptCode[]> => {
  const { rows } = await open.shop.db.pool.query<KeptCode>(
    `select code_key, last_four, voided_at is not null as is_void from gift_cards where order_id = $1
     order by issued_at, unit`,
    [orderId],
  );
  return rows;
};

const goodCode = async (code: string | undefined): Promise<KeptCode> => ({
  code_key: createHmac('sha256', await getShopSecret(open.shop.db.write, 'gift-cards'))
    .update((code ?? '').replaceAll('-', ''))
    .digest('base64url'),
  last_four: (code ?? '').slice(-4),
  is_void: false,
});

test('[GIFT-04] [DEC-83] the mail goes to the recipient once, on the delivery date and not before', async () => {
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
  const codes = codesIn(mail);
  expect(new Set(codes).size).toBe(2);
  for (const code of codes) expect(mail?.html).toContain(code);
  expect(await keptCodesOf(order)).toEqual(await Promise.all(codes.map(goodCode)));
});

test('[GIFT-04] if the job did not run on a card’s date, the card is sent later', async () => {
  const order = await buy({ to: 'tarde@correo.gt', date: addDays(today, 1) });
  await send(noon(9));
  expect(await mailsTo('tarde@correo.gt')).toHaveLength(1);
  expect(await keptCodesOf(order)).toHaveLength(1);
});

test('[GIFT-04] a line that fails or has no value does not block other lines', async () => {
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

test('[DEC-83] a card paid in cash waits for the payment, and a card of a canceled order is never sent', async () => {
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
  expect(await keptCodesOf(canceled)).toEqual([]);
  // Later runs do not read the line again.
  const { rows } = await db.pool.query('select gift_cards_sent_at::text as sent from order_lines where order_id = $1', [
    canceled,
  ]);
  expect(rows).toEqual([{ sent: '-infinity' }]);
});

test.each(['processing', 'shipped', 'delivered'])(
  '[DEC-83] a card charged by the bank is sent on its date even if the goods beside it are %s',
  async (status) => {
    const to = `${status}@correo.gt`;
    const order = await buy({ to, date: addDays(today, 1), withGoods: true });
    await open.shop.db.pool.query('update orders set status = $1 where id = $2', [status, order]);
    await send(noon(1));
    expect(await mailsTo(to)).toHaveLength(1);
  },
);

test('[DEC-83] a card paid in cash is not sent while its order’s goods are on their way', async () => {
  const order = await buy({ to: 'en-camino@correo.gt', withGoods: true, isCash: true });
  await open.shop.db.pool.query("update orders set status = 'shipped' where id = $1", [order]);
  await send(noon(1));
  expect(await mailsTo('en-camino@correo.gt')).toEqual([]);
});

test('[WORK-24] a card waits while its order is held or not yet checked by the rules', async () => {
  const { db } = open.shop;
  const [held, handedOver] = [
    await buy({ to: 'retenida@correo.gt' }),
    await buy({ to: 'retenida@correo.gt', withGoods: true, isCash: true }),
  ];
  await db.pool.query("update orders set status = 'delivered' where id = $1", [handedOver]);
  await db.pool.query('update orders set held_at = now() where id in ($1, $2)', [held, handedOver]);
  await buy({ to: 'sin-ver@correo.gt' });
  await db.pool.query(
    "insert into order_mail_outbox (order_id) select order_id from order_lines where gift_card ->> 'giftcardEmail' = $1",
    ['sin-ver@correo.gt'],
  );
  expect(await send(noon(0))).toBe(0);
  expect([...(await mailsTo('retenida@correo.gt')), ...(await mailsTo('sin-ver@correo.gt'))]).toEqual([]);
  expect(await keptCodesOf(held)).toEqual([]);
  await db.pool.query('update orders set held_at = null where id in ($1, $2)', [held, handedOver]);
  await passHoldRules(open.shop);
  expect(await send(noon(0))).toBe(3);
  expect(await mailsTo('retenida@correo.gt')).toHaveLength(2);
  expect(await mailsTo('sin-ver@correo.gt')).toHaveLength(1);
});

test('[WORK-24] a card is not sent if its order is held at the same time', async () => {
  const { db } = open.shop;
  const order = await buy({ to: 'apenas@correo.gt' });
  const transaction: typeof db.transaction = async (work) => {
    // The job has read the line, but has not claimed it yet.
    await db.pool.query('update orders set held_at = now() where id = $1', [order]);
    return db.transaction(work);
  };
  const shop = { publicUrl: 'https://tienda.example', policy: ceibaPolicy };
  expect(await sendGiftCards({ db: { write: db.write, transaction }, log }, shop, new Date())).toBe(0);
  expect(await keptCodesOf(order)).toEqual([]);
  await db.pool.query('update orders set held_at = null where id = $1', [order]);
  await send(noon(0));
  expect(await mailsTo('apenas@correo.gt')).toHaveLength(1);
});

/** Every row of every table, including the job queue. */
const everythingStored = async (): Promise<string> => {
  const { pool } = open.shop.db;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
};

/** Delivers a mail like the job, to a mail server that accepts the mail. */
const handOver = async (mailId: string): Promise<string[]> => {
  const handed: string[] = [];
  const send = async ({ text }: { text: string }) => void handed.push(text);
  const mailer = { send, verify: async () => {}, close: () => {} };
  const sending = sendMailTasks({ db: open.shop.db, mailer, findEndOfStop: async () => undefined }).find(
    ({ name }) => name === 'send-mail',
  );
  await sending?.run({ mailId }, { now: new Date(), log });
  return handed;
};

test('[GIFT-04] a unit that is canceled during sending gets no code', async () => {
  const { db } = open.shop;
  const order = await buy({ to: 'menos@correo.gt', quantity: 3 });
  const { rows } = await db.pool.query<{ number: string }>('select number::text from orders where id = $1', [order]);
  const orderNumber = rows[0]?.number ?? '';
  const transaction: typeof db.transaction = async (work) => {
    // The job has read the line, but has not claimed it yet.
    const asked = { orderNumber, line: 1, units: 1, actor: operator, reason: null };
    expect(await cancelUnits(db, asked, new Date())).toMatchObject({ ok: true, value: { canceled: 1 } });
    return db.transaction(work);
  };
  const shop = { publicUrl: 'https://tienda.example', policy: ceibaPolicy };
  expect(await sendGiftCards({ db: { write: db.write, transaction }, log }, shop, new Date())).toBe(1);
  expect(codesIn((await mailsTo('menos@correo.gt'))[0])).toHaveLength(2);
  expect(await keptCodesOf(order)).toHaveLength(2);
});

test('[GIFT-04] units refunded before sending get no codes, even if the whole line is refunded', async () => {
  const { db } = open.shop;
  const [part, whole] = [await buy({ to: 'parte@correo.gt', quantity: 3 }), await buy({ to: 'nada@correo.gt' })];
  const giveBack = (order: string, units: number) =>
    db.transaction(async (tx) => {
      const { rows } = await db.pool.query<{ number: string }>('select number::text from orders where id = $1', [
        order,
      ]);
      const held = await lockOrderToRefund(tx, rows[0]?.number ?? '');
      if (held === undefined) throw new Error('there is no such order');
      const asked = { cause: 'desk', causeKey: 'test', lines: [{ position: 1, units }] } as const;
      expect(await makeRefund(tx, held, { ...asked, actor: operator, reason: null })).toMatchObject({ ok: true });
    });
  await giveBack(whole, 1);
  const transaction: typeof db.transaction = async (work) => {
    // The job has read the line, but has not claimed it yet.
    if ((await keptCodesOf(part)).length === 0) await giveBack(part, 1);
    return db.transaction(work);
  };
  const shop = { publicUrl: 'https://tienda.example', policy: ceibaPolicy };
  expect(await sendGiftCards({ db: { write: db.write, transaction }, log }, shop, new Date())).toBe(1);
  expect(codesIn((await mailsTo('parte@correo.gt'))[0])).toHaveLength(2);
  expect(await keptCodesOf(part)).toHaveLength(2);
  expect(await mailsTo('nada@correo.gt')).toEqual([]);
  expect(await keptCodesOf(whole)).toEqual([]);
});

test('[GIFT-04] after its mail is sent, no row in the database contains the code', async () => {
  await buy({ to: 'secreto@correo.gt' });
  await send(noon(0));
  const [mail] = await mailsTo('secreto@correo.gt');
  const [code = '?'] = codesIn(mail);
  expect(await everythingStored()).toContain(code);
  const handed = await handOver(mail?.id ?? '');
  expect(handed[0]).toContain(code);
  expect(await everythingStored()).not.toContain(code);
  expect(await handOver(mail?.id ?? '')).toEqual([]);
});

test('[GIFT-04] an unsent mail with codes is never deleted, however old, but a sent mail is deleted', async () => {
  const { db } = open.shop;
  await buy({ to: 'espera@correo.gt' });
  await send(noon(0));
  const [mail] = await mailsTo('espera@correo.gt');
  const clean = () => deleteOldMails(db.write, new Date(Date.now() + 100 * 86_400_000));
  await clean();
  expect(await mailsTo('espera@correo.gt')).toHaveLength(1);
  await handOver(mail?.id ?? '');
  await clean();
  expect(await mailsTo('espera@correo.gt')).toEqual([]);
});

test('[GIFT-04] an unsent mail of a canceled order is never sent', async () => {
  const order = await buy({ to: 'nunca@correo.gt' });
  await send(noon(0));
  const [mail] = await mailsTo('nunca@correo.gt');
  await open.shop.db.pool.query("update orders set status = 'canceled' where id = $1", [order]);
  expect(await handOver(mail?.id ?? '')).toEqual([]);
  expect(await keptCodesOf(order)).toMatchObject([{ is_void: true }]);
});

const resend = async (...args: string[]): Promise<string> => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const isDone = await runGiftCardCommand({ db: open.shop.db, args, now: new Date(), say, actor: operator });
  return `${isDone ? 'done' : 'refused'}: ${said.join('')}`;
};

const numberOf = async (orderId: string): Promise<string> => {
  const { rows } = await open.shop.db.pool.query('select number from orders where id = $1', [orderId]);
  return String(rows[0].number);
};

test('[GIFT-04] if an operator sends a card again, the lost code is void and a new code arrives', async () => {
  const order = await buy({ to: 'perdido@correo.gt' });
  const number = await numberOf(order);
  const nothing = `refused: Order ${number} has no gift cards that were sent, or it does not stand. Nothing was changed.`;
  expect(await resend('resend', number)).toBe(nothing);
  await send(noon(0));
  const [lost] = await mailsTo('perdido@correo.gt');
  await handOver(lost?.id ?? '');
  const done = `done: The codes of order ${number} are void; new ones are sent within a minute.`;
  // One of two concurrent calls succeeds.
  expect((await Promise.all([resend('resend', number), resend('resend', number)])).sort()).toEqual([done, nothing]);
  const { rows } = await open.shop.db.pool.query(
    "select task_identifier from graphile_worker.jobs where key = 'send-gift-cards'",
  );
  expect(rows).toEqual([{ task_identifier: 'send-gift-cards' }]);
  await send(noon(0));
  const mails = await mailsTo('perdido@correo.gt');
  expect(mails).toHaveLength(2);
  const [code] = codesIn(mails.find(({ id }) => id !== lost?.id));
  expect(await keptCodesOf(order)).toMatchObject([{ is_void: true }, await goodCode(code)]);
});

test.each([
  [['resend', '999999999'], 'refused: Order 999999999 has no gift cards'],
  [['resend', 'x'], 'refused: Order x has no'],
  [['resend'], 'refused: ceiba gift-card resend'],
  [['send', '100000001'], 'refused: ceiba gift-card show'],
  [[], 'refused: ceiba gift-card show'],
])('the command %j prints the reason of its refusal', async (args, said) => {
  expect((await resend(...args)).startsWith(said)).toBe(true);
});

test('[GIFT-04] [DEC-12] the shop’s own jobs send a card that is due today', async () => {
  await buy({ to: 'hoy@correo.gt' });
  const worker = await startJobs(openServices(open.shop), open.shop.url);
  try {
    await open.shop.db.pool.query("select graphile_worker.add_job('send-gift-cards', '{}')");
    await until(async () => (await mailsTo('hoy@correo.gt')).length === 1);
  } finally {
    await worker.close();
  }
  const page = await open.shop.inject({ url: '/demo/correo?para=hoy%40correo.gt' });
  expect(page.payload).toContain('tarjeta de regalo de Q200.00');
});
