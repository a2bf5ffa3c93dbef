import type { DeskProduct } from '@ceiba/contract/desk/products';
import type { DeskAnswer } from '../session/desk-client.ts';

/** A draft without pictures. */
export const sampleProduct = (changes: Partial<DeskProduct> = {}): DeskProduct => ({
  sku: 'OND-B31',
  state: 'draft',
  kind: 'goods',
  title: 'Barra de sonido Onda 3.1',
  brand: 'Onda',
  category: 'audio/barras',
  categoryTitle: 'Audio › Barras de sonido',
  slug: 'barra-de-sonido-onda-3-1-ond-b31',
  parentSku: null,
  tags: null,
  regularPrice: 1299,
  salesPrice: null,
  discountEndsAt: null,
  description: 'Suena fuerte.',
  attributes: [{ code: 'color', label: 'Color', value: 'Negro', unit: null }],
  isPresale: false,
  presaleDate: null,
  isDropshipping: false,
  isRestricted: false,
  isMotorcycle: false,
  seller: '1',
  sellerTitle: 'Ceiba',
  offerId: null,
  isListed: true,
  eventUrl: null,
  pictures: [],
  picturesVersion: 1,
  codes: ['7401234567890'],
  stock: 4,
  plans: [],
  faults: [{ field: 'pictures', text: 'Agrega al menos una foto.', isBlocking: true }],
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
  version: 3,
  actions: ['publish', 'archive', 'duplicate'],
  ...changes,
});

export const productAnswer = (product: DeskProduct): DeskAnswer<'getDeskProduct'> => ({ status: 200, data: product });

/** A picture of a product, by a digit that is its key. */
export const samplePicture = (digit: string): DeskProduct['pictures'][number] => ({
  key: digit.repeat(32),
  url: `/media/${digit.repeat(32)}/480.webp`,
  label: `Vista ${digit}`,
  width: 1600,
  height: 1600,
});
