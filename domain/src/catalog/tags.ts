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

const fixed = (id: string, textContent: string, textColor: string, backgroundColor: string, icon: string): Tag => ({
  id,
  textColor,
  backgroundColor,
  textContent,
  icon,
  category: 'fixed',
});

/** Texts of CAT-03, colours and icons of DEC-26. */
export const fixedTags = {
  outOfStock: fixed('out-of-stock', 'Agotado', '#3f4c46', '#e5e0d7', 'ban'),
  flashSale: fixed('flash-sale', 'Oferta relámpago', '#ffffff', '#bd1a34', 'zap'),
  presale: fixed('presale', 'Preventa', '#0b467a', '#d8e9f8', 'calendar-clock'),
  webExclusive: fixed('web-exclusive', 'Exclusivo web', '#05483b', '#d6f0e6', 'globe'),
  digital: fixed('digital', 'Producto digital', '#064f58', '#d7f0f2', 'mail'),
  gift: fixed('gift', 'Incluye regalo', '#7a4e00', '#ffeec4', 'gift'),
  giftDetail: fixed('gift-detail', 'Regalos incluidos con este producto', '#7a4e00', '#ffeec4', 'gift'),
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
