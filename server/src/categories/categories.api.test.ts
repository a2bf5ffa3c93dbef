import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formPayload } from '../testing/form-payload.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { createProduct, createShopBasics } from '../testing/shop-fixtures.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let desk: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  await loosenBudgets(shop);
  await createShopBasics(shop.db);
  desk = await openDesk(shop, 'catalogue');
});
afterAll(() => shop.close());

const path = '/v1/admin/categories';
let turn = 0;

interface Made {
  id: string;
  path: string;
  slug: string;
  version: number;
  position: number;
  [field: string]: unknown;
}

const made = async (title: string, parentId: string | null = null, more: object = {}): Promise<Made> => {
  const answer = await desk.send('POST', path, { body: { title, parentId, ...more } });
  if (answer.statusCode !== 201) throw new Error(answer.payload);
  return answer.json().data;
};
const read = async (id: string): Promise<Made> => (await desk.send('GET', `${path}/${id}`)).json().data;
const change = (id: string, body: object) => desk.send('PATCH', `${path}/${id}`, { body });
const move = (id: string, body: object) => desk.send('POST', `${path}/${id}/move`, { body });
const remove = (id: string, version: number) => desk.send('POST', `${path}/${id}/remove`, { body: { version } });
/** The target of a former address. */
const leadsTo = async (address: string): Promise<string | null> =>
  (await shop.db.pool.query<{ address: string | null }>('select current_address($1) as address', [address])).rows[0]
    ?.address ?? null;
const onSale = (categoryId: string, sku: string) =>
  createProduct(shop.db, { sku, categoryId: Number(categoryId), title: `Bocina ${sku}` });
const childrenOf = async (parentId: string): Promise<string[]> =>
  (
    await shop.db.pool.query<{ title: string }>(
      'select title from categories where parent_id = $1 order by position, id',
      [Number(parentId)],
    )
  ).rows.map(({ title }) => title);

let root: Made;
beforeEach(async () => {
  turn += 1;
  root = await made(`Raíz ${turn}`);
});

test('[PROD-08] a category is created with an address made from its name, changed, listed and read', async () => {
  const child = await made('Audífonos & más', root.id);
  expect(child).toMatchObject({
    path: `${root.path}/audifonos-mas`,
    parentId: root.id,
    level: 2,
    position: 1,
    version: 1,
  });
  const twin = await made('Audífonos y más', root.id, { slug: 'otros' });
  expect(twin).toMatchObject({ path: `${root.path}/otros`, position: 2 });
  expect((await made('Audífonos más', root.id)).slug).toBe('audifonos-mas-2');
  const tags = [{ text: 'Garantía real', look: 'jade', icon: 'shield-check' }];
  const body = {
    title: 'Audífonos',
    description: 'Para oír.',
    tags,
    guideTitle: 'Cómo elegir',
    guideUrl: '/guias/elegir',
  };
  const changed = (await change(child.id, { version: 1, ...body })).json().data;
  expect(changed).toMatchObject({ ...body, version: 3, slug: 'audifonos-mas', actions: ['move', 'remove'] });
  expect(await read(child.id)).toEqual(changed);
  const list = (await desk.send('GET', `${path}?q=audifonos&sort=-path`)).json();
  expect(list.data.map(({ id }: Made) => id)).toContain(child.id);
  const history = (await desk.send('GET', `/v1/admin/audit/of/categories/${child.id}`)).json().data;
  expect(history.map(({ operation }: { operation: string }) => operation)).toEqual([
    'changeCategory',
    'createCategory',
  ]);
  expect(history[0].before).toMatchObject({ title: 'Audífonos & más', tags: [] });
});

