import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOrderMails } from '../orders/mails/write-order-mails.ts';
import { createLog } from '../platform/operations/log.ts';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { startJobs } from '../start-jobs.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, realShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { sendMailTasks, writeMail, writeMails } from './write-mail.ts';

const mail = { recipient: 'ana@correo.gt', subject: 'Hola', html: '<p>Hola</p>', text: 'Hola' };

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank();
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', title: 'Bocina <Ámbar>', price: 100_00 });
});
afterAll(() => open.close());

const placeOne = async (email: string): Promise<string> => {
  const cartId = await prepareCart(open.shop, { lines: [{ productId: speaker, quantity: 1 }], email });
  return (await postOrder(open.shop, { cartId, payments: [cash(130)] })).json().data.orderNumber;
};

const mailsTo = async (to: string) => {
  const answer = await open.shop.call('listDemoMails', { query: { to } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value.data;
};

test('[DEC-12, DEC-163] an order sends its confirmation, and the demo mailbox shows it first', async () => {
  const { shop } = open;
  const number = await placeOne('lucia@correo.gt');
  const worker = await startJobs(openServices(shop), shop.url);
  try {
    await until(async () => (await mailsTo('lucia@correo.gt')).length === 1);
    await placeOne('lucia@correo.gt');
    await until(async () => (await mailsTo('lucia@correo.gt')).length === 2);
  } finally {
    await worker.close();
  }
  const mails = await mailsTo('lucia@correo.gt');
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatchObject({ to: 'lucia@correo.gt', subject: `¡Gracias por tu compra! Orden ${number}` });
  expect(mails[1]?.html).toContain('Bocina &#60;Ámbar&#62;');
  expect(mails[1]?.html).toContain(`src="${shop.config.publicUrl}/`);
  expect(await mailsTo('otra@correo.gt')).toEqual([]);

  const page = await shop.inject({ url: '/demo/correo' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.payload.indexOf(mails[0]?.id ?? '?')).toBeLessThan(page.payload.indexOf(mails[1]?.id ?? '?'));
  const reading = await shop.inject({ url: `/demo/correo/${mails[1]?.id}` });
  expect(reading.payload).toContain(`<iframe src="/demo/correo/${mails[1]?.id}/mensaje"`);
  const message = await shop.inject({ url: `/demo/correo/${mails[1]?.id}/mensaje` });
  expect(message.payload).toContain(number);
  expect(message.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(message.headers['x-frame-options']).toBe('SAMEORIGIN');
});

test('the mailbox filters by recipient, and answers 404 for missing mails', async () => {
  const { shop } = open;
  for (const url of [
    '/demo/correo/nada',
    '/demo/correo/00000000-0000-4000-8000-000000000000',
    '/demo/correo/x/mensaje',
  ]) {
    expect((await shop.inject({ url })).statusCode).toBe(404);
  }
  const empty = await shop.inject({ url: '/demo/correo?para=nadie%40correo.gt' });
  expect(empty.payload).toContain('No hay correos para este destinatario.');
  expect((await shop.inject({ url: '/demo/correo/estilos.css' })).headers['content-type']).toContain('text/css');
});

test('[DEC-163] outside demo mode there is no mailbox', async () => {
  const shop = await openTestShop(realShop);
  expect((await shop.inject({ url: '/demo/correo' })).statusCode).toBe(404);
  expect((await shop.inject({ url: '/demo/api/mails' })).statusCode).toBe(404);
  await shop.close();
});

test('[DEC-12] with SMTP_URL a mail is sent once, and sent again only if the server refused it', async () => {
  const smtp = await startMailServer(1);
  const shop = await openTestShop({ SMTP_URL: smtp.url, MAIL_FROM: 'Tienda Nueva <ventas@tienda.gt>' });
  const services = openServices(shop);
  await shop.db.transaction(async (tx) => {
    await writeMail(tx, 'greeting:1', mail, new Date());
    await writeMail(tx, 'greeting:1', mail, new Date());
  });
  const row = async () => (await shop.db.pool.query('select sent_at, last_error from mails')).rows;
  const worker = await startJobs(services, shop.url);
  try {
    await until(async () => typeof (await row())[0]?.last_error === 'string');
    expect(await row()).toEqual([{ sent_at: null, last_error: expect.stringContaining('451') }]);
    await shop.db.pool.query('update graphile_worker._private_jobs set run_at = now()');
    await until(async () => (await row())[0]?.sent_at instanceof Date);
  } finally {
    await worker.close();
  }
  expect(await row()).toEqual([{ sent_at: expect.any(Date), last_error: null }]);
  expect(smtp.messages).toHaveLength(1);
  expect(smtp.messages[0]).toContain('To: ana@correo.gt');
  expect(smtp.messages[0]).toContain('From: Tienda Nueva <ventas@tienda.gt>');
  expect(smtp.messages[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@tienda\.gt>\r$/m);
  await shop.close();
  smtp.server.close();
});

test('if a mail server’s refusal quotes the recipient, log and queue do not contain the address', async () => {
  const smtp = await startMailServer(0, false);
  let lines = '';
  const log = createLog('trace', {
    write: (line: string) => {
      lines += line;
    },
  });
  const shop = await openTestShop({ SMTP_URL: smtp.url, LOG_LEVEL: 'trace' }, { log });
  const worker = await startJobs(openServices(shop), shop.url);
  const failed = async (): Promise<string> => {
    const { rows } = await shop.db.pool.query<{ last_error: string | null }>(
      `select last_error from graphile_worker.jobs where task_identifier = 'send-mail'`,
    );
    return rows[0]?.last_error ?? '';
  };
  try {
    await shop.db.transaction((tx) => writeMail(tx, 'greeting:2', mail, new Date()));
    await until(async () => (await failed()) !== '');
    await until(() => lines.includes('Failed task'));
  } finally {
    await worker.close();
  }
  expect(await failed()).toContain('550');
  expect(lines).toContain('550');
  expect(`${lines}${await failed()}`).not.toContain('ana@correo.gt');
  // The mail's row contains the server's answer, for operators.
  const { rows } = await shop.db.pool.query<{ last_error: string }>('select last_error from mails');
  expect(rows[0]?.last_error).toContain('<ana@correo.gt> no such user');
  await shop.close();
  smtp.server.close();
});

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Returns the mails to these recipients, and whether one of their orders still waits for its mail. */
const mailsOf = async (recipients: readonly string[]) => {
  const { pool } = open.shop.db;
  const mails = await pool.query<{ recipient: string }>(
    'select recipient from mails where recipient = any ($1) order by 1',
    [recipients],
  );
  const unmailed = await pool.query(
    'select from order_mail_outbox join orders on id = order_id where email = any ($1)',
    [recipients],
  );
  return { mails: mails.rows.map(({ recipient }) => recipient), unmailed: unmailed.rows.length };
};

/** Places an order for each recipient. */
const placeAll = async (...recipients: string[]): Promise<string[]> => {
  for (const recipient of recipients) await placeOne(recipient);
  return recipients.sort();
};

const telling = () => ({ ...open.shop, publicUrl: 'https://ceiba.example', log: silentLog });

test('[DEC-12] two workers write one mail per order, and lose no mail if a worker dies', async () => {
  const { db } = open.shop;
  const buyers = await placeAll('junta1@correo.gt', 'junta2@correo.gt', 'junta3@correo.gt');
  const dying: Pick<typeof db, 'transaction'> = {
    transaction: (work) =>
      db.transaction(async (tx) => {
        await work(tx);
        throw new Error('dead before its commit');
      }),
  };
  await expect(writeOrderMails({ ...telling(), db: dying }, new Date())).rejects.toThrow('dead');
  expect(await mailsOf(buyers)).toEqual({ mails: [], unmailed: 3 });
  await Promise.all([writeOrderMails(telling(), new Date()), writeOrderMails(telling(), new Date())]);
  await writeOrderMails(telling(), new Date());
  expect(await mailsOf(buyers)).toEqual({ mails: buyers, unmailed: 0 });
  const links = await db.pool.query(
    'select from order_links l join orders o on o.id = l.order_id where o.email = any ($1)',
    [buyers],
  );
  expect(links.rows).toHaveLength(3);
});

test('[DEC-12] an order whose mail cannot be written delays no other order: each is then tried alone', async () => {
  const { pool } = open.shop.db;
  const buyers = await placeAll('entera@correo.gt', 'rota@correo.gt');
  await pool.query(`update orders set discounts = '[{}]' where email = 'rota@correo.gt'`);
  await writeOrderMails(telling(), new Date());
  expect(await mailsOf(buyers)).toEqual({ mails: [], unmailed: 0 });
  const { rows: jobs } = await pool.query<{ payload: object }>(
    `select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
     join orders o on o.id = (p.payload ->> 'orderId')::uuid where task_identifier = 'order-confirmation' and o.email = any ($1)`,
    [buyers],
  );
  expect(jobs).toHaveLength(2);
  const own = tasksOf(openServices(open.shop)).find(({ name }) => name === 'order-confirmation');
  const tries = await Promise.allSettled(
    jobs.map(async ({ payload }) => own?.run(payload, { now: new Date(), log: silentLog })),
  );
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await mailsOf(buyers)).toEqual({ mails: ['entera@correo.gt'], unmailed: 0 });
});

test('[DEC-12] a refused mail of a batch delays no other mail, and sent mails are not sent again', async () => {
  const { db } = open.shop;
  const recipients = ['uno@correo.gt', 'dos@correo.gt', 'tres@correo.gt'];
  const keyed = recipients.map((recipient) => ({ ...mail, recipient, dedupeKey: `together:${recipient}` }));
  await writeMails(db.write, keyed, new Date());
  await writeMails(db.write, keyed, new Date());
  const jobsOf = async (name: string) =>
    (
      await db.pool.query<{ payload: { mailIds: string[]; mailId: string } }>(
        `select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
         where task_identifier = $1 order by p.id desc`,
        [name],
      )
    ).rows.map(({ payload }) => payload);
  const [together] = await jobsOf('send-mails');
  expect(together?.mailIds).toHaveLength(3);
  const handed: string[] = [];
  const send = async ({ to }: { to: string }) => {
    handed.push(to);
    if (to === 'dos@correo.gt' && handed.length === 2) throw new Error('451 later');
  };
  const run = (name: string, payload: object) =>
    sendMailTasks({
      db,
      mailer: { send, verify: async () => {}, close: () => {} },
      findEndOfStop: async () => undefined,
    })
      .find((each) => each.name === name)
      ?.run(payload, { now: new Date(), log: silentLog });
  await run('send-mails', together ?? {});
  expect(handed).toEqual(['uno@correo.gt', 'dos@correo.gt']);
  const alone = (await jobsOf('send-mail')).filter(({ mailId }) => together?.mailIds.includes(mailId));
  expect(alone).toHaveLength(2);
  for (const payload of alone) await run('send-mail', payload);
  await run('send-mails', together ?? {});
  expect(handed.sort()).toEqual(['dos@correo.gt', 'dos@correo.gt', 'tres@correo.gt', 'uno@correo.gt']);
});
