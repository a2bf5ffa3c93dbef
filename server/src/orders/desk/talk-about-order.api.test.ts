import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeMail } from '../../notifications/write-mail.ts';
import { hinted } from '../../platform/audit/record-change.ts';
import { moveShipment } from '../../shipments/move-shipment.ts';
import { shipmentsTasks } from '../../shipments/shipments.tasks.ts';
import { done } from '../../testing/cart-calls.ts';
import { placeStoreOrder } from '../../testing/desk-orders.ts';
import { operator } from '../../testing/operator.ts';
import { signInCustomer } from '../../testing/sessions.ts';
import { openShopWithDesk } from '../../testing/shop-with-desk.ts';
import { openDesk } from '../../testing/test-desk.ts';

let open: Awaited<ReturnType<typeof openShopWithDesk>>;
beforeAll(async () => {
  open = await openShopWithDesk();
});
afterAll(() => open.close());

test('[WORK-23] notes, tags, assignee and mentions never reach customers or the audit', async () => {
  const { shop, desk, place, mail } = open;
  const canary = 'CANARIO-7f3a';
  const email = 'canario@correo.gt';
  const { id, headers } = await signInCustomer(shop.db, email, new Date());
  const number = await place({ email });
  await shop.db.pool.query('update orders set customer_id = $2 where number = $1', [number, id]);
  const colleague = await openDesk(shop, 'warehouse');
  const note = { text: `Cliente molesto ${canary}`, mentions: [colleague.id] };
  const noted = done(await desk.call('addOrderNote', { params: { number }, body: note })).data;
  const body = { version: 1, tags: [`${canary}-tag`], assigneeId: colleague.id };
  done(await desk.call('correctOrder', { params: { number }, body }));
  await mail();
  expect(noted.notes).toMatchObject([{ text: note.text, by: desk.name, isOwn: true, mentions: [colleague.name] }]);
  expect(noted.timeline.filter(({ kind }) => kind === 'note')).toHaveLength(1);
  const answers = [
    await shop.inject({ method: 'POST', url: '/v1/orders/lookups', payload: { orderNumber: number, email } }),
    await shop.inject({ url: `/v1/orders/${number}`, headers }),
    await shop.inject({ url: '/v1/orders/', headers }),
    await shop.inject({ url: `/v1/orders/number/${number}/traking`, headers }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  const { rows } = await shop.db.pool.query(
    `select html, text from mails where recipient = $1
     union all select before::text, after::text from audit_entries where after::text not like '%"tags"%'`,
    [email],
  );
  const stored = answers.map(({ payload }) => payload).join(' ') + JSON.stringify(rows);
  expect(stored).toContain(number);
  for (const secret of [canary, colleague.name, colleague.id]) expect(stored).not.toContain(secret);
});

test('[WORK-23] a mentioned colleague is mailed about a note, without its text, and the author can remove the note', async () => {
  const { shop, desk, place } = open;
  const number = await place();
  const params = { number };
  const [one, gone] = [await openDesk(shop, 'warehouse'), await openDesk(shop, 'support')];
  await shop.db.pool.query('update staff_members set disabled_at = now() where id = $1', [gone.id]);
  const people = done(await desk.call('listColleagues', {})).data;
  expect(people).toContainEqual({ id: one.id, name: one.name });
  expect(people.map(({ id }) => id)).not.toContain(gone.id);
  const write = (mentions: string[]) =>
    desk.call('addOrderNote', { params, body: { text: 'Revisar la dirección', mentions } });
  expect(await write([gone.id])).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  const [note] = done(await write([one.id, one.id])).data.notes;
  const { rows } = await shop.db.pool.query('select recipient, subject, text from mails where subject like $1', [
    `%menciona en la orden ${number}`,
  ]);
  expect(rows).toEqual([
    {
      recipient: `${one.id}@ceiba.example`,
      subject: `${desk.name} te menciona en la orden ${number}`,
      text: expect.stringContaining(`/admin/ordenes/${number}`),
    },
  ]);
  expect(rows[0]?.text).not.toContain('dirección');
  const named = { params: { number, id: note?.id ?? '' } };
  expect(await one.call('removeOrderNote', named)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(done(await desk.call('removeOrderNote', named)).data.notes).toEqual([]);
});

test('the mails for one person’s mentions are limited per day, even for two concurrent notes', async () => {
  const { shop, place } = open;
  await shop.setPolicy('mentionMailsPerDay', '3');
  const numbers = [await place(), await place()];
  const [writer, other, one, two] = await Promise.all(
    ['support', 'support', 'warehouse', 'warehouse'].map((role) => openDesk(shop, role)),
  );
  if (writer === undefined || other === undefined || one === undefined || two === undefined) throw new Error('nobody');
  const write = (desk: typeof writer, number: string, mentions: string[]) =>
    desk.send('POST', `/v1/admin/orders/${number}/notes`, { body: { text: 'Revisar', mentions } });
  const mailed = async () => {
    const { rows } = await shop.db.pool.query('select from mails where subject like $1', [
      `${writer.name} te menciona%`,
    ]);
    return rows.length;
  };
  // Two concurrent notes send two mails each. Only one note stays within the limit.
  const answers = await Promise.all(numbers.map((number) => write(writer, number, [one.id, two.id])));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 429]);
  expect(await mailed()).toBe(2);
  const [number = ''] = numbers;
  const refused = await write(writer, number, [one.id, two.id]);
  expect(refused.json().message).toBe(
    'Hoy te queda 1 aviso por correo de 3, y esta nota pide 2. Guarda la nota sin avisar a nadie, o avisa mañana.',
  );
  expect((await write(writer, number, [one.id])).statusCode).toBe(201);
  expect((await write(writer, number, [one.id])).statusCode).toBe(429);
  // The mails of a removed note still count.
  const { notes } = await open.see(number, writer);
  for (const { id } of notes.filter(({ isOwn }) => isOwn))
    await writer.send('DELETE', `/v1/admin/orders/${number}/notes/${id}`);
  expect((await write(writer, number, [one.id])).statusCode).toBe(429);
  expect((await write(writer, number, [])).statusCode).toBe(201);
  expect(await mailed()).toBe(3);
  expect((await write(other, number, [one.id])).statusCode).toBe(201);
  await shop.setPolicy('mentionMailsPerDay', 'default');
});

test('a person who may not see amounts finds no amounts and no gift card receivers in mails and history', async () => {
  const { shop, desk, place, see } = open;
  const number = await place();
  const courtesy = { unsent: 'send', courtesyReason: 'Se le prometió' } as const;
  const refund = { orderNumber: number, version: 1, reason: 'Bono', lines: [{ line: 2, quantity: 1 }], ...courtesy };
  done(await desk.call('createRefund', { body: { ...refund, to: 'giftCard' } }));
  const [{ id, email } = { id: '', email: '' }] = (
    await shop.db.pool.query<{ id: string; email: string }>('select id, email from orders where number = $1', [number])
  ).rows;
  await shop.db.transaction((tx) =>
    writeMail(
      tx,
      `gift-card:${id}:1`,
      {
        recipient: 'regalada@correo.gt',
        subject: 'Ana te envió una tarjeta de regalo de Q1,250.50',
        html: '',
        text: '',
      },
      new Date(),
    ),
  );
  const all = await see(number);
  expect(all.mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringContaining('Q33.33'), expect.stringContaining('Q1,250.50')]),
  );
  const { mails, timeline } = await see(number, await openDesk(shop, 'warehouse'));
  expect(mails).toHaveLength(all.mails.length);
  // The answer does not contain the buyer's e-mail, either (§0.3).
  expect(mails.map(({ to }) => to)).toContain(hinted(email));
  const read = JSON.stringify([mails, timeline]);
  expect(read).not.toContain(email);
  expect(read).toContain('Ana te envió una tarjeta de regalo de Q…');
  expect(read).not.toMatch(/Q\d|regalada@/);
});

