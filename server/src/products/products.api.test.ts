import { randomUUID } from 'node:crypto';
import type { DeskProduct } from '@ceiba/contract/desk/products';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { untilBlocked } from '../testing/lock-waits.ts';
import { loosenBudgets } from '../testing/loose-budgets.ts';
import { readCsv } from '../testing/read-csv.ts';
import { addStock, createShopBasics, createProduct as insertProduct } from '../testing/shop-fixtures.ts';
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

const fresh = (): string => `SKU-${randomUUID().slice(0, 8)}`;
const place = { brand: 'Volcán', category: 'audio/bocinas' };

const create = async (more: object = {}): Promise<DeskProduct> =>
  done(await clerk.call('createProduct', { body: { title: 'Bocina Volcán 10', ...place, ...more } })).data;

const read = async (sku: string): Promise<DeskProduct> =>
  done(await clerk.call('getDeskProduct', { params: { sku } })).data;

const change = (sku: string, body: { version: number } & Record<string, unknown>) =>
  clerk.send('PATCH', `/v1/admin/products/${encodeURIComponent(sku)}`, { body });

const addPicture = async (sku: string): Promise<void> => {
  const key = randomUUID().replaceAll('-', '');
  await shop.db.pool.query(
    `with m as (insert into media (key, width, height) values ($2, 800, 800))
     insert into product_images (product_id, position, media_key, label)
     select id, (select count(*) from product_images i where i.product_id = p.id), $2, 'Foto' from products p where sku = $1`,
    [sku, key],
  );
};

/** Creates a draft that is ready for sale. */
const ready = async (more: object = {}): Promise<DeskProduct> => {
  const { sku } = await create({ regularPrice: 100, ...more });
  await addPicture(sku);
  return read(sku);
};

const publish = async (product: DeskProduct): Promise<DeskProduct> =>
  done(await clerk.call('publishProduct', { params: { sku: product.sku }, body: { version: product.version } })).data;

const fieldsOf = (answer: { json: () => { error: { metadata: { fields?: object } } } }) =>
  answer.json().error.metadata.fields;

const listed = async (query: string): Promise<string[]> => {
  const answer = await clerk.send('GET', `/v1/admin/products?limit=100&${query}`);
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json().data.map(({ sku }: { sku: string }) => sku);
};

describe('a new product', () => {
  test('a short form makes a draft with a generated code and address, and a repeated click makes one', async () => {
    const body = { title: 'Bocina Ñandú 20 W', ...place, regularPrice: 499.5 };
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await clerk.send('POST', '/v1/admin/products', { body, headers }),
      await clerk.send('POST', '/v1/admin/products', { body, headers }),
    ];
    expect(first.statusCode, first.payload).toBe(201);
    expect(second.json()).toEqual(first.json());
    const { data } = first.json();
    expect(data).toMatchObject({
      title: body.title,
      brand: 'Volcán',
      category: 'audio/bocinas',
      state: 'draft',
      regularPrice: 499.5,
    });
    expect(data.sku).toMatch(/^P-\d+$/);
    expect(data.slug).toBe(`bocina-nandu-20-w-${data.sku.toLowerCase()}`);
    expect(data.faults).toContainEqual({ field: 'pictures', text: 'Agrega al menos una foto.', isBlocking: true });
    expect(await listed('q=ñandu')).toEqual([data.sku]);
  });

  test('a taken code, an unknown brand and an unknown category are refused at their fields', async () => {
    const sku = fresh();
    await create({ sku });
    const twin = await clerk.send('POST', '/v1/admin/products', { body: { title: 'Otra', ...place, sku } });
    expect([twin.statusCode, fieldsOf(twin)]).toEqual([409, { sku: 'Otro producto tiene ese código.' }]);
    const lost = await clerk.send('POST', '/v1/admin/products', {
      body: { title: 'Otra', brand: 'Nadie', category: 'nada' },
    });
    expect(Object.keys(fieldsOf(lost) ?? {})).toEqual(['brand', 'category']);
    const donation = await clerk.send('POST', '/v1/admin/products', {
      body: { title: 'Otra', ...place, sku: 'DONAPUENTE' },
    });
    expect(fieldsOf(donation)).toEqual({ sku: 'Ese código es el de la donación.' });
  });

  test('twenty concurrent products with the same name get different codes and addresses', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => create({ title: 'Bocina gemela' })));
    expect(new Set(made.map(({ sku }) => sku)).size).toBe(20);
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(20);
  });

  test('a brand is found with different capitals and accents', async () => {
    expect((await create({ brand: 'VOLCAN' })).brand).toBe('Volcán');
  });

  test('a copy is a draft with the texts and pictures of the product, and a separate code', async () => {
    const from = await publish(await ready({ title: 'Bocina original' }));
    const copy = done(await clerk.call('duplicateProduct', { params: { sku: from.sku }, body: {} })).data;
    expect(copy).toMatchObject({ title: 'Bocina original', state: 'draft', regularPrice: 100, brand: 'Volcán' });
    expect(copy.sku).not.toBe(from.sku);
    expect(copy.slug).not.toBe(from.slug);
    expect(copy.pictures.map(({ key }) => key)).toEqual(from.pictures.map(({ key }) => key));
  });
});

