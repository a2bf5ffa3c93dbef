import { randomUUID } from 'node:crypto';
import type { ProductRun } from '@ceiba/contract/desk/product-runs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { done } from '../testing/cart-calls.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { readCsv } from '../testing/read-csv.ts';
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
beforeEach(async () => {
  await shop.db.pool.query('delete from runs');
  await shop.db.pool.query(`delete from graphile_worker._private_jobs`);
});

type Body = Parameters<typeof clerk.call<'createProductRun'>>[1]['body'];

const start = async (body: Body, who = clerk): Promise<ProductRun> =>
  done(await who.call('createProductRun', { body })).data;

const read = async (id: string): Promise<ProductRun> =>
  done(await clerk.call('getProductRun', { params: { id } })).data;

const rowsOf = async (id: string, query: { outcome?: 'failed' } = {}) =>
  done(await clerk.call('listProductRunRows', { params: { id }, query })).data;

/** Runs one waiting job of a run, as a worker does. Returns false if no job waits. */
const work = async (now = new Date(Date.now() + 60_000)): Promise<boolean> => {
  const { rows } = await shop.db.pool.query<{ id: string; payload: object }>(
    `select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = 'change-products' limit 1`,
  );
  const [job] = rows;
  if (job === undefined) return false;
  await shop.db.pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id]);
  const task = tasksOf(openServices(shop)).find(({ name }) => name === 'change-products');
  await task?.run(job.payload, { now, log: shop.log });
  return true;
};

const workAll = async (): Promise<void> => {
  while (await work()) {}
};

/** A product on sale needs a picture (PROD-03). */
const addPicture = async (sku: string): Promise<void> => {
  await shop.db.pool.query(
    `with m as (insert into media (key, width, height) values ($2, 800, 800))
     insert into product_images (product_id, position, media_key, label) select id, 0, $2, 'Foto' from products where sku = $1`,
    [sku, randomUUID().replaceAll('-', '')],
  );
};

const make = async (count: number, title = `Lote ${randomUUID().slice(0, 8)}`): Promise<string[]> => {
  const skus: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const sku = `L-${randomUUID().slice(0, 8)}`;
    await createProduct(shop.db, { sku, title, price: 100_00, stock: 1 });
    await addPicture(sku);
    skus.push(sku);
  }
  return skus;
};

const product = async (sku: string) => done(await clerk.call('getDeskProduct', { params: { sku } })).data;

const audited = async (sku: string): Promise<{ operation: string; actor: string; request: string }[]> => {
  const { rows } = await shop.db.pool.query(
    `select operation, actor_id as actor, request_id as request from audit_entries where entity = 'products' and entity_id = $1 order by id`,
    [sku],
  );
  return rows;
};

const fieldsOf = (answer: { json: () => { error: { metadata: { fields?: object } } } }) =>
  answer.json().error.metadata.fields;

