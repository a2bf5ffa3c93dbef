import { demoFlags } from '@ceiba/domain/flags/flags';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { type Calls, refusal } from '../testing/network.ts';
import { sampleGroup } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import {
  gtq,
  sampleCart,
  sampleCartId,
  sampleGalleryImage,
  sampleLine,
  sampleProduct,
  sampleProductDetail,
} from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

type Detail = ReturnType<typeof sampleProductDetail>;

const recommended = sampleProduct({
  sku: 'LIC-0001',
  slug: 'licuadora-lic-0001',
  title: 'Licuadora de vaso',
  brand: { id: 9, title: 'Volcán & Hijos', link: '/search?q=Volc%C3%A1n%20%26%20Hijos' },
});

/** Other calls that a product page makes. */
const besides: Calls = {
  getRecommendations: { products: [recommended], resultId: sampleCartId },
  computeDeliveryTimes: { status: 201, data: [] },
  checkPickupStock: { status: 200, data: { found: false, stores: [] } },
};

const openPage = (changes: Partial<Detail> = {}, calls: Calls = {}, local: Record<string, string> = {}) => {
  const product = sampleProductDetail(changes);
  return renderScreen(`/${product.slug}`, { local, calls: { getProductBySlug: product, ...besides, ...calls } });
};

const link = (name: string | RegExp) => screen.findByRole('link', { name });

const galleryOf = (length: number) =>
  Array.from({ length }, (_, n) => sampleGalleryImage({ url: `/media/p${n}/480.webp`, label: `Vista ${n + 1}` }));

test('[CAT-07] [APP-08] the brand links to its search on the page, on a card and in the panel', async () => {
  const product = sampleProductDetail();
  const { user, address } = await openPage(
    {},
    {
      createCart: sampleCart([]),
      addCartProduct: { ...sampleCart([sampleLine()]), cartItemId: sampleLine().cartItemId },
      getCart: sampleCart([sampleLine()]),
      getProductWarranties: [],
      searchProducts: { products: [], total: 0, page: 1, pageSize: 24, facets: [], resultId: sampleCartId },
    },
  );
  expect(await link(product.brand.title)).toHaveAttribute('href', '/search?q=Ondalira');
  expect(await link('Volcán & Hijos')).toHaveAttribute('href', '/search?q=Volc%C3%A1n%20%26%20Hijos');
  await user.click(await findAddButton());
  const panel = await screen.findByRole('dialog', { name: 'Continuar comprando' });
  await user.click(await within(panel).findByRole('link', { name: product.brand.title }));
  expect(await screen.findByRole('heading', { level: 1, name: '“Ondalira”' })).toBeVisible();
  expect(address()).toBe('/search?q=Ondalira');
});

test.each<[string, Detail['seller'], string]>([
  ['[SEL-02] the shop as seller', { id: 1, title: 'Ceiba', offerId: null }, '/search?q=Ceiba'],
  [
    '[SEL-03] [SEL-04] a third party as seller',
    { id: 4, title: 'Óptica & Más S.A.', offerId: 'O-1' },
    '/sellers/optica-y-mas-sa',
  ],
])('%s has its link', async (_, seller, href) => {
  await openPage({ seller, is3p: seller.id !== 1 });
  expect(await link(seller.title)).toHaveAttribute('href', href);
});

