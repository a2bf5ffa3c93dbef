import { readFile } from 'node:fs/promises';
import { demoCardBins } from '@ceiba/domain/payments/demo-card-bins';
import { bareOffers } from '@ceiba/domain/testing/terms';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { doctorCommand } from '../doctor/doctor-command.ts';
import { flagCommands } from '../flags/flag-command.ts';
import { cardBinCommands } from '../payments/card-bin-command.ts';
import { sqlFolder } from '../platform/db/migrate.ts';
import { addProduct, done, openCart, readCart } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { realTemplate } from '../testing/templates.ts';
import { cloneDatabase, openShopOn, openTestShop, realShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(realShop);
  await createShopBasics(shop.db);
  await createProduct(shop.db, { sku: 'TV', price: 4_000_00, stock: 10 });
});
afterAll(() => shop.close());

/** Returns the doctor's findings about the shop's values. */
const doctorSays = async (): Promise<string> => {
  const said: string[] = [];
  const config = { ...shop.config, storefrontBuild: '/no/such/folder', deskBuild: '/no/such/folder' };
  await typing([doctorCommand], 'doctor')({ db: shop.db, config, args: [], say: (text) => void said.push(text) });
  return said.join('\n');
};

const answersOf = async (): Promise<Record<string, string>> => {
  const cartId = await openCart(shop);
  done(await addProduct(shop, cartId, 'TV'));
  const text = (answer: unknown): string => JSON.stringify(answer);
  return {
    policy: text(done(await shop.call('getPolicy', {}))),
    help: text(done(await shop.call('getHelp', {}))),
    pages: text(done(await shop.call('listCategoryPages', { query: {} }))),
    product: text(done(await shop.call('getProductBySku', { params: { sku: 'TV' } }))),
    search: text(done(await shop.call('searchProducts', { query: { q: 'puntos' } }))),
    payments: text(done(await shop.call('searchProducts', { query: { q: 'formas de pago' } }))),
    cart: text(await readCart(shop, cartId)),
    sitemap: (await shop.inject({ method: 'GET', url: '/sitemaps/categorias.xml' })).payload,
  };
};

/** Names of fields may mention features that the shop does not have. Texts may not. */
const wordsIn = (answer: string): string[] => answer.match(/\bpuntos?\b|\bcuotas?\b/gi) ?? [];

test('a real shop starts without cards and points, and no answer mentions points or installments', async () => {
  expect(done(await shop.call('getPolicy', {})).offers).toEqual(bareOffers);
  const answers = await answersOf();
  for (const [name, answer] of Object.entries(answers)) expect([name, wordsIn(answer)]).toEqual([name, []]);
  expect(JSON.parse(answers.product ?? '')).toMatchObject({ lealPoints: null });
  expect(JSON.parse(answers.search ?? '').answerPage).toBeUndefined();
});

test('a real shop starts without points programs, and offers no installments for any card', async () => {
  const { rows } = await shop.db.pool.query('select * from card_bins');
  expect(rows).toEqual([]);
  const cartId = await openCart(shop);
  expect(done(await shop.call('getPointsOptions', { query: { cartId } }))).toEqual([]);
  const bin = done(await shop.call('getInstallments', { query: { bin: '424242', cartId } }));
  expect(bin).toMatchObject({ installments: [], hasDiscount: false });
});

test('[DEC-229, LOYAL-01] points are promised only if the program credits them, and new card plans show immediately', async () => {
  const say = () => {};
  const db = shop.db;
  const cardBin = typing(cardBinCommands, 'card-bin');
  await cardBin({ db, args: ['490001', 'add', 'visa', 'Banco Uno'], say });
  await cardBin({ db, args: ['490001', 'add-plan', '3'], say });
  await typing(flagCommands, 'flag')({ db, args: ['pointsMax', 'on'], now: new Date(), say });
  await shop.followRows();
  // The program behind BANK_URL does not credit points. So points can pay, but are not promised (LOYAL-01).
  expect(done(await shop.call('getPolicy', {})).offers).toEqual({
    installmentPlans: [3],
    installmentBanks: [{ name: 'Banco Uno', plans: [3] }],
    acceptsPoints: true,
    hasOwnPoints: true,
    earnsPoints: false,
  });
  const help = JSON.stringify(done(await shop.call('getHelp', {})).pages);
  expect(help).toContain('¿Las cuotas tienen recargo?');
  expect(help).toContain('¿Cómo pago con puntos?');
  expect(help).not.toContain('acumul');
  const product = async (of: TestShop) => done(await of.call('getProductBySku', { params: { sku: 'TV' } })).lealPoints;
  expect(await product(shop)).toBeNull();
  expect(await doctorSays()).toMatch(/earning .*does not credit \(POINTS_CREDITS\)/);
  const crediting = await openShopOn(shop.url, { ...realShop, POINTS_CREDITS: 'true' });
  expect(await product(crediting)).toBe('400 puntos');
  expect(JSON.stringify(done(await crediting.call('getHelp', {})).pages)).toContain('Ganas un punto por cada Q10');
  await crediting.close();
  await cardBin({ db, args: ['490001', 'remove'], say });
  await typing(flagCommands, 'flag')({ db, args: ['pointsMax', 'off'], now: new Date(), say });
  await shop.followRows();
  expect(done(await shop.call('getPolicy', {})).offers).toEqual(bareOffers);
});

test('an older shop loses only demo cards that it neither used nor changed', async () => {
  const database = await cloneDatabase(realTemplate);
  const pool = new pg.Pool({ connectionString: database.url });
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  const baseline = await readFile(new URL('schema/payments.sql', sqlFolder), 'utf8');
  const inserted = /insert into card_bins[^;]*;/.exec(baseline)?.[0] ?? '';
  const change = await readFile(new URL('changes/0022-policies-start-without-demo.sql', sqlFolder), 'utf8');
  const remove = /delete from card_bins[^;]*;/.exec(change)?.[0] ?? '';
  await pool.query(inserted);
  expect((await pool.query('select bin from card_bins')).rows).toHaveLength(demoCardBins.length);
  await pool.query(`update card_bins set bank_name = 'Banco propio' where bin = '411111'`);
  await pool.query(`insert into carts (id, payment_method) values (gen_random_uuid(), '{"bin": "555555"}')`);
  await pool.query(remove);
  expect((await pool.query('select bin from card_bins order by bin')).rows).toEqual([
    { bin: '411111' },
    { bin: '555555' },
  ]);
});
