import type { ProductDetail } from '@ceiba/contract/catalog';
import type { Client } from '@ceiba/contract/client';
import type { HelpTables } from '@ceiba/contract/help';
import { shareUrl } from '@ceiba/domain/advisors/advisor-texts';
import { shownGifts } from '@ceiba/domain/catalog/gifts';
import { sizesOf } from '@ceiba/domain/catalog/product-facts';
import { addDays, guatemalaDate, guatemalaMoment } from '@ceiba/domain/dates/civil-date';
import { locationLinkText } from '@ceiba/domain/locations/location';
import { pointsSignUpText } from '@ceiba/domain/points/points';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { askingLink, askingTexts } from '@ceiba/domain/policies/support-links';
import { sellerLink } from '@ceiba/domain/sellers/seller-slug';
import { nextStockOfferChange, stockOfferText } from '@ceiba/domain/stock/stock-offer';
import { breadcrumbList, type PageMeta, pageMeta } from '../platform/page-meta.ts';
import { shopNow } from '../platform/shop-time.ts';
import { loadPolicy } from '../policies/load-policy.ts';
import { loadAvailability, onlyInStoreCard } from './availability-cards.ts';
import { cardProduct, cardProducts } from './card-product.ts';
import { offerOf } from './offer.ts';
import { offerSchema } from './offer-schema.ts';
import { packCards } from './packed-card.ts';

/** Height, width, depth and weight by their schema.org names. CMT and KGM are the codes of cm and kg (ZOOM-05). */
const sizes = (product: ProductDetail) => {
  const { alto, ancho, fondo, peso } = sizesOf(product);
  const named = [
    ['height', alto, 'CMT'],
    ['width', ancho, 'CMT'],
    ['depth', fondo, 'CMT'],
    ['weight', peso, 'KGM'],
  ] as const;
  return Object.fromEntries(
    named.flatMap(([name, value, unitCode]) =>
      value === undefined ? [] : [[name, { '@type': 'QuantitativeValue', value, unitCode }]],
    ),
  );
};

const productMeta = (
  product: ProductDetail,
  origin: string,
  deliveries: HelpTables['deliveries'],
  policy: PublicPolicy,
) => {
  const url = `${origin}/${product.slug}`;
  const image = `${origin}${(product.images[0]?.full ?? product.mainImage).url}`;
  const page: PageMeta = {
    title: product.title,
    description: product.description || product.title,
    canonical: url,
    image,
    type: 'product',
    structured: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: product.title,
        sku: product.sku,
        description: product.description,
        image: product.images.map(({ full }) => `${origin}${full.url}`),
        brand: { '@type': 'Brand', name: product.brand.title },
        ...sizes(product),
        ...offerSchema(product, url, deliveries, policy),
      },
      breadcrumbList(origin, [...product.breadcrumbs, { title: product.title }]),
    ],
  };
  return pageMeta(page, policy);
};

interface LowStock {
  /** Units left, if an offer shows them (CAT-16, CAT-17). */
  left: number | null;
  /** The next time at which an offer starts or ends. */
  changesAt: Date | null;
}

/** Read from the shop's list of offers. If the read fails, the product's own value applies. */
const loadLowStock = async (call: Client, product: ProductDetail, now: Date): Promise<LowStock> => {
  const listed = await call('listStockOffers', {});
  if (!listed.ok) return { left: product.lowStock, changesAt: null };
  const { sku, categories, salableQuantity } = product;
  const offers = listed.value.data.map(({ attributes }) => ({
    offerType: attributes.OfferType,
    offerTypeValue: attributes.OfferTypeValue,
    threshold: attributes.Threshold,
    startsAt: new Date(attributes.StartDateTime),
    endsAt: new Date(attributes.EndDateTime),
  }));
  const offered = { sku, categoryIds: categories.map(({ id }) => id), salableQuantity };
  return {
    left: stockOfferText(offers, offered, now) === null ? null : salableQuantity,
    changesAt: nextStockOfferChange(offers, offered, now),
  };
};

/** Maximum number of similar products shown for a sold-out one. */
const maxSimilar = 12;

