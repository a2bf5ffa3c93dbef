/** A label on a product, with its colours (CAT-02). */
export interface Tag {
  id: string;
  textColor: string;
  backgroundColor: string;
  textContent: string;
  icon: string;
  category: string;
}

/** The fields that decide the fixed tags (CAT-03). */
export interface TaggedProduct {
  isOutOfStock: boolean;
  hasActiveFlashSale: boolean;
  isPresale: boolean;
  isDropshipping: boolean;
  isVirtualGiftCard: boolean;
  hasFreeGifts: boolean;
}

/** Cards use a shorter text than product page, panel and cart line (CAT-03). */
export type TagPlace = 'card' | 'detail';

/**
 * Every pair of colours that a tag may have (DEC-26), also from content. The table `category_infos` refuses other
 * pairs. The content security policy allows no colours in the markup. Therefore a script writes the style sheet from
 * this table (`npm run tag-looks -w storefront`).
 */
export const tagLooks = {
  stone: { textColor: '#3f4c46', backgroundColor: '#e5e0d7' },
  crimson: { textColor: '#ffffff', backgroundColor: '#bd1a34' },
  sky: { textColor: '#0b467a', backgroundColor: '#d8e9f8' },
  jade: { textColor: '#05483b', backgroundColor: '#d6f0e6' },
  plume: { textColor: '#064f58', backgroundColor: '#d7f0f2' },
  corn: { textColor: '#7a4e00', backgroundColor: '#ffeec4' },
} as const;

export type TagLook = keyof typeof tagLooks;

/** The category of the shop's own tags. Tags from content have other categories. */
const fixedCategory = 'fixed';

const fixed = (id: string, textContent: string, look: TagLook, icon: string): Tag => ({
  id,
  ...tagLooks[look],
  textContent,
  icon,
  category: fixedCategory,
});

/** Texts of CAT-03, colours and icons of DEC-26. */
export const fixedTags = {
  outOfStock: fixed('out-of-stock', 'Agotado', 'stone', 'ban'),
  flashSale: fixed('flash-sale', 'Oferta relámpago', 'crimson', 'zap'),
  presale: fixed('presale', 'Preventa', 'sky', 'calendar-clock'),
  webExclusive: fixed('web-exclusive', 'Exclusivo web', 'jade', 'globe'),
  digital: fixed('digital', 'Producto digital', 'plume', 'mail'),
  gift: fixed('gift', 'Incluye regalo', 'corn', 'gift'),
  giftDetail: fixed('gift-detail', 'Regalos incluidos con este producto', 'corn', 'gift'),
} as const satisfies Record<string, Tag>;

/** Returns whether the tag comes from a category's content (CAT-25). The shop itself sets the fixed tags. */
export const isContentTag = ({ category }: Pick<Tag, 'category'>): boolean => category !== fixedCategory;

/** Returns the fixed tags in the order of DEC-26, then the tags from content (CAT-25). */
export function productTags(product: TaggedProduct, place: TagPlace, contentTags: readonly Tag[] = []): Tag[] {
  const rows: [boolean, Tag][] = [
    [product.isOutOfStock, fixedTags.outOfStock],
    [product.hasActiveFlashSale, fixedTags.flashSale],
    [product.isPresale, fixedTags.presale],
    [product.isDropshipping, fixedTags.webExclusive],
    [product.isVirtualGiftCard, fixedTags.digital],
    [product.hasFreeGifts, place === 'card' ? fixedTags.gift : fixedTags.giftDetail],
  ];
  return [...rows.filter(([isShown]) => isShown).map(([, tag]) => tag), ...contentTags];
}

/** Returns a product page's tags as a card shows them: with the short gift text (CAT-03), without the tags from content (CAT-25). */
export const cardTags = (tags: readonly Tag[]): Tag[] =>
  tags.filter((tag) => !isContentTag(tag)).map((tag) => (tag.id === fixedTags.giftDetail.id ? fixedTags.gift : tag));