test('[APP-10] [DEC-23] [SEL-03] [SEL-09] another seller’s link opens the seller’s page with the seller’s products', async () => {
  const seller = { id: 4, title: 'Óptica & Más S.A.', offerId: 'O-1' };
  const { user, address, sentTo } = await openPage(
    { seller, is3p: true },
    {
      getSeller: {
        seller: { id: 4, title: seller.title, slug: 'optica-y-mas-sa' },
        products: [sampleProduct({ sku: 'LEN-1', slug: 'len-1', title: 'Lentes de lectura', seller, is3p: true })],
        total: 1,
        page: 1,
      },
    },
  );
  await user.click(await link(seller.title));
  expect(await screen.findByRole('heading', { level: 1, name: seller.title })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Lentes de lectura' })).toBeVisible();
  expect(address()).toBe('/sellers/optica-y-mas-sa');
  expect(sentTo('getSeller').map(({ params }) => params)).toEqual([{ slug: 'optica-y-mas-sa' }]);
});

test('[DEC-23] an unknown seller shows the 404 page', async () => {
  const { address } = await renderScreen('/sellers/nadie', { calls: { getSeller: refusal('SELLER_NOT_FOUND') } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
  expect(address()).toBe('/sellers/nadie');
});

test('[APP-09] [SEL-02] the shop’s own link opens the search for the shop’s products', async () => {
  const { user, address, sentTo } = await openPage(
    {},
    {
      searchProducts: { products: [recommended], total: 1, page: 1, pageSize: 24, facets: [], resultId: sampleCartId },
    },
  );
  await user.click(await link('Ceiba'));
  expect(await screen.findByRole('heading', { level: 1, name: '“Ceiba”' })).toBeVisible();
  expect(address()).toBe('/search?q=Ceiba');
  expect(sentTo('searchProducts').map(({ query }) => query)).toEqual([{ q: 'Ceiba' }]);
});

test('[CAT-21] [DIF-39] a presale page shows the day of availability, not a day of arrival', async () => {
  const time = { shopId: 1, foundInStore: null, pickupDate: null, pickupTime: null, sellerId: 1, skus: ['FRE-0003'] };
  const message = 'Disponible a partir del 9 de diciembre de 2026';
  await openPage(
    { presale: { deliveryDate: '2026-12-09' } },
    { computeDeliveryTimes: { status: 201, data: [{ ...time, deliveryDate: '2026-12-09', message }] } },
  );
  const cards = await screen.findByRole('region', { name: 'Entrega' });
  await waitFor(() => expect(cards).toHaveTextContent(`Q30.00 · ${message}`));
  expect(cards).not.toHaveTextContent('llega');
});

const stockOffer = (id: string, changes: object = {}) => ({
  id,
  attributes: {
    OfferType: 'By SKU' as const,
    OfferTypeValue: 'FRE-0003',
    Threshold: 5,
    StartDateTime: '2020-01-01T06:00:00.000Z',
    EndDateTime: '2099-12-31T06:00:00.000Z',
    ...changes,
  },
});

const ofItsCategory = stockOffer('2', { OfferType: 'By Category ID', OfferTypeValue: '2', Threshold: 9 });

test.each([
  ['an offer for its category', [ofItsCategory], 'Solo quedan 7 disponibles'],
  ['an offer for the SKU takes precedence', [ofItsCategory, stockOffer('1')], null],
  ['an ended offer does not show', [stockOffer('1', { Threshold: 9, EndDateTime: '2020-02-01T06:00:00.000Z' })], null],
])('[CAT-16, CAT-17] [DEC-60, DEC-65] the page reads the shop’s stock offers: %s', async (_, data, expected) => {
  await openPage({ salableQuantity: 7, categories: [{ id: 2, title: 'Cocina' }] }, { listStockOffers: { data } });
  expect(await findAddButton()).toBeEnabled();
  expect(screen.queryByText(/^Solo quedan/)?.textContent ?? null).toBe(expected);
});

test('without the shop’s stock offers, the page shows the product’s own stock message', async () => {
  await openPage({ salableQuantity: 3, lowStock: 3 }, { listStockOffers: refusal('UNEXPECTED') });
  expect(await screen.findByText('Solo quedan 3 disponibles')).toBeVisible();
});

test('[SEL-07] another seller’s product is added with its offer', async () => {
  const { user, sentTo } = await openPage(
    { is3p: true, seller: { id: 4, title: 'Otra tienda', offerId: 'OFERTA-4' } },
    {
      createCart: sampleCart([]),
      getCart: sampleCart([sampleLine()]),
      getProductWarranties: [],
      addCartProduct: { ...sampleCart([sampleLine()]), cartItemId: sampleLine().cartItemId },
    },
  );
  await user.click(await findAddButton());
  await screen.findByText('Producto agregado');
  expect(sentTo('addCartProduct')).toMatchObject([{ body: { sku: 'FRE-0003', quantity: 1, offerId: 'OFERTA-4' } }]);
});

test('[CAT-13, DIF-05] the page shows each part that applies to the product', async () => {
  const calls = { listStockOffers: { data: [stockOffer('1')] } };
  const colours = { textColor: '#ffffff', backgroundColor: '#bd1a34' };
  const { sentTo } = await openPage(
    {
      images: galleryOf(2),
      tags: [{ id: 'flash-sale', textContent: 'Oferta relámpago', icon: 'zap', category: 'fixed', ...colours }],
      salesPrice: gtq(599),
      discount: { amountOff: 100, percentOff: 14, expirationDate: '2099-12-31T06:00:00Z', displayDiscount: true },
      flashSale: { endsAt: '2099-12-31T06:00:00.000Z' },
      salableQuantity: 4,
      hasWarranties: true,
      warranties: [{ id: 'w-24', sku: 'GAR-24', label: '24 meses', amount: 120 }],
      freeProducts: [{ title: 'Molde', image: { url: '/media/molde/480.webp', label: 'Molde' }, endDate: null }],
      lealPoints: '59 puntos',
    },
    calls,
  );
  const title = await screen.findByRole('heading', { level: 1, name: 'Freidora de aire' });
  const offer = title.parentElement?.parentElement;
  if (!offer) throw new Error('the title stands nowhere');
  expect(await screen.findByRole('button', { name: 'Imagen 2 de 2' })).toBeVisible();
  expect(within(offer).getByRole('link', { name: 'Ondalira' })).toBeVisible();
  expect(within(offer).getByText('Oferta relámpago')).toBeVisible();
  expect(offer).toHaveTextContent('Q599.00Precio anterior Q699.00-14%');
  expect(within(offer).getByRole('link', { name: 'Ceiba' })).toHaveAttribute('href', '/search?q=Ceiba');
  expect(await screen.findByRole('timer')).toHaveTextContent(/^Termina en/);
  expect(screen.getByText('Solo quedan 4 disponibles')).toBeVisible();
  expect(await screen.findByLabelText('Cantidad')).toBeVisible();
  expect(await findAddButton()).toBeEnabled();
  expect(screen.getByRole('region', { name: 'Entrega' })).toBeVisible();
  expect(await screen.findByRole('radio', { name: /24 meses/ })).toBeEnabled();
  expect(screen.getByText('Molde')).toBeVisible();
  expect(await screen.findByText('Obten 59 puntos al comprar este producto')).toBeVisible();
  expect(sentTo('getProductBySlug')).toHaveLength(1);
});

test.each([
  [499, 0],
  [499.01, 1],
])('[CAT-27] one unit for Q%d: %d calculators', async (price, count) => {
  await openPage({ salesPrice: gtq(price), regularPrice: gtq(price) });
  await screen.findByRole('heading', { level: 1, name: 'Freidora de aire' });
  // Rendered together with the parts that come after the calculator.
  await link('Volcán & Hijos');
  expect(screen.queryAllByRole('heading', { name: '¡Compra hasta en 48 cuotas!' })).toHaveLength(count);
  expect(screen.queryAllByText('Sin recargo')).toHaveLength(count);
});

test('[CAT-18] the points banner offers guests an account', async () => {
  await openPage({ lealPoints: '69 puntos' });
  expect(await screen.findByText('Obten 69 puntos al comprar este producto')).toBeVisible();
  expect(await link('Regístrate para acumular puntos')).toHaveAttribute('href', '/register');
});

test.each([
  ['leads a customer who is no member to the registration', false, 1],
  ['has no link for a member', true, 0],
])('[CAT-18] the points banner %s', async (_, registerLeal, count) => {
  await openPage(
    { lealPoints: '69 puntos' },
    { getCustomer: sampleCustomer({ registerLeal }) },
    storedSession({ registerLeal }),
  );
  expect(await screen.findByText('Obten 69 puntos al comprar este producto')).toBeVisible();
  const links = screen.queryAllByRole('link', { name: 'Regístrate para acumular puntos' });
  expect(links.map((one) => one.getAttribute('href'))).toEqual(Array(count).fill('/dashboard/points'));
});

test('[CAT-18] a product that earns no points has no banner', async () => {
  await openPage({ lealPoints: null });
  await screen.findByRole('heading', { level: 1, name: 'Freidora de aire' });
  expect(screen.queryByText(/al comprar este producto/)).toBeNull();
});

test('[CAT-03] [CAT-22] each gift has the long tag and its name', async () => {
  const gift = { title: 'Molde de silicón', image: { url: '/media/molde/480.webp', label: 'Molde' }, endDate: null };
  await openPage({ freeProducts: [gift] });
  const box = (await screen.findByText('Molde de silicón')).parentElement;
  if (box === null) throw new Error('no box');
  expect(within(box).getByText('Regalos incluidos con este producto')).toBeVisible();
  expect(screen.queryByText('Incluye regalo')).toBeNull();
});

test('[CAT-25] category tags and the installation guide show if the product has any', async () => {
  const tag = { textColor: '#0b467a', backgroundColor: '#d8e9f8', category: 'cocina' };
  await openPage({
    tags: [{ id: 'gas', textContent: 'Revisa tu tipo de gas', icon: 'flame', ...tag }],
    installationGuide: { title: 'Cómo conectarla', url: '/hogar/cocina' },
  });
  const shown = await screen.findByText('Revisa tu tipo de gas');
  expect(shown).toBeVisible();
  expect(shown).toHaveClass('tag-0b467a-d8e9f8');
  expect(shown.querySelector('use')).toHaveAttribute('href', expect.stringContaining('#flame'));
  expect(await link('Cómo conectarla')).toHaveAttribute('href', '/hogar/cocina');
});

test('[APP-37] with nine pictures the gallery shows seven bullets and five thumbnails', async () => {
  await openPage({ images: galleryOf(9) });
  const gallery = await screen.findByRole('region', { name: 'Galería' });
  const marks = within(gallery).getAllByRole('button', { name: /^Imagen \d de 9$/ });
  expect(marks).toHaveLength(7);
  expect(marks.filter((mark) => mark.querySelector('img') !== null)).toHaveLength(5);
});

test('the gallery has every picture in a row, and marks the picture in view', async () => {
  const { user } = await openPage({ images: galleryOf(5) });
  const gallery = await screen.findByRole('region', { name: 'Galería' });
  const pictures = within(gallery).getAllByRole('button', { name: /^Ampliar imagen \d de 5: Vista \d$/ });
  expect(pictures.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
  const place = within(gallery).getByText('1 de 5');
  expect(place).toHaveAttribute('aria-live', 'polite');
  await user.click(within(gallery).getByRole('button', { name: 'Imagen 3 de 5' }));
  expect(place).toHaveTextContent('3 de 5');
  expect(pictures.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1, -1]);
});

test('a pressed picture opens in the full view, even if another is in view', async () => {
  const { user } = await openPage({ images: galleryOf(5) });
  const gallery = await screen.findByRole('region', { name: 'Galería' });
  await user.click(within(gallery).getByRole('button', { name: 'Ampliar imagen 4 de 5: Vista 4' }));
  expect(await screen.findByRole('dialog', { name: 'Imagen 4 de 5' })).toBeVisible();
});

test('the focus stays on the gallery’s arrows at its ends, and the picture in view is always marked', async () => {
  const { user } = await openPage({ images: galleryOf(9) });
  const gallery = await screen.findByRole('region', { name: 'Galería' });
  const next = within(gallery).getByRole('button', { name: 'Imagen siguiente' });
  for (let shown = 2; shown <= 10; shown += 1) {
    await user.click(next);
    const mark = within(gallery).getByRole('button', { name: `Imagen ${Math.min(shown, 9)} de 9` });
    expect(mark).toHaveAttribute('aria-current', 'true');
  }
  expect(next).toHaveFocus();
  expect(next).toHaveAttribute('aria-disabled', 'true');
});

test('pictures that the gallery scrolls past are not announced', async () => {
  const { user } = await openPage({ images: galleryOf(5) });
  const gallery = await screen.findByRole('region', { name: 'Galería' });
  const row = within(gallery).getAllByRole('list')[0];
  if (row === undefined) throw new Error('no pictures');
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  const scroll = (scrollLeft: number) => {
    row.scrollLeft = scrollLeft;
    fireEvent.scroll(row);
  };
  await user.click(within(gallery).getByRole('button', { name: 'Imagen 4 de 5' }));
  for (const passed of [20, 400, 700]) {
    scroll(passed);
    expect(within(gallery).getByText('4 de 5')).toBeVisible();
  }
  for (const reached of [860, 900]) scroll(reached);
  // A touch after the scroll.
  scroll(620);
  expect(within(gallery).getByText('3 de 5')).toBeVisible();
  // A touch that stops the scroll on its way.
  await user.click(within(gallery).getByRole('button', { name: 'Imagen 5 de 5' }));
  fireEvent.pointerDown(row);
  scroll(0);
  expect(within(gallery).getByText('1 de 5')).toBeVisible();
});

test('[CONST-33] a card’s picture is 240 wide, and the media store has that width', async () => {
  await openPage();
  const card = (await screen.findByRole('heading', { name: recommended.title })).closest('article');
  const picture = card?.querySelector('img');
  expect(picture).toHaveAttribute('width', '240');
  expect(card?.querySelector('source')).toHaveAttribute('srcset', expect.stringMatching(/\/240\.avif 240w/));
});

test('[CAT-15] [DEC-26] after the sale the product’s current tags show, followed by its category tags', async () => {
  const colours = { textColor: '#ffffff', backgroundColor: '#bd1a34' };
  const flash = { id: 'flash-sale', textContent: 'Oferta relámpago', icon: 'zap', category: 'fixed', ...colours };
  const own = { id: 'gas', textContent: 'Revisa tu tipo de gas', icon: 'flame', category: 'cocina', ...colours };
  const gift = { id: 'gift-detail', textContent: 'Incluye molde', icon: 'gift', category: 'fixed', ...colours };
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-24T15:59:00Z') });
  try {
    await openPage(
      { tags: [flash, own], flashSale: { endsAt: '2026-11-24T16:00:00.000Z' } },
      { getProductBySku: sampleProduct({ tags: [gift] }) },
    );
    const tags = (await screen.findByText('Oferta relámpago')).parentElement;
    if (tags === null) throw new Error('no tags');
    expect(tags).toHaveTextContent('Oferta relámpagoRevisa tu tipo de gas');
    vi.advanceTimersByTime(60_000);
    await waitWithStoppedClock(() => expect(tags).toHaveTextContent(/^Incluye moldeRevisa tu tipo de gas$/));
  } finally {
    vi.useRealTimers();
  }
});

test('[CAT-15] after the sale the calculator, the phone’s bar and the panel show the new price', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-24T15:59:00Z') });
  try {
    const line = sampleLine({ salesPrice: gtq(1200), regularPrice: gtq(1200), discount: null });
    const { user } = await openPage(
      { salesPrice: gtq(600), regularPrice: gtq(1200), flashSale: { endsAt: '2026-11-24T16:00:00.000Z' } },
      {
        getProductBySku: sampleProduct({ salesPrice: gtq(1200), regularPrice: gtq(1200), discount: null }),
        createCart: sampleCart([]),
        addCartProduct: { ...sampleCart([line]), cartItemId: line.cartItemId },
        getCart: sampleCart([line]),
        getProductWarranties: [],
      },
    );
    const main = await screen.findByRole('main');
    const calculator = () => screen.findByRole('region', { name: '¡Compra hasta en 48 cuotas!' });
    expect(await calculator()).toHaveTextContent('Q100.00');
    await waitFor(() => expect(within(main).getAllByText('Q600')).toHaveLength(2));
    vi.advanceTimersByTime(60_000);
    await waitFor(() => expect(within(main).getAllByText('Q1,200')).toHaveLength(2));
    expect(within(main).queryByText('Q600')).toBeNull();
    await waitFor(async () => expect(await calculator()).toHaveTextContent('Q200.00'));
    await user.click(await findAddButton());
    const panel = await screen.findByRole('dialog', { name: 'Continuar comprando' });
    await waitFor(() => expect(within(panel).getAllByText('Q1,200')).toHaveLength(2));
  } finally {
    vi.useRealTimers();
  }
});

test('[CAT-15] [CAT-18] [DEL-22] after the sale points and delivery fee follow the new price', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-24T15:59:00Z') });
  try {
    await openPage(
      {
        salesPrice: gtq(600),
        regularPrice: gtq(1200),
        lealPoints: '60 puntos',
        flashSale: { endsAt: '2026-11-24T16:00:00.000Z' },
      },
      {
        computeDeliveryTimes: { status: 201, data: [sampleGroup()] },
        getProductBySku: sampleProduct({
          salesPrice: gtq(1200),
          regularPrice: gtq(1200),
          discount: null,
          lealPoints: '120 puntos',
        }),
      },
    );
    const delivery = await screen.findByRole('region', { name: 'Entrega' });
    await waitFor(() => expect(delivery).toHaveTextContent(/Q30\.00 · llega/));
    expect(await screen.findByText('Obten 60 puntos al comprar este producto')).toBeVisible();
    vi.advanceTimersByTime(60_000);
    expect(await screen.findByText('Obten 120 puntos al comprar este producto')).toBeVisible();
    expect(screen.queryByText('Obten 60 puntos al comprar este producto')).toBeNull();
    await waitFor(() => expect(delivery).toHaveTextContent(/Gratis · llega/));
    expect(delivery).not.toHaveTextContent('Q30.00');
  } finally {
    vi.useRealTimers();
  }
});

test('[CAT-15] when a sale ends, its card loses the tag, and the new price is read and announced', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-24T15:59:00Z') });
  try {
    const flash = { textColor: '#ffffff', backgroundColor: '#bd1a34', category: 'fixed' };
    const onSale = sampleProduct({
      ...recommended,
      tags: [{ id: 'flash-sale', textContent: 'Oferta relámpago', icon: 'zap', ...flash }],
      salesPrice: gtq(399),
      regularPrice: gtq(599),
      discount: { amountOff: 200, percentOff: 33, expirationDate: '2026-11-24T16:00:00Z', displayDiscount: true },
      flashSale: { endsAt: '2026-11-24T16:00:00.000Z' },
    });
    const { sentTo } = await openPage(
      {},
      {
        getRecommendations: { products: [onSale], resultId: sampleCartId },
        listProducts: { products: [{ ...recommended, salesPrice: gtq(599), regularPrice: gtq(599) }] },
      },
    );
    const card = (await screen.findByRole('heading', { name: onSale.title })).closest('article');
    if (card === null) throw new Error('no card');
    expect(card).toHaveTextContent('Oferta relámpago');
    expect(card).toHaveTextContent('Q399.00');
    expect(sentTo('listProducts')).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(await within(card).findByText('¡Oferta finalizada!')).toBeVisible();
    await waitWithStoppedClock(() => expect(card).not.toHaveTextContent('Oferta relámpago'));
    await waitWithStoppedClock(() => expect(card).not.toHaveTextContent('Q399.00'));
    expect(card).toHaveTextContent('Q599.00');
    expect(card).not.toHaveTextContent('Precio anterior');
    expect(sentTo('listProducts').map(({ query }) => query)).toEqual([{ skus: onSale.sku }]);
  } finally {
    vi.useRealTimers();
  }
});

