import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSearchBasics, createSearchProduct, type SearchProduct } from '../testing/search-catalogue.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await createSearchBasics(shop.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  // An earlier test may have moved the clock.
  shop.setNow(new Date());
  await shop.db.pool.query('delete from stock_movements; delete from products');
});

const add = async (...products: SearchProduct[]): Promise<void> => {
  for (const product of products) await createSearchProduct(shop.db, product);
};

const search = async (query: Record<string, string | number>) => {
  const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await shop.call('searchProducts', { query: texts });
  if (!answer.ok) throw new Error(`${answer.error.code} ${JSON.stringify(answer.error.metadata)}`);
  return answer.value;
};
const found = async (query: Record<string, string | number> | string): Promise<string[]> => {
  const { products } = await search(typeof query === 'string' ? { q: query } : query);
  return products.map(({ sku }) => sku);
};
const facet = async (query: Record<string, string | number>, code: string): Promise<Record<string, number>> => {
  const { facets } = await search(query);
  const values = facets.find((candidate) => candidate.code === code)?.values ?? [];
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
};

const tv = (inches: number, rest: Partial<SearchProduct> = {}): SearchProduct => ({
  sku: `TV-${inches}`,
  title: `Televisor ${inches}" 4K UHD Atitlux`,
  brand: 'Atitlux',
  attributes: { tamano: [String(inches), 'pulgadas'], resolucion: '4K UHD' },
  ...rest,
});
const headphones: SearchProduct = {
  sku: 'AU-1',
  title: 'Audífonos inalámbricos In-ear Ondalira Núcleo',
  brand: 'Ondalira',
  category: 'audio/audifonos',
  attributes: { bateria: ['24', 'horas'] },
};
const mount: SearchProduct = {
  sku: 'SO-1',
  title: 'Soporte fijo para TV de 26 a 55" Lumbrisa',
  category: 'tv-y-video/soportes',
  description: 'Para cualquier televisor plano, con nivel incluido.',
};

