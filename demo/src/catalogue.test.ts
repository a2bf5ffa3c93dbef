import { readFileSync } from 'node:fs';
import { legalPages } from '@ceiba/domain/content/legal-pages';
import { civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatQ } from '@ceiba/domain/money/money';
import { serviceSkuFor } from '@ceiba/domain/tech-support/tech-support';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue, categoryByPath, demoCategories } from './catalogue.ts';
import { categoryInfos, categoryPages, demoBanners } from './content.ts';
import { type DemoProduct, demoProducts, inCentavos } from './demo-products.ts';
import { departmentRows, municipioRows, storeRows } from './locations.ts';

const readRoot = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const named = z.object({ path: z.string(), name: z.string() });
const briefAttribute = z.object({
  name: z.string(),
  slug: z.string(),
  unit: z.string().nullable(),
  kind: z.enum(['enum', 'number', 'boolean']),
  values: z.array(z.union([z.string(), z.number()])).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
});
const briefLeaf = named.extend({
  /** In quetzales. Most products are within the typical limits. */
  priceGTQ: z.object({ min: z.number(), typicalMin: z.number(), typicalMax: z.number(), max: z.number() }),
  attributes: z.array(briefAttribute),
});
const catalogBrief = z
  .object({
    leafCategories: z.array(briefLeaf),
    parentCategories: z.array(named),
    brands: z.array(z.object({ name: z.string(), slug: z.string() })),
  })
  .parse(JSON.parse(readRoot('data/catalog-brief.json')));

