import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/operations/config.ts';
import { createLog } from '../platform/operations/log.ts';
import { type RunningShop, startShop } from '../start-shop.ts';
import { readCart } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { card, cash, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { policyCommands } from './policy-command.ts';

const runPolicyCommand = typing(policyCommands, 'policy');

let shop: TestShop;
let nodes: RunningShop[];
/** The lines that each node has logged. */
const logged: string[][] = [[], []];
let productId: number;

beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  productId = await createProduct(shop.db, { sku: 'RADIO', price: 850_00, stock: 100 });
  const settings = readConfig({
    PORT: '0',
    DEMO: 'false',
    DATABASE_URL: shop.url,
    LOG_LEVEL: 'silent',
    BANK_URL: 'http://127.0.0.1:9',
    BANK_KEY: 'policy-test',
    GTM_ID: 'GTM-CEIBA1',
  });
  const start = (node: number) => {
    const write = (line: string): void => {
      logged[node]?.push(line);
    };
    return startShop(settings, 'web', { say: () => {}, log: createLog('error', { write }) });
  };
  nodes = [await start(0), await start(1)];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await shop.close();
});

/** Runs the command as an operator does. Returns its output. */
const policy = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
  const lines: string[] = [];
  const isDone = await runPolicyCommand({ db: shop.db, args, now: new Date(), say: (line) => lines.push(line) });
  return { isDone, said: lines.join('\n') };
};

const get = async (node: RunningShop, path: string) => JSON.parse(await (await fetch(`${node.url}${path}`)).text());

const storedChanges = async () => (await shop.db.pool.query('select changes from shop_policy')).rows[0].changes;

test('[CONST-35] a free-delivery threshold of Q800 applies immediately to pages and carts of every node', async () => {
  const id = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  for (const node of nodes) expect((await get(node, `/v1/carts/${id}`)).prices.shipping.value).toBe(30);
  const { isDone, said } = await policy('set', 'freeDeliveryThreshold', '800');
  expect([isDone, said]).toEqual([true, 'freeDeliveryThreshold is now Q800.00; every process follows at once.']);
  for (const node of nodes) {
    await until(async () => (await get(node, '/v1/policy')).policy.freeDeliveryThreshold === 800);
    expect((await get(node, `/v1/carts/${id}`)).prices.shipping.value).toBe(0);
  }
  await shop.setPolicy('freeDeliveryThreshold', '800');
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [cash(850)] }))).toMatch(/^200 \d{9}$/);
  await shop.setPolicy('freeDeliveryThreshold', 'default');
});

