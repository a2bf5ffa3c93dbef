import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { openServices } from '../services.ts';
import { cash, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, realShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { writeMail } from './write-mail.ts';

/** A mail server that takes everything, or refuses the first messages, or every recipient in words that name him. */
const startMailServer = async (
  refusals: number,
  isKnown = true,
): Promise<{ url: string; messages: string[]; server: Server }> => {
  const messages: string[] = [];
  let left = refusals;
  const server = createServer((socket) => {
    let inData = false;
    let buffer = '';
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffer += chunk.toString();
      if (inData && buffer.includes('\r\n.\r\n')) {
        const isRefused = left > 0;
        left -= 1;
        if (!isRefused) messages.push(buffer);
        socket.write(isRefused ? '451 try later\r\n' : '250 taken\r\n');
        inData = false;
        buffer = '';
      }
      if (inData || !buffer.endsWith('\r\n')) return;
      inData = buffer.startsWith('DATA');
      const named = isKnown ? undefined : /^RCPT TO:(.*)/.exec(buffer)?.[1];
      if (named !== undefined) socket.write(`550 5.1.1 ${named} no such user\r\n`);
      else socket.write(inData ? '354 go on\r\n' : '250 ok\r\n');
      buffer = '';
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, messages, server };
};

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

test('[DEC-12, DEC-163] an order writes its confirmation; the demo mailbox lists and shows it, newest first', async () => {
  const { shop } = open;
  const number = await placeOne('lucia@correo.gt');
  const worker = await openServices(shop).startWorker(shop.url);
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

test('the mailbox answers 404 for mails it does not have and filters by recipient', async () => {
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

test('[DEC-12] with SMTP_URL a mail is sent, once, and again after the server refused it', async () => {
  const smtp = await startMailServer(1);
  const shop = await openTestShop({ SMTP_URL: smtp.url, MAIL_FROM: 'Ceiba <tienda@ceiba.example>' });
  const services = openServices(shop);
  await shop.db.transaction(async (tx) => {
    await writeMail(tx, 'greeting:1', mail, new Date());
    await writeMail(tx, 'greeting:1', mail, new Date());
  });
  const row = async () => (await shop.db.pool.query('select sent_at, last_error from mails')).rows;
  const worker = await services.startWorker(shop.url);
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
  expect(smtp.messages[0]).toContain('From: Ceiba <tienda@ceiba.example>');
  await shop.close();
  smtp.server.close();
});

test('a mail server that quotes the recipient in its refusal: neither the log nor the queue holds the address', async () => {
  const smtp = await startMailServer(0, false);
  let lines = '';
  const log = createLog('trace', {
    write: (line: string) => {
      lines += line;
    },
  });
  const shop = await openTestShop({ SMTP_URL: smtp.url, LOG_LEVEL: 'trace' }, { log });
  const worker = await openServices(shop).startWorker(shop.url);
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
  // Operators find the server's words beside the mail.
  const { rows } = await shop.db.pool.query<{ last_error: string }>('select last_error from mails');
  expect(rows[0]?.last_error).toContain('<ana@correo.gt> no such user');
  await shop.close();
  smtp.server.close();
});
