import { randomUUID } from 'node:crypto';
import type { Family, VariantResult } from '@ceiba/contract/desk/families';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let clerk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  clerk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const unique = (): string => randomUUID().slice(0, 8);

/** Makes a family of drafts in different colours, each with a picture and a price of Q100. Returns its name. */
const makeFamily = async (
  colours: readonly string[],
  { isReady = true }: { isReady?: boolean } = {},
): Promise<string> => {
  const parentSku = `M-${unique()}`;
  await shop.db.pool.query(
    `insert into products (sku, slug, title, parent_sku, brand_id, seller_id, category_id, regular_price, sales_price, is_published, attributes)
     select $1 || '-' || n, lower($1) || '-' || n, 'Bocina ' || $1 || ', ' || lower(colour), $1, 1, 1, 2, 10000, 10000, false,
       jsonb_build_array(jsonb_build_object('code', 'color', 'label', 'Color', 'value', colour, 'unit', null))
     from unnest($2::text[]) with ordinality c (colour, n) order by n`,
    [parentSku, colours],
  );
  if (isReady)
    await shop.db.pool.query(
      `with made as (select id, left(md5(sku), 32) as key, title from products where parent_sku = $1),
         m as (insert into media (key, width, height) select key, 800, 800 from made)
       insert into product_images (product_id, position, media_key, label) select id, 0, key, title from made`,
      [parentSku],
    );
  return parentSku;
};

const colours = (count: number): string[] => Array.from({ length: count }, (_, n) => `Color ${n + 1}`);

const read = async (parentSku: string): Promise<Family> =>
  done(await clerk.call('getProductFamily', { params: { parentSku } })).data;

const skusOf = async (parentSku: string): Promise<string[]> => (await read(parentSku)).variants.map(({ sku }) => sku);

const save = (parentSku: string, body: object, who = clerk) =>
  who.send('PATCH', `/v1/admin/product-families/${encodeURIComponent(parentSku)}`, { body });

const saved = async (parentSku: string, variants: readonly object[], more: object = {}) => {
  const answer = await save(parentSku, { variants, ...more });
  expect(answer.statusCode, answer.payload).toBe(200);
  const { family, results }: { family: Family; results: VariantResult[] } = answer.json().data;
  return { family, results, outcomes: results.map(({ outcome }) => outcome) };
};

const product = async (sku: string) => done(await clerk.call('getDeskProduct', { params: { sku } })).data;

const audited = async (sku: string): Promise<object[]> => {
  const { rows } = await shop.db.pool.query(
    `select operation, before, after, reason from audit_entries
     where entity = 'products' and entity_id = $1
       or entity = 'product-codes' and (coalesce(before, '{}') || coalesce(after, '{}')) ->> 'sku' = $1 order by id`,
    [sku],
  );
  return rows;
};

const fieldsOf = (answer: { json: () => { error: { metadata: { fields?: object } } } }) =>
  answer.json().error.metadata.fields;