describe('[CAT-06] searched words', () => {
  beforeEach(() => add(tv(55), tv(43, { sold: 900 }), headphones, mount));

  test.each([
    ['title', 'nucleo', ['AU-1']],
    ['title, with other case and accents', 'AUDÍFÓNOS INALAMBRICOS', ['AU-1']],
    ['brand', 'ondalira', ['AU-1']],
    ['category', 'audio', ['AU-1']],
    ['a parent category', 'video', ['TV-43', 'TV-55', 'SO-1']],
    ['sku', 'tv-55', ['TV-55']],
    ['sku in lower case', 'au-1', ['AU-1']],
    ['plural', 'televisores', ['TV-43', 'TV-55']],
    ['an attribute with its unit', 'televisor 43 pulgadas', ['TV-43']],
    ['the beginning of a word', 'inalam', ['AU-1']],
    ['a word of shoppers', 'tele', ['TV-43', 'TV-55']],
    ['a phrase with the same meaning', 'smart tv', ['TV-43', 'TV-55']],
    ['a synonym with another word', 'soporte tele', ['SO-1']],
    ['description, if no other text has the word', 'nivel', ['SO-1']],
  ])('find products by %s', async (_, words, skus) => {
    expect((await found(words)).slice(0, skus.length)).toEqual(skus);
  });

  test('[DEC-180] find products of this name before products that mention it', async () => {
    expect(await found('televisor 55')).toEqual(['TV-55']);
    expect(await found('televisor 55"')).toContain('TV-55');
    expect(await found('tv')).toEqual(['TV-43', 'TV-55', 'SO-1']);
  });

  test('[DEC-180] are corrected after a typing error, which is reported', async () => {
    const answer = await search({ q: 'telebisor 55' });
    expect(answer.products[0]?.sku).toBe('TV-55');
    expect(answer.correctedQuery).toBe('televisor 55');
    expect((await search({ q: 'audifnos' })).correctedQuery).toBe('audífonos');
    const wished = await search({ q: 'audifnos baratos de menos de Q3,000' });
    expect(wished.correctedQuery).toBe('audífonos baratos menos de Q3,000');
    const again = await search({ q: wished.correctedQuery ?? '' });
    expect(again.priceWish).toEqual(wished.priceWish);
    expect(wished.priceWish).toMatchObject({ words: 'audífonos', withoutLimits: 'audífonos baratos', maxPrice: 3000 });
    expect((await search({ q: 'televisor' })).correctedQuery).toBeUndefined();
  });

  test('[DEC-180] with a typing error find what their correction finds, with synonyms and in the same order', async () => {
    await add(
      { sku: 'CE-1', title: 'Smartphone Chispa 10', sold: 1 },
      { sku: 'BO-1', title: 'Bocina con soporte para celular', sold: 99 },
    );
    const corrected = await search({ q: 'celulr' });
    expect(corrected.correctedQuery).toBe('celular');
    expect(corrected.products.map(({ sku }) => sku)).toEqual(await found('celular'));
    expect(corrected.products[0]?.sku).toBe('CE-1');
    expect(await found('soprte celulr')).toEqual(await found('soporte celular'));
  });

  test('[SEL-02, DEC-200] the shop’s own title lists all its own products, the best-selling first', async () => {
    await add({ sku: 'OTHER', title: 'Ceiba de sala', sellerId: 2, sold: 9_999 });
    expect(await found('Ceiba')).toEqual(['TV-43', 'TV-55', 'AU-1', 'SO-1']);
    expect((await search({ q: ' CEIBA ' })).total).toBe(4);
    expect(await found({ q: 'ceiba', brand: 'Atitlux' })).toEqual(['TV-43', 'TV-55']);
  });

  test('[CAT-06] a product needs only one of several words with the same meaning', async () => {
    await shop.db.pool.query("select add_search_synonyms('{puente,malla,nodo}', false)");
    await add(
      { sku: 'PUENTE', title: 'Puente Uno', sold: 500 },
      { sku: 'MALLA', title: 'Malla Dos', attributes: { uso: 'Nodo' } },
    );
    expect(await found('malla nodo')).toEqual(['MALLA']);
    expect((await found('puente nodo')).toSorted()).toEqual(['MALLA', 'PUENTE']);
  });

  test('[CAT-06] attributes rank like the title, and a missing feature does not match its name', async () => {
    await add(
      { sku: 'GRILL', title: 'Gabinete Uno', attributes: { zumbido: 'Sí', tapa: 'Sin tapa' }, sold: 1 },
      {
        sku: 'PLAIN',
        title: 'Gabinete Dos',
        attributes: { zumbido: 'No', tapa: 'Vidrio' },
        description: 'Sin zumbido ni tapa.',
        sold: 99,
      },
    );
    expect(await found('gabinete zumbido')).toEqual(['GRILL']);
    expect(await found('gabinete sin tapa')).toEqual(['GRILL']);
    expect(await found('gabinete vidrio')).toEqual(['PLAIN']);
  });

  test('[DEC-180] without products with all words, find products with one of them', async () => {
    expect((await found('ondalira televisor')).sort()).toEqual(['TV-43', 'TV-55']);
    expect((await search({ q: 'ondalira televisor' })).foundWords).toBe('televisor');
    expect((await search({ q: 'televisor' })).foundWords).toBeUndefined();
    for (const words of ['zzqxwv', '!!!', '55 99999', 'de la'])
      expect(await search({ q: words })).toMatchObject({ products: [], total: 0, facets: [] });
  });

  test.each(["'", '\\', "a' | b", 'tv & !tv', '():*', '\u0001tv', '"""', '%', '<->', 'ﬃ'.repeat(200)])(
    'may contain %j',
    async (words) => {
      expect((await search({ q: words })).page).toBe(1);
    },
  );
});

test('[DEC-21] the donation, unlisted services and withdrawn products never appear', async () => {
  await add(tv(55), tv(60, { sku: 'HIDDEN', isListed: false }), tv(65, { sku: 'GONE', isPublished: false }));
  expect(await found('televisor')).toEqual(['TV-55']);
  expect(await found({})).toEqual(['TV-55']);
  expect(await found({ category: 'televisores' })).toEqual(['TV-55']);
});

