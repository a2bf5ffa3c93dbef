// The bank and the mail server of a shop on its opening day, and its first two buyers. Runs as a separate process: `node
// opening-day-outside-process.ts serve` prints one line of JSON when both are ready; `… buy https://tienda.example` prints the
// orders' numbers.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { startSandboxBank } from '@ceiba/sandbox-bank/start';
import { listenHere } from './listen-here.ts';
import { startMailServer } from './mail-server.ts';

/** The acquirer's key for this shop. */
const merchantKey = 'a-key-of-the-contract';

/** Starts the sandbox bank under another name, because a real acquirer has no page that calls it a sandbox. */
const serve = async (dataDir: string): Promise<void> => {
  const bank = await startSandboxBank({ port: 0, dataDir, merchantKey, log: { write: () => {} } });
  const front = createServer(async (call, answer) => {
    const parts: Buffer[] = [];
    for await (const part of call) parts.push(part);
    const { host: _, connection: __, ...headers } = call.headers;
    const known = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const method = call.method ?? 'GET';
    if (call.url === '/health') return void answer.writeHead(404).end();
    const answered = await fetch(`${bank.url}${call.url ?? '/'}`, {
      method,
      headers: Object.fromEntries(known),
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(parts) }),
    });
    answer.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text());
  });
  const url = `http://127.0.0.1:${await listenHere(front)}`;
  const mail = await startMailServer(0);
  process.stdout.write(`${JSON.stringify({ bank: url, key: merchantKey, mail: mail.url })}\n`);
};

const address = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: 485,
  zone: 'Zona 10',
  telephone: '55554444',
};

const textIn = (answer: string, place: RegExp): string => {
  const found = place.exec(answer)?.[1];
  if (found === undefined) throw new Error(`no ${place} in: ${answer}`);
  return found;
};

/** Buys one unit as a guest who pays by card. Returns the order's number. */
const buy = async (shop: string, sku: string, email: string): Promise<string> => {
  const call = async (
    method: string,
    path: string,
    body: object,
    more: Record<string, string> = {},
  ): Promise<string> => {
    const headers = { 'content-type': 'application/json', ...more };
    const answer = await fetch(`${shop}${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text;
  };
  const cartId = textIn(await call('POST', '/v1/carts/', {}), /"id":"([0-9a-f-]{36})"/);
  const cart = `/v1/carts/${cartId}`;
  await call('POST', `${cart}/products`, { sku, quantity: 1 });
  await call('POST', `${cart}/shippingAddress`, address);
  await call('POST', `${cart}/shippingMethods`, { carrierCode: 'tablerate', methodCode: 'bestway' });
  await call('POST', `${cart}/billingAddress`, { same_as_shipping: true });
  const priced = await call('POST', `${cart}/paymentMethods`, { paymentMethod: 'kosmos_payment' });
  await call('PATCH', cart, { email });
  const paymentAmount = Number(textIn(priced, /"grandTotal":\{"value":([0-9.]+)/));
  const card = { ccNumber: '4111111111111111', ccDate: '12/39', ccCVV: '123', ccOwner: 'Lucía Paz' };
  const payments = [{ paymentType: 'Card', paymentPlan: 1, paymentAmount, ...card }];
  const placed = await call('POST', '/v1/orders', { cartId, payments }, { 'idempotency-key': randomUUID() });
  return textIn(placed, /"orderNumber":"(\d+)"/);
};

const [, , action, place = ''] = process.argv;
if (action === 'serve') await serve(place);
else {
  const numbers = [await buy(place, '00101', 'lucia@correo.gt'), await buy(place, '00101', 'rosa@correo.gt')];
  process.stdout.write(`${JSON.stringify(numbers)}\n`);
}