describe('the grid of a family', () => {
  test('[PROD-25] a family lists its variants, and an unknown family is not found', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    await createProduct(shop.db, {
      sku: `${parentSku}-X`,
      title: 'Sin color',
      price: 80_00,
      regularPrice: 100_00,
      stock: 7,
    });
    await shop.db.pool.query('update products set parent_sku = $1 where sku = $2', [parentSku, `${parentSku}-X`]);
    await shop.db.pool.query('insert into product_codes (code, sku) values ($1, $2)', [
      `C${parentSku}`,
      `${parentSku}-1`,
    ]);
    const { total, variants } = await read(parentSku);
    expect(total).toBe(3);
    expect(variants).toMatchObject([
      {
        sku: `${parentSku}-1`,
        label: 'Rojo',
        regularPrice: 100,
        salesPrice: null,
        codes: [`C${parentSku}`],
        state: 'draft',
      },
      { sku: `${parentSku}-2`, label: 'Azul', codes: [], picture: expect.stringContaining('/media/') },
      { sku: `${parentSku}-X`, label: 'Sin color', regularPrice: 100, salesPrice: 80, stock: 7, state: 'published' },
    ]);
    expect(variants.map(({ discountEndsAt }) => discountEndsAt)).toEqual([null, null, null]);
    expect((await clerk.send('GET', '/v1/admin/product-families/NADA')).statusCode).toBe(404);
  });

  test('[PROD-25] saves several variants, with the audit rows of single changes', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul', 'Verde']);
    const [one = '', two = '', three = ''] = await skusOf(parentSku);
    const code = `K${parentSku}`;
    const { family, results, outcomes } = await saved(parentSku, [
      { sku: one, version: 1, label: 'Rojo vino', regularPrice: 120.5, addCodes: [code] },
      { sku: two, version: 1, isPublished: true },
    ]);
    expect(outcomes).toEqual(['changed', 'changed']);
    expect(results[0]).toEqual({ sku: one, outcome: 'changed', fields: {}, changedBy: null, changedAt: null });
    expect(family.variants).toMatchObject([
      { label: 'Rojo vino', regularPrice: 120.5, salesPrice: null, codes: [code], state: 'draft', version: 2 },
      { label: 'Azul', state: 'published', version: 2 },
      { label: 'Verde', version: 1 },
    ]);
    const color = { label: 'Color', value: 'Rojo', unit: null };
    expect(await audited(one)).toEqual([
      {
        operation: 'changeProduct',
        before: { attributes: [color], regularPrice: 100 },
        after: { attributes: [{ ...color, value: 'Rojo vino' }], regularPrice: 120.5 },
        reason: null,
      },
      { operation: 'createProductCode', before: {}, after: { code, sku: one, kind: 'ean' }, reason: null },
    ]);
    expect(await audited(two)).toEqual([
      { operation: 'publishProduct', before: { state: 'draft' }, after: { state: 'published' }, reason: null },
    ]);
    expect(await audited(three)).toEqual([]);
  });

  test('[PROD-25] the same rows sent again change nothing, even with an old version', async () => {
    const parentSku = await makeFamily(['Rojo']);
    const [sku = ''] = await skusOf(parentSku);
    const row = { sku, version: 1, regularPrice: 110, isPublished: true, addCodes: [`K${parentSku}`] };
    expect((await saved(parentSku, [row])).outcomes).toEqual(['changed']);
    const before = await audited(sku);
    const again = await saved(parentSku, [row]);
    expect(again.outcomes).toEqual(['equal']);
    expect(again.family.variants).toMatchObject([{ version: 2 }]);
    expect(await audited(sku)).toEqual(before);
  });

  test('[PROD-25, OFF-21] a row that another person changed is refused with the author, and the others are saved', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    const [one = '', two = ''] = await skusOf(parentSku);
    const ana = await openDesk(shop, 'owner');
    done(await ana.call('changeProduct', { params: { sku: one }, body: { version: 1, regularPrice: 105 } }));
    const { family, results } = await saved(parentSku, [
      { sku: one, version: 1, regularPrice: 115 },
      { sku: two, version: 1, regularPrice: 115 },
    ]);
    expect(results).toMatchObject([
      { sku: one, outcome: 'conflict', changedBy: ana.name, changedAt: expect.stringMatching(/^\d{4}-/) },
      { sku: two, outcome: 'changed' },
    ]);
    expect(family.variants.map(({ regularPrice, version }) => [regularPrice, version])).toEqual([
      [105, 2],
      [115, 2],
    ]);
    // The values of a row that was read earlier are not checked against later changes.
    done(await ana.call('changeProduct', { params: { sku: one }, body: { version: 2, salesPrice: 104 } }));
    const late = await saved(parentSku, [{ sku: one, version: 2, regularPrice: 100 }]);
    expect(late.outcomes).toEqual(['conflict']);
    // Bar codes are added and removed one by one, so that they do not conflict with a changed price.
    const codes = await saved(parentSku, [{ sku: one, version: 1, addCodes: [`K${parentSku}`] }]);
    expect(codes.outcomes).toEqual(['changed']);
  });

  test('[PROD-25] if two people save a row at the same time, one is saved and the other conflicts', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    const skus = await skusOf(parentSku);
    const both = await Promise.all(
      [110, 120].map((regularPrice) =>
        saved(
          parentSku,
          skus.map((sku) => ({ sku, version: 1, regularPrice })),
        ),
      ),
    );
    expect(both.flatMap(({ outcomes }) => outcomes).toSorted()).toEqual(['changed', 'changed', 'conflict', 'conflict']);
    const prices = (await read(parentSku)).variants.map(({ regularPrice }) => regularPrice);
    expect(new Set(prices).size).toBe(1);
  });

  test('[PROD-25, PROD-10] a price change above 40 % needs a reason, which the audit stores', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul', 'Verde']);
    const [one = '', two = '', three = ''] = await skusOf(parentSku);
    const rows = [
      { sku: one, version: 1, regularPrice: 140 },
      { sku: two, version: 1, regularPrice: 140.01 },
      { sku: three, version: 1, label: 'Verde mar' },
    ];
    const first = await saved(parentSku, rows);
    expect(first.results).toMatchObject([
      { outcome: 'changed' },
      { outcome: 'refused', fields: { reason: expect.stringContaining('sube 40 %, de Q100.00 a Q140.01.') } },
      { outcome: 'changed' },
    ]);
    expect((await saved(parentSku, rows.slice(1, 2), { reason: 'Nueva lista' })).outcomes).toEqual(['changed']);
    expect(await audited(two)).toMatchObject([{ after: { regularPrice: 140.01 }, reason: 'Nueva lista' }]);
    expect(await audited(three)).toMatchObject([{ reason: null }]);
  });

  test('[PROD-25, PRICE-05] an offer without proof needs a reason, if the policy refuses such offers', async () => {
    await shop.setPolicy('listPriceProof', 'refuse');
    onTestFinished(() => shop.setPolicy('listPriceProof', 'warn'));
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    const [one = '', two = ''] = await skusOf(parentSku);
    await shop.db.pool.query(
      `insert into price_changes (product_id, at, regular_price, price)
       select id, now() - interval '100 days', 8000, 8000 from products where sku = $1`,
      [one],
    );
    const rows = [
      { sku: one, version: 1, salesPrice: 80 },
      { sku: two, version: 1, label: 'Azul mar' },
    ];
    expect((await saved(parentSku, rows)).results).toMatchObject([
      { outcome: 'refused', fields: { reason: expect.stringContaining('Confírmalo y escribe el motivo.') } },
      { outcome: 'changed' },
    ]);
    expect((await saved(parentSku, rows.slice(0, 1), { reason: 'Remate' })).outcomes).toEqual(['changed']);
    expect(await audited(one)).toMatchObject([{ after: { salesPrice: 80 }, reason: 'Remate' }]);
  });

  test('[PROD-25, PROD-03] an incomplete variant is not published, and its row lists the missing values', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul'], { isReady: false });
    const [one = '', two = ''] = await skusOf(parentSku);
    const { results, family } = await saved(parentSku, [
      { sku: one, version: 1, isPublished: true, label: 'Otro' },
      { sku: two, version: 1, label: 'Azul mar' },
    ]);
    expect(results).toMatchObject([
      { outcome: 'refused', fields: { pictures: 'Agrega al menos una foto.' } },
      { outcome: 'changed' },
    ]);
    expect(family.variants).toMatchObject([{ label: 'Rojo', state: 'draft', version: 1 }, { label: 'Azul mar' }]);
  });

  test('[PROD-25] a published variant keeps its price, and a removed offer loses its end', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul', 'Verde']);
    const [one = '', two = '', three = ''] = await skusOf(parentSku);
    await shop.db.pool.query('update products set is_published = true where sku = $1', [one]);
    await shop.db.pool.query(
      `update products set sales_price = 9000, discount_ends_at = now() + interval '1 day' where sku = $1`,
      [three],
    );
    const { results, family } = await saved(parentSku, [
      { sku: one, version: 2, regularPrice: null },
      { sku: two, version: 1, salesPrice: 100 },
      { sku: three, version: 2, salesPrice: null },
    ]);
    expect(results).toMatchObject([
      { outcome: 'refused', fields: { regularPrice: 'Escribe el precio.' } },
      { outcome: 'refused', fields: { salesPrice: 'El precio de oferta debe ser menor que el precio.' } },
      { outcome: 'changed' },
    ]);
    expect(family.variants[2]).toMatchObject({ regularPrice: 100, salesPrice: null });
    expect((await product(three)).discountEndsAt).toBeNull();
  });

  test('[PROD-25] a label that does not fit the attribute of the category is refused at the label', async () => {
    const parentSku = await makeFamily(['Rojo']);
    const [sku = ''] = await skusOf(parentSku);
    await shop.db.pool.query(
      `insert into categories (id, parent_id, path, slug, title, level, ancestor_ids) values (77, 1, 'audio/colores', 'colores', 'Colores', 2, '{1,77}')
       on conflict do nothing`,
    );
    const declared = { categoryId: '77', name: 'Color', type: 'choice', choices: 'Rojo\nAzul' };
    const made = await clerk.send('POST', '/v1/admin/attributes', { body: declared });
    expect(made.statusCode, made.payload).toBe(201);
    await shop.db.pool.query('update products set category_id = 77 where sku = $1', [sku]);
    const version = (await product(sku)).version;
    const { results } = await saved(parentSku, [{ sku, version, label: 'Fucsia' }]);
    expect(results).toMatchObject([{ outcome: 'refused', fields: { label: expect.stringContaining('Rojo') } }]);
    expect((await saved(parentSku, [{ sku, version, label: 'Azul' }])).outcomes).toEqual(['changed']);
  });
});