test('[CAT-07, DEC-62] a brand’s link finds its products', async () => {
  await add(tv(55), headphones);
  const [first] = (await search({ q: 'televisor' })).products;
  expect(first?.brand.link).toBe('/search?q=Atitlux');
  expect(await found('Atitlux')).toEqual(['TV-55']);
});

describe('[DEC-180] the order of results', () => {
  beforeEach(() =>
    add(
      tv(32, { sku: 'CHEAP', price: 900_00, sold: 5 }),
      tv(43, { sku: 'DEAR', price: 5_000_00, regularPrice: 5_500_00, sold: 50 }),
      tv(50, { sku: 'CUT', price: 1_500_00, regularPrice: 3_000_00, sold: 1 }),
      tv(55, { sku: 'NONE', price: null, sold: 90 }),
      tv(65, { sku: 'OUT', price: 2_000_00, sold: 99, stock: 0 }),
    ),
  );

  test.each([
    [{}, ['OUT', 'NONE', 'DEAR', 'CHEAP', 'CUT']],
    [{ sort: 'price_asc' }, ['CHEAP', 'CUT', 'OUT', 'DEAR', 'NONE']],
    [{ sort: 'price_desc' }, ['DEAR', 'OUT', 'CUT', 'CHEAP', 'NONE']],
    [{ category: 'televisores', sort: 'discount' }, ['CUT', 'DEAR', 'CHEAP', 'NONE', 'OUT']],
    [{ q: 'televisor' }, ['NONE', 'DEAR', 'CHEAP', 'CUT', 'OUT']],
    [{ q: 'televisor', sort: 'price_asc' }, ['CHEAP', 'CUT', 'OUT', 'DEAR', 'NONE']],
    [{ q: 'televisor', sort: 'price_desc' }, ['DEAR', 'OUT', 'CUT', 'CHEAP', 'NONE']],
    [{ brand: 'atitlux', sort: 'discount' }, ['CUT', 'DEAR']],
  ])('by %j', async (query, skus) => {
    expect((await found(query)).slice(0, skus.length)).toEqual(skus);
  });

  test('[DEC-27] a running flash sale applies to order, filter and price range', async () => {
    await shop.db.pool.query(`insert into flash_sales (product_id, price, starts_at, ends_at)
      select id, 10000, '2026-11-20T00:00:00-06:00', '2026-11-21T00:00:00-06:00' from products where sku = 'DEAR'`);
    shop.setNow(new Date('2026-11-20T12:00:00-06:00'));
    expect((await found({ sort: 'price_asc' }))[0]).toBe('DEAR');
    expect((await found({ q: 'televisor', sort: 'price_asc' }))[0]).toBe('DEAR');
    expect((await found({ sort: 'discount' }))[0]).toBe('DEAR');
    expect(await found({ maxPrice: 100 })).toEqual(['DEAR']);
    expect(await facet({}, 'price')).toEqual({ '0-249.99': 1, '500-999.99': 1, '1000-1999.99': 1, '2000-3499.99': 1 });
    expect(await facet({ q: 'televisor' }, 'price')).toEqual(await facet({}, 'price'));
    shop.setNow(new Date('2026-11-21T00:00:00-06:00'));
    expect((await found({ sort: 'price_asc' }))[0]).toBe('CHEAP');
    expect(await facet({}, 'price')).toMatchObject({ '3500-5999.99': 1 });
  });
});

