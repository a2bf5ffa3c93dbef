import { tagLooks } from '@ceiba/domain/catalog/tags';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProduct, createShopBasics, createWarranty } from '../testing/shop-fixtures.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
const now = new Date('2026-11-24T10:00:00-06:00');

const page = async (slug: string) => {
  const answer = await shop.call('getProductBySlug', { params: { slug } });
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
};

beforeAll(async () => {
  shop = await openTestShop();
  shop.setNow(now);
  await createShopBasics(shop.db);
});
afterAll(() => shop.close());

test('[DEC-63, CAT-01] a product page returns its product with pictures, description, path and price', async () => {
  await createProduct(shop.db, {
    sku: 'PAGE-1',
    title: 'Bocina de piso',
    price: 450_50,
    regularPrice: 600_00,
    stock: 7,
  });
  await shop.db.pool.query(`update products set description = 'Suena fuerte.',
    attributes = '[{"code":"potencia","label":"Potencia","value":"40","unit":"W"}]' where sku = 'PAGE-1'`);
  const product = await page('page-1');
  expect(product).toMatchObject({
    sku: 'PAGE-1',
    title: 'Bocina de piso',
    description: 'Suena fuerte.',
    status: 'IN_STOCK',
    salesPrice: { value: 450.5, currency: 'GTQ' },
    regularPrice: { value: 600, currency: 'GTQ' },
    discount: { amountOff: 149.5, percentOff: 25, displayDiscount: true },
    salableQuantity: 7,
    attributes: [{ code: 'potencia', label: 'Potencia', value: '40 W' }],
    breadcrumbs: [{ path: '/audio' }, { path: '/audio/bocinas' }],
    brand: { title: 'Volcán', link: '/search?q=Volc%C3%A1n' },
  });
  expect(product.images).toHaveLength(1);
});

test('a product’s pictures come in order, each with its enlarged picture and the size of that picture', async () => {
  const id = await createProduct(shop.db, { sku: 'PICTURED' });
  await shop.db.pool.query("insert into media (key, width, height) values ('wide', 1600, 900), ('high', 800, 1200)");
  await shop.db.pool.query(
    "insert into product_images (product_id, position, media_key, label) values ($1, 2, 'high', 'De lado'), ($1, 1, 'wide', 'De frente')",
    [id],
  );
  const { images } = await page('pictured');
  expect(images.map(({ label, full }) => ({ label, full }))).toEqual([
    { label: 'De frente', full: { url: '/media/wide/1600.jpg', width: 1600, height: 900 } },
    { label: 'De lado', full: { url: '/media/high/1600.jpg', width: 800, height: 1200 } },
  ]);
  expect(images.map(({ url }) => url)).toEqual([
    expect.stringContaining('/media/wide/'),
    expect.stringContaining('/media/high/'),
  ]);
});

test('[CAT-01] a product with every field returns all of them', async () => {
  await createProduct(shop.db, {
    sku: 'WHOLE-1',
    title: 'Bocina entera',
    price: 80_00,
    regularPrice: 100_00,
    stock: 3,
  });
  const product = await page('whole-1');
  // The picture of a product without pictures.
  const picture = { url: '/art/sin-foto.svg' };
  expect(product).toMatchObject({
    sku: 'WHOLE-1',
    slug: 'whole-1',
    title: 'Bocina entera',
    brand: { id: expect.any(Number), title: 'Volcán', link: '/search?q=Volc%C3%A1n' },
    status: 'IN_STOCK',
    tags: expect.any(Array),
    mainImage: { ...picture, label: 'Bocina entera' },
    thumbnailImage: picture,
    salesPrice: { value: 80, currency: 'GTQ' },
    regularPrice: { value: 100, currency: 'GTQ' },
    discount: { amountOff: 20, percentOff: 20, expirationDate: null, displayDiscount: true },
    categories: [
      { id: expect.any(Number), title: expect.any(String) },
      { id: expect.any(Number), title: expect.any(String) },
    ],
    salableQuantity: 3,
    seller: { id: 1, title: 'Ceiba', offerId: null },
    dropshipping: false,
    presale: null,
    parentId: null,
    lealPoints: '8 puntos',
  });
  expect(product.categories.map(({ title }) => title)).toEqual(['Audio', 'Bocinas']);
});

test('a product page costs one statement', async () => {
  await page('page-1');
  expect(shop.lastStatements()).toEqual(['catalog.product-page']);
});

test('[DEC-63] an unknown or unpublished product answers 404', async () => {
  await createProduct(shop.db, { sku: 'HIDDEN', isPublished: false });
  for (const slug of ['nothing-here', 'hidden', "x' or 1=1 --"]) {
    const answer = await shop.call('getProductBySlug', { params: { slug } });
    expect(answer).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND', status: 404 } });
  }
});

