import { pictureVariant } from '@ceiba/contract/pictures';
import { useMemo } from 'react';
import type { CardProduct } from './card-product.ts';

const usualFields = [
  'status',
  'tags',
  'discount',
  'is3p',
  'dropshipping',
  'presale',
  'parentId',
  'lealPoints',
  'internalTags',
  'freeProducts',
  'restricted',
  'motorcycle',
  'flashSale',
  'lowStock',
  'validUntil',
  'deliveryHint',
] as const;

type Usual = Pick<CardProduct, (typeof usualFields)[number]>;

/** Values that most cards have. */
const usual: Usual = {
  status: 'IN_STOCK',
  tags: [],
  discount: null,
  is3p: false,
  dropshipping: false,
  presale: null,
  parentId: null,
  lealPoints: null,
  internalTags: [],
  freeProducts: [],
  restricted: false,
  motorcycle: false,
  flashSale: null,
  lowStock: null,
  validUntil: null,
  deliveryHint: null,
};

type Fixed = 'sku' | 'slug' | 'title' | 'salableQuantity' | 'brand' | 'seller' | 'categories';
type Derived = 'mainImage' | 'thumbnailImage' | 'salesPrice' | 'regularPrice';

/** Fields that only some cards have. */
interface Extras extends Omit<CardProduct, keyof Usual | Fixed | Derived>, Partial<Usual> {
  /** Label of the main image, if it differs from the title. */
  imageLabel?: string;
  /** Address of the thumbnail, if it is not the main image's own smaller file. */
  thumbnail?: string;
  /** The regular price, if it differs from the price. */
  regular?: number | null;
  /** Percentage of a discount that can be computed from both prices and the flash sale. */
  off?: number;
}

/**
 * A card in the page's data, beside its markup. Packed as a tuple without names, usual values and derived values, because a page has up to fifty
 * cards.
 */
export type PackedCard = readonly [
  ...fixed: [
    sku: CardProduct['sku'],
    slug: CardProduct['slug'],
    title: CardProduct['title'],
    salableQuantity: CardProduct['salableQuantity'],
    /** Without its link, if the link is a search for the brand's name. */
    brand: Omit<CardProduct['brand'], 'link'> & { link?: string },
    seller: CardProduct['seller'],
    categories: CardProduct['categories'],
    /** Key of the main image in the media store, or the address of the placeholder if there is no picture. */
    image: string,
    /** In quetzales, with decimals. */
    price: number | null,
  ],
  extras?: Extras,
];

/** Addresses of the media store as the contract defines them. */
const mainImageOf = (key: string): string => (key.startsWith('/') ? key : `/media/${key}/480.webp`);
const keyOf = (url: string): string => /^\/media\/(\w+)\/480\.webp$/.exec(url)?.[1] ?? url;
const thumbnailOf = (image: string): string => pictureVariant(image, 120, 'webp');

const copyField = <K extends keyof Usual>(to: Partial<Usual>, from: Usual, key: K): void => {
  to[key] = from[key];
};

const unusual = (card: Usual): Partial<Usual> => {
  const own: Partial<Usual> = {};
  for (const key of usualFields) if (!isEqual(card[key], usual[key])) copyField(own, card, key);
  return own;
};

/** The discount computed from a card's prices: displayed, and ending with its flash sale. */
const discountOf = (
  percentOff: number,
  price: number | null,
  regular: number | null,
  flashSale: Usual['flashSale'],
): NonNullable<Usual['discount']> => ({
  amountOff: Math.round(((regular ?? 0) - (price ?? 0)) * 100) / 100,
  percentOff,
  expirationDate: flashSale?.endsAt ?? null,
  displayDiscount: true,
});

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const brandLink = (title: string): string => `/search?q=${encodeURIComponent(title)}`;

const packBrand = ({ link, ...brand }: CardProduct['brand']): PackedCard[4] =>
  link === brandLink(brand.title) ? brand : { ...brand, link };

/** Returns the same object for equal values, so that the page's data contains it once. */
const sharer = <T>(): ((value: T) => T) => {
  const firstByKey = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const known = firstByKey.get(key);
    if (known === undefined) firstByKey.set(key, value);
    return known ?? value;
  };
};

/** Packs the rows of one page, for loaders. A product in two rows is sent once. `useCards` returns exactly what was packed. */
export const cardPacker = (): ((cards: readonly CardProduct[]) => PackedCard[]) => {
  const brand = sharer<PackedCard[4]>();
  const seller = sharer<CardProduct['seller']>();
  const categories = sharer<CardProduct['categories']>();
  const tag = sharer<CardProduct['tags'][number]>();
  const hint = sharer<CardProduct['deliveryHint']>();
  const whole = sharer<PackedCard>();
  const pack = (card: CardProduct): PackedCard => {
    const { discount, ...own } = unusual(card);
    const price = card.salesPrice?.value ?? null;
    const regular = card.regularPrice?.value ?? null;
    const isOff = discount && isEqual(discount, discountOf(discount.percentOff, price, regular, card.flashSale));
    const extras: Extras = {
      ...own,
      ...(discount && (isOff ? { off: discount.percentOff } : { discount })),
      ...(own.tags === undefined ? {} : { tags: own.tags.map(tag) }),
      ...(own.deliveryHint === undefined ? {} : { deliveryHint: hint(own.deliveryHint) }),
      ...(card.eventUrl === undefined ? {} : { eventUrl: card.eventUrl }),
      ...(card.visit === undefined ? {} : { visit: card.visit }),
      ...(card.mainImage.label === card.title ? {} : { imageLabel: card.mainImage.label }),
      ...(card.thumbnailImage.url === thumbnailOf(card.mainImage.url) ? {} : { thumbnail: card.thumbnailImage.url }),
      ...(regular === price ? {} : { regular }),
    };
    return [
      card.sku,
      card.slug,
      card.title,
      card.salableQuantity,
      brand(packBrand(card.brand)),
      seller(card.seller),
      categories(card.categories),
      keyOf(card.mainImage.url),
      price,
      ...(Object.keys(extras).length === 0 ? ([] as const) : ([extras] as const)),
    ];
  };
  return (cards) => cards.map((card) => whole(pack(card)));
};

/** Packs the cards of a page with one row. */
export const packCards = (cards: readonly CardProduct[]): PackedCard[] => cardPacker()(cards);

const money = (value: number | null): CardProduct['salesPrice'] => (value === null ? null : { value, currency: 'GTQ' });

/** @returns what `packCards` was given */
export const unpackCard = ([
  sku,
  slug,
  title,
  salableQuantity,
  brand,
  seller,
  categories,
  image,
  price,
  { imageLabel = title, thumbnail, regular = price, off, ...own } = {},
]: PackedCard): CardProduct => ({
  ...usual,
  ...(off === undefined ? {} : { discount: discountOf(off, price, regular, own.flashSale ?? null) }),
  ...own,
  sku,
  slug,
  title,
  salableQuantity,
  brand: { ...brand, link: brand.link ?? brandLink(brand.title) },
  seller,
  categories,
  mainImage: { url: mainImageOf(image), label: imageLabel },
  thumbnailImage: { url: thumbnail ?? thumbnailOf(mainImageOf(image)) },
  salesPrice: money(price),
  regularPrice: money(regular),
});

/** The unpacked cards of a page's data. The objects stay the same while `packed` does. */
export const useCards = (packed: readonly PackedCard[]): readonly CardProduct[] =>
  useMemo(() => packed.map(unpackCard), [packed]);
