import type { CaptchaChallenge } from '@ceiba/contract/captcha';
import type { Cart, CartItem } from '@ceiba/contract/carts';
import type { GalleryImage, Product, ProductDetail } from '@ceiba/contract/catalog';
import type { Image, Money } from '@ceiba/contract/shapes';

/** A proof of work whose number is 0. */
export const sampleChallenge: CaptchaChallenge = {
  algorithm: 'SHA-256',
  challenge: '8f560bb865e204122d5d77e504a695623e77631af37b8a17ee3ce3efefa0a811',
  salt: 'a1b2c3',
  signature: 'signed',
  maxnumber: 0,
};

/** Decimal quetzales as in the API. */
export const gtq = (value: number): Money => ({ value, currency: 'GTQ' });

/** Amounts of the contract have at most two decimals (DEC-06), and so must their sums. */
const sum = (amounts: readonly number[]): Money =>
  gtq(Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100) / 100);

/** An own product in stock. A test passes the tested values. */
export const sampleProduct = (changes: Partial<Product> = {}): Product => ({
  sku: 'FRE-0003',
  slug: 'freidora-de-aire-fre-0003',
  title: 'Freidora de aire',
  brand: { id: 7, title: 'Ondalira', link: '/search?q=Ondalira' },
  status: 'IN_STOCK',
  tags: [],
  mainImage: { url: '/media/fre-0003/480.webp', label: 'Freidora de aire' },
  thumbnailImage: { url: '/media/fre-0003/160.webp' },
  salesPrice: gtq(699),
  regularPrice: gtq(699),
  discount: null,
  categories: [
    { id: 3, title: 'Hogar' },
    { id: 31, title: 'Cocina' },
  ],
  salableQuantity: 20,
  seller: { id: 1, title: 'Ceiba', offerId: null },
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
  ...changes,
});

/** A product in the form for its page. */
export const sampleProductDetail = (changes: Partial<ProductDetail> = {}): ProductDetail => {
  const product = sampleProduct(changes);
  return {
    ...product,
    images: [sampleGalleryImage(product.mainImage)],
    description: '',
    attributes: [],
    missingRoles: [],
    energyCost: null,
    breadcrumbs: product.categories.map(({ id, title }) => ({ id, title, path: `/${title.toLowerCase()}` })),
    hasWarranties: false,
    warranties: [],
    variants: [],
    installationGuide: null,
    visits: [],
    ...changes,
  };
};

/** A picture of a product page, with its large file. */
export const sampleGalleryImage = (image: Image): GalleryImage => ({
  ...image,
  full: { url: image.url.replace(/\d+\.webp$/, '1600.jpg'), width: 1600, height: 1600 },
});

/** A line of the cart with its price times its quantity. */
export const sampleLine = (changes: Partial<CartItem> = {}): CartItem => {
  const { flashSale, lowStock, motorcycle, parentId, ...product } = sampleProduct();
  const line = { ...product, quantity: 1, ...changes };
  return {
    cartItemId: '00000000-0000-4000-8000-0000000000a1',
    onSale: false,
    warranties: [],
    productNeedsToBeRemovedFromCart: false,
    isDonation: false,
    giftCard: null,
    kind: 'goods',
    lineTotal: sum([(line.salesPrice?.value ?? 0) * line.quantity]),
    ...line,
  };
};

export const sampleCartId = '00000000-0000-4000-8000-0000000000c1';

/** A guest's cart with these lines, its delivery not yet computed. */
export const sampleCart = (items: readonly CartItem[], changes: Partial<Cart> = {}): Cart => {
  const warranties = sum(items.flatMap((item) => item.warranties.map(({ salesPrice }) => salesPrice.value)));
  const subtotal = sum([...items.map(({ lineTotal }) => lineTotal.value), warranties.value]);
  return {
    status: 200,
    id: sampleCartId,
    cartId: sampleCartId,
    items: [...items],
    totalQuantity: items.reduce((units, { quantity, isDonation }) => units + (isDonation ? 0 : quantity), 0),
    prices: {
      ...{ grandTotal: subtotal, totalBeforeBankPromotion: subtotal, subtotal, warranties },
      ...{
        shipping: gtq(0),
        discount: gtq(0),
        discounts: [],
        tax: gtq(Math.round((subtotal.value * 12 * 100) / 112) / 100),
      },
    },
    appliedCoupons: [],
    certificate: null,
    selectedPaymentMethod: null,
    is3p: items.some(({ is3p }) => is3p),
    isDigital:
      items.length > 0 &&
      items.every(({ kind, visit }) => kind !== 'goods' && kind !== 'donation' && visit === undefined),
    donation: null,
    ended: null,
    ...changes,
  };
};
