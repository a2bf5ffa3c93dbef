import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos } from '@ceiba/domain/money/money';
import { catalogue, type FiledCategory, type FiledColour, type FiledModel } from './catalogue.ts';
import { flashWindow } from './flash-sales.store.ts';
import type { Drawing, ProductDrawing } from './illustrations/ceiba-illustrations.mjs';

/** A drawing and its description. */
interface DemoPicture {
  drawing: ProductDrawing;
  label: string;
}

/** All data of one product. */
export interface DemoProduct {
  sku: string;
  slug: string;
  parentSku: string | null;
  title: string;
  description: string;
  kind: FiledCategory['kind'];
  brand: string;
  sellerId: number;
  offerId: string | null;
  categoryPath: string;
  regularPrice: Centavos | null;
  salesPrice: Centavos | null;
  discountEndsAt: Date | null;
  isPresale: boolean;
  presaleDate: string | null;
  isDropshipping: boolean;
  isRestricted: boolean;
  isMotorcycle: boolean;
  internalTags: string[];
  eventUrl: string | null;
  attributes: { code: string; label: string; value: string; unit: string | null }[];
  soldCount: number;
  isListed: boolean;
  createdAt: Date;
  /** Null without a stock limit (services and virtual gift cards, DEC-81). */
  stock: { storeCode: string; quantity: number }[] | null;
  pictures: DemoPicture[];
  /** Active from `startsAt` to `endsAt` (DEC-27). */
  flashSale: { price: Centavos; startsAt: Date; endsAt: Date } | null;
  /** Civil dates. Null without an end. */
  gifts: { title: string; picture: ProductDrawing; endDate: string | null }[];
  companions: string[];
  /** Null if the product is not a service at the buyer's home. */
  visit: NonNullable<FiledModel['visit']> | null;
}

const hourMs = 3_600_000;

export const inCentavos = (quetzales: number): Centavos => centavos(Math.round(quetzales * 100));
export const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * 24 * hourMs);

/**
 * Returns the products of a shop that opens at `now` (DEC-161). Lists without another order are sorted by id, so that the ids
 * alternate between categories. Unlisted products come last.
 */
export const demoProducts = (now: Date): DemoProduct[] =>
  catalogue.categories
    .flatMap((category) => category.products.map((model, place) => ({ category, model, place })))
    .sort((a, b) => Number(b.model.isListed) - Number(a.model.isListed) || a.place - b.place)
    .flatMap(({ category, model }) =>
      model.colours === undefined
        ? [productOf(category, { ...model, parentSku: null }, now)]
        : model.colours.map((colour) => productOf(category, inColour(category, model, colour), now)),
    );

interface Filed extends Omit<FiledModel, 'colours'> {
  parentSku: string | null;
}

/** Returns a colour as a product, with the names of model and colour. The colour is also the value of the category's attribute `color…`. */
function inColour(category: FiledCategory, model: FiledModel, { colour, drawing, ...own }: FiledColour): Filed {
  const attributes = { ...model.attributes };
  for (const code of Object.keys(category.attributes)) if (code.startsWith('color')) attributes[code] = colour;
  return {
    ...model,
    ...own,
    parentSku: model.sku,
    title: `${model.title}, ${colour.toLowerCase()}`,
    attributes,
    drawing: { ...model.drawing, ...drawing },
  };
}

function productOf(category: FiledCategory, filed: Filed, now: Date): DemoProduct {
  const { sku, parentSku, title, price, flashSale, presale } = filed;
  const regularPrice = price === null ? null : inCentavos(price);
  const brand = byTitle(catalogue.brands, filed.brand);
  const seller = byTitle(catalogue.sellers, filed.seller);
  const onDay = (days: number): string => addDays(guatemalaDate(now), days);
  const base = { ...filed.drawing, seed: parentSku ?? sku, brand: brand.title, accent: brand.accent };
  return {
    sku,
    slug: filed.slug ?? productSlug(title),
    parentSku,
    title,
    description: filed.description.join('\n\n'),
    kind: category.kind,
    brand: brand.title,
    sellerId: seller.id,
    offerId: seller.id === 1 ? null : `OF-${seller.id}-${sku}`,
    categoryPath: category.path,
    regularPrice,
    salesPrice: filed.salesPrice === undefined ? regularPrice : inCentavos(filed.salesPrice),
    discountEndsAt: filed.discountEndsInDays === undefined ? null : daysAfter(now, filed.discountEndsInDays),
    isPresale: presale !== undefined,
    presaleDate: typeof presale?.arrivesInDays === 'number' ? onDay(presale.arrivesInDays) : null,
    isDropshipping: filed.isDropshipping,
    isRestricted: filed.isRestricted,
    isMotorcycle: filed.isMotorcycle,
    internalTags: filed.internalTags,
    eventUrl: filed.eventUrl ?? null,
    attributes: namedAttributes(category, filed),
    soldCount: filed.soldCount ?? 0,
    isListed: filed.isListed,
    createdAt: new Date(now.getTime() - (filed.ageHours ?? 0) * hourMs),
    stock: filed.stock ? Object.entries(filed.stock).map(([storeCode, quantity]) => ({ storeCode, quantity })) : null,
    pictures: productPictures(base, title, filed.views ?? category.views),
    flashSale: flashSale ? { price: inCentavos(flashSale.price), ...flashWindow(flashSale.endsInHours, now) } : null,
    gifts: filed.gifts.map((gift) => ({
      title: gift.title,
      picture: { ...gift.drawing, seed: `regalo-${gift.title}`, brand: brand.title },
      endDate: gift.endsInDays === undefined ? null : onDay(gift.endsInDays),
    })),
    companions: filed.companions ?? [],
    visit: filed.visit ?? null,
  };
}