test('[PROD-08] a sibling with the same name is refused, in any capitals and accents, but not elsewhere in the tree', async () => {
  await made('Barras de sonido', root.id);
  const twin = await desk.send('POST', path, { body: { title: 'BARRAS de sonído', parentId: root.id } });
  expect([twin.statusCode, twin.json().error.metadata.fields]).toEqual([
    409,
    { title: `Ya hay otra categoría BARRAS de sonído en ${root.title}.` },
  ]);
  const other = await made('Otra', root.id);
  const renamed = await change(other.id, { version: 1, title: 'barras de sonido' });
  expect([renamed.statusCode, Object.keys(renamed.json().error.metadata.fields)]).toEqual([409, ['title']]);
  expect(await made('Barras de sonido', other.id)).toMatchObject({ title: 'Barras de sonido' });
});

test('[PROD-08] wrong bodies get an error at their fields, and nothing is written', async () => {
  const fieldsOf = async (sent: ReturnType<TestDesk['send']>) => {
    const { statusCode, ...answer } = await sent;
    return { statusCode, fields: Object.keys(answer.json().error.metadata.fields ?? {}) };
  };
  const create = (body: object) => fieldsOf(desk.send('POST', path, { body }));
  expect(await create({ title: '' })).toEqual({ statusCode: 400, fields: ['title'] });
  expect(await create({ title: '¿?' })).toEqual({ statusCode: 400, fields: ['title'] });
  expect(await create({ title: 'X'.repeat(81) })).toEqual({ statusCode: 400, fields: ['title'] });
  expect(await create({ title: 'Algo', slug: 'Con Espacios' })).toEqual({ statusCode: 400, fields: ['slug'] });
  expect(await create({ title: 'Algo', slug: 'checkout' })).toEqual({ statusCode: 400, fields: ['slug'] });
  expect(await create({ title: 'Algo', slug: root.slug })).toEqual({ statusCode: 409, fields: ['slug'] });
  expect(await create({ title: 'Algo', parentId: '999999' })).toEqual({ statusCode: 400, fields: ['parentId'] });
  expect(await create({ title: 'Algo', color: 'rojo' })).toMatchObject({ statusCode: 400 });
  await createProduct(shop.db, { sku: `DIRECCION-${turn}` });
  expect(await create({ title: 'Algo', slug: `direccion-${turn}` })).toEqual({ statusCode: 409, fields: ['slug'] });
  const edit = (body: object) => fieldsOf(change(root.id, { version: root.version, ...body }));
  expect(await edit({ guideTitle: 'Sola' })).toEqual({ statusCode: 400, fields: ['guideUrl'] });
  expect(await edit({ guideTitle: 'Mala', guideUrl: 'javascript:alert(1)' })).toMatchObject({ statusCode: 400 });
  expect(await edit({ state: 'borrada' })).toEqual({ statusCode: 400, fields: ['state'] });
  expect((await desk.send('GET', `${path}?color=rojo`)).statusCode).toBe(400);
  expect((await desk.send('GET', `${path}?sort=color`)).statusCode).toBe(400);
  expect((await desk.send('GET', `${path}/zzz`)).statusCode).toBe(404);
  expect(await read(root.id)).toMatchObject({ version: root.version });
});

test('[PROD-08] after two changes of an address, both former addresses redirect, also in the branch below', async () => {
  const child = await made('Hija', root.id);
  const grandchild = await made('Nieta', child.id);
  await onSale(grandchild.id, `CADENA-${turn}`);
  const first = root.path;
  expect((await change(root.id, { version: 1, slug: `${first}-b` })).statusCode).toBe(200);
  const twice = (await change(root.id, { version: 2, slug: `${first}-c` })).json().data;
  expect(twice).toMatchObject({ path: `${first}-c`, version: 3 });
  expect((await read(grandchild.id)).path).toBe(`${first}-c/hija/nieta`);
  for (const former of [first, `${first}-b`]) {
    expect(await leadsTo(former)).toBe(`/${first}-c`);
    expect(await leadsTo(`${former}/hija/nieta`)).toBe(`/${first}-c/hija/nieta`);
  }
  // The first address belongs to the category again, and redirects no more.
  expect((await change(root.id, { version: 3, slug: first })).statusCode).toBe(200);
  expect(await leadsTo(first)).toBeNull();
  expect(await leadsTo(`${first}-c`)).toBe(`/${first}`);
});

