import { complaintsPage, helpPagePath, helpPagesOf, storesPage } from '@ceiba/domain/help/help-pages';
import { demoOffers } from '@ceiba/domain/testing/terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardBinCommands } from '../payments/card-bin-command.ts';
import { done } from '../testing/cart-calls.ts';
import { typing } from '../testing/operator.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

const runCardBinCommand = typing(cardBinCommands, 'card-bin');

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const helpPages = helpPagesOf(demoOffers);

const help = async () => done(await shop.call('getHelp', {}));
const textsOf = async (name: string): Promise<string> => {
  const page = (await help()).pages.find((one) => one.name === name);
  return JSON.stringify(page);
};

test('one statement reads every help page of an empty shop, and every name is replaced', async () => {
  const { pages, deliveries } = await help();
  expect(shop.lastStatements()).toHaveLength(1);
  expect(pages.map(({ name }) => name).sort()).toEqual(['', ...helpPages.map(({ name }) => name)].sort());
  expect(JSON.stringify(pages)).not.toMatch(/\{\w+\}/);
  expect(deliveries).toEqual([
    { department: 'Guatemala', regionId: 485, fee: 30, freeFrom: 1_000, days: '1 día hábil', businessDays: 1 },
    {
      ...{ department: 'Los demás departamentos', regionId: 0, fee: 75, freeFrom: null },
      ...{ days: '3 días hábiles', businessDays: 3 },
    },
  ]);
});

test('every text calls an order “pedido”, and no text mentions missing features', async () => {
  const { pages } = await help();
  const { rows } = await shop.db.pool.query('select path, title, text from search_answers');
  const texts = JSON.stringify([pages, rows]);
  expect(texts.replaceAll('Mis órdenes', '')).not.toMatch(/\b[oó]rden(es)?\b/i);
  expect(texts).not.toMatch(/cambios|teléfonos|regresamos|sigue su número/);
  expect(await textsOf('puntos')).toContain('En el paso de pago, elige el programa');
  expect(await textsOf('pagos')).toContain('o menos si tu banco da un descuento');
});

test('a help page has the same title everywhere, including search results', async () => {
  const { pages } = await help();
  const card = async (q: string) => done(await shop.call('searchProducts', { query: { q } })).answerPage;
  for (const { name, title } of helpPages) {
    const page = pages.find((one) => one.name === name);
    expect(page?.title).toBe(title);
    const words = { entregas: 'envío', pagos: 'formas de pago' }[name as string] ?? name;
    expect(await card(words)).toEqual({ path: helpPagePath(name), title, text: page?.description });
  }
  expect(await card('sucursales')).toEqual(storesPage);
  expect(await card('quejas')).toEqual(complaintsPage);
  await shop.db.pool.query(`update category_pages set title = 'Hablemos' where slug = 'ayuda/contacto'`);
  expect((await card('contacto'))?.title).toBe('Hablemos');
  await shop.db.pool.query(`delete from category_pages where slug = 'ayuda/contacto'`);
  expect(await card('contacto')).toBeUndefined();
});

test('fees and days in texts and tables come from the policy', async () => {
  await shop.db.pool.query(
    `insert into departments (region_id, title, position) values (493, 'Quetzaltenango', 2), (485, 'Guatemala', 1)`,
  );
  await shop.setPolicy('freeDeliveryThreshold', '799.50');
  await shop.setPolicy('otherRegionDays', '1');
  await shop.setPolicy('returnDays', '45');
  expect((await help()).deliveries).toEqual([
    { department: 'Guatemala', regionId: 485, fee: 30, freeFrom: 799.5, days: '1 día hábil', businessDays: 1 },
    { department: 'Quetzaltenango', regionId: 493, fee: 75, freeFrom: null, days: '1 día hábil', businessDays: 1 },
  ]);
  expect(await textsOf('entregas')).toContain('desde Q799.50.');
  expect(await textsOf('devoluciones')).toContain('45 días hábiles desde que recibiste');
  await shop.setPolicy('homeRegionFee', '0');
  expect((await help()).deliveries[0]).toMatchObject({ fee: 0, freeFrom: null });
  for (const field of ['freeDeliveryThreshold', 'otherRegionDays', 'returnDays', 'homeRegionFee'] as const)
    await shop.setPolicy(field, 'default');
});

test('help lists the cuotas of a bank’s cards as last set, and no bank without cuotas', async () => {
  const bin = (...args: string[]) => runCardBinCommand({ db: shop.db, args, say: () => {} });
  await shop.db.pool.query('delete from card_bins');
  await bin('490001', 'add', 'visa', 'Banco Uno');
  await bin('510001', 'add', 'mastercard', 'Banco Uno');
  await bin('490002', 'add', 'visa', 'Banco Dos');
  expect((await help()).banks).toEqual([]);
  await bin('490001', 'add-plan', '12');
  await bin('490001', 'add-plan', '3');
  await bin('510001', 'add-plan', '6');
  await bin('510001', 'begin-promotion');
  expect((await help()).banks).toEqual([
    { name: 'Banco Uno', cards: ['visa', 'mastercard'], plans: [3, 6, 12], hasDiscount: true },
  ]);
});

test('an operator changes a help text by its row, and adds a page', async () => {
  await shop.db.pool.query(
    `insert into category_pages (slug, title, blocks) values
       ('ayuda/garantias', 'Garantías', '[{"kind": "text", "title": "Corto", "text": "Un \\"año\\", {returnDays}."}]'),
       ('ayuda/instalacion', 'Instalación', '[]')
     on conflict (slug) do update set blocks = excluded.blocks`,
  );
  const { pages } = await help();
  expect(pages.find(({ name }) => name === 'garantias')?.blocks).toEqual([
    { kind: 'text', title: 'Corto', text: 'Un "año", 30 días hábiles.' },
  ]);
  expect(pages.map(({ name }) => name)).toContain('instalacion');
});
