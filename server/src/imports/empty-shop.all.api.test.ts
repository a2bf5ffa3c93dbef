import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childEnv } from '@ceiba/sandbox-bank/testing/child-env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProduct, done, openCart, readCart } from '../testing/cart-calls.ts';
import { cash, merchantKey, openTestBank, postOrder, type TestBank } from '../testing/order-calls.ts';
import { expectSoundBooks } from '../testing/order-facts.ts';
import { cloneDatabase, openShopOn } from '../testing/test-shop.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let bank: TestBank;
let folder = '';
let database: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  bank = await openTestBank();
  folder = await mkdtemp(join(tmpdir(), 'ceiba-empty-shop-'));
  database = await cloneDatabase('template0');
});
afterAll(async () => {
  await database.drop();
  await bank.close();
  await rm(folder, { recursive: true, force: true });
});

/** The commands of the opening day that import goods and texts, line by line. Their files are in docs/examples. */
const typedLines = async (): Promise<string[]> => {
  const page = await readFile(join(root, 'docs/opening-day.md'), 'utf8');
  const [, goods = ''] = /\n## 6\. Goods\n([\s\S]*?)\n## 8\. /.exec(page) ?? [];
  const lines = [...goods.matchAll(/^ceiba (.+)$/gm)].map(([, line = '']) => line);
  return ['migrate', ...lines, 'product show 00101', 'run list', 'check'];
};

/** Splits a line into words like a shell. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));

test('[BULK-01] the files of the opening day turn an empty database into a shop that sells', async () => {
  const settings = {
    DEMO: 'false',
    DATABASE_URL: database.url,
    BANK_URL: bank.url,
    BANK_KEY: merchantKey,
    MEDIA_DIR: join(folder, 'media'),
    DATA_DIR: folder,
  };
  const lines = await typedLines();
  expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(
    expect.arrayContaining([
      'migrate',
      ...['places', 'stores', 'sellers', 'brands', 'categories', 'products', 'prices', 'stock', 'pictures'].map(
        (kind) => `import ${kind}`,
      ),
    ]),
  );
  const said: string[] = [];
  for (const line of lines) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'server/src/ceiba.ts'), ...wordsOf(line)],
      {
        cwd: join(root, 'docs/examples'),
        env: { ...childEnv, PATH: process.env.PATH, ...settings },
      },
    );
    said.push(stdout);
  }
  expect(said.join('')).toContain('340 new, 0 changed, 0 equal, 0 wrong.');
  const shop = await openShopOn(database.url, { ...settings, BANK_TIMEOUT_MS: '60000' });
  try {
    const product = await shop.inject({ method: 'GET', url: '/v1/products/00101' });
    expect(product.payload).toContain('Bocina portátil Volcán 20 W');
    const pictures = await readdir(join(folder, 'media'), { recursive: true });
    expect(pictures.filter((name) => name.endsWith('1600.jpg'))).toHaveLength(4);
    const cart = await openCart(shop);
    const params = { id: cart };
    done(await addProduct(shop, cart, '00101'));
    const address = {
      firstname: 'Lucía',
      lastname: 'Paz',
      street: '12 calle 1-25',
      city: 'Guatemala',
      region: 485,
      telephone: '55554444',
      zone: 'Zona 10',
    };
    done(await shop.call('setCartShippingAddress', { params, body: address }));
    done(
      await shop.call('setCartShippingMethod', { params, body: { carrierCode: 'tablerate', methodCode: 'bestway' } }),
    );
    done(await shop.call('setCartBillingAddress', { params, body: { same_as_shipping: true } }));
    done(await shop.call('setCartPaymentMethod', { params, body: { paymentMethod: 'kosmos_payment' } }));
    done(await shop.call('confirmCart', { params, body: { email: 'lucia@correo.gt' } }));
    const { prices } = await readCart(shop, cart);
    const placed = await postOrder(shop, { cartId: cart, payments: [cash(prices.grandTotal.value)] });
    expect([placed.statusCode, placed.json()]).toMatchObject([200, {}]);
    const { rows } = await shop.db.pool.query(
      `select l.quantity from stock_levels l join products p on p.id = l.product_id where p.sku = '00101' order by store_code`,
    );
    expect(rows).toEqual([{ quantity: 19 }, { quantity: 3 }]);
    await expectSoundBooks(shop.db, bank);
  } finally {
    await shop.close();
  }
});