test('[WORK-23] the desk shows a mail as it was sent, and sends it again up to five times a day', async () => {
  const { desk, place, see, mail, lastEmail } = open;
  const number = await place();
  const old = lastEmail();
  await mail();
  const [sent] = (await see(number)).mails;
  const opened = done(await desk.call('getOrderMail', { params: { number, id: sent?.id ?? '' } })).data;
  expect(opened.html).toContain(number);
  done(
    await desk.call('correctOrder', {
      params: { number },
      body: { version: 1, contact: { email: 'corregido@correo.gt' } },
    }),
  );
  const resend = (to?: string) =>
    desk.call('resendOrderMail', {
      params: { number },
      body: { kind: 'order-confirmation', ...(to === undefined ? {} : { to }) },
    });
  const again = done(await resend('corregido@correo.gt')).data.mails.at(-1);
  expect(again).toMatchObject({ kind: 'order-confirmation', to: 'corregido@correo.gt' });
  expect(await resend('otro@correo.gt')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  for (let times = 0; times < 4; times += 1) done(await resend(old));
  expect(await resend(old)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
});

/** Each function creates an order about which the buyer got this mail. */
const mailedAbout: Readonly<Record<string, () => Promise<string>>> = {
  'order-confirmation': () => open.place(),
  'store-payment': async () => {
    await open.shop.db.pool.query(
      `insert into advisors (hash, store_code, first_name, added_at) values ('asesor', 'MAX', 'Andrea', now())`,
    );
    const cart = { shippingMethod: 'pickup', storeCode: 'MAX' } as const;
    return placeStoreOrder(open.shop, {
      ...{ lines: [{ productId: open.radio, quantity: 2 }], amount: 66.66, advisor: 'asesor' },
      ...cart,
    });
  },
  'shipment-sent': async () => {
    const number = await open.place();
    await open.send(number);
    const { shop, log } = open;
    const tasks = shipmentsTasks({ ...shop, gateway: { account: '' }, publicUrl: shop.config.publicUrl });
    const left = tasks.find(({ name }) => name === 'shipment-left');
    await left?.run({ shipment: `${number}-1` }, { now: new Date(), log });
    return number;
  },
  'order-canceled': async () => {
    const number = await open.place();
    const body = { version: 1, reason: 'Ya no lo quiere' };
    done(await open.desk.call('cancelOrder', { params: { number }, body }));
    return number;
  },
  'order-refunded': async () => {
    const orderNumber = await open.place();
    const body = { orderNumber, version: 1, goodwill: 10, reason: 'Llegó tarde' };
    done(await open.desk.call('createRefund', { body }));
    return orderNumber;
  },
  'return-received': async () => {
    const orderNumber = await open.place();
    await open.send(orderNumber);
    const action = { kind: 'deliver', cash: { amount: 'due', difference: null } } as const;
    await moveShipment(
      open.shop.db,
      { orderNumber, choice: { shipmentNumber: 1 }, action, actor: operator },
      new Date(),
    );
    const asked = { orderNumber, sku: 'RADIO', quantity: 1, reason: 'Otro' } as const;
    const { number, version } = done(await open.desk.call('createReturn', { body: asked })).data;
    const warehouse = await openDesk(open.shop, 'warehouse');
    done(await warehouse.call('receiveReturn', { params: { number }, body: { version } }));
    return orderNumber;
  },
};

test.each(Object.entries(mailedAbout))(
  '[WORK-23] a mail of the kind %s is shown as it was sent, and sent again unchanged',
  async (kind, prepare) => {
    const { desk, see, mailsOf, mail } = open;
    const number = await prepare();
    await mail();
    await mailsOf(number);
    const read = async (id = '') => {
      const { html, text } = done(await desk.call('getOrderMail', { params: { number, id } })).data;
      return { html, text };
    };
    const first = (await see(number)).mails.find((each) => each.kind === kind);
    const again = done(await desk.call('resendOrderMail', { params: { number }, body: { kind } })).data.mails.at(-1);
    expect(again).toMatchObject({ kind, to: first?.to, subject: first?.subject });
    expect(again?.id).not.toBe(first?.id);
    const sent = await read(first?.id);
    expect(sent.text.length).toBeGreaterThan(100);
    expect(await read(again?.id)).toEqual(sent);
  },
);

test('[WORK-23] at the desk, a mail with a code or link of value can be neither read nor sent again', async () => {
  const { shop, desk, place, see } = open;
  const number = await place();
  const { rows } = await shop.db.pool.query('select id from orders where number = $1', [number]);
  const mail = { recipient: 'regalo@correo.gt', subject: 'Tarjeta', html: 'GC-1', text: 'GC-1', isSecret: true };
  await shop.db.transaction((tx) => writeMail(tx, `gift-card:${rows[0].id}:1`, mail, new Date()));
  const [listed] = (await see(number)).mails;
  expect(listed).toMatchObject({ kind: 'gift-card', isOpen: false });
  const params = { number };
  expect(await desk.call('getOrderMail', { params: { ...params, id: listed?.id ?? '' } })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
  expect(await desk.call('resendOrderMail', { params, body: { kind: 'gift-card' } })).toMatchObject({
    error: { code: 'NOT_FOUND' },
  });
});
