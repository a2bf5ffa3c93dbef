import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { cash, outcomeOf, postOrder, prepareCart } from '../testing/order-calls.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let manager: TestDesk;
let speaker: number;
beforeAll(async () => {
  shop = await openTestShop();
  await createShopBasics(shop.db);
  speaker = await createProduct(shop.db, { sku: 'SPEAKER', price: 100_00, stock: 1_000 });
  manager = await openDesk(shop, 'manager');
});
afterAll(() => shop.close());

const page = 'terminos-y-condiciones';
const minuteMs = 60_000;
const inMinutes = (minutes: number): string =>
  new Date(Math.ceil(Date.now() / minuteMs + minutes) * minuteMs).toISOString();

const textOf = (word: string): string => `# Términos\n\nQué vale.\n\n## Parte\n\n${word} <b>.\n\nOtro párrafo.`;

const create = (holdsFrom: string, text: string) =>
  manager.call('createLegalText', { body: { page, holdsFrom, text } });

/** Moves the start of a planned version into the past. */
const begin = async (number: number, minutesAgo: number): Promise<void> => {
  const { rowCount } = await shop.db.pool.query(
    `update legal_versions set holds_from = now() - make_interval(mins => $3) where page = $1 and number = $2`,
    [page, number, minutesAgo],
  );
  expect(rowCount).toBe(1);
};

const shown = async (slug: string) => done(await shop.call('listCategoryPages', { query: { slug } })).data;

const place = async (): Promise<string> => {
  const cartId = await prepareCart(shop, {
    email: `${crypto.randomUUID()}@correo.gt`,
    lines: [{ productId: speaker, quantity: 1 }],
  });
  expect(outcomeOf(await postOrder(shop, { cartId, payments: [cash(130)] }))).toMatch(/^200/);
  const { rows } = await shop.db.pool.query<{ number: string }>('select number from orders where cart_id = $1', [
    cartId,
  ]);
  return String(rows[0]?.number);
};

const acceptedBy = async (number: string) =>
  done(await manager.call('getDeskOrder', { params: { number } })).data.legalTexts;

test('[PROD-29] each version is valid from its start, old versions stay readable, and an order keeps its version', async () => {
  await shop.db.pool.query(
    `insert into category_pages (slug, title, blocks) values ($1, 'Sin versión', '[]') on conflict (slug) do nothing`,
    [page],
  );
  const before = await place();
  expect(await acceptedBy(before)).toEqual([]);
  const { data: first } = done(await create(inMinutes(5), textOf('Primero')));
  expect(first).toMatchObject({ title: 'Términos y condiciones, versión 1', state: 'planned' });
  // The shop does not show a planned version.
  expect(await shown(page)).toMatchObject([{ title: 'Sin versión' }]);
  expect(await shown(`${page}/version-1`)).toEqual([]);
  await begin(1, 30);
  expect(await shown(page)).toMatchObject([
    {
      title: 'Términos',
      description: 'Qué vale.',
      blocks: [{ kind: 'text', title: 'Parte', text: 'Primero <b>.\n\nOtro párrafo.' }],
      versions: { shown: 1, listed: [{ number: 1, path: `/${page}/version-1` }] },
    },
  ]);
  const early = await place();

  done(await create(inMinutes(5), textOf('Segundo')));
  await begin(2, 10);
  const [current] = await shown(page);
  expect(current).toMatchObject({
    blocks: [{ text: expect.stringContaining('Segundo') }],
    versions: { shown: 2, listed: [{ number: 2 }, { number: 1 }] },
  });
  expect(await shown(`${page}/version-1`)).toMatchObject([
    { blocks: [{ text: expect.stringContaining('Primero') }], versions: { shown: 1 } },
  ]);
  const late = await place();
  expect(await acceptedBy(before)).toEqual([]);
  expect(await acceptedBy(early)).toMatchObject([{ page, number: 1 }]);
  expect(await acceptedBy(late)).toMatchObject([{ page, number: 2 }]);
  // Without an address, the call returns all pages, each legal text once.
  const all = done(await shop.call('listCategoryPages', { query: {} })).data;
  expect(all.filter(({ slug }) => slug.startsWith(page))).toHaveLength(1);
});

test('[PROD-29] a version in force cannot be changed or deleted', async () => {
  const { data: rows } = done(await manager.call('listLegalTexts', { query: { state: 'current' } }));
  expect(rows).toHaveLength(1);
  const [row] = rows;
  const change = await manager.call('changeLegalText', {
    params: { id: row?.id ?? '' },
    body: { version: row?.version ?? 0, text: textOf('Otro') },
  });
  expect(change).toMatchObject({
    error: { code: 'VALIDATION_ERROR', metadata: { fields: { text: expect.stringContaining('ya vale') } } },
  });
  for (const sql of [`update legal_versions set text = 'x'`, 'delete from legal_versions'])
    await expect(shop.db.pool.query(sql)).rejects.toThrow('stays');
});

test('[PROD-29] a moment in the past, or before the former version’s moment, is refused at its field', async () => {
  const faultOf = async (holdsFrom: string, text = textOf('Nuevo')) => {
    const answer = await create(holdsFrom, text);
    return answer.ok ? answer.value.data.title : answer.error.metadata.fields;
  };
  expect(await faultOf(inMinutes(-10))).toEqual({ holdsFrom: 'Elige un momento que no haya pasado.' });
  expect(await faultOf(inMinutes(60))).toBe('Términos y condiciones, versión 3');
  expect(await faultOf(inMinutes(30))).toEqual({ holdsFrom: 'Cada versión vale después de la anterior.' });
  expect(await faultOf(inMinutes(60))).toEqual({ holdsFrom: 'Cada versión vale después de la anterior.' });
  expect(await faultOf(inMinutes(90), textOf('{returnDays} días'))).toEqual({
    text: 'Escribe las palabras mismas: {returnDays} no se llena.',
  });
  expect(await faultOf(inMinutes(90), 'Sin título')).toEqual({ text: expect.stringMatching(/^Línea 1: /) });
  const catalogue = await openDesk(shop, 'catalogue');
  expect(
    await catalogue.call('createLegalText', { body: { page, holdsFrom: inMinutes(90), text: textOf('X') } }),
  ).toMatchObject({
    error: { code: 'FORBIDDEN', metadata: { permission: 'settings.edit' } },
  });
});