describe('a run', () => {
  test('[OFF-19] changes each product in its own transaction, with an audit row in the requester’s name', async () => {
    const skus = await make(3);
    const run = await start({ verb: 'tag', value: 'navidad', skus });
    expect(run).toMatchObject({ name: 'Agregar etiqueta: navidad', state: 'applying', total: 3, actions: ['cancel'] });
    await workAll();
    const ended = await read(run.id);
    expect(ended).toMatchObject({
      ...{ state: 'done', done: 3, failed: 0, actions: [] },
      counts: { changed: 3, equal: 0, failed: 0, waiting: 0 },
    });
    for (const sku of skus) {
      expect((await product(sku)).tags).toBe('navidad');
      expect(await audited(sku)).toEqual([{ operation: 'changeProduct', actor: clerk.id, request: run.id }]);
    }
  });

  test('[OFF-19] changes nothing and writes no audit rows when it is repeated', async () => {
    const skus = await make(2);
    for (const [body, total] of [
      [{ verb: 'tag', value: 'Rebaja', skus }, 1],
      [{ verb: 'brand', value: 'VOLCAN', skus }, 1],
      [{ verb: 'archive', skus }, 2],
      [{ verb: 'untag', value: 'rebaja', skus }, 3],
    ] as const) {
      await start({ ...body, skus: [...body.skus] });
      await workAll();
      const versions = await Promise.all(skus.map(async (sku) => (await product(sku)).updatedAt));
      const again = await start({ ...body, skus: [...body.skus] });
      await workAll();
      expect((await read(again.id)).counts, body.verb).toEqual({ changed: 0, equal: 2, failed: 0, waiting: 0 });
      expect(await Promise.all(skus.map(async (sku) => (await product(sku)).updatedAt))).toEqual(versions);
      expect((await audited(skus[0] ?? '')).length, body.verb).toBe(total);
    }
  });

  test('[OFF-19] shows why a product failed, and "Reintentar fallidos" retries only the failed products', async () => {
    const [good = '', bad = ''] = await make(2);
    await shop.db.pool.query('update products set is_published = false where sku = any ($1)', [[good, bad]]);
    await shop.db.pool.query('delete from product_images where product_id = (select id from products where sku = $1)', [
      bad,
    ]);
    const { id } = await start({ verb: 'publish', skus: [good, bad, 'NADA'] });
    await workAll();
    expect(await read(id)).toMatchObject({ state: 'done', done: 1, failed: 2, actions: ['retry'] });
    expect(await rowsOf(id)).toMatchObject([
      { sku: good, outcome: 'changed', why: null },
      { sku: bad, outcome: 'failed', why: 'Fotos: Agrega al menos una foto.' },
      { sku: 'NADA', title: '', outcome: 'failed', why: 'Ese producto ya no existe.' },
    ]);
    expect((await rowsOf(id, { outcome: 'failed' })).map(({ sku }) => sku)).toEqual([bad, 'NADA']);
    await addPicture(bad);
    const other = await openDesk(shop, 'catalogue');
    done(await other.call('retryProductRun', { params: { id }, body: {} }));
    await workAll();
    expect(await read(id)).toMatchObject({ state: 'done', done: 2, failed: 1, counts: { changed: 2 } });
    expect((await audited(bad)).at(-1)).toMatchObject({ operation: 'publishProduct', actor: other.id });
    expect((await audited(good)).length).toBe(1);
    const csv = await clerk.send('GET', `/v1/admin/product-runs/${id}/results`);
    expect(
      readCsv(csv.payload)
        .slice(1)
        .map((row) => Object.values(row)),
    ).toEqual([
      [good, expect.any(String), 'Cambió', ''],
      [bad, expect.any(String), 'Cambió', ''],
      ['NADA', '', 'Falló', 'Ese producto ya no existe.'],
    ]);
  });

  test('[OFF-19] takes all products that match its filter at its start, and none that match later', async () => {
    const title = `Filtro${randomUUID().slice(0, 6)}`;
    const skus = await make(3, title);
    const { id, total } = await start({ verb: 'archive', filter: { q: title, state: 'published' } });
    expect(total).toBe(3);
    const [later = ''] = await make(1, title);
    await workAll();
    expect((await rowsOf(id)).map(({ sku }) => sku).toSorted()).toEqual(skus.toSorted());
    expect((await product(later)).state).toBe('published');
    expect((await product(skus[0] ?? '')).state).toBe('archived');
  });

  test('[OFF-19] continues after a killed worker, and changes no product twice', async () => {
    const skus = await make(5);
    const { id } = await start({ verb: 'tag', value: 'viva', skus });
    // The worker dies after two products, and its job is queued again.
    await shop.db.pool.query(`update run_rows set outcome = 'changed' where run_id = $1 and row_no <= 2`, [id]);
    await workAll();
    expect(await read(id)).toMatchObject({ state: 'done', counts: { changed: 5, waiting: 0 } });
    expect(await audited(skus[0] ?? '')).toEqual([]);
    expect(await audited(skus[2] ?? '')).toHaveLength(1);
  });

  test('[OFF-19] two concurrent workers share the products of a run', async () => {
    const skus = await make(12);
    const { id } = await start({ verb: 'tag', value: 'dos', skus });
    const task = tasksOf(openServices(shop)).find(({ name }) => name === 'change-products');
    const job = () => task?.run({ runId: id }, { now: new Date(), log: shop.log });
    await Promise.all([job(), job()]);
    await workAll();
    expect(await read(id)).toMatchObject({ state: 'done', counts: { changed: 12, failed: 0, waiting: 0 } });
    for (const sku of skus) expect(await audited(sku)).toHaveLength(1);
  });

  test('[OFF-19] a canceled run changes no further product, and a finished run cannot be canceled', async () => {
    const skus = await make(2);
    const { id } = await start({ verb: 'archive', skus });
    const press = () => clerk.send('POST', `/v1/admin/product-runs/${id}/cancel`, { body: {} });
    const [first, second] = [await press(), await press()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    await workAll();
    expect(await read(id)).toMatchObject({ state: 'canceled', counts: { waiting: 2, changed: 0 }, actions: [] });
    expect((await product(skus[0] ?? '')).state).toBe('published');
    const other = await start({ verb: 'archive', skus });
    await workAll();
    const late = await clerk.send('POST', `/v1/admin/product-runs/${other.id}/cancel`, { body: {} });
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'TRANSITION_NOT_ALLOWED']);
    const retry = await clerk.send('POST', `/v1/admin/product-runs/${other.id}/retry`, { body: {} });
    expect(retry.json().error.code).toBe('TRANSITION_NOT_ALLOWED');
  });

  test('[OFF-19] checks the permission again before each product', async () => {
    const person = await openDesk(shop, 'catalogue');
    const skus = await make(1);
    const { id } = await start({ verb: 'archive', skus }, person);
    await shop.db.pool.query(`update staff_members set disabled_at = now() where id = $1`, [person.id]);
    await workAll();
    expect(await rowsOf(id)).toMatchObject([
      { outcome: 'failed', why: expect.stringMatching(/^Quien pidió el cambio ya no tiene el permiso «.+»\.$/) },
    ]);
    expect((await product(skus[0] ?? '')).state).toBe('published');
  });

  test('[OFF-19] a click that arrives twice starts one run, and the person gets a notice at its end', async () => {
    const skus = await make(1);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { verb: 'tag', value: 'una', skus };
    const [one, two] = await Promise.all([
      clerk.send('POST', '/v1/admin/product-runs', { body, headers }),
      clerk.send('POST', '/v1/admin/product-runs', { body, headers }),
    ]);
    expect(one.json()).toEqual(two.json());
    await workAll();
    const { data } = done(await clerk.call('listNotices', { query: {} }));
    expect(data[0]).toMatchObject({
      title: 'Cambio en lote terminado',
      text: 'Agregar etiqueta: una, 1 producto hecho',
      href: `/admin/productos/cambios/${one.json().data.id}`,
    });
    const list = done(await clerk.call('listProductRuns', { query: {} }));
    expect(list.data).toMatchObject([{ name: 'Agregar etiqueta: una', state: 'done', total: 1, done: 1 }]);
  });

  test.each([
    ['no tag', { verb: 'tag', skus: ['A'] }, { value: 'Escribe la etiqueta.' }],
    ['a tag with a comma', { verb: 'tag', value: 'a,b', skus: ['A'] }, { value: 'Una etiqueta no lleva comas.' }],
    [
      'a tag that is too long',
      { verb: 'tag', value: 'x'.repeat(61), skus: ['A'] },
      { value: 'Una etiqueta tiene hasta 60 letras.' },
    ],
    ['an unknown category', { verb: 'category', value: 'nada', skus: ['A'] }, { value: 'Elige una categoría.' }],
    ['an unknown brand', { verb: 'brand', value: 'Nadie', skus: ['A'] }, { value: 'No hay una marca con ese nombre.' }],
    ['neither products nor a filter', { verb: 'archive' }, { skus: 'Elige los productos.' }],
    [
      'a filter without a matching product',
      { verb: 'archive', filter: { q: 'zzzzzz' } },
      { filter: 'Ningún producto cumple ese filtro.' },
    ],
  ])('%s is refused, and no run remains', async (_, body, fields) => {
    const refused = await clerk.send('POST', '/v1/admin/product-runs', { body });
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([400, fields]);
    expect(done(await clerk.call('listProductRuns', { query: {} })).data).toEqual([]);
  });

  test('publishing needs its own permission', async () => {
    await shop.db.pool.query(
      `insert into staff_roles (id, label, permissions) values ('solo-textos', 'Textos', '{catalog.read,catalog.edit}') on conflict do nothing`,
    );
    const writer = await openDesk(shop, 'solo-textos');
    const refused = await writer.send('POST', '/v1/admin/product-runs', { body: { verb: 'publish', skus: ['A'] } });
    expect(refused.json().error).toMatchObject({ code: 'FORBIDDEN', metadata: { permission: 'catalog.publish' } });
  });
});