/** Available products of the same kind, shown in place of a sold-out one. Null if the shop has no such products. */
const loadSimilar = async (call: Client, { sku, categories }: ProductDetail) => {
  const kind = categories.at(-1);
  const found = kind === undefined ? undefined : await call('searchProducts', { query: { category: String(kind.id) } });
  if (!found?.ok) return null;
  const products = found.value.products.filter((other) => other.status === 'IN_STOCK' && other.sku !== sku);
  return products.length === 0 ? null : { products: products.slice(0, maxSimilar), resultId: found.value.resultId };
};

/** The link of the chat button, and when the shop answers. The button works even if the answering hours cannot be loaded. */
const loadChat = async (call: Client, { title, sku, slug }: ProductDetail, policy: PublicPolicy, origin: string) => {
  const href = askingLink(policy, askingTexts.product({ title, sku, url: `${origin}/${slug}` }));
  if (href === null) return null;
  const answer = await call('getChatAnswer', {});
  const { text, changesAt } = answer.ok ? answer.value.data : { text: null, changesAt: null };
  return { href, text, changesAt: changesAt === null ? null : new Date(changesAt) };
};

/** At this moment a gift's last day ends, and all shown days change, such as an arrival "hoy". */
const endOfDay = (now: Date): Date => guatemalaMoment(addDays(guatemalaDate(now), 1), 0);

/**
 * All data of a product page that is the same for everybody. Texts that depend on the date or on rules are computed here, so that the browser does
 * not need the rules. If recommendations fail, they are left out (REC-05). `until` (ISO 8601): the time at which the page expires.
 */
export async function loadProductPage(call: Client, product: ProductDetail, origin: string) {
  const now = shopNow();
  const policy = await loadPolicy(call);
  const card = cardProduct(product, now, policy);
  const [recommended, availability, lowStock, chat, help] = await Promise.all([
    call('getRecommendations', { query: { skus: product.sku } }),
    loadAvailability(call, card, policy),
    loadLowStock(call, product, now),
    loadChat(call, product, policy, origin),
    call('getHelp', {}),
  ]);
  const similar = product.status === 'OUT_OF_STOCK' ? await loadSimilar(call, product) : null;
  const suggested = similar ?? (recommended.ok ? recommended.value : { products: [], resultId: null });
  const shown = suggested.products;
  const page = {
    // Services are not offered for a product that cannot be bought.
    product: {
      ...product,
      ...card,
      freeProducts: shownGifts(product.freeProducts, now),
      visits: product.salesPrice === null || product.status === 'OUT_OF_STOCK' ? [] : product.visits,
      /** "Consultar por WhatsApp" (WA-01), with its hours of answer (WA-05). Null if the shop has no number. */
      chat: chat && { href: chat.href, text: chat.text },
      /** The link of "Compartir" without scripts, and on devices without a share sheet (DEC-150). */
      shareHref: shareUrl(`${origin}/${product.slug}`),
    },
    availability,
    /** The day in Guatemala. The cached page may be some minutes old. */
    today: guatemalaDate(now),
    locationLinks: { adjust: locationLinkText(false), change: locationLinkText(true) },
    offer: { ...offerOf(product, policy, !availability.includes(onlyInStoreCard)), lowStock: lowStock.left },
    sellerPath: sellerLink(product.seller),
    pointsSignUp: pointsSignUpText,
    recommended: packCards(cardProducts(shown, now, policy)),
    /** ID of the answer that brought the recommendations (DEC-201). */
    resultId: suggested.resultId,
    recommendedTitle: similar === null ? 'Productos que te pueden gustar' : 'Parecidos que sí están disponibles',
    meta: productMeta(product, origin, help.ok ? help.value.deliveries : [], policy),
    /** The note above a product that a preview link opened before its publication (PROD-04). */
    previewNote: null as string | null,
  };
  const changes = [endOfDay(now), lowStock.changesAt, chat?.changesAt ?? null];
  const until = Math.min(...changes.map((moment) => moment?.getTime() ?? Number.POSITIVE_INFINITY));
  return { page, recommended: shown, until: new Date(until).toISOString() };
}

export type ProductPageData = Awaited<ReturnType<typeof loadProductPage>>['page'];