test('[CAT-03, CAT-10, DEC-81] a product without stock is OUT_OF_STOCK with the tag Agotado', async () => {
  await createProduct(shop.db, { sku: 'OUT-1', stock: 0 });
  const product = await page('out-1');
  expect(product.status).toBe('OUT_OF_STOCK');
  expect(product.tags.map(({ textContent }) => textContent)).toEqual(['Agotado']);
});

test('products are read by SKU in the requested order without repetition, and unknown SKUs are omitted', async () => {
  for (const sku of ['LIST-1', 'LIST-2']) await createProduct(shop.db, { sku, price: 100_00 });
  await createProduct(shop.db, { sku: 'LIST-3', isPublished: false });
  const answer = await shop.call('listProducts', { query: { skus: 'LIST-2, nothing,LIST-1,LIST-3,LIST-2' } });
  if (!answer.ok) throw new Error(answer.error.code);
  expect(answer.value.products.map(({ sku }) => sku)).toEqual(['LIST-2', 'LIST-1']);
  const single = await shop.call('getProductBySku', { params: { sku: 'LIST-1' } });
  expect(single).toEqual({ ok: true, value: answer.value.products[1] });
});

test.each([
  ['none', ''],
  ['25 of them', Array.from({ length: 25 }, (_, index) => `LIST-${index}`).join(',')],
  ['one that is too long', 'x'.repeat(65)],
])('a request for products by %s is refused', async (_, skus) => {
  const answer = await shop.call('listProducts', { query: { skus } });
  expect(answer).toMatchObject({ ok: false, error: { status: 400, code: 'VALIDATION_ERROR' } });
});

test('[CAT-11, APP-31] a product without a price returns no price', async () => {
  await createProduct(shop.db, { sku: 'NOPRICE', price: null });
  const product = await page('noprice');
  expect(product).toMatchObject({ salesPrice: null, regularPrice: null, discount: null, lealPoints: null });
});

test('[CAT-14, CAT-15, DEC-27] a flash sale’s price and end are shown only while the sale runs', async () => {
  const id = await createProduct(shop.db, { sku: 'FLASH-1', price: 100_00 });
  await shop.db.pool.query(
    'insert into flash_sales (product_id, price, starts_at, ends_at) values ($1, 7500, $2, $3)',
    [id, '2026-11-24T09:00:00-06:00', '2026-11-24T11:00:00-06:00'],
  );
  const during = await page('flash-1');
  expect(during.salesPrice?.value).toBe(75);
  expect(during.flashSale).toEqual({ endsAt: '2026-11-24T17:00:00.000Z' });
  expect(during.discount).toMatchObject({ percentOff: 25, expirationDate: '2026-11-24T17:00:00.000Z' });
  expect(during.tags[0]?.textContent).toBe('Oferta relámpago');
  for (const moment of ['2026-11-24T08:59:59-06:00', '2026-11-24T11:00:00-06:00']) {
    shop.setNow(new Date(moment));
    const outside = await page('flash-1');
    expect(outside).toMatchObject({ salesPrice: { value: 100 }, flashSale: null });
  }
  shop.setNow(now);
});

test('[CAT-16, CAT-17] an offer by SKU has priority over an offer by category, within its time and threshold', async () => {
  await createProduct(shop.db, { sku: 'LOW-1', stock: 5 });
  await createProduct(shop.db, { sku: 'LOW-2', stock: 5 });
  await shop.db.pool.query(`insert into stock_offers (offer_type, offer_value, threshold, starts_at, ends_at) values
    ('By SKU', 'LOW-1', 4, '2026-11-01', '2026-12-01'), ('By Category ID', '1', 5, '2026-11-01', '2026-12-01')`);
  expect((await page('low-1')).lowStock).toBeNull();
  expect((await page('low-2')).lowStock).toBe(5);
  await shop.db.pool.query("select move_stock((select id from products where sku = 'LOW-1'), 'BODEGA', -1, 'counted')");
  expect((await page('low-1')).lowStock).toBe(4);
  shop.setNow(new Date('2026-12-02T00:00:00Z'));
  expect((await page('low-2')).lowStock).toBeNull();
  shop.setNow(now);
  await shop.db.pool.query('delete from stock_offers');
});

