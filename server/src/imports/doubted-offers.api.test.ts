import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@ceiba/domain/dates/civil-date';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operator, typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { importCommands } from './import-command.ts';

let shop: TestShop;
let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ceiba-doubts-'));
  shop = await openTestShop();
  await createShopBasics(shop.db);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => run(`update shop_policy set changes = changes - 'listPriceProof'`));

const run = (text: string, values: unknown[] = []) => shop.db.pool.query(text, values);

const refuseUnproven = () => run(`update shop_policy set changes = changes || '{"listPriceProof": "refuse"}'`);

/** Imports a file, or only checks it. Returns the command's output. */
const load = async (kind: string, text: string, ...options: string[]): Promise<string> => {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, text);
  const said: string[] = [];
  await typing(
    importCommands,
    'import',
  )({
    db: shop.db,
    args: [kind, path, ...options],
    say: (line) => said.push(line),
    actor: operator,
    config: shop.config,
  });
  return said.join('\n');
};

const check = (kind: string, text: string) => load(kind, text, '--dry-run');

/** A product that costs Q100 now and cost Q80 until 20 days ago. */
async function raisedProduct(sku: string): Promise<void> {
  const id = await createProduct(shop.db, { sku, price: 100_00 });
  await run(
    `insert into price_changes (product_id, at, regular_price, price)
     values ($1, now() - interval '200 days', 8000, 8000), ($1, now() - interval '20 days', 10000, 10000)`,
    [id],
  );
}

/** The time a given number of days from now, in the notation of cells. */
const cellIn = (days: number): string =>
  new Date(Date.now() + days * dayMs - 6 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const doubted = 'Casi no se vendió al precio normal, Subió poco antes';

test('[PRICE-05] a price is checked at the time for which the file plans it', async () => {
  await raisedProduct('PLAN');
  expect(await check('prices', 'sku,precio,oferta\nPLAN,100,79\n')).toContain(`«PLAN: ${doubted}»`);
  const planned = (days: number) => `sku,precio,oferta,desde\nPLAN,100,79,${cellIn(days)}\n`;
  expect(await check('prices', planned(1))).toContain(`«PLAN: ${doubted}»`);
  expect(await check('prices', planned(40))).not.toContain('poner en duda');
});

test('[PRICE-05] a flash sale in a file is checked at its start', async () => {
  await raisedProduct('FLASH');
  const sale = (days: number) => `sku,desde,hasta,precio\nFLASH,${cellIn(days)},${cellIn(days + 1)},79\n`;
  expect(await check('flash-sales', sale(1))).toContain(`«FLASH: ${doubted}»`);
  expect(await check('flash-sales', sale(40))).not.toContain('poner en duda');
});

test('[PRICE-05] a new regular price of a running offer is also checked', async () => {
  await raisedProduct('OFFER');
  await run(`update products set sales_price = 7000 where sku = 'OFFER'`);
  expect(await check('prices', 'sku,precio\nOFFER,150\n')).toContain('«OFFER: Casi no se vendió al precio normal');
});

test.each([
  ['prices', 'sku,precio,oferta\nREFUSED,100,79\n', 'oferta: Tiene dudas y falta su motivo'],
  ['flash-sales', `sku,desde,hasta,precio\nREFUSED,${cellIn(1)},${cellIn(2)},79\n`, 'precio: Tiene dudas, y una venta'],
])(
  '[PRICE-05] if the policy refuses doubted offers, a file of %s with such offers is refused',
  async (kind, file, text) => {
    await refuseUnproven();
    if ((await run(`select from products where sku = 'REFUSED'`)).rows.length === 0) await raisedProduct('REFUSED');
    const said = await load(kind, file);
    expect(said).toContain(text);
    expect(said).toContain('UNPROVEN_OFFER');
    const { rows } =
      await run(`select sales_price::int as price, (select count(*)::int from flash_sales f where f.product_id = p.id) as sales
    from products p where sku = 'REFUSED'`);
    expect(rows).toEqual([{ price: 100_00, sales: 0 }]);
  },
);

test('[PRICE-05] a large file is checked as a whole, and the notice gives the number of further doubted offers', async () => {
  const offers = 2_100;
  await run(
    `with made as (
       insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
       select 'MANY-' || n, 'many-' || n, 'Bocina ' || n, 1, 1, 2, 10000, 10000 from generate_series(1, ${offers}) n returning id)
     insert into price_changes (product_id, at, regular_price, price) select id, now() - interval '100 days', 8000, 8000 from made`,
  );
  const lines = Array.from({ length: offers }, (_, n) => `MANY-${n + 1},100,79`);
  const said = await check('prices', `sku,precio,oferta\n${lines.join('\n')}\n`);
  expect(said).toContain(`«MANY-1: ${doubted}»`);
  expect(said).toContain(`y ${offers - 20} más. Se aplican`);
});