describe('[DEC-180] filters and facets', () => {
  beforeEach(() =>
    add(
      tv(55, { sku: 'A55', price: 3_000_00 }),
      tv(55, { sku: 'L55', brand: 'Lumbrisa', title: 'Televisor 55" Lumbrisa', price: 2_999_99 }),
      tv(65, { sku: 'A65', price: 6_000_00, sellerId: 2 }),
      headphones,
      mount,
    ),
  );

  test.each([
    [{ brand: 'atitlux' }, ['A55', 'A65']],
    [{ brand: 'ATITLUX,lumbrisa', q: 'televisor 55' }, ['A55', 'L55']],
    [{ category: '11' }, ['A55', 'A65', 'L55']],
    [{ category: 'tv-y-video' }, ['A55', 'A65', 'L55', 'SO-1']],
    [{ category: 'tv-y-video/soportes' }, ['SO-1']],
    [{ category: 'tv-y-video', brand: 'Lumbrisa' }, ['L55', 'SO-1']],
    [{ category: 'televisores', q: 'lumbrisa' }, ['L55']],
    [{ 'attr.tamano': '55' }, ['A55', 'L55']],
    [{ 'attr.tamano': '55,65', brand: 'Atitlux' }, ['A55', 'A65']],
    [{ minPrice: 3000 }, ['A55', 'A65']],
    [{ maxPrice: 2999.99, q: 'tv' }, ['L55', 'SO-1']],
    [{ minPrice: 3000, maxPrice: 5999.99, category: 'televisores' }, ['A55']],
    [{ seller: 'optica--y--mas-sa' }, ['A65']],
    [{ seller: 'ceiba', q: 'televisor' }, ['A55', 'L55']],
    [{ brand: 'Nadie' }, []],
    [{ category: 'nada' }, []],
    [{ 'attr.nada': 'x' }, []],
    [{ seller: 'nadie', q: 'televisor' }, []],
  ])('%j', async (query, skus) => {
    const answer = await search(query);
    expect(answer.products.map(({ sku }) => sku).sort()).toEqual(skus);
    expect(answer.total).toBe(skus.length);
  });

  test('count what each value would give, and a chosen facet without itself', async () => {
    expect(await facet({ q: 'tv 55' }, 'brand')).toEqual({ Atitlux: 1, Lumbrisa: 2 });
    expect(await facet({ q: 'televisor', brand: 'Atitlux' }, 'brand')).toEqual({ Atitlux: 2, Lumbrisa: 1 });
    expect(await facet({ q: 'televisor', brand: 'Atitlux' }, 'tamano')).toEqual({ 55: 1, 65: 1 });
    expect(await facet({ q: 'televisor', brand: 'Atitlux', 'attr.tamano': '65' }, 'tamano')).toEqual({ 55: 1, 65: 1 });
    expect(await facet({ q: 'televisor', brand: 'Atitlux', 'attr.tamano': '65' }, 'brand')).toEqual({ Atitlux: 1 });
    expect(await facet({ q: 'televisor', maxPrice: 2999.99 }, 'price')).toEqual({
      '2000-3499.99': 2,
      '6000-9999.99': 1,
    });
    expect(await facet({ category: 'televisores', brand: 'Lumbrisa' }, 'brand')).toEqual({ Atitlux: 2, Lumbrisa: 1 });
  });

  test('show the same precomputed counts when browsing', async () => {
    expect(await facet({}, 'category')).toEqual({ 10: 4, 20: 1 });
    expect(await facet({ category: 'tv-y-video' }, 'category')).toEqual({ 11: 3, 12: 1 });
    expect(await facet({ category: 'televisores' }, 'category')).toEqual({ 11: 3, 12: 1 });
    expect(await facet({ category: 'televisores' }, 'brand')).toEqual({ Atitlux: 2, Lumbrisa: 1 });
    expect(await facet({ category: 'televisores' }, 'tamano')).toEqual({ 55: 2, 65: 1 });
    const { facets } = await search({ category: 'televisores' });
    expect(facets.find(({ code }) => code === 'tamano')).toMatchObject({
      label: 'Tamano',
      values: [
        { value: '55', label: '55 pulgadas' },
        { value: '65', label: '65 pulgadas' },
      ],
    });
    expect(facets.map(({ code }) => code).slice(0, 3)).toEqual(['category', 'brand', 'price']);
  });

  test('separate the units of a facet, also in its filter', async () => {
    await add(
      { sku: 'H1', title: 'Lámpara', attributes: { duracion: ['6', 'horas'] } },
      { sku: 'H2', title: 'Lámpara', attributes: { duracion: ['6', 'horas'] } },
      { sku: 'D1', title: 'Lámpara', attributes: { duracion: ['6', 'días'] } },
      { sku: 'D2', title: 'Lámpara', attributes: { duracion: ['8', 'días'] } },
    );
    const { facets } = await search({ q: 'lámpara' });
    expect(facets.find(({ code }) => code === 'duracion')?.values).toEqual([
      { value: '6 días', label: '6 días', count: 1 },
      { value: '8 días', label: '8 días', count: 1 },
      { value: '6 horas', label: '6 horas', count: 2 },
    ]);
    expect((await search({ 'attr.duracion': '6 horas' })).total).toBe(2);
    expect((await search({ 'attr.duracion': '6 días' })).total).toBe(1);
    // An older address, whose value has no unit, still finds products of both units.
    expect((await search({ 'attr.duracion': '6' })).total).toBe(3);
  });

  test('ignore an empty value, because a form without scripts sends every field', async () => {
    await add({ sku: 'L1', title: 'Lámpara', price: 300_00 }, { sku: 'L2', title: 'Lámpara', price: 100_00 });
    const plain = await shop.inject({ url: '/v1/search?q=lampara' });
    const fields = 'q=lampara&sort=&page=&minPrice=&maxPrice=&offers=&brand=&category=&seller=&attr.color=';
    const empty = await shop.inject({ url: `/v1/search?${fields}` });
    expect(empty.statusCode).toBe(200);
    expect(empty.json()).toEqual({ ...plain.json(), resultId: expect.any(String) });
    expect(empty.json()).toMatchObject({ total: 2, page: 1 });
  });

  test('[DEC-180] refuse an unknown parameter, a page below 1 and an invalid page number', async () => {
    for (const query of ['colour=red', 'page=0', 'page=x', 'sort=best', 'attr.NO=1'])
      expect((await shop.inject({ url: `/v1/search?${query}` })).statusCode).toBe(400);
  });
});