const now = new Date('2026-11-24T16:00:00Z');
const products = demoProducts(now);
const listed = products.filter((product) => product.isListed);
const hours = (moment: Date): number => (moment.getTime() - now.getTime()) / 3_600_000;
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
const units = (product: DemoProduct): number => (product.stock ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
const inLeaf = (path: string): DemoProduct[] => listed.filter(({ categoryPath }) => categoryPath === path);
const attribute = (product: DemoProduct, code: string): string | undefined =>
  product.attributes.find((candidate) => candidate.code === code)?.value;

describe('the complete shop', () => {
  test('[DEC-161] has at least 320 products, in all leaf categories', () => {
    expect(listed.length).toBeGreaterThanOrEqual(320);
    const paths = [
      ...catalogBrief.leafCategories.map(({ path }) => path),
      'motos-y-vehiculos/motocicletas',
      'motos-y-vehiculos/llantas-y-baterias',
      'tarjetas-de-regalo',
    ];
    expect(paths.filter((path) => inLeaf(path).length < 5)).toEqual([]);
    expect(new Set(listed.map(({ categoryPath }) => categoryPath))).toEqual(new Set(paths));
  });

  test('the README has the real numbers of products and stores', () => {
    const pickups = storeRows.filter(({ is_pickup }) => is_pickup);
    expect(/The demo shop has (\d+) products, (\d+) stores/.exec(readRoot('README.md'))?.slice(1).map(Number)).toEqual([
      listed.length,
      pickups.length,
    ]);
  });

  test('[DEC-161] has the categories, attributes and brands of the brief, with the same names', () => {
    const ofBrief = [...catalogBrief.parentCategories, ...catalogBrief.leafCategories];
    for (const { path, name } of ofBrief) expect(categoryByPath(path).title).toBe(name);
    const names = catalogue.categories.map(({ path, attributes }) => [path, attributes] as const);
    for (const { path, attributes } of catalogBrief.leafCategories) {
      const inWords = attributes.map(({ slug, name: label, unit }) => [
        slug,
        unit === null ? { label } : { label, unit },
      ]);
      // The catalogue adds roles, groups and further attributes to those of the brief.
      const own = Object.entries(names.find(([candidate]) => candidate === path)?.[1] ?? {})
        .slice(0, inWords.length)
        .map(([code, { label, unit }]) => [code, unit === undefined ? { label } : { label, unit }]);
      expect(own).toEqual(inWords);
    }
    expect(catalogue.brands.slice(1)).toMatchObject(
      catalogBrief.brands.map(({ name: title, slug }) => ({ title, slug })),
    );
  });

  test('skus, slugs, titles and coupon codes are unique, and slugs are short ASCII', () => {
    for (const values of [
      products.map(({ sku }) => sku),
      products.map(({ slug }) => slug),
      listed.map(({ title }) => title),
      catalogue.coupons.map(({ code }) => code),
    ]) {
      expect(repeated(values)).toEqual([]);
    }
    expect(products.filter(({ slug }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 80)).toEqual([]);
  });

  test('no product has the address of a top-level category', () => {
    const single = new Set(demoCategories.filter(({ level }) => level === 1).map(({ path }) => path));
    expect(products.filter(({ slug }) => single.has(slug))).toEqual([]);
  });

  test('[DEC-161] the catalogue has only invented brands and sellers', () => {
    const brands = new Set(catalogue.brands.map(({ title }) => title));
    expect(products.filter(({ brand }) => !brands.has(brand))).toEqual([]);
    expect(new Set(listed.map(({ brand }) => brand)).size).toBe(31);
    expect(catalogue.sellers.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    for (const { id } of catalogue.sellers.slice(1)) {
      const offers = listed.filter(({ sellerId }) => sellerId === id);
      expect(offers.length).toBeGreaterThan(3);
      expect(offers.every(({ offerId }) => offerId !== null)).toBe(true);
    }
  });
});

describe('categories', () => {
  test('[DEC-166] form a tree of three levels with unique ids, parents first', () => {
    const ids = demoCategories.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    demoCategories.forEach((category, index) => {
      expect(category.level).toBe(category.path.split('/').length);
      expect(category.level).toBeLessThanOrEqual(3);
      expect(category.ancestorIds.at(-1)).toBe(category.id);
      if (category.parentId !== null) expect(ids.slice(0, index)).toContain(category.parentId);
    });
  });

  test('[DEC-159] [DEC-166] only categories with tech support have ids below 1301', () => {
    for (const { id, path } of demoCategories) expect([path, serviceSkuFor([id]) !== null]).toEqual([path, id < 1301]);
  });

  test('[DEC-159] screens are offered TECKIAI, and computers TECKIRESUELVE', () => {
    const service = (path: string) => serviceSkuFor(categoryByPath(path).ancestorIds);
    expect(service('tv-y-video/televisores')).toBe('TECKIAI');
    expect(service('computacion/laptops')).toBe('TECKIRESUELVE');
    expect(service('linea-blanca/lavado/lavadoras')).toBe('TECKIRESUELVE');
    expect(service('hogar/dormitorio/colchones')).toBeNull();
  });

  test('[CAT-08] every category has a page with texts', () => {
    const pages = new Map(categoryPages.map((page) => [page.slug, page]));
    for (const { path } of demoCategories) expect(pages.get(path)?.description).not.toBe('');
  });

  test('the legal texts are at the addresses that every shop links to', () => {
    const blocksAt = (path: string) => categoryPages.find(({ slug }) => `/${slug}` === path)?.blocks.length ?? 0;
    for (const { path } of Object.values(legalPages)) expect(blocksAt(path), path).toBeGreaterThan(3);
  });

  test('the page of the tech-support service explains the service', () => {
    const page = categoryPages.find(({ slug }) => slug === 'tv-y-video/servicios/tecki');
    expect(page?.blocks.map(({ kind }) => kind)).toEqual(['features', 'steps', 'text', 'questions']);
  });

  test('[CMS-02] category information has tags with icons, and some has an installation guide', () => {
    expect(
      categoryInfos.every(({ tagsList }) =>
        tagsList.every(({ icon, textContent }) => icon !== '' && textContent !== ''),
      ),
    ).toBe(true);
    const guides = categoryInfos.flatMap(({ installationGuide }) =>
      installationGuide === null ? [] : [installationGuide],
    );
    expect(guides.length).toBeGreaterThan(1);
    for (const { title, url } of guides) {
      const page = categoryPages.find(({ slug }) => `/${slug}` === url);
      expect([page?.title, page?.blocks[0]?.kind]).toEqual([title, 'steps']);
    }
  });
});

const isAllowed = (value: string, rule: z.infer<typeof briefAttribute>): boolean => {
  if (rule.kind === 'boolean') return value === 'Sí' || value === 'No';
  if (rule.kind === 'enum') return (rule.values ?? []).map(String).includes(value);
  const steps = (Number(value) - (rule.min ?? 0)) / (rule.step ?? 1);
  return (
    Number(value) >= (rule.min ?? 0) && Number(value) <= (rule.max ?? 0) && Math.abs(steps - Math.round(steps)) < 1e-6
  );
};

describe.each(catalogBrief.leafCategories)('$path', ({ path, attributes, priceGTQ }) => {
  const own = inLeaf(path);

  test('attributes have the order of the brief, and values that the brief allows', () => {
    for (const product of own) {
      const codes = product.attributes.map(({ code }) => code);
      expect(codes.slice(0, attributes.length)).toEqual(attributes.map(({ slug }) => slug));
      const wrong = attributes.filter((rule) => !isAllowed(attribute(product, rule.slug) ?? '', rule));
      expect([product.sku, wrong.map(({ slug }) => `${slug}=${attribute(product, slug)}`)]).toEqual([product.sku, []]);
    }
  });

  test('regular prices are in the range of the brief, and sales prices end in .00 or .95', () => {
    const prices = own.flatMap(({ regularPrice }) => (regularPrice === null ? [] : [regularPrice / 100]));
    expect(prices.filter((price) => price < priceGTQ.min || price > priceGTQ.max)).toEqual([]);
    const typical = prices.filter((price) => price >= priceGTQ.typicalMin && price <= priceGTQ.typicalMax);
    expect(typical.length / prices.length).toBeGreaterThan(0.5);
    expect(own.filter(({ salesPrice }) => salesPrice !== null && ![0, 95].includes(salesPrice % 100))).toEqual([]);
  });

  test('each description has two or three paragraphs, which no other product has', () => {
    const models = [...new Map(own.map((product) => [product.parentSku ?? product.sku, product])).values()];
    for (const { description } of models) {
      expect([2, 3]).toContain(description.split('\n\n').length);
      expect(description).not.toMatch(/[{}]|undefined|NaN| {2}|false/);
    }
    expect(repeated(models.map(({ description }) => description))).toEqual([]);
  });
});

describe('realistic products', () => {
  test('at least 14 televisions of 55 inches, of five brands, at different prices', () => {
    const wide = inLeaf('tv-y-video/televisores').filter(
      (product) => attribute(product, 'tamano-de-pantalla') === '55',
    );
    expect(wide.length).toBeGreaterThanOrEqual(14);
    expect(new Set(wide.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(wide.map(({ regularPrice }) => regularPrice)).size).toBeGreaterThan(9);
  });

  test('larger televisions of one technology cost more, and large televisions are not HD', () => {
    const televisions = inLeaf('tv-y-video/televisores').filter(
      (product) => attribute(product, 'tecnologia-de-panel') === 'LED',
    );
    const mean = (size: string): number => {
      const prices = televisions
        .filter((product) => attribute(product, 'tamano-de-pantalla') === size && product.regularPrice !== null)
        .map(({ regularPrice }) => Number(regularPrice));
      return prices.reduce((sum, price) => sum + price, 0) / prices.length;
    };
    const means = ['32', '40', '43', '55', '65'].map(mean);
    expect(means).toEqual([...means].sort((a, b) => a - b));
    const large = televisions.filter((product) => Number(attribute(product, 'tamano-de-pantalla')) > 43);
    expect(
      large.filter(
        (product) =>
          attribute(product, 'resolucion')?.endsWith('HD') && !attribute(product, 'resolucion')?.includes('UHD'),
      ),
    ).toEqual([]);
  });

  test('[ZOOM-05, ZOOM-08] large appliances have measures, guarantee and consumption', () => {
    const kinds = new Set(['televisores', 'refrigeradoras', 'lavadoras', 'aires-acondicionados']);
    const ofKinds = products.filter(({ categoryPath }) => kinds.has(categoryPath.split('/').at(-1) ?? ''));
    expect(ofKinds.length).toBeGreaterThan(70);
    const needed = ['alto', 'ancho', 'peso', 'alto-empaque', 'consumo-anual', 'garantia', 'garantia-responde'];
    expect(ofKinds.filter((product) => needed.some((code) => attribute(product, code) === undefined))).toEqual([]);
    const flat = ofKinds.filter((product) => attribute(product, 'fondo') === undefined);
    expect(flat.map(({ sku }) => sku).sort()).toEqual(['REF-0005', 'TV-0011']);
  });

  test('in the category of chargers, only power banks have a capacity', () => {
    for (const product of inLeaf('celulares-y-tablets/accesorios/cargadores-y-power-banks')) {
      expect(Number(attribute(product, 'capacidad')) > 0).toBe(attribute(product, 'tipo') === 'Power bank');
    }
  });

  test('variants of a model differ only in the colour', () => {
    const families = Map.groupBy(
      listed.filter(({ parentSku }) => parentSku !== null),
      ({ parentSku }) => parentSku,
    );
    expect(families.size).toBeGreaterThan(20);
    for (const members of families.values()) {
      expect(members.length).toBeGreaterThanOrEqual(2);
      expect(members.length).toBeLessThanOrEqual(4);
      expect(new Set(members.map(({ regularPrice }) => regularPrice)).size).toBe(1);
      const colours = members.map((member) => member.attributes.find(({ code }) => code.startsWith('color'))?.value);
      expect(new Set(colours).size).toBe(members.length);
    }
  });

  test('about a third of the products has a reduced price', () => {
    const priced = listed.filter(({ kind, salesPrice }) => kind === 'goods' && salesPrice !== null);
    const reduced = priced.filter(({ salesPrice, regularPrice }) => (salesPrice ?? 0) < (regularPrice ?? 0));
    expect(reduced.length / priced.length).toBeGreaterThan(0.28);
    expect(reduced.length / priced.length).toBeLessThan(0.45);
    expect(priced.filter(({ salesPrice, regularPrice }) => (salesPrice ?? 0) > (regularPrice ?? 0))).toEqual([]);
  });

  test('products were added over about a year, and never in the future', () => {
    const ages = listed.map(({ createdAt }) => -hours(createdAt) / 24);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeGreaterThan(300);
    expect(ages.filter((age) => age < 30).length).toBeGreaterThan(12);
  });

  test('every product has a picture, and no two colours or models have the same picture', () => {
    const drawings = listed.map(({ pictures }) => JSON.stringify(pictures[0]?.drawing));
    expect(repeated(drawings)).toEqual([]);
    for (const { pictures, categoryPath } of listed.filter(({ kind }) => kind === 'goods')) {
      expect([categoryPath, pictures.length >= 2]).toEqual([categoryPath, true]);
    }
  });
});

describe('special cases', () => {
  test('[DEC-161] [DEC-81] sold-out products have a stock of zero, and services and gift cards have no stock', () => {
    const soldOut = products.filter((product) => product.stock !== null && units(product) === 0);
    expect(new Set(soldOut.map(({ categoryPath }) => categoryPath)).size).toBeGreaterThan(4);
    expect(products.filter(({ kind, stock }) => (kind === 'goods') !== (stock !== null))).toEqual([]);
    expect(products.filter(({ stock }) => stock?.length === 0)).toEqual([]);
  });

  test('[DEC-161] dropshipped products are in no store', () => {
    const dropshipped = products.filter(({ isDropshipping }) => isDropshipping);
    expect(new Set(dropshipped.map(({ categoryPath }) => categoryPath)).size).toBeGreaterThan(4);
    for (const { stock } of dropshipped) expect(stock?.map(({ storeCode }) => storeCode)).toEqual(['BODEGA']);
  });

  test('[CAT-17] stock offers, for a sku or a category, apply to products with low stock', () => {
    const running = catalogue.stockOffers.filter(({ startsInDays, endsInDays }) => startsInDays < 0 && endsInDays > 0);
    const bySku = running.flatMap((offer) => ('sku' in offer ? [offer] : []));
    expect(bySku.length).toBeGreaterThan(3);
    for (const { sku, threshold } of bySku) {
      const product = products.find((candidate) => candidate.sku === sku);
      expect([sku, product !== undefined && units(product) > 0 && units(product) <= threshold]).toEqual([sku, true]);
    }
    const byCategory = running.flatMap((offer) => ('category' in offer ? [offer] : []));
    expect(byCategory.length).toBeGreaterThan(1);
    for (const { category, threshold } of byCategory) {
      const low = inLeaf(category).filter((product) => units(product) > 0 && units(product) <= threshold);
      expect([category, low.length > 1]).toEqual([category, true]);
    }
    expect(catalogue.stockOffers.some(({ endsInDays }) => endsInDays < 0)).toBe(true);
  });

  test('[DEC-27] at least ten flash sales are active, end in 3 to 20 hours, and reduce the price', () => {
    const flash = products.filter(({ flashSale }) => flashSale !== null);
    expect(flash.length).toBeGreaterThanOrEqual(10);
    for (const { flashSale, salesPrice, sku } of flash) {
      expect(hours(flashSale?.startsAt ?? now)).toBeLessThan(0);
      expect(hours(flashSale?.endsAt ?? now)).toBeGreaterThanOrEqual(3);
      expect(hours(flashSale?.endsAt ?? now)).toBeLessThanOrEqual(20);
      expect([sku, (flashSale?.price ?? 0) < (salesPrice ?? 0)]).toEqual([sku, true]);
    }
  });

  test('[CAT-21] there are presales with and without a date', () => {
    const presales = products.filter(({ isPresale }) => isPresale);
    const dates = presales.flatMap(({ presaleDate }) => (presaleDate === null ? [] : [presaleDate]));
    expect(dates.every((date) => civilDate(date) > guatemalaDate(now))).toBe(true);
    expect(dates.length).toBeGreaterThan(1);
    expect(presales.length).toBeGreaterThan(dates.length);
  });

  test('[CAT-22] there are current gifts, and a gift that has ended', () => {
    const ends = products.flatMap(({ gifts }) => gifts.map(({ endDate }) => endDate));
    const today = guatemalaDate(now);
    expect(ends).toContain(null);
    expect(ends.some((end) => end !== null && end > today)).toBe(true);
    expect(ends.some((end) => end !== null && end < today)).toBe(true);
  });

  test('[DEC-89] motorcycles, tyres, batteries and gas stoves are for pickup only, and stores have them', () => {
    const restricted = products.filter(({ isRestricted }) => isRestricted);
    expect(new Set(restricted.map(({ categoryPath }) => categoryPath))).toEqual(
      new Set([
        'motos-y-vehiculos/motocicletas',
        'motos-y-vehiculos/llantas-y-baterias',
        'linea-blanca/cocina/estufas',
      ]),
    );
    expect(
      inLeaf('linea-blanca/cocina/estufas').filter(
        (product) => product.isRestricted !== attribute(product, 'tipo')?.startsWith('Gas'),
      ),
    ).toEqual([]);
    expect(inLeaf('motos-y-vehiculos/motocicletas').every(({ isMotorcycle }) => isMotorcycle)).toBe(true);
    for (const { stock, sku } of restricted) expect([sku, (stock?.length ?? 0) > 1]).toEqual([sku, true]);
  });

  test('[CAT-23] virtual gift cards of Q100 to Q1,000 cost their value', () => {
    const cards = inLeaf('tarjetas-de-regalo');
    expect(cards.map(({ salesPrice }) => (salesPrice === null ? '' : formatQ(salesPrice)))).toEqual([
      'Q100.00',
      'Q200.00',
      'Q250.00',
      'Q300.00',
      'Q500.00',
      'Q750.00',
      'Q1,000.00',
    ]);
    expect(
      cards.every(({ kind, internalTags }) => kind === 'gift_card' && internalTags.includes('gift_card_virtual')),
    ).toBe(true);
  });

  test('[CAT-11] [DEC-144] three products have no price, and sponsored products have an https address', () => {
    expect(listed.filter(({ regularPrice, salesPrice }) => regularPrice === null && salesPrice === null).length).toBe(
      3,
    );
    const addresses = products.flatMap(({ eventUrl }) => (eventUrl === null ? [] : [eventUrl]));
    expect(addresses.length).toBeGreaterThan(4);
    expect(addresses.every((address) => new URL(address).protocol === 'https:')).toBe(true);
  });

  test('[CAT-12] some ordinary discounts show their end', () => {
    const dated = products.filter(({ discountEndsAt }) => discountEndsAt !== null);
    expect(dated.length).toBeGreaterThan(4);
    for (const { discountEndsAt, salesPrice, regularPrice } of dated) {
      expect(hours(discountEndsAt ?? now)).toBeGreaterThan(24);
      expect(salesPrice ?? 0).toBeLessThan(regularPrice ?? 0);
    }
  });

  test('[WAR-03] phones have screen protection for 6 or 12 months, from Q450', () => {
    const ownerOf = (warranty: (typeof catalogue.warranties)[number]) =>
      'category' in warranty ? warranty.category : warranty.product;
    const phones = catalogue.warranties.filter(
      (warranty) => ownerOf(warranty) === 'celulares-y-tablets/celulares/smartphones',
    );
    expect(phones.map(({ label, price }) => `${label} ${formatQ(inCentavos(price))}`)).toEqual([
      'Protección de pantalla 6 meses Q450.00',
      'Protección de pantalla 12 meses Q650.00',
    ]);
    const months = ({ label }: (typeof phones)[number]) => Number(/\d+(?= meses)/.exec(label)?.[0]);
    for (const offers of Map.groupBy(catalogue.warranties, ownerOf).values()) {
      const byLength = offers.toSorted((a, b) => months(a) - months(b)).map(({ price }) => price);
      expect(byLength).toEqual([...new Set(byLength)].toSorted((a, b) => a - b));
    }
  });

  test('[DEC-159] tech support is sold at its prices, and not listed', () => {
    const hidden = products.filter(({ isListed }) => !isListed);
    expect(hidden.map(({ sku, salesPrice }) => [sku, salesPrice])).toEqual([
      ['TECKIAI', 19_900],
      ['TECKIRESUELVE', 29_900],
    ]);
    expect(hidden.every(({ kind }) => kind === 'service')).toBe(true);
  });

  test('[DEC-78] the demo shop has four coupons', () => {
    expect(catalogue.coupons.map(({ code }) => code)).toEqual(['BIENVENIDO10', 'MAX100', 'VENCIDO', 'LIMITE']);
    const [welcome, fixed, ended, used] = catalogue.coupons;
    expect([welcome?.percent, welcome?.cap]).toEqual([10, 300]);
    expect([fixed?.amount, fixed?.minimumSubtotal]).toEqual([100, 1_000]);
    expect(ended?.endsInDays).toBeLessThan(0);
    expect(used?.totalLimit).toBe(0);
  });

  test('[DEC-85] companions are other listed products on sale', () => {
    const buyable = new Set(listed.filter(({ salesPrice }) => salesPrice !== null).map(({ sku }) => sku));
    for (const { sku, companions } of products) {
      expect([sku, companions.filter((companion) => companion === sku || !buyable.has(companion))]).toEqual([sku, []]);
      expect([sku, repeated(companions)]).toEqual([sku, []]);
    }
    expect(products.filter(({ companions }) => companions.length > 0).length).toBeGreaterThan(300);
  });
});

describe('places', () => {
  test('[DEC-98] [DEC-166] there are 14 stores, MAX first, one of them a bodega, and a central warehouse', () => {
    const pickup = storeRows.filter(({ is_pickup }) => is_pickup);
    expect(pickup.map(({ store_code }) => store_code)).toEqual([
      'MAX',
      ...Array.from({ length: 13 }, (_, index) => `T${String(index + 2).padStart(2, '0')}`),
    ]);
    expect(pickup.filter(({ type }) => type === 'bodega')).toHaveLength(1);
    expect(storeRows.filter(({ is_warehouse }) => is_warehouse).map(({ store_code }) => store_code)).toEqual([
      'BODEGA',
    ]);
    for (const city of ['Guatemala', 'Mixco', 'Villa Nueva', 'Quetzaltenango', 'Antigua Guatemala'])
      expect(pickup.map((store) => store.city)).toContain(city);
  });

  test('[DEC-87] there are 22 departments and 340 municipios, and only the capital has zones', () => {
    expect(departmentRows.map(({ region_id }) => region_id)).toEqual(
      Array.from({ length: 22 }, (_, index) => 485 + index),
    );
    expect(municipioRows).toHaveLength(340);
    const zoned = municipioRows.filter(({ zones }) => zones.length > 0);
    expect(zoned.map(({ name }) => name)).toEqual(['Guatemala']);
    expect(zoned[0]?.zones).toHaveLength(22);
    expect(zoned[0]?.zones).not.toContain('Zona 20');
  });

  test('no banner contains a fixed price, which could differ from the products’ prices', () => {
    const words = demoBanners.flatMap(({ eyebrow, title, text, note }) => [eyebrow, title, text, note]);
    expect(words.filter((text) => /Q\d/.test(text))).toEqual([]);
    expect(words.filter((text) => text.includes('{precio}'))).toHaveLength(5);
  });

  test('only existing stores have stock', () => {
    const codes = new Set(storeRows.map(({ store_code }) => store_code));
    expect(
      products
        .flatMap(({ stock }) => stock ?? [])
        .filter(({ storeCode, quantity }) => !codes.has(storeCode) || quantity < 0),
    ).toEqual([]);
  });
});
