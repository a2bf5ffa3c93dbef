import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectedSilenceMs } from '@ceiba/sandbox-bank/testing/expected-silence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { reconcileOrders } from '../orders/placing/settle-order.ts';
import { createHttpGateway } from '../payments/http-gateway.ts';
import { typing } from '../testing/operator.ts';
import {
  card,
  cash,
  merchantKey,
  openShopWithBank,
  outcomeOf,
  postOrder,
  prepareCart,
} from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openShopOn, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

// Tests "The bank is gone" in docs/operations.md, step by step.

/** A card that is charged when the test releases it, long after its caller has timed out. */
const lateCard = '4000000000000432';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let speaker: number;
beforeAll(async () => {
  open = await openShopWithBank({ BANK_TIMEOUT_MS: String(expectedSilenceMs) });
  await createShopBasics(open.shop.db);
  speaker = await createProduct(open.shop.db, { sku: 'SPEAKER', price: 100_00, stock: 100 });
});
afterAll(() => open.close());

/** The commands of each step in the document. */
const readSteps = async (): Promise<string[][]> => {
  const manual = await readFile(join(open.shop.config.projectDir, 'docs/operations.md'), 'utf8');
  const [, chapter = ''] = manual.split('\n### The bank is gone\n');
  const [steps = ''] = chapter.split('\n### ');
  return steps
    .split(/\n(?=\d\. )/)
    .slice(1)
    .map((step) => [...step.matchAll(/`(ceiba [^`]+|--by [^`]+)`/g)].map(([, typed = '']) => typed));
};

const cashOnDelivery = { method: 'cashondelivery', bin: null };

const buy = async (shop: TestShop, payment: ReturnType<typeof card>, email: string): Promise<string> => {
  const isCash = payment.paymentType === 'Cash';
  const lines = [{ productId: speaker, quantity: 1 }];
  const cartId = await prepareCart(shop, { lines, email, ...(isCash ? { payment: cashOnDelivery } : {}) });
  return outcomeOf(await postOrder(shop, { cartId, payments: [payment] }));
};

/** Runs a command an hour later, with values for `<…>`. The hour matters, because the guard ignores charges of the last minutes. */
const type = async (typed: string, values: Record<string, string> = {}): Promise<string> => {
  const [, word = '', ...args] = (typed.match(/"[^"]*"|<[^>]+>|\S+/g) ?? []).map((each) => {
    const bare = each.replaceAll('"', '');
    return values[bare] ?? bare;
  });
  const said: string[] = [];
  const { db, config, policy } = open.shop;
  const call = { db, config, policy: policy(), args, now: new Date(Date.now() + 3_600_000) };
  const isDone = await typing(commands, word)({ ...call, say: (text) => void said.push(text) });
  return `${isDone ? 'done' : 'refused'}: ${said.join('\n')}`;
};

test('[OPS-25] without the bank, other payments work, and operators end pending orders and find late charges', async () => {
  const { shop, bank } = open;
  const [shown = [], ended = [], back = []] = await readSteps();
  expect(await buy(shop, card(130, lateCard), 'ana@correo.gt')).not.toMatch(/^200/);
  const { rows } = await shop.db.pool.query<{ id: string; key: string }>(
    `update orders o set created_at = o.created_at - interval '10 minutes' from payments p where p.order_id = o.id
     returning o.id, p.id as key`,
  );
  const [waiting] = rows;
  const gone = await openShopOn(shop.url, { BANK_URL: 'http://127.0.0.1:9', BANK_KEY: merchantKey });
  try {
    expect(await buy(gone, card(130), 'eva@correo.gt')).not.toMatch(/^200/);
    expect(await buy(gone, cash(130), 'luz@correo.gt')).toMatch(/^200/);
  } finally {
    await gone.close();
  }
  expect(shown).toEqual(['ceiba policy show']);
  expect(await type(shown[0] ?? '')).toMatch(/^done: [\s\S]*cashLimit/);

  const [stuck = '', settle = '', by = ''] = ended;
  expect([stuck, settle]).toEqual(['ceiba order stuck', 'ceiba order settle <id> --as charged']);
  expect(await type(stuck)).toContain(`${waiting?.id}  placing: Q130.00, charge ${waiting?.key}`);
  const word = { '<id>': waiting?.id ?? '', '<name>': 'Rosa', '<case>': 'Banco, caso 4711' };
  expect(await type(`${settle.replace(/charged$/, 'not-charged')} ${by}`, word)).toMatch(
    /^done: The order does not stand/,
  );

  bank.arrive();
  await until(async () =>
    (await bank.charges()).some(({ key, status }) => key === waiting?.key && status === 'approved'),
  );
  const [check = '', reverse = ''] = back;
  expect([check, reverse]).toEqual(['ceiba check', 'ceiba payment reverse']);
  expect(await type(check)).toContain('✗ charge-pays-order: 1');
  expect(await type(`${reverse} ${waiting?.key} ${by}`, word)).toMatch(
    /^done: The charge of Q130.00 is due to be reversed/,
  );
  // A worker does this every ten seconds.
  const gateway = createHttpGateway({ url: bank.url, merchantKey, timeoutMs: 60_000 });
  await reconcileOrders({ db: shop.db, gateway, log: shop.log }, new Date(), 600_000);
  expect((await bank.charges()).map(({ outstandingCentavos }) => outstandingCentavos)).toEqual([0]);
  expect(await type(check)).not.toContain('charge-pays-order');
});