test('[DEC-194] refuse too many filters or values, and names of prototypes, in plain words', async () => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => `Valor ${index}`).join(',');
  const attributes = (count: number) =>
    Array.from({ length: count }, (_, index) => `attr.faceta-${index}=Sí`).join('&');
  for (const query of [
    `brand=${values(30)}`,
    `attr.color=${values(30)}`,
    attributes(12),
    `${attributes(11)}&brand=Onda`,
  ])
    expect((await shop.inject({ url: `/v1/search?${query}` })).statusCode, query).toBe(200);
  const many = await shop.inject({ url: `/v1/search?brand=${values(31)}` });
  expect(many.statusCode).toBe(400);
  expect(many.json().error.metadata.fields).toEqual({ brand: 'Elige como máximo 30 opciones de cada filtro.' });
  const wide = await shop.inject({ url: `/v1/search?${attributes(12)}&brand=Onda` });
  expect(wide.statusCode).toBe(400);
  expect(wide.json().error.metadata.fields).toEqual({ 'attr.faceta-11': 'Elige como máximo 12 filtros a la vez.' });
  for (const key of ['constructor', 'toString'])
    expect((await shop.inject({ url: `/v1/search?${key}=1` })).statusCode, key).toBe(400);
});

test('[CAT-06] a hidden brand is in no filter of a word search, but its products are found', async () => {
  await add(tv(55), tv(43, { sku: 'TV-L', brand: 'Lumbrisa' }), tv(65, { sku: 'TV-O', brand: 'Ondalira' }));
  await shop.db.pool.query(`update brands set state = 'hidden' where title = 'Lumbrisa'`);
  try {
    expect(await found('televisor')).toHaveLength(3);
    expect(await facet({ q: 'televisor' }, 'brand')).toEqual({ Atitlux: 1, Ondalira: 1 });
    expect(await facet({ q: 'televisor', brand: 'Atitlux' }, 'brand')).toEqual({ Atitlux: 1, Ondalira: 1 });
    expect(await facet({ q: 'televisor', brand: 'Lumbrisa' }, 'brand')).toMatchObject({ Lumbrisa: 1 });
  } finally {
    await shop.db.pool.query(`update brands set state = 'visible'`);
  }
});

