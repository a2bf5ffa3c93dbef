/** CAT-02. */
export interface Tag {
  id: string;
  textColor: string;
  backgroundColor: string;
  textContent: string;
  icon: string;
  category: string;
}

/** What the fixed tags look at (CAT-03). */
export interface TaggedProduct {
  isOutOfStock: boolean;
  hasActiveFlashSale: boolean;
  isPresale: boolean;
  isDropshipping: boolean;
  isVirtualGiftCard: boolean;
  hasFreeGifts: boolean;
}

/** Cards say it shorter than product page, panel and cart line (CAT-03). */
export type TagPlace = 'card' | 'detail';

/**
 * Every pair of colours a tag may have (DEC-26), those of content too. The content security policy allows no colours in
 * the markup: the shop's style sheet is written from this table (`npm run tag-looks -w storefront`).
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

/** The look with a tag's colours; jade for a pair that is in no style sheet. */
export function tagLookOf({ textColor, backgroundColor }: Pick<Tag, 'textColor' | 'backgroundColor'>): TagLook {
  for (const look of ['stone', 'crimson', 'sky', 'plume', 'corn'] as const) {
    const known = tagLooks[look];
    if (known.textColor === textColor && known.backgroundColor === backgroundColor) return look;
  }
  return 'jade';
}

const fixed = (id: string, textContent: string, look: TagLook, icon: string): Tag => ({
  id,
  ...tagLooks[look],
  textContent,
  icon,
  category: 'fixed',
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

/** The fixed tags in the order of DEC-26, then the tags of the content. */
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

/** CAT-23: the internal tag of a virtual gift card. */
export const giftCardTag = 'gift_card_virtual';