describe('a copy to the family', () => {
  /** Makes a family of two variants with a colour and other attributes, and returns their skus. */
  const makeFamily = async (): Promise<[from: string, to: string]> => {
    const [from = '', to = ''] = await make(2);
    const attributes = (...values: [code: string, label: string, value: string][]) =>
      JSON.stringify(values.map(([code, label, value]) => ({ code, label, value, unit: null })));
    await shop.db.pool.query(
      `update products set parent_sku = $1, description = case when sku = $1 then 'Suena fuerte.' else 'Vieja' end,
         attributes = case when sku = $1 then $3::jsonb else $4::jsonb end where sku = any ($2)`,
      [
        from,
        [from, to],
        attributes(['color', 'Color', 'Rojo'], ['potencia', 'Potencia', '20 W'], ['peso', 'Peso', '1 kg']),
        attributes(['color', 'Color', 'Azul'], ['potencia', 'Potencia', '10 W'], ['caja', 'Caja', 'Grande']),
      ],
    );
    return [from, to];
  };
  const all = { verb: 'copy', parts: ['description', 'attributes', 'pictures'] } as const;
  const copy = (from: string, to: string) => start({ ...all, parts: [...all.parts], value: from, skus: [to] });
  const attributesOf = async (sku: string) =>
    (await product(sku)).attributes.map(({ label, value }) => `${label}: ${value}`);

  test('[PROD-25] shows its changes first, keeps the colour, and changes nothing when repeated', async () => {
    const [from, to] = await makeFamily();
    const preview = await clerk.send(
      'GET',
      `/v1/admin/products/${from}/copy-preview?parts=description,attributes,pictures`,
    );
    expect(preview.statusCode, preview.payload).toBe(200);
    expect(preview.json().data).toEqual([
      {
        sku: to,
        label: 'Azul',
        changes: [
          { field: 'Descripción', before: 'Vieja', after: 'Suena fuerte.' },
          { field: 'Potencia', before: '10 W', after: '20 W' },
          { field: 'Peso', before: '', after: '1 kg' },
          { field: 'Fotos', before: '1 foto', after: '1 foto' },
        ],
      },
    ]);
    const { id, name } = await copy(from, to);
    expect(name).toMatch(/^Copiar a variantes: Descripción, Características, Fotos de /);
    await workAll();
    expect((await read(id)).counts).toEqual({ changed: 1, equal: 0, failed: 0, waiting: 0 });
    const [source, copied] = [await product(from), await product(to)];
    expect(copied.description).toBe('Suena fuerte.');
    expect(copied.pictures.map(({ key }) => key)).toEqual(source.pictures.map(({ key }) => key));
    expect(await attributesOf(to)).toEqual(['Color: Azul', 'Potencia: 20 W', 'Caja: Grande', 'Peso: 1 kg']);
    expect((await audited(to)).map(({ operation }) => operation)).toEqual(['changeProduct', 'changeProductPictures']);
    const again = await copy(from, to);
    await workAll();
    expect((await read(again.id)).counts).toEqual({ changed: 0, equal: 1, failed: 0, waiting: 0 });
    expect((await product(to)).version).toBe(copied.version);
    const after = await clerk.send(
      'GET',
      `/v1/admin/products/${from}/copy-preview?parts=description,attributes,pictures`,
    );
    expect(after.json().data).toEqual([{ sku: to, label: 'Azul', changes: [] }]);
  });

  test('[PROD-25] the history of a variant has its former texts, which a new change restores', async () => {
    const [from, to] = await makeFamily();
    await copy(from, to);
    await workAll();
    const { rows } = await shop.db.pool.query<{ before: { description: string; attributes: object[] } }>(
      `select before from audit_entries where entity = 'products' and entity_id = $1 and operation = 'changeProduct'`,
      [to],
    );
    const { version } = await product(to);
    const restored = await clerk.send('PATCH', `/v1/admin/products/${to}`, { body: { version, ...rows[0]?.before } });
    expect(restored.statusCode, restored.payload).toBe(200);
    expect((await product(to)).description).toBe('Vieja');
    expect(await attributesOf(to)).toEqual(['Color: Azul', 'Potencia: 10 W', 'Caja: Grande']);
  });

  test('[PROD-25] is only for variants of the same family, and an empty part of the source removes nothing', async () => {
    const [from, to] = await makeFamily();
    const [stranger = ''] = await make(1);
    const refused = async (body: object) =>
      fieldsOf(await clerk.send('POST', '/v1/admin/product-runs', { body: { ...all, value: from, ...body } }));
    expect(await refused({ skus: [to, stranger] })).toEqual({ skus: 'Elige variantes de la misma familia.' });
    expect(await refused({ skus: [from] })).toEqual({ skus: 'Elige variantes de la misma familia.' });
    expect(await refused({ filter: {} })).toEqual({ skus: 'Elige variantes de la misma familia.' });
    expect(await refused({ skus: [to], parts: undefined })).toEqual({ parts: 'Elige qué copiar.' });
    await shop.db.pool.query(`update products set description = '', attributes = '[]' where sku = $1`, [from]);
    await shop.db.pool.query('delete from product_images where product_id = (select id from products where sku = $1)', [
      from,
    ]);
    const { id } = await copy(from, to);
    await workAll();
    expect((await read(id)).counts.equal).toBe(1);
    // A variant that has left the family in the meantime is not changed.
    const waiting = await copy(from, to);
    await shop.db.pool.query('update products set parent_sku = null where sku = $1', [to]);
    await workAll();
    expect(await rowsOf(waiting.id)).toMatchObject([{ outcome: 'failed', why: `Ya no es de la familia de ${from}.` }]);
  });
});