function byTitle<T extends { title: string }>(list: readonly T[], title: string): T {
  const found = list.find((candidate) => candidate.title === title);
  if (found === undefined) throw new Error(`The catalogue has no brand or seller ${title}.`);
  return found;
}

/** Returns the attributes as shown, in the category's order. Throws if the category lacks an attribute. */
function namedAttributes({ path, attributes }: FiledCategory, { sku, attributes: values }: Filed) {
  const unknown = Object.keys(values).filter((code) => !(code in attributes));
  if (unknown.length > 0)
    throw new Error(`${sku} has attributes that ${path} does not declare: ${unknown.join(', ')}.`);
  return Object.entries(attributes)
    .filter(([code]) => code in values)
    .map(([code, { label, unit }]) => ({ code, label, value: String(values[code]), unit: unit ?? null }));
}

/** Maximum length of a product's slug in characters, because people read addresses aloud. */
const maxSlug = 80;

/** Returns the ASCII address of a product: `Refrigeradora 18 pies³ Top mount` → `refrigeradora-18-pies3-top-mount`. */
function productSlug(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll('³', '3')
    .normalize('NFD')
    .replace(/[^a-z0-9\s./-]/g, '')
    .replace(/[\s./-]+/g, '-')
    .replace(/^-|-$/g, '');
  return plain.length <= maxSlug ? plain : plain.slice(0, maxSlug).replace(/-[^-]*$/, '');
}

/** The part of the drawing that a close-up shows, as an SVG viewBox, for drawings whose middle is not the best part. */
const closeUps: Readonly<Record<string, string>> = {
  tv: '20 170 400 400',
  monitor: '40 110 420 420',
  laptop: '300 380 380 380',
  phone: '140 56 330 330',
  tablet: '60 150 400 400',
  headphones: '80 380 340 340',
  earbuds: '200 230 400 400',
  soundbar: '380 300 420 420',
  speaker: '200 250 400 400',
  smartwatch: '200 200 400 400',
  console: '380 380 400 400',
  handheld: '20 210 400 400',
  fridge: '150 40 420 420',
  minifridge: '190 190 380 380',
  washer: '150 110 430 430',
  microwave: '330 200 400 400',
  airfryer: '200 90 400 400',
  printer: '280 220 420 420',
  router: '200 420 380 380',
  stove: '150 90 430 430',
  cooktop: '90 310 400 400',
  blender: '200 420 380 380',
  mattress: '20 380 360 360',
  aircon: '400 150 380 380',
  motorcycle: '320 150 420 420',
  tyre: '90 80 400 400',
  battery: '110 180 400 400',
  streamer: '440 150 380 380',
};

/** A different corner, for the television's second close-up. */
const corner = '380 320 400 400';

const labels: Readonly<Record<string, string>> = {
  ambiente: 'en un ambiente',
  detalle: 'detalle',
  esquina: 'detalle de la esquina',
  caja: 'empaque',
  frente: 'frente',
  reverso: 'reverso',
};

/** Returns the main picture and the further views. All views use the same seed, so that they show the same object. */
const productPictures = (main: ProductDrawing, title: string, views: readonly string[]): DemoPicture[] => [
  { drawing: main, label: title },
  ...views.map((view) => ({ drawing: { ...main, ...viewOf(main, view) }, label: `${title}, ${labels[view] ?? view}` })),
];

function viewOf({ kind }: Drawing, view: string): { view: string; crop?: string | undefined } {
  if (view === 'esquina') return { view: 'detalle', crop: corner };
  return view === 'detalle' ? { view, crop: closeUps[kind] } : { view };
}