describe('labels of a family', () => {
  const label = (sku: string, version: number, text: string) => ({ sku, version, label: text });
  const labels = async (parentSku: string) => (await read(parentSku)).variants.map((each) => each.label);
  const twin = { outcome: 'refused', fields: { label: 'Otra variante del modelo se llama así.' } };

  test('[PROD-25] the label of another variant is refused at its row, and two rows may swap their labels', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul', 'Verde']);
    const [one = '', two = '', three = ''] = await skusOf(parentSku);
    expect((await saved(parentSku, [label(one, 1, 'AZÚL')])).results).toMatchObject([twin]);
    expect((await saved(parentSku, [label(one, 1, 'Gris'), label(two, 1, 'gris')])).results).toMatchObject([
      { outcome: 'changed' },
      twin,
    ]);
    expect((await saved(parentSku, [label(two, 1, 'Verde'), label(three, 1, 'Azul')])).outcomes).toEqual([
      'changed',
      'changed',
    ]);
    expect(await labels(parentSku)).toEqual(['Gris', 'Verde', 'Azul']);
  });

  test('[PROD-25] if two people give the same label in two rows, or in grid and editor, one is refused', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul', 'Verde']);
    const [one = '', two = '', three = ''] = await skusOf(parentSku);
    const both = await Promise.all([one, two].map((sku) => saved(parentSku, [label(sku, 1, 'Gris')])));
    expect(both.flatMap(({ outcomes }) => outcomes).toSorted()).toEqual(['changed', 'refused']);
    const attributes = [{ label: 'Color', value: 'GRIS', unit: null }];
    const edited = await clerk.send('PATCH', `/v1/admin/products/${three}`, { body: { version: 1, attributes } });
    expect(fieldsOf(edited)).toEqual({ 'attributes.color': 'Otra variante del modelo se llama así.' });
  });
});