test('[CAT-22, DEC-28] gifts are listed until their last day, and the product page uses the long gift tag', async () => {
  const id = await createProduct(shop.db, { sku: 'GIFT-1' });
  await shop.db.pool.query(
    `insert into free_gifts (product_id, title, end_date) values ($1, 'Estuche', '2026-11-24'), ($1, 'Cable', '2026-11-23'), ($1, 'Base', null)`,
    [id],
  );
  const product = await page('gift-1');
  expect(product.freeProducts.map(({ title }) => title)).toEqual(['Estuche', 'Base']);
  expect(product.tags.map(({ textContent }) => textContent)).toContain('Regalos incluidos con este producto');
  const bySku = await shop.call('getProductBySku', { params: { sku: 'GIFT-1' } });
  expect(bySku).toMatchObject({ ok: true, value: { tags: product.tags } });
});

test('[CAT-21, CAT-23] a presale and a virtual gift card have their data and tags', async () => {
  await createProduct(shop.db, { sku: 'PRE-1' });
  await shop.db.pool.query("update products set is_presale = true, presale_date = '2026-12-15' where sku = 'PRE-1'");
  await createProduct(shop.db, { sku: 'CARD-1', kind: 'gift_card' });
  await shop.db.pool.query("update products set internal_tags = '{gift_card_virtual}' where sku = 'CARD-1'");
  expect(await page('pre-1')).toMatchObject({
    presale: { deliveryDate: '2026-12-15' },
    tags: [{ textContent: 'Preventa' }],
  });
  expect(await page('card-1')).toMatchObject({
    internalTags: ['gift_card_virtual'],
    salableQuantity: null,
    status: 'IN_STOCK',
    tags: [{ textContent: 'Producto digital' }],
  });
});

test('[WAR-01, WAR-02, DEC-55, API-55] a product has its own warranties or its nearest category’s, cheapest first', async () => {
  const own = await createProduct(shop.db, { sku: 'WAR-OWN' });
  await createProduct(shop.db, { sku: 'WAR-CAT' });
  await createWarranty(shop.db, { sku: 'G-12', productId: own, amount: 450_00 });
  await createWarranty(shop.db, { sku: 'G-6', productId: own, amount: 300_00 });
  await shop.db.pool.query(
    "insert into warranties (sku, label, amount, category_id) values ('G-CAT', 'Un año más', 9900, 1)",
  );
  const answer = await shop.call('getProductWarranties', { params: { sku: 'WAR-OWN' } });
  expect(answer).toMatchObject({
    ok: true,
    value: [
      { id: expect.stringMatching(/./), sku: 'G-6', label: expect.stringMatching(/./), amount: 300 },
      { sku: 'G-12', amount: 450 },
    ],
  });
  const fromCategory = await shop.call('getProductWarranties', { params: { sku: 'WAR-CAT' } });
  expect(fromCategory).toMatchObject({ ok: true, value: [{ sku: 'G-CAT', label: 'Un año más', amount: 99 }] });
  expect((await page('war-own')).warranties.map(({ sku }) => sku)).toEqual(['G-6', 'G-12']);
  const unknown = await shop.call('getProductWarranties', { params: { sku: 'NOTHING' } });
  expect(unknown).toMatchObject({ ok: false, error: { status: 404 } });
});

test('[API-56, DEC-56] a product is found by its SKU', async () => {
  const answer = await shop.call('getProductBySku', { params: { sku: 'PAGE-1' } });
  expect(answer).toMatchObject({ ok: true, value: { sku: 'PAGE-1', slug: 'page-1' } });
  const unknown = await shop.call('getProductBySku', { params: { sku: 'NOTHING' } });
  expect(unknown).toMatchObject({ ok: false, error: { code: 'PRODUCT_NOT_FOUND' } });
});

test('[SEL-01, DEC-75] a third party’s product names its seller and offer', async () => {
  await createProduct(shop.db, { sku: 'THIRD-1', sellerId: 2, offerId: 'OF-9' });
  expect(await page('third-1')).toMatchObject({
    is3p: true,
    seller: { id: 2, title: 'Óptica y Más', offerId: 'OF-9' },
    lealPoints: null,
  });
});

test('[DEC-86, DEC-182] first-party goods earn points', async () => {
  await createProduct(shop.db, { sku: 'POINTS-1', price: 19_99 });
  expect((await page('points-1')).lealPoints).toBe('1 punto');
});

test('variants of one model link to each other', async () => {
  await createProduct(shop.db, { sku: 'VAR-A' });
  await createProduct(shop.db, { sku: 'VAR-B', stock: 0 });
  await shop.db.pool.query(`update products set parent_sku = 'VAR', attributes = jsonb_build_array(jsonb_build_object(
    'code', 'color', 'label', 'Color', 'value', case sku when 'VAR-A' then 'Negro' else 'Azul' end)) where sku like 'VAR-%'`);
  const { variants } = await page('var-a');
  expect(variants).toMatchObject([
    { sku: 'VAR-A', label: 'Negro', status: 'IN_STOCK' },
    { sku: 'VAR-B', label: 'Azul', status: 'OUT_OF_STOCK' },
  ]);
});

