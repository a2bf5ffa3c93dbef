import { describe, expect, test } from 'vitest';
import { giftCardTag } from './gift-card-tag.ts';
import { tagLookOf } from './tag-look.ts';
import { cardTags, fixedTags, isContentTag, productTags, type Tag, type TaggedProduct, tagLooks } from './tags.ts';

describe('tags', () => {
  const none: TaggedProduct = {
    isOutOfStock: false,
    hasActiveFlashSale: false,
    isPresale: false,
    isDropshipping: false,
    isVirtualGiftCard: false,
    hasFreeGifts: false,
  };
  const all: TaggedProduct = {
    isOutOfStock: true,
    hasActiveFlashSale: true,
    isPresale: true,
    isDropshipping: true,
    isVirtualGiftCard: true,
    hasFreeGifts: true,
  };
  const own: Tag = { ...fixedTags.gift, id: 'content', textContent: 'Nuevo', category: '1301' };
  const texts = (tags: readonly Tag[]) => tags.map(({ textContent }) => textContent);

  test('[CAT-03] [DEC-26] [DIF-14] shows all seven tags in order, content tags last', () => {
    const common = ['Agotado', 'Oferta relámpago', 'Preventa', 'Exclusivo web', 'Producto digital'];
    expect(texts(productTags(all, 'card', [own]))).toEqual([...common, 'Incluye regalo', 'Nuevo']);
    expect(texts(productTags(all, 'detail'))).toEqual([...common, 'Regalos incluidos con este producto']);
    expect(productTags(none, 'card')).toEqual([]);
  });

  test.each<[keyof TaggedProduct, string]>([
    ['isOutOfStock', 'Agotado'],
    ['hasActiveFlashSale', 'Oferta relámpago'],
    ['isPresale', 'Preventa'],
    ['isDropshipping', 'Exclusivo web'],
    ['isVirtualGiftCard', 'Producto digital'],
    ['hasFreeGifts', 'Incluye regalo'],
  ])('[CAT-03] %s shows %s', (mark, text) => {
    expect(texts(productTags({ ...none, [mark]: true }, 'card'))).toEqual([text]);
  });

  test('[DEC-26] each pair of colours has one name', () => {
    expect(tagLookOf(fixedTags.flashSale)).toBe('ffffff-bd1a34');
    expect(tagLookOf({ textColor: '#ffffff', backgroundColor: '#d8e9f8' })).toBe('ffffff-d8e9f8');
    const pairs = Object.values(tagLooks);
    expect(new Set(pairs.map(tagLookOf)).size).toBe(pairs.length);
  });

  test('[CAT-03] a card shows the product page’s tags with shorter texts', () => {
    expect(cardTags(productTags(all, 'detail', [own]))).toEqual(productTags(all, 'card'));
  });

  test('a tag from content is not a fixed tag', () => {
    expect(isContentTag(own)).toBe(true);
    expect(Object.values(fixedTags).some(isContentTag)).toBe(false);
  });

  test('[CAT-02] [DEC-26] the tags have colours, icons, a category and different ids', () => {
    const looks = Object.values(fixedTags).map((tag) => [tag.textColor, tag.backgroundColor, tag.icon, tag.category]);
    expect(looks).toEqual([
      ['#3f4c46', '#e5e0d7', 'ban', 'fixed'],
      ['#ffffff', '#bd1a34', 'zap', 'fixed'],
      ['#0b467a', '#d8e9f8', 'calendar-clock', 'fixed'],
      ['#05483b', '#d6f0e6', 'globe', 'fixed'],
      ['#064f58', '#d7f0f2', 'mail', 'fixed'],
      ['#7a4e00', '#ffeec4', 'gift', 'fixed'],
      ['#7a4e00', '#ffeec4', 'gift', 'fixed'],
    ]);
    expect(Object.values(fixedTags).map(({ id }) => id)).toEqual([
      'out-of-stock',
      'flash-sale',
      'presale',
      'web-exclusive',
      'digital',
      'gift',
      'gift-detail',
    ]);
    expect(giftCardTag).toBe('gift_card_virtual');
  });
});
