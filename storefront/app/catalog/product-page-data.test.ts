import { type Client, resultOf } from '@ceiba/contract/client';
import { productTag } from '@ceiba/contract/page-tags';
import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loader } from '../pages/slug-page.tsx';
import { apiContext } from '../platform/api.ts';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { sampleCartId, sampleProduct, sampleProductDetail } from '../testing/samples.ts';
import { loadProductPage } from './product-page-data.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const product = sampleProductDetail();

const offer = (OfferTypeValue: string, StartDateTime: string, EndDateTime: string) => ({
  id: '1',
  attributes: { OfferType: 'By SKU', OfferTypeValue, Threshold: 5, StartDateTime, EndDateTime },
});

const clientOf = (offers: readonly object[], more: Record<string, unknown> = {}): Client => {
  const answers: Record<string, unknown> = {
    getProductBySlug: product,
    getPolicy: { policy: toPublicPolicy(defaultShopPolicy), offers: demoOffersAnswer, tagContainer: null },
    getRecommendations: {
      products: [sampleProduct({ sku: 'LIC 1' }), sampleProduct({ sku: 'TV-2' })],
      resultId: sampleCartId,
    },
    listStockOffers: { data: offers },
    ...more,
  };
  return async (name) =>
    resultOf(name in answers ? { status: 200, text: JSON.stringify(answers[name]) } : { status: 503, text: '' });
};

const offers = [
  offer(product.sku, '2026-11-24T13:00:00Z', '2026-11-24T20:00:00Z'),
  offer('OTRO', '2026-11-24T12:30:00Z', '2027-01-01T06:00:00Z'),
];

test.each([
  ['before an offer begins', '2026-11-24T12:00:00Z', '2026-11-24T13:00:00.000Z'],
  ['while the offer runs', '2026-11-24T13:00:00Z', '2026-11-24T20:00:00.001Z'],
  ['after the offer, until the day ends in Guatemala', '2026-11-24T20:00:00.001Z', '2026-11-25T06:00:00.000Z'],
  ['a moment before midnight', '2026-11-25T05:59:59.999Z', '2026-11-25T06:00:00.000Z'],
  ['at midnight', '2026-11-25T06:00:00Z', '2026-11-26T06:00:00.000Z'],
])('[CAT-17] [CAT-22] a product’s page stays valid until a scheduled change: %s', async (_, now, expected) => {
  vi.setSystemTime(now);
  const { until } = await loadProductPage(clientOf(offers), product, 'https://tienda.example');
  expect(until).toBe(expected);
});

test('a product’s page also expires with the products in its rows', async () => {
  vi.setSystemTime('2026-11-24T12:00:00Z');
  const context = new RouterContextProvider();
  context.set(apiContext, clientOf(offers));
  const url = new URL(`https://tienda.example/${product.slug}`);
  const request = new Request(url);
  const { init } = await loader({ context, url, request, params: { slug: product.slug }, pattern: '/:slug' });
  const headers = new Headers(init?.headers);
  expect(headers.get('page-tags')?.split(' ')).toEqual(
    expect.arrayContaining([productTag(product.sku), 'product:LIC_1', 'product:TV-2', 'content']),
  );
  expect([headers.get('page-until'), headers.get('page-query')]).toEqual(['2026-11-24T13:00:00.000Z', 'none']);
});