test('[CAT-25, CMS-02, CMS-03, API-58, API-60, DEC-58] category infos give tags and an installation guide', async () => {
  const tag = {
    id: 'smart',
    ...tagLooks.plume,
    textContent: 'Inteligente',
    icon: 'wifi',
    category: 'content',
  };
  await shop.db.pool.query('insert into category_infos values (1, $1, $2)', [
    JSON.stringify([tag]),
    JSON.stringify({ title: 'Guía', url: '/guia' }),
  ]);
  expect(await page('page-1')).toMatchObject({
    tags: [tag],
    installationGuide: { title: 'Guía', url: '/guia' },
  });
  await createProduct(shop.db, { sku: 'SOLD-OUT', stock: 0 });
  expect((await page('sold-out')).tags.map(({ id }) => id)).toEqual(['out-of-stock', 'smart']);
  const unnamed = await shop.inject({ url: '/v1/categories/info' });
  expect([unnamed.statusCode, unnamed.json().error.metadata.fields]).toEqual([400, { ids: expect.any(String) }]);
  const info = await shop.call('getCategoryInfo', { query: { ids: '1,2,x' } });
  expect(info).toMatchObject({ ok: true, value: { tagsMap: { '1': [tag] } } });
  const infos = await shop.call('listCategoryInfos', { query: { categoryId: '1,2' } });
  expect(infos).toMatchObject({
    ok: true,
    value: { data: [{ categoryId: 1, tagsList: [tag], installationGuide: { url: '/guia' } }] },
  });
});

test('[DEC-26] a content tag has the colours of one of the shop’s looks, and other colours are refused', async () => {
  const tag = { id: 'own', textContent: 'Nuevo', icon: 'leaf', category: 'content' };
  const write = (tags: unknown) =>
    shop.db.pool.query('insert into category_infos values (2, $1)', [JSON.stringify(tags)]);
  const mixed = { textColor: tagLooks.crimson.textColor, backgroundColor: tagLooks.sky.backgroundColor };
  const refused = [
    [{ ...tag, ...mixed }],
    [
      { ...tag, ...tagLooks.sky },
      { ...tag, ...mixed },
    ],
    [tag],
    [{ ...tag, ...tagLooks.sky, category: 'fixed' }],
    { ...tag, ...tagLooks.sky },
  ];
  for (const tags of refused) {
    await expect(write(tags)).rejects.toThrow('category_infos_tags_have_a_look_of_the_shop');
  }
  await write(Object.values(tagLooks).map((look) => ({ ...tag, ...look })));
});

test('the category tree nests children under their parents', async () => {
  const answer = await shop.call('getCategories', {});
  expect(answer).toMatchObject({
    ok: true,
    value: [{ id: 1, title: 'Audio', children: [{ id: 2, path: '/audio/bocinas', children: [] }] }],
  });
});

test('[ZOOM-05, ZOOM-08] a product page returns measures in cm, groups, unknown facts and the cost of energy', async () => {
  await shop.db.pool.query(
    `insert into category_attributes (category_id, code, name, type, unit, role, sheet_group, position) values
       (1, 'alto', 'Alto', 'number', 'mm', 'alto', '', 1), (1, 'fondo', 'Fondo', 'number', 'cm', 'fondo', '', 2),
       (2, 'consumo', 'Consumo', 'number', 'kWh/año', 'energia-consumo', 'Energía', 3)`,
  );
  await createProduct(shop.db, { sku: 'SIZED', categoryId: 2 });
  await shop.db.pool.query(`update products set attributes = $1 where sku = 'SIZED'`, [
    JSON.stringify([
      { code: 'alto', label: 'Alto', value: '1570', unit: 'mm' },
      { code: 'consumo', label: 'Consumo', value: '380' },
      { code: 'color', label: 'Color', value: 'Gris' },
    ]),
  ]);
  expect(await page('sized')).toMatchObject({ missingRoles: ['fondo'], energyCost: null });
  await shop.setPolicy('energyTariff', '1.45');
  await shop.setPolicy('energyTariffDay', '2026-11-01');
  const { attributes, energyCost } = await page('sized');
  expect(attributes).toEqual([
    { code: 'alto', label: 'Alto', value: '157 cm', role: 'alto', size: 157 },
    { code: 'consumo', label: 'Consumo', value: '380 kWh al año', role: 'energia-consumo', group: 'Energía' },
    { code: 'color', label: 'Color', value: 'Gris' },
  ]);
  expect(energyCost).toMatch(/^Cerca de Q46 al mes, .*1 de noviembre de 2026/);
});