test('[PROD-08] a category moves with its products, before a sibling or under another parent, never below itself', async () => {
  const [one, two, three] = [await made('Uno', root.id), await made('Dos', root.id), await made('Tres', root.id)];
  const first = (await move(three.id, { version: 1, parentId: root.id, beforeId: one.id })).json().data;
  expect(first).toMatchObject({ position: 1, version: 2 });
  expect(await childrenOf(root.id)).toEqual(['Tres', 'Uno', 'Dos']);
  // Siblings that only moved keep their version.
  expect((await read(one.id)).version).toBe(1);
  const leaf = await made('Hoja', two.id);
  await onSale(leaf.id, `MUEVE-${turn}`);
  const target = await made(`Destino ${turn}`);
  const moved = (await move(two.id, { version: 1, parentId: target.id })).json().data;
  expect(moved).toMatchObject({
    path: `${target.path}/dos`,
    parentId: target.id,
    level: 2,
    productsBelow: 1,
    version: 2,
  });
  expect(await leadsTo(`${root.path}/dos/hoja`)).toBe(`/${target.path}/dos/hoja`);
  const found = (await shop.inject({ method: 'GET', url: `/v1/search?category=${target.id}` })).json();
  expect(found.data?.products ?? found.products).toHaveLength(1);
  const refusedAt = async (sent: ReturnType<typeof move>) => {
    const answer = await sent;
    return [answer.statusCode, Object.keys(answer.json().error.metadata.fields ?? {})];
  };
  expect(await refusedAt(move(target.id, { version: 1, parentId: leaf.id }))).toEqual([400, ['parentId']]);
  expect(await refusedAt(move(target.id, { version: 1, parentId: target.id }))).toEqual([400, ['parentId']]);
  // With three levels, the branch of two levels would reach the fourth.
  expect(await refusedAt(move(two.id, { version: 2, parentId: one.id }))).toEqual([400, ['parentId']]);
  expect(await refusedAt(move(two.id, { version: 2, parentId: target.id, beforeId: one.id }))).toEqual([
    400,
    ['beforeId'],
  ]);
  await made('Dos', root.id);
  expect(await refusedAt(move(two.id, { version: 2, parentId: root.id }))).toEqual([409, ['parentId']]);
});

test('[PROD-08] a category cannot move under a parent that has a child of the same name', async () => {
  const [left, right] = [await made('Sala', root.id), await made('Comedor', root.id)];
  const lamp = await made('Lámparas', left.id);
  await made('LAMPARAS', right.id, { slug: 'luces' });
  const refused = await move(lamp.id, { version: 1, parentId: right.id });
  expect([refused.statusCode, refused.json().error.metadata.fields]).toEqual([
    409,
    { parentId: 'Ya hay otra categoría Lámparas en Comedor.' },
  ]);
});