describe('bar codes in the grid', () => {
  test('[PROD-25] another product’s code, a misread EAN, and a code in two rows are refused at their rows', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul', 'Verde', 'Gris']);
    const [one = '', two = '', three = '', four = ''] = await skusOf(parentSku);
    const other = `OTRO-${unique()}`;
    await createProduct(shop.db, { sku: other, title: 'Radio' });
    const code = `K${parentSku}`;
    await shop.db.pool.query('insert into product_codes (code, sku) values ($1, $2)', [code, other]);
    const { results, outcomes } = await saved(parentSku, [
      { sku: one, version: 1, addCodes: [code], label: 'Otro' },
      { sku: two, version: 1, addCodes: ['7501234567890'] },
      { sku: three, version: 1, addCodes: [`N${parentSku}`] },
      { sku: four, version: 1, addCodes: [`N${parentSku}`, other] },
    ]);
    expect(outcomes).toEqual(['refused', 'refused', 'changed', 'refused']);
    expect(results.map(({ fields }) => fields.codes)).toEqual([
      `Ese código ya es de «Radio» (${other}).`,
      'El último dígito no es el de un EAN o UPC: escanéalo otra vez.',
      undefined,
      `El código N${parentSku} está en otra fila. Ese código ya es de «Radio» (${other}).`,
    ]);
    expect((await product(one)).attributes[0]?.value).toBe('Rojo');
  });

  test('[PROD-25] a code moves between two rows of one save, unless the first row is refused', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    const [one = '', two = ''] = await skusOf(parentSku);
    const [a, b] = [`A${parentSku}`, `B${parentSku}`];
    await saved(parentSku, [
      { sku: one, version: 1, addCodes: [a] },
      { sku: two, version: 1, addCodes: [b] },
    ]);
    const swapped = await saved(parentSku, [
      { sku: one, version: 1, removeCodes: [a], addCodes: [b] },
      { sku: two, version: 1, removeCodes: [b], addCodes: [a] },
    ]);
    expect(swapped.outcomes).toEqual(['changed', 'changed']);
    expect(swapped.family.variants.map(({ codes }) => codes)).toEqual([[b], [a]]);
    const refused = await saved(parentSku, [
      { sku: one, version: 1, removeCodes: [b], addCodes: ['7501234567890'] },
      { sku: two, version: 1, removeCodes: [a], addCodes: [b] },
    ]);
    expect(refused.outcomes).toEqual(['refused', 'refused']);
    expect((await read(parentSku)).variants.map(({ codes }) => codes)).toEqual([[b], [a]]);
    expect((await audited(one)).at(-1)).toMatchObject({ operation: 'createProductCode', after: { code: b } });
  });
});