describe('pages', () => {
  test('[DEC-21, DEC-180] a page has 24 products, each product occurs once, and there is a last page', async () => {
    await add(...Array.from({ length: 30 }, (_, index) => tv(55, { sku: `P${index}`, sold: index % 3 })));
    for (const query of [
      {},
      { q: 'televisor' },
      { brand: 'Atitlux' },
      { category: 'televisores', sort: 'price_asc' },
    ]) {
      const first = await search({ ...query, page: 1 });
      const second = await search({ ...query, page: 2 });
      const third = await search({ ...query, page: 3 });
      expect([first.products.length, second.products.length, third.products.length]).toEqual([24, 6, 0]);
      expect([first.total, second.total, third.total, first.pageSize]).toEqual([30, 30, 30, 24]);
      expect(new Set([...first.products, ...second.products].map(({ sku }) => sku)).size).toBe(30);
    }
    expect(await search({ page: 100_000 })).toMatchObject({ products: [], total: 30 });
  });
});

test('offers=true finds products below their regular price, alone and with words and filters', async () => {
  await add(tv(32), tv(43), tv(55, { brand: 'Lumbrisa' }), tv(65), tv(75, { price: null }), headphones);
  await shop.db.pool.query("update products set sales_price = regular_price * 9 / 10 where sku in ('TV-43', 'AU-1')");
  await shop.db.pool.query("update products set sales_price = regular_price * 8 / 10 where sku = 'TV-55'");
  await shop.db.pool.query(`insert into flash_sales (product_id, price, starts_at, ends_at)
    select id, sales_price / 2, now() - interval '1 hour', now() + interval '1 hour' from products where sku = 'TV-65'`);
  const offers = (query: Record<string, string>) => found({ offers: 'true', sort: 'discount', ...query });
  expect((await offers({})).toSorted()).toEqual(['AU-1', 'TV-43', 'TV-55', 'TV-65']);
  expect((await offers({})).slice(0, 2)).toEqual(['TV-65', 'TV-55']);
  expect(await offers({ q: 'televisor' })).toEqual(['TV-65', 'TV-55', 'TV-43']);
  expect(await offers({ brand: 'Lumbrisa' })).toEqual(['TV-55']);
  expect(await offers({ category: 'audifonos' })).toEqual(['AU-1']);
  expect((await search({ offers: 'true' })).total).toBe(4);
  expect(await facet({ offers: 'true' }, 'brand')).toMatchObject({ Lumbrisa: 1 });
});

test('a search takes at most two statements, and one more for new or changed products', async () => {
  const fresh = tv(55);
  await add(fresh);
  await search({ q: 'televisor' });
  expect(shop.lastStatements()).toEqual(['search.match', 'search.records', 'search.page']);
  for (const query of [{ q: 'televisor' }, { q: 'nada' }, {}, { category: 'televisores' }, { brand: 'Atitlux' }]) {
    await search(query);
    expect(shop.lastStatements().length).toBeLessThanOrEqual(2);
  }
  await shop.db.pool.query('update products set sales_price = 7654 where sku = $1', [fresh.sku]);
  const { products } = await search({ q: 'televisor' });
  expect(products.find(({ sku }) => sku === fresh.sku)?.salesPrice?.value).toBe(76.54);
  expect(shop.lastStatements()).toContain('search.records');
});

test('[DEC-144, DEC-177] responses have products of the contract, sponsored products with their event address', async () => {
  await add(tv(55));
  await shop.db.pool.query("update products set event_url = 'https://rmn.example/e'");
  const { products } = await search({ q: 'televisor' });
  expect(products[0]).toMatchObject({ sku: 'TV-55', eventUrl: 'https://rmn.example/e', status: 'IN_STOCK' });
});