test('[PROD-30] a saved mail text applies immediately on every node', async () => {
  await shop.db.pool.query(
    `insert into mail_texts (mail, subject, opening) values ('accountConfirmation', 'Un paso más', 'Presiona el botón.')`,
  );
  for (const [at, node] of nodes.entries()) {
    let tries = 0;
    await until(async () => {
      tries += 1;
      const email = `nodo${at}-${tries}@correo.gt`;
      const person = { firstName: 'Ana', lastName: 'Ajú', email, phone: '5555-1234', password: 'Ceiba2026demo' };
      const answer = await fetch(`${node.url}/v1/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...person, registerLeal: false, acceptTerms: true }),
      });
      expect(answer.ok, String(answer.status)).toBe(true);
      const { rows } = await shop.db.pool.query<{ subject: string }>('select subject from mails where recipient = $1', [
        email,
      ]);
      return rows[0]?.subject === 'Un paso más';
    });
  }
  await shop.db.pool.query('delete from mail_texts');
});

test('pages contain the configured tag container', async () => {
  for (const node of nodes) expect((await get(node, '/v1/policy')).tagContainer).toBe('GTM-CEIBA1');
});

test('[CONST-36] the delivery fee depends on the region', async () => {
  const id = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  await shop.setPolicy('homeRegionFee', '12.50');
  expect((await readCart(shop, id)).prices.shipping.value).toBe(12.5);
  await shop.setPolicy('homeRegionFee', 'default');
  expect((await readCart(shop, id)).prices.shipping.value).toBe(30);
});

test('[CONST-13] [ERR-10] the limit of the final consumer applies, and the refusal contains the limit', async () => {
  await shop.setPolicy('finalConsumerLimit', '800');
  const id = await prepareCart(shop, {
    lines: [{ productId, quantity: 1 }],
    billing: { nit: 'CF', documentType: 'CF' },
  });
  const answer = await postOrder(shop, { cartId: id, payments: [cash(880)] });
  await shop.setPolicy('finalConsumerLimit', 'default');
  expect(outcomeOf(answer)).toBe('400 REQUIRED_NIT_MAX_AMOUNT');
  expect(answer.json().message).toBe('El NIT es requerido para compras mayores a Q800.00');
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [cash(880)] }))).toMatch(/^200/);
});

test('cash is refused above its limit, and accepted at the limit', async () => {
  const id = await prepareCart(shop, { lines: [{ productId, quantity: 1 }] });
  await shop.setPolicy('cashLimit', '879.99');
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [cash(880)] }))).toBe('400 PAY_METHOD_NOT_ALLOWED');
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [card(1)] }))).toBe('409 PAY_AMOUNT_MISMATCH');
  await shop.setPolicy('cashLimit', '880');
  expect(outcomeOf(await postOrder(shop, { cartId: id, payments: [cash(880)] }))).toMatch(/^200/);
  await shop.setPolicy('cashLimit', 'default');
});

test.each([
  ['freeDeliveryThreshold', '-1'],
  ['guestCartDays', '0'],
  ['pickupClosesAt', '08:00'],
  ['supportPhone', '<b>'],
  ['unknown', '1'],
])('the setting %s %s is refused, and nothing is written', async (field, value) => {
  const before = await storedChanges();
  const { isDone, said } = await policy('set', field, '--', value);
  expect(isDone).toBe(false);
  expect(said).toMatch(/^Nothing was changed: /);
  expect(await storedChanges()).toEqual(before);
});

test('changing the policy does not remove a field of another version', async () => {
  await shop.db.pool.query(`update shop_policy set changes = changes || '{"ofTomorrow": {"a": [1]}}'`);
  await policy('set', 'returnDays', '20');
  expect(await storedChanges()).toEqual({ ofTomorrow: { a: [1] }, returnDays: 20 });
  await policy('set', 'returnDays', 'default');
  expect(await storedChanges()).toEqual({ ofTomorrow: { a: [1] } });
  await shop.db.pool.query(`update shop_policy set changes = changes - 'ofTomorrow'`);
});

test('two concurrent changes of the policy both take effect', async () => {
  await Promise.all([policy('set', 'returnDays', '20'), policy('set', 'shippingHours', '24')]);
  expect(await storedChanges()).toMatchObject({ returnDays: 20, shippingHours: 24 });
  await Promise.all([policy('set', 'returnDays', 'default'), policy('set', 'shippingHours', 'default')]);
});

test('an invalid policy that was written without the command is ignored until it is repaired', async () => {
  const shown = (field: string) =>
    Promise.all(nodes.map(async (node) => (await get(node, '/v1/policy')).policy[field]));
  await policy('set', 'returnDays', '20');
  await until(async () => `${await shown('returnDays')} ${await shown('shippingHours')}` === '20,20 48,48');
  await shop.db.pool.query(`update shop_policy set changes = '{"returnDays": -3, "shippingHours": 12}'`);
  await until(() =>
    logged.every((lines) =>
      lines.join('').includes('the shop policy could not be read; the previous policy stays active'),
    ),
  );
  expect(await shown('returnDays')).toEqual([20, 20]);
  expect(await shown('shippingHours')).toEqual([48, 48]);
  const complaint = 'cannot be used. returnDays takes a whole number of business days, 0 to 365.';
  const shownAll = await policy('show');
  expect(shownAll.isDone).toBe(false);
  expect(shownAll.said).toContain('shippingHours                 12 hours');
  expect(shownAll.said).toContain(complaint);
  // Another field can be changed, and the error is still reported.
  const other = await policy('set', 'guestCartDays', '31');
  expect(other).toEqual({ isDone: false, said: expect.stringContaining(complaint) });
  expect(await storedChanges()).toEqual({ returnDays: -3, shippingHours: 12, guestCartDays: 31 });

  expect(await policy('set', 'returnDays', 'default')).toMatchObject({ isDone: true });
  await until(async () => (await shown('shippingHours')).join() === '12,12');
  await policy('set', 'guestCartDays', 'default');
  await policy('set', 'shippingHours', '24');
  await until(async () => (await shown('shippingHours')).join() === '24,24');
  await policy('set', 'shippingHours', 'default');
});

test('the minimum for installments must not be above the minimum of their calculator', async () => {
  const refused = await policy('set', 'installmentsMinimum', '800');
  expect(refused.isDone).toBe(false);
  expect(refused.said).toContain('Nothing was changed: installmentsMinimum takes at most Q1.00 above calculatorAbove');
  expect((await policy('set', 'calculatorAbove', '799')).isDone).toBe(true);
  expect((await policy('set', 'installmentsMinimum', '800')).isDone).toBe(true);
  expect((await policy('set', 'installmentsMinimum', '300')).isDone).toBe(true);
  expect((await policy('set', 'calculatorAbove', '299')).isDone).toBe(true);
  await policy('set', 'calculatorAbove', 'default');
  await policy('set', 'installmentsMinimum', 'default');
});
