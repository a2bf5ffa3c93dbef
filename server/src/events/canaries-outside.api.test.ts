import { randomUUID } from 'node:crypto';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import { eventTypes } from '@ceiba/contract/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportKinds } from '../imports/export-kinds.ts';
import { importCommands } from '../imports/import-command.ts';
import { typing } from '../testing/operator.ts';
import { card, openShopWithBank, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk } from '../testing/test-desk.ts';
import { testSecrets } from '../testing/test-secrets.ts';
import { openTestLine, openWebhookReceiver } from '../testing/webhook-receiver.ts';
import { insertEndpoint } from './endpoints.store.ts';
import { publishEvents } from './publish-events.ts';
import { sendEvents } from './send-events.ts';

const buyer = { email: 'ana@correo.gt', password: 'Canaria-7Kx2mQ', dpi: '2718281828459' };
/** A four-digit CVV, as this card brand has. */
const paidWith = { number: '378282246310005', cvv: '7391', owner: 'CANARIA BENÍTEZ' };

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let canaries: string[] = [];

beforeAll(async () => {
  open = await openShopWithBank();
  const { shop } = open;
  await createShopBasics(shop.db);
  const { email, password, dpi } = buyer;
  const post = (path: string, payload: object) =>
    shop.inject({ method: 'POST', url: `/v1/auth/${path}`, payload: { email, password, ...payload } });
  const person = { firstName: 'Ana', lastName: 'Ajú', phone: '5555-1234' };
  await post('register', { ...person, registerLeal: false, acceptTerms: true });
  await shop.db.pool.query('update customers set dpi = $1, email_confirmed_at = now()', [dpi]);
  const signedIn = await post('login', {});
  const { sessionToken } = signedIn.json().data;
  expect(sessionToken, signedIn.body).toMatch(/.{20}/);
  const { rows } = await shop.db.pool.query<{ hash: string }>('select password_hash as hash from customers');
  canaries = [paidWith.number, paidWith.owner, password, dpi, sessionToken, ...rows.map(({ hash }) => hash)];
  expect(canaries.every((canary) => canary.length > 12)).toBe(true);
});
afterAll(() => open.close());

const found = (text: string): string[] => [
  ...canaries.filter((canary) => text.includes(canary)),
  ...(text.match(/(?<![\d.])7391(?![\d.])/g) ?? []),
];

/** Ana buys with her card, and all events about it reach the endpoints. */
const buy = async (): Promise<string> => {
  const { shop } = open;
  const productId = await createProduct(shop.db, { sku: 'TV', price: 100_00, stock: 5 });
  const cartId = await prepareCart(shop, { email: buyer.email, lines: [{ productId, quantity: 1 }] });
  const payment = card(130, paidWith.number, { ccCVV: paidWith.cvv, ccOwner: paidWith.owner });
  const answer = await postOrder(shop, { cartId, payments: [payment] });
  expect(answer.statusCode, answer.body).toBe(200);
  await shop.db.pool.query('update orders set customer_id = (select id from customers)');
  return answer.json().data.orderNumber;
};

test('[OPS-03] webhooks and both exports contain no card, CVV, token, password or DPI', async () => {
  const { shop } = open;
  const receiver = await openWebhookReceiver();
  const endpoint = randomUUID();
  const store = { db: shop.db, sealedSecrets: testSecrets };
  await insertEndpoint(store, { id: endpoint, url: receiver.url, types: [...eventTypes] });
  const order = await buy();
  await publishEvents(shop.db, new Date());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await sendEvents({ ...store, log, openLine: openTestLine, clock: () => new Date() }, endpoint);
  await receiver.close();
  const sent = receiver.received.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n');
  expect(sent).toContain(`"number":"${order}"`);
  expect(found(sent)).toEqual([]);

  const files: string[] = [];
  for (const { name } of exportKinds)
    for (const format of ['csv', 'ndjson'])
      expect(
        await typing(
          importCommands,
          'export',
        )({
          ...{ db: shop.db, args: [name, '--format', format] },
          say: (text) => files.push(text),
        }),
      ).toBe(true);
  expect(files.join('\n')).toContain(order);
  expect(files.join('\n')).toContain(buyer.email);
  expect(found(files.join('\n'))).toEqual([]);

  const owner = await openDesk(shop, 'owner');
  const paths = Object.values(deskCallTable).flatMap((path) => (path.endsWith('/export') ? [path] : []));
  const lists: string[] = [];
  for (const path of paths) {
    const answer = await owner.send('GET', path);
    expect(answer.statusCode, path).toBe(200);
    lists.push(answer.payload);
  }
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.join('\n')).toContain(order);
  expect(lists.join('\n')).toContain(buyer.email);
  expect(found(lists.join('\n'))).toEqual([]);
});