test('[OFF-21, PROD-08] if two people change a category concurrently, the second gets a conflict that names the first', async () => {
  const child = await made('Movida', root.id);
  const [left, right] = [await made(`Izquierda ${turn}`), await made(`Derecha ${turn}`)];
  const answers = await Promise.all([
    move(child.id, { version: 1, parentId: left.id }),
    move(child.id, { version: 1, parentId: right.id }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const lost = answers.find(({ statusCode }) => statusCode === 409)?.json().error;
  expect(lost).toMatchObject({ code: 'VERSION_CONFLICT', metadata: { changedBy: desk.name } });
  // Each move would put its category below the other category. Only one move succeeds.
  const cycle = await Promise.all([
    move(left.id, { version: 1, parentId: right.id }),
    move(right.id, { version: 1, parentId: left.id }),
  ]);
  expect(cycle.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
});

test('[DEC-172] two identical clicks create one category, even while the first is in progress', async () => {
  const headers = { 'idempotency-key': `clave-${turn}` };
  const press = () => desk.send('POST', path, { body: { title: 'Una sola', parentId: root.id }, headers });
  const [first, second] = await Promise.all([press(), press()]);
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(first.json().data.id).toBe(second.json().data.id);
  expect(await childrenOf(root.id)).toEqual(['Una sola']);
});

test('[PROD-08] only an empty category can be deleted, and its number is never used again', async () => {
  const child = await made('Con producto', root.id);
  await onSale(child.id, `QUEDA-${turn}`);
  const refused = await remove(child.id, 1);
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'IN_USE']);
  expect(refused.json().message).toBe('Tiene 1 producto: muévelos a otra categoría, u ocúltala.');
  expect((await remove(root.id, 1)).json().error.code).toBe('IN_USE');
  expect((await read(root.id))['actions']).toEqual(['move']);
  const empty = await made('Vacía', root.id, { description: 'Nada' });
  expect((await remove(empty.id, 9)).json().error.code).toBe('VERSION_CONFLICT');
  expect((await remove(empty.id, 1)).statusCode).toBe(200);
  expect((await desk.send('GET', `${path}/${empty.id}`)).statusCode).toBe(404);
  expect(Number((await made('Otra', root.id)).id)).toBeGreaterThan(Number(empty.id));
});

test('[PROD-08] a category is not deleted if a product is added at the same moment', async () => {
  const child = await made('Carrera', root.id);
  const client = await shop.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
       values ($1, lower($1), 'Bocina', 1, 1, $2, 10000, 10000)`,
      [`CARRERA-${turn}`, Number(child.id)],
    );
    const removing = remove(child.id, 1);
    await untilBlocked(shop.db.pool, client);
    await client.query('commit');
    const answer = await removing;
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'IN_USE']);
  } finally {
    client.release();
  }
});

test('[PROD-08] hiding a category also hides all its subcategories, and both can be shown again', async () => {
  const child = await made('Se oculta', root.id);
  await onSale(child.id, `OCULTA-${turn}`);
  const shown = async (): Promise<boolean> =>
    (await shop.inject({ method: 'GET', url: '/v1/categories' })).payload.includes(child.path);
  expect(await shown()).toBe(true);
  const hidden = (await change(root.id, { version: 1, state: 'hidden' })).json().data;
  expect(await shown()).toBe(false);
  expect(
    (await change(root.id, { version: hidden.version, state: 'retired' })).json().error.metadata.fields,
  ).toHaveProperty('state');
  await change(root.id, { version: hidden.version, state: 'visible' });
  expect(await shown()).toBe(true);
});

test('[PROD-08] moving 500 products indexes each once, and no other product', async () => {
  const parent = await made('Con muchos', root.id);
  const leaves = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => made(`Hoja ${name}`, parent.id)));
  await shop.db.pool.query(
    `insert into products (sku, slug, title, brand_id, seller_id, category_id, regular_price, sales_price)
     select 'MIL-' || n, 'mil-' || n, 'Bocina ' || n, 1, 1, ($1::integer[])[1 + n % 5], 10000, 10000 from generate_series(1, 500) n`,
    [leaves.map(({ id }) => Number(id))],
  );
  const target = await made(`Mucho destino ${turn}`);
  await shop.db.pool.query(`create table if not exists indexed (product_id bigint);
    truncate indexed;
    create or replace function note_indexed() returns trigger language plpgsql as 'begin insert into indexed values (new.product_id); return new; end';
    create or replace trigger note_indexed before insert on product_search for each row execute function note_indexed();`);
  const answer = await move(parent.id, { version: 1, parentId: target.id });
  await shop.db.pool.query('drop trigger note_indexed on product_search');
  expect(answer.statusCode).toBe(200);
  const { rows } = await shop.db.pool.query(
    'select count(*)::integer as all, count(distinct product_id)::integer as each from indexed',
  );
  expect(rows).toEqual([{ all: 500, each: 500 }]);
  expect((await read(target.id))['productsBelow']).toBe(500);
});

test('[OFF-15] the products of a large category are counted to 10,001', async () => {
  const titled = await desk.send('POST', path, { body: { title: 'Muy grande' } });
  const { id } = titled.json().data;
  await shop.db.transaction(async (tx) => {
    for (const text of [
      'set local session_replication_role = replica',
      `insert into products (sku, slug, title, brand_id, seller_id, category_id, is_published)
       select 'GRANDE-' || n, 'grande-' || n, 'Bocina', (select min(id) from brands), 1, ${Number(id)}, false from generate_series(1, 10500) n`,
    ])
      await tx.run({ text, values: [] });
  });
  expect(await read(id)).toMatchObject({ products: 10_001, productsBelow: 10_001 });
  await shop.db.pool.query(`delete from products where sku like 'GRANDE-%'`);
});

test('[PROD-08, OFF-21] a picture is set and removed, but small pictures, HEIC files and texts are refused', async () => {
  const pictureOf = (width: number) =>
    sharp({ create: { width, height: 400, channels: 3, background: '#00745b' } })
      .jpeg()
      .toBuffer();
  const sendTo = async (version: number, ...files: Uint8Array<ArrayBuffer>[]) => {
    const { headers, payload } = await formPayload({ pictures: files.map((file) => new Blob([file])) });
    return shop.inject({
      method: 'POST',
      url: `${path}/${root.id}/picture?version=${version}`,
      headers: { cookie: desk.cookie, origin: shop.config.publicUrl, ...headers },
      payload,
    });
  };
  const send = async (...files: Uint8Array<ArrayBuffer>[]) =>
    sendTo(Number((await read(root.id))['version']), ...files);
  const set = await send(new Uint8Array(await pictureOf(700)));
  expect(set.statusCode, set.payload).toBe(200);
  expect(set.json().data).toMatchObject({
    pictureUrl: expect.stringMatching(/^\/media\/[0-9a-f]{32}\/480\.webp$/),
    version: 2,
  });
  const stale = await sendTo(1, new Uint8Array(await pictureOf(800)));
  expect([stale.statusCode, stale.json().error.code]).toEqual([409, 'VERSION_CONFLICT']);
  const refusedText = async (file: Uint8Array<ArrayBuffer>): Promise<string> => {
    const answer = await send(file);
    expect(answer.statusCode).toBe(400);
    return answer.json().error.metadata.fields.pictures;
  };
  expect(await refusedText(new Uint8Array(await pictureOf(500)))).toBe(
    'La imagen tiene 500 píxeles de ancho: necesita 600 por lo menos.',
  );
  expect(await refusedText(new TextEncoder().encode('\0\0\0\x18ftypheic....'))).toMatch(/^El archivo es HEIC/);
  expect(await refusedText(new TextEncoder().encode('<svg/>'))).toMatch(/^El archivo no es una imagen/);
  expect((await read(root.id))['version']).toBe(2);
});

describe('roles', () => {
  test('[OFF-08] the warehouse does not see the tree, and a person limited to stores can only read it', async () => {
    const warehouse = await openDesk(shop, 'warehouse');
    expect((await warehouse.send('GET', path)).statusCode).toBe(403);
    const limited = await openDesk(shop, 'catalogue', ['XELA']);
    expect((await limited.send('GET', path)).statusCode).toBe(200);
    expect((await limited.send('POST', path, { body: { title: 'No' } })).statusCode).toBe(403);
  });
});

test('[PROD-08] one click creates the standard tree, but only in a shop without categories', async () => {
  const refused = await desk.send('POST', `${path}/standard`, { body: {} });
  expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'IN_USE']);
  const empty = await openTestShop();
  try {
    const owner = await openDesk(empty, 'owner');
    const presses = await Promise.all([1, 2].map(() => owner.send('POST', `${path}/standard`, { body: {} })));
    expect(presses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    const first = (await owner.send('GET', `${path}?limit=100&sort=level`)).json();
    expect(first.total.value).toBe(66);
    expect(first.data[0]).toMatchObject({ path: 'televisores-y-video', position: 1, parentId: null });
    const child = first.data.find((each: Made) => each.path === 'computacion/laptops');
    expect(child).toMatchObject({ title: 'Laptops', level: 2, position: 1 });
  } finally {
    await empty.close();
  }
});