describe('permissions for a family', () => {
  test('[PROD-25] each cell needs the permission of its single change', async () => {
    const parentSku = await makeFamily(['Rojo']);
    const [sku = ''] = await skusOf(parentSku);
    const roles = async (permissions: string[]): Promise<TestDesk> => {
      const id = `rol-${unique()}`;
      await shop.db.pool.query('insert into staff_roles (id, label, permissions) values ($1, $1, $2)', [
        id,
        permissions,
      ]);
      return openDesk(shop, id);
    };
    const editor = await roles(['catalog.read', 'catalog.edit']);
    const publisher = await roles(['catalog.read', 'catalog.publish']);
    const pricer = await roles(['catalog.read', 'prices.edit']);
    const status = async (who: TestDesk, row: object) => {
      const answer = await save(parentSku, { variants: [{ sku, version: 1, ...row }] }, who);
      return answer.statusCode === 200 ? 200 : answer.json().error.metadata.permission;
    };
    expect(await status(editor, { regularPrice: 101 })).toBe('prices.edit');
    expect(await status(editor, { salesPrice: 90 })).toBe('prices.edit');
    expect(await status(editor, { isPublished: true })).toBe('catalog.publish');
    expect(await status(publisher, { label: 'Otro' })).toBe('catalog.edit');
    expect(await status(publisher, { addCodes: ['X1'] })).toBe('catalog.edit');
    expect(await status(pricer, { regularPrice: 101 })).toBe('catalog.edit');
    expect(await status(editor, { label: 'Rojo vino' })).toBe(200);
    const support = await openDesk(shop, 'support');
    expect((await support.send('GET', `/v1/admin/product-families/${parentSku}`)).statusCode).toBe(403);
    // A person without the price permission adds variants without a price.
    const added = await editor.send('POST', `/v1/admin/products/${sku}/variants`, {
      body: { variants: [{ label: 'Azul' }] },
    });
    expect(added.json().data.variants[1]).toMatchObject({ label: 'Azul', regularPrice: null });
  });
});

