import { readFileSync } from 'node:fs';
import { contentBlock } from '@ceiba/contract/content';
import { legalPages } from '@ceiba/domain/content/legal-pages';
import { civilDate, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { formatQ } from '@ceiba/domain/money/money';
import { serviceSkuFor } from '@ceiba/domain/tech-support/tech-support';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type BriefAttribute, catalogBrief } from './catalog-brief.ts';
import { categoryByPath, demoCategories } from './categories.ts';
import type { DemoProduct } from './demo-product.ts';
import { buildDemoShop } from './demo-shop.ts';
import { leaves } from './leaves/leaves.ts';
import { specialCases } from './special-cases.ts';
import { lowStockLimit } from './stock.ts';

const now = new Date('2026-11-24T16:00:00Z');
const shop = buildDemoShop({ seed: 'ceiba', now });
const { products } = shop;
const listed = products.filter((product) => product.isListed);
const hours = (moment: Date): number => (moment.getTime() - now.getTime()) / 3_600_000;
const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);
const meant = (sku: string): DemoProduct[] =>
  products.filter((product) => product.sku === sku || product.parentSku === sku);
const units = (product: DemoProduct): number => (product.stock ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
const inLeaf = (path: string): DemoProduct[] => listed.filter(({ categoryPath }) => categoryPath === path);
const attribute = (product: DemoProduct, code: string): string | undefined =>
  product.attributes.find((candidate) => candidate.code === code)?.value;

describe('the whole shop', () => {
  test('[DEC-161] has at least 320 products over all leaf categories', () => {
    expect(listed.length).toBeGreaterThanOrEqual(320);
    const paths = [
      ...catalogBrief.leafCategories.map(({ path }) => path),
      'motos-y-vehiculos/motocicletas',
      'motos-y-vehiculos/llantas-y-baterias',
      'tarjetas-de-regalo',
    ];
    expect(paths.filter((path) => inLeaf(path).length < 5)).toEqual([]);
    expect(leaves.map(({ path }) => path).sort()).toEqual(paths.sort());
  });

  test('the README counts the products and stores as they are', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const pickups = shop.stores.filter(({ isPickup }) => isPickup);
    expect(/The demo shop has (\d+) products, (\d+) stores/.exec(readme)?.slice(1).map(Number)).toEqual([
      listed.length,
      pickups.length,
    ]);
  });

  test('[DEC-161] is the same for the same seed and moment, and another for another seed', () => {
    expect(buildDemoShop({ seed: 'ceiba', now }).products).toEqual(products);
    const titles = (seed: string) => buildDemoShop({ seed, now }).products.map(({ title }) => title);
    expect(titles('otra')).not.toEqual(titles('ceiba'));
  });

  test('skus, slugs, titles and coupon codes are unique; slugs are short ASCII', () => {
    for (const values of [
      products.map(({ sku }) => sku),
      products.map(({ slug }) => slug),
      listed.map(({ title }) => title),
      shop.coupons.map(({ code }) => code),
    ]) {
      expect(repeated(values)).toEqual([]);
    }
    expect(products.filter(({ slug }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.length > 80)).toEqual([]);
  });

  test('no product hides a category page of one segment', () => {
    const single = new Set(demoCategories.filter(({ level }) => level === 1).map(({ path }) => path));
    expect(products.filter(({ slug }) => single.has(slug))).toEqual([]);
  });

  test('[DEC-161] uses the invented brands, the shop itself and three third parties', () => {
    const brands = new Set(shop.brands.map(({ title }) => title));
    expect(products.filter(({ brand }) => !brands.has(brand))).toEqual([]);
    expect(new Set(listed.map(({ brand }) => brand)).size).toBe(31);
    expect(shop.sellers.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    for (const { id } of shop.sellers.slice(1)) {
      const offers = listed.filter(({ sellerId }) => sellerId === id);
      expect(offers.length).toBeGreaterThan(3);
      expect(offers.every(({ offerId }) => offerId !== null)).toBe(true);
    }
  });

  test('a smaller shop has products of as many leaves as it can', () => {
    const small = buildDemoShop({ seed: 'ceiba', now, productCount: 60 }).products;
    expect(small.filter((product) => product.isListed)).toHaveLength(60);
    expect(new Set(small.map(({ categoryPath }) => categoryPath)).size).toBe(leaves.length);
    expect(small.map(({ sku }) => sku)).toContain('TECKIAI');
  });
});

describe('categories', () => {
  test('[DEC-166] are a tree of three levels with unique ids; parents come first', () => {
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

  test('[DEC-159] both services are offered: screens get TECKIAI, computers TECKIRESUELVE', () => {
    const service = (path: string) => serviceSkuFor(categoryByPath(path).ancestorIds);
    expect(service('tv-y-video/televisores')).toBe('TECKIAI');
    expect(service('computacion/laptops')).toBe('TECKIRESUELVE');
    expect(service('linea-blanca/lavado/lavadoras')).toBe('TECKIRESUELVE');
    expect(service('hogar/dormitorio/colchones')).toBeNull();
  });

  test('[CAT-08] every category has a page with words, and blocks are what the contract says', () => {
    const pages = new Map(shop.pages.map((page) => [page.slug, page]));
    for (const { path } of demoCategories) expect(pages.get(path)?.description).not.toBe('');
    for (const { blocks } of shop.pages) expect(z.array(contentBlock).safeParse(blocks).success).toBe(true);
  });

  test('the legal texts are pages at the addresses that every shop links to', () => {
    const blocksAt = (path: string) => shop.pages.find(({ slug }) => `/${slug}` === path)?.blocks.length ?? 0;
    for (const { path } of Object.values(legalPages)) expect(blocksAt(path), path).toBeGreaterThan(3);
  });

  test('[TECH-05] the page of the service explains it', () => {
    const page = shop.pages.find(({ slug }) => slug === 'tv-y-video/servicios/tecki');
    expect(page?.blocks.map(({ kind }) => kind)).toEqual(['features', 'steps', 'text', 'questions']);
  });

  test('[CMS-02] infos have tags with icons, and some a guide', () => {
    expect(
      shop.infos.every(({ tagsList }) => tagsList.every(({ icon, textContent }) => icon !== '' && textContent !== '')),
    ).toBe(true);
    expect(shop.infos.filter(({ installationGuide }) => installationGuide !== null).length).toBeGreaterThan(1);
  });
});

const isAllowed = (value: string, rule: BriefAttribute): boolean => {
  if (rule.kind === 'boolean') return value === 'Sí' || value === 'No';
  if (rule.kind === 'enum') return (rule.values ?? []).map(String).includes(value);
  const steps = (Number(value) - (rule.min ?? 0)) / (rule.step ?? 1);
  return (
    Number(value) >= (rule.min ?? 0) && Number(value) <= (rule.max ?? 0) && Math.abs(steps - Math.round(steps)) < 1e-6
  );
};

describe.each(catalogBrief.leafCategories)('$path', ({ path, attributes, priceGTQ }) => {
  const own = inLeaf(path);

  test('every attribute is given, in order, with a value the brief allows', () => {
    for (const product of own) {
      expect(product.attributes.map(({ code }) => code)).toEqual(attributes.map(({ slug }) => slug));
      const wrong = attributes.filter((rule) => !isAllowed(attribute(product, rule.slug) ?? '', rule));
      expect([product.sku, wrong.map(({ slug }) => `${slug}=${attribute(product, slug)}`)]).toEqual([product.sku, []]);
    }
  });

  test('regular prices keep the range and most are typical; they end like prices', () => {
    const prices = own.flatMap(({ regularPrice }) => (regularPrice === null ? [] : [regularPrice / 100]));
    expect(prices.filter((price) => price < priceGTQ.min || price > priceGTQ.max)).toEqual([]);
    const typical = prices.filter((price) => price >= priceGTQ.typicalMin && price <= priceGTQ.typicalMax);
    expect(typical.length / prices.length).toBeGreaterThan(0.5);
    expect(own.filter(({ salesPrice }) => salesPrice !== null && ![0, 95].includes(salesPrice % 100))).toEqual([]);
  });

  test('descriptions are two or three paragraphs of their own', () => {
    const models = [...new Map(own.map((product) => [product.parentSku ?? product.sku, product])).values()];
    for (const { description } of models) {
      expect([2, 3]).toContain(description.split('\n\n').length);
      expect(description).not.toMatch(/[{}]|undefined|NaN| {2}|false/);
    }
    expect(repeated(models.map(({ description }) => description))).toEqual([]);
  });
});

describe('believable products', () => {
  test('at least 14 televisions of 55 inches, of five brands, at different prices', () => {
    const wide = inLeaf('tv-y-video/televisores').filter(
      (product) => attribute(product, 'tamano-de-pantalla') === '55',
    );
    expect(wide.length).toBeGreaterThanOrEqual(14);
    expect(new Set(wide.map(({ brand }) => brand)).size).toBeGreaterThanOrEqual(5);
    expect(new Set(wide.map(({ regularPrice }) => regularPrice)).size).toBeGreaterThan(9);
  });

  test('larger televisions of one technology cost more, and none above 43 inches is HD', () => {
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

  test('a power bank stores energy and nothing else in its leaf does', () => {
    for (const product of inLeaf('celulares-y-tablets/accesorios/cargadores-y-power-banks')) {
      expect(Number(attribute(product, 'capacidad')) > 0).toBe(attribute(product, 'tipo') === 'Power bank');
    }
  });

  test('models in several colours share a parent, the price and all but the colour', () => {
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

  test('about a third is reduced, by a price that is lower', () => {
    const priced = listed.filter(({ kind, salesPrice }) => kind === 'goods' && salesPrice !== null);
    const reduced = priced.filter(({ salesPrice, regularPrice }) => (salesPrice ?? 0) < (regularPrice ?? 0));
    expect(reduced.length / priced.length).toBeGreaterThan(0.28);
    expect(reduced.length / priced.length).toBeLessThan(0.45);
    expect(priced.filter(({ salesPrice, regularPrice }) => (salesPrice ?? 0) > (regularPrice ?? 0))).toEqual([]);
  });

  test('they came over the last year or so, never after now', () => {
    const ages = listed.map(({ createdAt }) => -hours(createdAt) / 24);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeGreaterThan(300);
    expect(ages.filter((age) => age < 30).length).toBeGreaterThan(12);
  });

  test('every product has a picture and no two colours or models look the same', () => {
    const drawings = listed.map(({ pictures }) => JSON.stringify(pictures[0]?.drawing));
    expect(repeated(drawings)).toEqual([]);
    for (const { pictures, categoryPath } of listed.filter(({ kind }) => kind === 'goods')) {
      expect([categoryPath, pictures.length >= 2]).toEqual([categoryPath, true]);
    }
  });
});

describe('special cases', () => {
  test.each(Object.entries(specialCases))('[DEC-161] %s names products of the shop', (_, cases) => {
    for (const item of cases) expect(meant(typeof item === 'string' ? item : item.sku)).not.toEqual([]);
  });

  test('[DEC-161] [DEC-81] what is out of stock has a level of zero; services and gift cards have none', () => {
    for (const sku of specialCases.outOfStock) expect(meant(sku).map(units)).toEqual(meant(sku).map(() => 0));
    expect(products.filter(({ kind, stock }) => (kind === 'goods') !== (stock !== null))).toEqual([]);
    expect(products.filter(({ stock }) => stock?.length === 0)).toEqual([]);
  });

  test('[CAT-17] low stock is told by an offer on the sku or on the category', () => {
    const running = shop.stockOffers.filter(({ startsAt, endsAt }) => startsAt < now && endsAt > now);
    for (const product of specialCases.lowStockBySku.flatMap(meant)) {
      expect(
        running.find(({ offerType, offerValue }) => offerType === 'By SKU' && offerValue === product.sku)?.threshold,
      ).toBeGreaterThanOrEqual(units(product));
    }
    for (const product of specialCases.lowStockByCategory.flatMap(meant)) {
      expect(units(product)).toBeLessThanOrEqual(lowStockLimit);
      const id = String(categoryByPath(product.categoryPath).id);
      expect(running.some(({ offerType, offerValue }) => offerType === 'By Category ID' && offerValue === id)).toBe(
        true,
      );
    }
    expect(shop.stockOffers.some(({ endsAt }) => endsAt < now)).toBe(true);
  });

  test('[DEC-27] at least ten flash sales run now and end 3 to 20 hours ahead, below the ordinary price', () => {
    const flash = products.filter(({ flashSale }) => flashSale !== null);
    expect(flash.length).toBeGreaterThanOrEqual(10);
    for (const { flashSale, salesPrice, sku } of flash) {
      expect(hours(flashSale?.startsAt ?? now)).toBeLessThan(0);
      expect(hours(flashSale?.endsAt ?? now)).toBeGreaterThanOrEqual(3);
      expect(hours(flashSale?.endsAt ?? now)).toBeLessThanOrEqual(20);
      expect([sku, (flashSale?.price ?? 0) < (salesPrice ?? 0)]).toEqual([sku, true]);
    }
  });

  test('[CAT-21] presales with a date ahead and without', () => {
    const presales = products.filter(({ isPresale }) => isPresale);
    const dates = presales.flatMap(({ presaleDate }) => (presaleDate === null ? [] : [presaleDate]));
    expect(dates.every((date) => civilDate(date) > guatemalaDate(now))).toBe(true);
    expect(dates.length).toBeGreaterThan(1);
    expect(presales.length).toBeGreaterThan(dates.length);
  });

  test('[CAT-22] gifts that last, and one that has ended', () => {
    const ends = products.flatMap(({ gifts }) => gifts.map(({ endDate }) => endDate));
    const today = guatemalaDate(now);
    expect(ends).toContain(null);
    expect(ends.some((end) => end !== null && end > today)).toBe(true);
    expect(ends.some((end) => end !== null && end < today)).toBe(true);
  });

  test('[DEC-89] motorcycles, tyres, batteries and gas stoves are picked up at a store, and stores have them', () => {
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

  test('[CAT-23] virtual gift cards of Q100 to Q1,000 cost what they are worth', () => {
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

  test('[CAT-11] [DEC-144] products without a price, and sponsored ones with an https address', () => {
    expect(listed.filter(({ salesPrice }) => salesPrice === null).length).toBe(
      specialCases.withoutPrice.flatMap(meant).length,
    );
    const addresses = products.flatMap(({ eventUrl }) => (eventUrl === null ? [] : [eventUrl]));
    expect(addresses.length).toBeGreaterThan(4);
    expect(addresses.every((address) => new URL(address).protocol === 'https:')).toBe(true);
  });

  test('[CAT-12] some ordinary discounts say until when they hold', () => {
    const dated = products.filter(({ discountEndsAt }) => discountEndsAt !== null);
    expect(dated.length).toBeGreaterThan(4);
    for (const { discountEndsAt, salesPrice, regularPrice } of dated) {
      expect(hours(discountEndsAt ?? now)).toBeGreaterThan(24);
      expect(salesPrice ?? 0).toBeLessThan(regularPrice ?? 0);
    }
  });

  test('[WAR-03] phones have screen protection of 6 or 12 months, from Q450; what holds longer costs more', () => {
    const phones = shop.warranties.filter(
      ({ categoryPath }) => categoryPath === 'celulares-y-tablets/celulares/smartphones',
    );
    expect(phones.map(({ label, amount }) => `${label} ${formatQ(amount)}`)).toEqual([
      'Protección de pantalla 6 meses Q450.00',
      'Protección de pantalla 12 meses Q650.00',
    ]);
    const months = ({ label }: (typeof phones)[number]) => Number(/\d+(?= meses)/.exec(label)?.[0]);
    for (const offers of Map.groupBy(shop.warranties, ({ categoryPath }) => categoryPath).values()) {
      const byLength = offers.toSorted((a, b) => months(a) - months(b)).map(({ amount }) => amount);
      expect(byLength).toEqual([...new Set(byLength)].toSorted((a, b) => a - b));
    }
  });

  test('[DEC-159] tech support is sold, at its prices, and not listed', () => {
    const hidden = products.filter(({ isListed }) => !isListed);
    expect(hidden.map(({ sku, salesPrice }) => [sku, salesPrice])).toEqual([
      ['TECKIAI', 19_900],
      ['TECKIRESUELVE', 29_900],
    ]);
    expect(hidden.every(({ kind }) => kind === 'service')).toBe(true);
  });

  test('[DEC-78] the four coupons', () => {
    expect(shop.coupons.map(({ code }) => code)).toEqual(['BIENVENIDO10', 'MAX100', 'VENCIDO', 'LIMITE']);
    const [welcome, fixed, ended, used] = shop.coupons;
    expect([welcome?.percentBasisPoints, welcome?.cap]).toEqual([1_000, 30_000]);
    expect([fixed?.amount, fixed?.minimumSubtotal]).toEqual([10_000, 100_000]);
    expect(hours(ended?.endsAt ?? now)).toBeLessThan(0);
    expect(used?.usedCount).toBe(used?.totalLimit);
  });

  test('[DEC-85] companions are other listed products that can be bought', () => {
    const buyable = new Set(listed.filter(({ salesPrice }) => salesPrice !== null).map(({ sku }) => sku));
    expect(
      shop.companions.filter(({ sku, companionSku }) => sku === companionSku || !buyable.has(companionSku)),
    ).toEqual([]);
    expect(repeated(shop.companions.map(({ sku, companionSku }) => `${sku} ${companionSku}`))).toEqual([]);
    expect(new Set(shop.companions.map(({ sku }) => sku)).size).toBeGreaterThan(300);
  });
});

describe('places', () => {
  test('[DEC-98] [DEC-166] 14 stores, MAX first, one of them a bodega, and one central warehouse', () => {
    const pickup = shop.stores.filter(({ isPickup }) => isPickup);
    expect(pickup.map(({ storeCode }) => storeCode)).toEqual([
      'MAX',
      ...Array.from({ length: 13 }, (_, index) => `T${String(index + 2).padStart(2, '0')}`),
    ]);
    expect(pickup.filter(({ type }) => type === 'bodega')).toHaveLength(1);
    expect(shop.stores.filter(({ isWarehouse }) => isWarehouse).map(({ storeCode }) => storeCode)).toEqual(['BODEGA']);
    for (const city of ['Guatemala', 'Mixco', 'Villa Nueva', 'Quetzaltenango', 'Antigua Guatemala'])
      expect(pickup.map((store) => store.city)).toContain(city);
  });

  test('[DEC-87] 22 departments and 340 municipios; only the capital has zones', () => {
    expect(shop.departments.map(({ regionId }) => regionId)).toEqual(
      Array.from({ length: 22 }, (_, index) => 485 + index),
    );
    const municipios = shop.departments.flatMap((department) => department.municipios);
    expect(municipios).toHaveLength(340);
    const [capital] = municipios.filter(({ zones }) => zones.length > 0);
    expect(capital?.name).toBe('Guatemala');
    expect(capital?.zones).toHaveLength(22);
    expect(capital?.zones).not.toContain('Zona 20');
  });

  test('no banner names a price of its own: it would not be that of what the banner leads to', () => {
    const words = shop.banners.flatMap(({ eyebrow, title, text, note }) => [eyebrow, title, text, note]);
    expect(words.filter((text) => /Q\d/.test(text))).toEqual([]);
    expect(words.filter((text) => text.includes('{precio}'))).toHaveLength(4);
  });

  test('stock lies in stores that exist', () => {
    const codes = new Set(shop.stores.map(({ storeCode }) => storeCode));
    expect(
      products
        .flatMap(({ stock }) => stock ?? [])
        .filter(({ storeCode, quantity }) => !codes.has(storeCode) || quantity < 0),
    ).toEqual([]);
  });
});