test('[OFF-03] a copy made by a person without the price permission has no price', async () => {
  await shop.db.pool.query(
    `insert into staff_roles (id, label, permissions) values ('textos', 'Textos', '{catalog.read,catalog.edit}') on conflict do nothing`,
  );
  const writer = await openDesk(shop, 'textos');
  const { sku } = await create({ regularPrice: 100 });
  const copy = done(await writer.call('duplicateProduct', { params: { sku }, body: {} })).data;
  expect(copy.regularPrice).toBeNull();
  const priced = done(await clerk.call('duplicateProduct', { params: { sku }, body: {} })).data;
  const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${priced.sku}`)).json().data;
  expect(history[0].after).toMatchObject({ from: sku, regularPrice: 100 });
});

test('a name or code without letters and digits is refused, because it gives no address', async () => {
  const bare = await clerk.send('POST', '/v1/admin/products', { body: { title: '!!!', ...place, sku: '***' } });
  expect([bare.statusCode, fieldsOf(bare)]).toEqual([400, { title: 'Escribe un nombre con letras o números.' }]);
});

describe('the editor', () => {
  test('[OFF-21] a conflict caused by a file does not name the author of an earlier change', async () => {
    const { sku, version } = await create();
    await shop.db.pool.query(
      `update products set title = 'De un archivo', updated_at = now() + interval '1 minute' where sku = $1`,
      [sku],
    );
    const stale = (await change(sku, { version, title: 'Mía' })).json().error;
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', metadata: { changedBy: null } });
  });

  test('[PROD-07] a characteristic cannot get the code of a filter that every product has', async () => {
    const { sku, version } = await create();
    const attributes = [{ label: 'Brand', value: 'Volcán', unit: null }];
    const saved = (await change(sku, { version, attributes })).json().data;
    expect(saved.attributes).toMatchObject([{ code: 'brand-dato', label: 'Brand' }]);
  });

  test('saves only the fields of the call, and records them in the history', async () => {
    const { sku, version } = await create();
    const body = {
      version,
      title: 'Bocina de estante',
      description: 'Suena fuerte.\nY claro.',
      isPresale: true,
      presaleDate: '2027-01-15',
    };
    const saved = (await change(sku, body)).json().data;
    expect(saved).toMatchObject({ ...body, version: version + 1, brand: 'Volcán' });
    const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;
    expect(history.map(({ operation }: { operation: string }) => operation)).toEqual([
      'changeProduct',
      'createProduct',
    ]);
    expect(history[0].before).toEqual({
      title: 'Bocina Volcán 10',
      description: '',
      isPresale: false,
      presaleDate: null,
    });
    const same = (await change(sku, { version: saved.version, title: 'Bocina de estante' })).json().data;
    expect(same.version).toBe(saved.version);
  });

  test('[OFF-21] the slower of two people gets the current product and the fields that both changed', async () => {
    const { sku, version } = await create();
    await change(sku, { version, title: 'Primera', description: 'Una' });
    const stale = await change(sku, { version, title: 'Segunda' });
    expect(stale.json().error).toMatchObject({
      code: 'VERSION_CONFLICT',
      metadata: { current: { title: 'Primera', version: version + 1 }, conflicts: ['title'], changedBy: clerk.name },
    });
  });

  test.each([
    ['a sales price that is no reduction', { regularPrice: 100, salesPrice: 100 }, 'salesPrice'],
    ['a sale without a price', { regularPrice: null, salesPrice: 5 }, 'salesPrice'],
    ['an end without a sale', { discountEndsAt: '2030-01-01T00:00:00-06:00' }, 'discountEndsAt'],
    ['an end in the past', { salesPrice: 50, discountEndsAt: '2020-01-01T00:00:00-06:00' }, 'discountEndsAt'],
    ['an unknown seller', { seller: '99' }, 'seller'],
    [
      'tags that are too long together',
      {
        tags: Array.from({ length: 200 }, (_, at) => at % 10)
          .map((n, at) => `${n}${String.fromCodePoint(97 + (at % 26))}`)
          .join(',')
          .slice(0, 400),
      },
      'tags',
    ],
    [
      'a characteristic twice',
      {
        attributes: [
          { label: 'Color', value: 'Rojo' },
          { label: 'color', value: 'Azul' },
        ],
      },
      'attributes',
    ],
  ])('%s is refused at its field', async (_, body, field) => {
    const { sku, version } = await create({ regularPrice: 100 });
    const refused = await change(sku, { version, ...body });
    expect([refused.statusCode, Object.keys(fieldsOf(refused) ?? {})]).toEqual([400, [field]]);
  });

  test.each([
    ['an unknown field', { cost: 5 }],
    ['three decimals', { regularPrice: 1.005 }],
    ['a text for a flag', { isListed: 'sí' }],
    ['a title that is too long', { title: 'x'.repeat(201) }],
  ])('%s is refused', async (_, body) => {
    const { sku, version } = await create();
    expect((await change(sku, { version, ...body })).statusCode).toBe(400);
  });

  test('an offer and its end are saved, and after their removal the former price applies', async () => {
    const { sku, version } = await create({ regularPrice: 100 });
    const end = '2031-01-01T05:59:59.999Z';
    const onSale = (await change(sku, { version, salesPrice: 80, discountEndsAt: end })).json().data;
    expect(onSale).toMatchObject({ regularPrice: 100, salesPrice: 80, discountEndsAt: end });
    const over = (await change(sku, { version: onSale.version, salesPrice: null, discountEndsAt: null })).json().data;
    expect(over).toMatchObject({ regularPrice: 100, salesPrice: null, discountEndsAt: null });
  });

  test('[PROD-10] a price change above 40 % needs a reason, which the history stores', async () => {
    const { sku, version } = await create({ regularPrice: 1000 });
    const refused = await change(sku, { version, salesPrice: 1 });
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([
      400,
      { reason: 'Lo que paga el cliente baja 100 %, de Q1,000.00 a Q1.00. Confírmalo y escribe el motivo.' },
    ]);
    expect((await change(sku, { version, salesPrice: 1, reason: ' ' })).statusCode).toBe(400);
    expect((await read(sku)).salesPrice).toBeNull();
    const saved = (await change(sku, { version, salesPrice: 1, reason: 'Remate de bodega' })).json().data;
    expect(saved).toMatchObject({ salesPrice: 1, version: version + 1 });
    const [row] = (await clerk.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;
    expect(row).toMatchObject({
      reason: 'Remate de bodega',
      before: { salesPrice: null },
      after: { salesPrice: 1 },
      actor: { name: clerk.name },
    });
    expect((await change(sku, { version: saved.version, regularPrice: 1400 })).statusCode).toBe(200);
  });

  test('prices need their own permission, and no response has the costs', async () => {
    const support = await openDesk(shop, 'warehouse');
    const { sku, version } = await create({ regularPrice: 100 });
    expect((await support.send('GET', `/v1/admin/products/${sku}`)).statusCode).toBe(403);
    await shop.db.pool.query(
      `insert into staff_roles (id, label, permissions) values ('textos', 'Textos', '{catalog.read,catalog.edit}') on conflict do nothing`,
    );
    const writer = await openDesk(shop, 'textos');
    const refused = await writer.send('PATCH', `/v1/admin/products/${sku}`, { body: { version, regularPrice: 5 } });
    expect(refused.json().error).toMatchObject({ code: 'FORBIDDEN', metadata: { permission: 'prices.edit' } });
    const saved = await writer.send('PATCH', `/v1/admin/products/${sku}`, { body: { version, title: 'Texto' } });
    expect(saved.json().data.actions).toEqual(['duplicate']);
    expect(JSON.stringify(saved.json())).not.toMatch(/cost/i);
  });

  test('characteristics keep the code that their category uses for the same name', async () => {
    const first = await create();
    await shop.db.pool.query(
      `update products set attributes = '[{"code":"ram","label":"Memoria RAM","value":"4","unit":"GB"}]' where sku = $1`,
      [first.sku],
    );
    const { sku, version } = await create();
    const attributes = [
      { label: 'Memoria RAM', value: '8', unit: 'GB' },
      { label: 'Peso neto', value: '2' },
    ];
    const saved = (await change(sku, { version, attributes })).json().data;
    expect(saved.attributes).toEqual([
      { code: 'ram', label: 'Memoria RAM', value: '8', unit: 'GB' },
      { code: 'peso-neto', label: 'Peso neto', value: '2', unit: null },
    ]);
    const known = await clerk.send('GET', '/v1/admin/product-attributes?category=audio/bocinas');
    expect(known.json().data.usual).toContainEqual({ label: 'Memoria RAM', unit: 'GB' });
  });
});

describe('the address of a product', () => {
  test('[PROD-05] a former slug redirects to the present slug, also after further changes', async () => {
    const product = await publish(await ready());
    const slugs = [product.slug, `uno-${randomUUID().slice(0, 8)}`, `dos-${randomUUID().slice(0, 8)}`];
    let { version } = product;
    for (const slug of slugs.slice(1)) version = (await change(product.sku, { version, slug })).json().data.version;
    const { rows } = await shop.db.pool.query(
      'select current_address($1) as one, current_address($2) as two',
      slugs.slice(0, 2),
    );
    expect(rows).toEqual([{ one: `/${slugs[2]}`, two: `/${slugs[2]}` }]);
    const back = (await change(product.sku, { version, slug: slugs[0] })).json().data;
    expect(back.slug).toBe(slugs[0]);
    const again = await shop.db.pool.query('select current_address($1) as two', [slugs[2]]);
    expect(again.rows).toEqual([{ two: `/${slugs[0]}` }]);
  });

  test('[PROD-05] a new change restores values of the history, and former addresses redirect', async () => {
    const product = await publish(await ready({ title: 'Primera' }));
    const { sku } = product;
    const first = product.slug;
    const second = `segunda-${randomUUID().slice(0, 8)}`;
    const third = `tercera-${randomUUID().slice(0, 8)}`;
    const attributes = [{ label: 'Potencia', value: '20', unit: 'W' }];
    let { version } = (await change(sku, { version: product.version, slug: second, attributes })).json().data;
    version = (await change(sku, { version, slug: third, attributes: [] })).json().data.version;
    const entries = (await clerk.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;
    expect(entries[0].before).toEqual({ slug: second, attributes });
    // "Historial" sends the values before a change, with the version on the page.
    const restored = (await change(sku, { version, ...entries[0].before })).json().data;
    expect(restored).toMatchObject({ slug: second, attributes: [{ label: 'Potencia', value: '20', unit: 'W' }] });
    const addresses = async () => {
      const { rows } = await shop.db.pool.query(
        'select current_address($1) as first, current_address($2) as second, current_address($3) as third',
        [first, second, third],
      );
      return rows[0];
    };
    expect(await addresses()).toMatchObject({ first: `/${second}`, third: `/${second}` });
    const stale = await change(sku, { version, ...entries[1].before });
    expect(stale.json().error).toMatchObject({
      code: 'VERSION_CONFLICT',
      metadata: { conflicts: ['slug', 'attributes'] },
    });
    const back = (await change(sku, { version: restored.version, slug: entries[1].before.slug })).json().data;
    expect(back.slug).toBe(first);
    expect(await addresses()).toMatchObject({ second: `/${first}`, third: `/${first}` });
    const history = (await clerk.send('GET', `/v1/admin/audit/of/products/${sku}`)).json().data;
    expect(history[0]).toMatchObject({
      ...{ operation: 'changeProduct', actor: { name: clerk.name } },
      ...{ before: { slug: second }, after: { slug: first } },
    });
  });

  test('a reserved or taken address is refused, and an empty address is made from the name', async () => {
    const other = await create();
    const { sku, version } = await create();
    for (const [slug, status, text] of [
      ['checkout', 400, 'La tienda usa esa dirección para una de sus páginas.'],
      ['audio', 409, 'Una categoría tiene ese enlace.'],
      [other.slug, 409, 'Otro producto tiene ese enlace.'],
    ] as const) {
      const refused = await change(sku, { version, slug });
      expect([refused.statusCode, fieldsOf(refused)]).toEqual([status, { slug: text }]);
    }
    const made = (await change(sku, { version, title: 'Otra bocina', slug: null })).json().data;
    expect(made.slug).toBe(`otra-bocina-${sku.toLowerCase()}`);
  });
});

describe('publishing', () => {
  test('publishing is refused at each missing field, and a complete product goes on sale', async () => {
    const draft = await create();
    const refused = await clerk.send('POST', `/v1/admin/products/${draft.sku}/publish`, {
      body: { version: draft.version },
    });
    expect(refused.json().error).toMatchObject({
      code: 'PRODUCT_NOT_READY',
      metadata: { fields: { pictures: 'Agrega al menos una foto.', regularPrice: 'Escribe el precio.' } },
    });
    const product = await ready();
    const published = await publish(product);
    expect(published).toMatchObject({ state: 'published', actions: ['unpublish', 'archive', 'plan', 'duplicate'] });
    expect((await shop.inject({ method: 'GET', url: `/v1/products/${product.slug}` })).statusCode).not.toBe(500);
    const off = done(
      await clerk.call('unpublishProduct', { params: { sku: product.sku }, body: { version: published.version } }),
    ).data;
    expect(off.state).toBe('draft');
  });

  test('a product on sale cannot be saved without a required field, and does not change', async () => {
    const product = await publish(await ready());
    for (const [body, field] of [
      [{ regularPrice: null }, 'regularPrice'],
      [{ seller: '2' }, 'offerId'],
      [{ slug: 'checkout' }, 'slug'],
    ] as const) {
      const refused = await change(product.sku, { version: product.version, ...body });
      expect([refused.statusCode, refused.json().error.code, Object.keys(fieldsOf(refused) ?? {})]).toEqual([
        409,
        'PRODUCT_NOT_READY',
        [field],
      ]);
    }
    expect(await read(product.sku)).toEqual(product);
  });

  test('an archived product is not on sale, and publishing removes it from the archive', async () => {
    const product = await publish(await ready());
    const archived = done(
      await clerk.call('archiveProduct', { params: { sku: product.sku }, body: { version: product.version } }),
    ).data;
    expect(archived).toMatchObject({ state: 'archived', actions: ['publish', 'unpublish', 'plan', 'duplicate'] });
    expect(await listed(`state=archived&q=${product.sku}`)).toEqual([product.sku]);
    expect((await publish(archived)).state).toBe('published');
    expect(await listed(`state=archived&q=${product.sku}`)).toEqual([]);
    // A file or a command publishes without regard to the archive.
    await shop.db.pool.query('update products set is_published = false, archived_at = now() where sku = $1', [
      product.sku,
    ]);
    await shop.db.pool.query('update products set is_published = true where sku = $1', [product.sku]);
    expect((await read(product.sku)).state).toBe('published');
  });
});

test.each([
  ['brand', `update brands set state = 'retired' where title = 'Efímera'`],
  ['category', `update categories set state = 'retired' where path = 'efimera'`],
])('a product is not published under a %s that is retired at the same time', async (field, retire) => {
  await shop.db.pool.query(`insert into brands (slug, title) values ('efimera', 'Efímera') on conflict do nothing`);
  await shop.db.pool.query(
    `insert into categories (id, path, slug, title, level, ancestor_ids) values (990, 'efimera', 'efimera', 'Efímera', 1, '{990}')
     on conflict do nothing`,
  );
  const names = field === 'brand' ? { brand: 'Efímera' } : { category: 'efimera' };
  const { sku, version } = await ready(names);
  const first = await shop.db.pool.connect();
  let published: ReturnType<typeof clerk.send>;
  try {
    await first.query('begin');
    await first.query(retire);
    published = clerk.send('POST', `/v1/admin/products/${sku}/publish`, { body: { version } });
    await untilBlocked(shop.db.pool, first);
    await first.query('commit');
  } finally {
    first.release();
  }
  const { code, metadata } = (await published).json().error;
  expect([code, Object.keys(metadata.fields)]).toEqual(['PRODUCT_NOT_READY', [field]]);
});

describe('the list', () => {
  test('filters by state, category, brand, missing fields, stock and price, and finds names and all codes', async () => {
    const mark = randomUUID().slice(0, 8);
    const [full, bare] = [`FULL-${mark}`, `BARE-${mark}`];
    const id = await insertProduct(shop.db, {
      sku: full,
      title: `Parlante ${mark}`,
      price: 250_00,
      stock: 0,
      isPublished: true,
    });
    await insertProduct(shop.db, {
      sku: bare,
      title: `Parlante ${mark} gris`,
      price: null,
      stock: 0,
      isPublished: false,
    });
    await addPicture(full);
    await shop.db.pool.query(`insert into product_codes (code, product_id) values ($2, $1)`, [id, `740${mark}`]);
    const both = [full, bare].toSorted();
    expect((await listed(`q=parlante ${mark}`)).toSorted()).toEqual(both);
    expect((await listed(`q=${mark}&category=audio`)).toSorted()).toEqual(both);
    expect((await listed(`q=${mark}&category=Bocinas&brand=volcan`)).toSorted()).toEqual(both);
    expect(await listed(`q=${mark}&category=nada`)).toEqual([]);
    expect(await listed(`q=${mark}&state=draft`)).toEqual([bare]);
    expect(await listed(`q=${mark}&missing=picture`)).toEqual([bare]);
    expect(await listed(`q=${mark}&missing=price`)).toEqual([bare]);
    expect(await listed(`q=${mark}&priceFrom=200&priceTo=250`)).toEqual([full]);
    expect(await listed(`q=740${mark}`)).toEqual([full]);
    expect(await listed(`q=${full}`)).toEqual([full]);
    expect(await listed(`q=${mark}&inStock=true`)).toEqual([]);
    await addStock(shop.db, id, 3);
    expect(await listed(`q=${mark}&inStock=true`)).toEqual([full]);
    expect(await listed(`q=${mark}&inStock=false`)).toEqual([bare]);
    expect(await listed(`q=${mark}&priceTo=250`)).toEqual([full]);
    expect(await listed(`q=${mark}&priceFrom=250.01`)).toEqual([]);
    expect(await listed(`q=${mark}&sort=-price`)).toEqual([full, bare]);
    await shop.db.pool.query('delete from product_images where product_id = $1', [id]);
    expect((await listed(`q=${mark}&missing=picture`)).toSorted()).toEqual(both);
  });

  test('[OFF-15] after two people change one product at the same time, the list shows both changes', async () => {
    const mark = randomUUID().slice(0, 8);
    const { sku } = await create({ title: `Radio ${mark}` });
    const first = await shop.db.pool.connect();
    let coded: ReturnType<typeof clerk.send>;
    try {
      await first.query('begin');
      await first.query('update products set title = $2 where sku = $1', [sku, `Reloj ${mark}`]);
      coded = clerk.send('POST', '/v1/admin/product-codes', { body: { code: `745${mark}`, sku } });
      await untilBlocked(shop.db.pool, first);
      await first.query('commit');
    } finally {
      first.release();
    }
    expect((await coded).statusCode).toBe(201);
    expect(await listed(`q=reloj 745${mark}`)).toEqual([sku]);
  });

  test('[BUY-07] a code that moves to another product finds only that product', async () => {
    const [from, to] = [await create(), await create()];
    const code = `746${randomUUID().slice(0, 8)}`;
    expect((await clerk.send('POST', '/v1/admin/product-codes', { body: { code, sku: from.sku } })).statusCode).toBe(
      201,
    );
    expect(await listed(`q=${code}`)).toEqual([from.sku]);
    const moved = await clerk.call('changeProductCode', { params: { code }, body: { version: 1, sku: to.sku } });
    expect(moved.ok).toBe(true);
    expect(await listed(`q=${code}`)).toEqual([to.sku]);
  });

  test('an unknown filter, value, sort and cursor are refused', async () => {
    for (const query of ['cost=1', 'state=lost', 'sort=cost', 'after=x', 'priceFrom=many'])
      expect((await clerk.send('GET', `/v1/admin/products?${query}`)).statusCode, query).toBe(400);
  });

  test('[OFF-20] the CSV of the list has the filtered rows, with an empty cell for a missing price', async () => {
    const { sku } = await create({ title: '=BOCINA()' });
    const csv = await clerk.send('GET', `/v1/admin/products/export?q=${sku}&columns=sku,title,price,stock,state`);
    expect(readCsv(csv.payload)).toEqual([
      ['Código', 'Producto', 'Precio', 'Existencias', 'Estado'],
      [sku, "'=BOCINA()", '', '', 'Borrador'],
    ]);
  });

  test('a person limited to a store reads products and cannot change them', async () => {
    await shop.db.pool.query(
      `insert into staff_roles (id, label, permissions) values ('piso', 'Piso', '{catalog.read,catalog.edit}') on conflict do nothing`,
    );
    const floor = await openDesk(shop, 'piso', ['MAX']);
    const { sku, version } = await create();
    expect((await floor.send('GET', `/v1/admin/products/${sku}`)).statusCode).toBe(200);
    expect((await floor.send('GET', '/v1/admin/products')).statusCode).toBe(200);
    expect((await floor.send('PATCH', `/v1/admin/products/${sku}`, { body: { version, title: 'x' } })).statusCode).toBe(
      403,
    );
  });
});

test('[PROD-27] a scanned code without a product goes to the new product, and no code has two products', async () => {
  const code = `74${Date.now()}`;
  await shop.db.pool.query(
    `insert into unknown_codes (code, store_code, first_at, last_at, last_by) values ($1, 'MAX', now(), now(), 'Rosa')`,
    [code],
  );
  const waiting = async () =>
    done(await clerk.call('listUnknownCodes', {})).data.some((unknown) => unknown.code === code);
  expect(await waiting()).toBe(true);
  const [sku, other] = [fresh(), fresh()];
  const body = (name: string) => ({ title: `Bocina ${name}`, ...place, sku: name, code });
  const both = await Promise.all(
    [sku, other].map((name) => clerk.send('POST', '/v1/admin/products', { body: body(name) })),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  const refused = both.find(({ statusCode }) => statusCode === 409);
  expect(refused && fieldsOf(refused)).toEqual({ code: 'Ese código ya es de otro producto.' });
  const { rows } = await shop.db.pool.query('select sku from product_codes where code = $1', [code]);
  const [made] = [sku, other].filter((name) => rows[0]?.sku === name);
  expect([rows.length, made !== undefined, await waiting()]).toEqual([1, true, false]);
  const failed = await clerk.send('GET', `/v1/admin/products/${made === sku ? other : sku}`);
  expect(failed.statusCode).toBe(404);
});