describe('the size of a family', () => {
  test('[PROD-25] any number of variants is read by one statement and saved by nine', async () => {
    const parentSku = await makeFamily(colours(200));
    const count = (answer: { headers: Record<string, unknown> }): string[] =>
      String(answer.headers['x-statement-names'])
        .split(' ')
        .filter((name) => !name.startsWith('staff.') && !name.startsWith('auth.') && !name.startsWith('budgets.'));
    const listed = await clerk.send('GET', `/v1/admin/product-families/${parentSku}`);
    expect(listed.json().data.variants).toHaveLength(200);
    expect(count(listed)).toEqual(['families.variants']);
    const skus = await skusOf(parentSku);
    const [first = ''] = skus;
    await shop.db.pool.query('update products set is_listed = false where sku = $1', [first]);
    const variants = skus.map((sku, n) => ({
      ...{ sku, version: 1, label: `Tono ${n}`, regularPrice: 110 + n / 100, isPublished: true },
      addCodes: [`K${n}${parentSku}`],
    }));
    const answer = await save(parentSku, { variants });
    const { results, family } = answer.json().data;
    expect(results.map(({ outcome }: VariantResult) => outcome)).toEqual(['conflict', ...Array(199).fill('changed')]);
    expect(family.variants[199]).toMatchObject({ label: 'Tono 199', regularPrice: 111.99, state: 'published' });
    expect(count(answer)).toEqual([
      ...['products.lock', 'products.desk-product', 'families.judge', 'prices.break-even', 'families.change'],
      ...['families.write-codes', 'families.last-changes', 'families.variants', 'audit.record'],
    ]);
  });

  test('[PROD-25] only the saved variants are purged and indexed again', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    const [one = '', two = ''] = await skusOf(parentSku);
    const stamps = async () =>
      (
        await shop.db.pool.query<{ sku: string; row: string; search: string }>(
          `select p.sku, r.xmin::text as row, s.xmin::text as search from products p join product_rows r on r.product_id = p.id
           join product_search s on s.product_id = p.id where p.sku = any ($1) order by p.id`,
          [[one, two]],
        )
      ).rows;
    await shop.db.pool.query('update products set is_published = true where parent_sku = $1', [parentSku]);
    const [, before] = await stamps();
    await saved(parentSku, [{ sku: one, version: 2, regularPrice: 101 }]);
    const [changed, after] = await stamps();
    expect(after).toEqual(before);
    expect(changed?.row).not.toBe(before?.row);
  });
});