test('[PROD-04] a preview page is not cached, not indexed, and its address is sent to no other site', async () => {
  vi.setSystemTime('2026-11-24T12:00:00Z');
  const answers = clientOf(offers);
  const draft: Client = async (name, input, options) => {
    if (name === 'getProductBySlug') return resultOf({ status: 404, text: '' });
    if (name === 'getProductPreview') return resultOf({ status: 200, text: JSON.stringify(product) });
    return answers(name, input, options);
  };
  const context = new RouterContextProvider();
  context.set(apiContext, draft);
  const url = new URL(`https://tienda.example/${product.slug}?preview=1abc.${'x'.repeat(43)}`);
  const request = new Request(url);
  const loaded = await loader({ context, url, request, params: { slug: product.slug }, pattern: '/:slug' });
  const headers = new Headers(loaded.init?.headers);
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(loaded.data.page.meta).toEqual([
    { title: `Vista previa: ${product.title}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]);
});

const deliveries = [
  { department: 'Guatemala', regionId: 485, fee: 30, freeFrom: 1_000, days: '1 día hábil', businessDays: 1 },
  { department: 'Petén', regionId: 488, fee: 75, freeFrom: null, days: '3 días hábiles', businessDays: 3 },
  { department: 'Quetzaltenango', regionId: 493, fee: 75, freeFrom: null, days: '3 días hábiles', businessDays: 3 },
];
const withHelp = { getHelp: { pages: [], deliveries, pickup: { inStore: '', fromWarehouse: '' }, banks: [] } };

const offerOfPage = async (changes: Partial<typeof product>): Promise<Record<string, unknown>> => {
  const shown = { ...product, ...changes };
  const { page } = await loadProductPage(clientOf([], withHelp), shown, 'https://tienda.example');
  const structured = page.meta.flatMap((entry) => ('script:ld+json' in entry ? [entry['script:ld+json']] : []));
  return JSON.parse(JSON.stringify(structured[0])).offers;
};

test('[HELP-07] search engines read cost and time of delivery by department, and the days for returns', async () => {
  const terms = (value: string, days: number, addressRegion: string[]) => ({
    shippingRate: { value, currency: 'GTQ' },
    shippingDestination: { addressCountry: 'GT', addressRegion },
    deliveryTime: { transitTime: { minValue: days, maxValue: days + 1, unitCode: 'DAY' } },
  });
  expect(await offerOfPage({})).toMatchObject({
    hasMerchantReturnPolicy: { applicableCountry: 'GT', merchantReturnDays: defaultShopPolicy.returnDays },
    shippingDetails: [terms('30.00', 1, ['Guatemala']), terms('75.00', 3, ['Petén', 'Quetzaltenango'])],
  });
  const free = await offerOfPage({ salesPrice: { value: 1_000, currency: 'GTQ' } });
  expect(free.shippingDetails).toMatchObject([
    terms('0.00', 1, ['Guatemala']),
    terms('75.00', 3, ['Petén', 'Quetzaltenango']),
  ]);
});

test.each([
  ['another seller’s', { is3p: true }],
  ['one that a supplier sends', { dropshipping: true }],
  ['one for pickup only', { restricted: true }],
  ['a presale', { presale: { deliveryDate: null } }],
  ['a digital one', { salableQuantity: null }],
])('[HELP-07] a product with special delivery times promises no time to search engines: %s', async (_, changes) => {
  expect(await offerOfPage(changes as Partial<typeof product>)).not.toHaveProperty('shippingDetails');
});

test('[HELP-07] a gift card has no terms of return', async () => {
  expect(await offerOfPage({ internalTags: [giftCardTag] })).not.toHaveProperty('hasMerchantReturnPolicy');
});

test('[WA-05] a product’s page stays valid until the contact hours beside its button change', async () => {
  vi.setSystemTime('2026-11-24T12:00:00Z');
  const chat = {
    getPolicy: {
      policy: { ...toPublicPolicy(defaultShopPolicy), supportWhatsApp: '5555-1234' },
      offers: demoOffersAnswer,
      tagContainer: null,
    },
    getChatAnswer: { status: 200, data: { text: 'Ahora está cerrado.', changesAt: '2026-11-24T15:00:00.000Z' } },
  };
  const { page, until } = await loadProductPage(clientOf([], chat), product, 'https://tienda.example');
  expect([page.product.chat?.text, until]).toEqual(['Ahora está cerrado.', '2026-11-24T15:00:00.000Z']);
});