const oneOfKind = (products: ReturnType<typeof sampleProduct>[]): Calls => ({
  searchProducts: { products, total: products.length, page: 1, pageSize: 24, facets: [], resultId: sampleCartId },
});

test('a sold-out product shows similar available products, without itself', async () => {
  const like = sampleProduct({ sku: 'FRE-9', slug: 'fre-9', title: 'Freidora grande' });
  const soldOut = sampleProduct({ sku: 'FRE-8', slug: 'fre-8', title: 'Freidora agotada', status: 'OUT_OF_STOCK' });
  await openPage({ status: 'OUT_OF_STOCK', salableQuantity: 0 }, oneOfKind([sampleProduct(), soldOut, like]));
  const rail = within(await screen.findByRole('region', { name: 'Parecidos que sí están disponibles' }));
  expect(rail.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Freidora grande']);
  expect(screen.queryByText(recommended.title)).toBeNull();
});

test('[CAT-21] a presale shows its arrival, its charge and its cancellation', async () => {
  await openPage({ presale: { deliveryDate: '2027-03-12' } });
  const presale = within(await screen.findByRole('region', { name: 'Así funciona la preventa' }));
  expect(presale.getByText('Disponible a partir del 12 de marzo de 2027')).toBeVisible();
  expect(presale.getByText(/se cobra al confirmar tu pedido/)).toBeVisible();
  expect(presale.getByText(/llámanos al 4232-000 con el número de tu pedido/)).toBeVisible();
});

test.each([
  [false, 0],
  [true, 1],
])('[CAT-24] a motorcycle promises pickup only if its button allows it: on sale %s', async (isOn, promised) => {
  const store = { storeCode: 'MAX', name: 'Ceiba Zona 10', street: '12 calle', city: 'Guatemala', regionId: 485 };
  const place = { zone: 'Zona 10', latitude: 14.6, longitude: -90.5, shopId: 1, foundInStore: true, message: '' };
  const when = { deliveryDate: null, pickupDate: '2026-12-01', pickupTime: '10:00' };
  await openPage(
    { motorcycle: true, restricted: true },
    {
      getFlags: { flags: { ...demoFlags, motorcycleAddToCart: isOn } },
      checkPickupStock: { status: 200, data: { found: true, stores: [{ ...store, ...place, ...when }] } },
    },
  );
  const ways = within(await screen.findByRole('region', { name: 'Entrega' }));
  expect(ways.queryAllByText(/^Gratis · /)).toHaveLength(promised);
});

const token = `1abc.${'x'.repeat(43)}`;

test('[PROD-04] a preview link shows an unpublished product, which is not stored as viewed', async () => {
  const product = sampleProductDetail();
  const { sentTo } = await renderScreen(`/${product.slug}?preview=${token}`, {
    calls: { getProductBySlug: refusal('PRODUCT_NOT_FOUND'), getProductPreview: product, ...besides },
  });
  expect(await screen.findByRole('heading', { level: 1, name: product.title })).toBeVisible();
  expect(screen.getByText(/^Vista previa: este producto todavía no está a la venta/)).toBeVisible();
  expect(sentTo('getProductPreview')[0]?.query).toEqual({ token });
  expect(localStorage.getItem('ceiba.viewed') ?? '').not.toContain(product.sku);
});

test.each([
  ['a wrong token', `?preview=${token}`],
  ['no token', ''],
  ['a malformed token', '?preview=si'],
])('[PROD-04] with %s an unpublished product is the 404 page', async (_, query) => {
  await renderScreen(`/por-salir${query}`, {
    calls: {
      getProductBySlug: refusal('PRODUCT_NOT_FOUND'),
      getProductPreview: refusal('PRODUCT_NOT_FOUND'),
      listCategoryPages: { data: [] },
      getCurrentAddress: refusal('NOT_FOUND'),
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
});