describe('new variants', () => {
  const add = (sku: string, variants: readonly object[]) =>
    clerk.send('POST', `/v1/admin/products/${encodeURIComponent(sku)}/variants`, { body: { variants } });

  test('[PROD-25] a list of labels makes drafts with the product’s texts, pictures and price', async () => {
    const parentSku = await makeFamily(['Rojo']);
    const [from = ''] = await skusOf(parentSku);
    await shop.db.pool.query(`update products set parent_sku = null, description = 'Suena.' where sku = $1`, [from]);
    const own = `PROPIO-${unique()}`;
    const answer = await add(from, [{ label: 'Azul' }, { label: 'Verde', sku: own }]);
    expect(answer.statusCode, answer.payload).toBe(201);
    const { data }: { data: Family } = answer.json();
    expect(data).toMatchObject({
      ...{ parentSku: from, total: 3 },
      variants: [
        { sku: from, label: 'Rojo' },
        { sku: expect.stringMatching(/^P-\d+$/), label: 'Azul', regularPrice: 100, state: 'draft', codes: [] },
        { sku: own, label: 'Verde', title: `Bocina ${parentSku}, verde` },
      ],
    });
    const made = await product(own);
    expect(made).toMatchObject({ parentSku: from, description: 'Suena.', slug: expect.stringContaining('verde') });
    expect(made.pictures).toHaveLength(1);
    expect(await audited(from)).toMatchObject([
      { operation: 'changeProduct', before: { parentSku: null }, after: { parentSku: from } },
    ]);
    expect(await audited(own)).toMatchObject([
      { operation: 'addVariants', after: { from, sku: own, regularPrice: 100 } },
    ]);
  });

  test('[PROD-25] an existing label or code is refused at its line, so that a repeated list adds nothing', async () => {
    const parentSku = await makeFamily(['Rojo']);
    const [from = ''] = await skusOf(parentSku);
    const list = [{ label: 'Azul' }, { label: 'Verde' }];
    const both = await Promise.all([add(from, list), add(from, list)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
    expect((await read(parentSku)).total).toBe(3);
    const refused = async (variants: readonly object[]) => fieldsOf(await add(from, variants));
    expect(await refused([{ label: 'Gris' }, { label: 'ROJO' }])).toEqual({
      variants: 'Línea 2: la familia ya tiene «ROJO».',
    });
    expect(await refused([{ label: 'Gris' }, { label: 'gris' }])).toEqual({
      variants: 'Línea 2: «gris» está dos veces.',
    });
    expect(await refused([{ label: 'Gris', sku: from }])).toEqual({
      variants: `Línea 1: otro producto tiene el código ${from}.`,
    });
    expect(await refused(colours(198).map((label) => ({ label })))).toEqual({
      variants: 'Una familia tiene hasta 200 variantes: serían 201.',
    });
    expect((await add('NADA', list)).statusCode).toBe(404);
  });

  test('[PROD-25] if two people add the same label through two products, one is refused', async () => {
    const parentSku = await makeFamily(['Rojo', 'Azul']);
    const skus = await skusOf(parentSku);
    const both = await Promise.all(skus.map((sku) => add(sku, [{ label: 'Verde' }])));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
    expect((await read(parentSku)).total).toBe(3);
  });

  test('[PROD-25, PROD-07] a new label that the category does not allow is refused at its line', async () => {
    const parentSku = await makeFamily(['Rojo']);
    const [from = ''] = await skusOf(parentSku);
    await shop.db.pool.query(
      `insert into categories (id, parent_id, path, slug, title, level, ancestor_ids) values (78, 1, 'audio/tonos', 'tonos', 'Tonos', 2, '{1,78}')`,
    );
    const declared = { categoryId: '78', name: 'Color', type: 'choice', choices: 'Rojo\nAzul' };
    expect((await clerk.send('POST', '/v1/admin/attributes', { body: declared })).statusCode).toBe(201);
    await shop.db.pool.query('update products set category_id = 78 where sku = $1', [from]);
    const fields = fieldsOf(await add(from, [{ label: 'Azul' }, { label: 'Fucsia' }]));
    expect(fields).toEqual({ variants: expect.stringMatching(/^Línea 2: .*Rojo, Azul/) });
    expect((await add(from, [{ label: 'Azul' }])).statusCode).toBe(201);
  });

  test('[PROD-25] without a colour the label is added to the name', async () => {
    const sku = `T-${unique()}`;
    await createProduct(shop.db, { sku, title: 'Camisa Río' });
    const answer = await add(sku, [{ label: 'Talla M' }]);
    expect(answer.json().data.variants).toMatchObject([{ label: 'Camisa Río' }, { label: 'Camisa Río, Talla M' }]);
    expect(fieldsOf(await add(sku, [{ label: 'Talla M' }]))).toEqual({
      variants: 'Línea 1: la familia ya tiene «Camisa Río, Talla M».',
    });
  });
});
