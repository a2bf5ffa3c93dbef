import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import type { Calls } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProduct, sampleProductDetail } from '../testing/samples.ts';

type Detail = ReturnType<typeof sampleProductDetail>;

const recommended = sampleProduct({
  sku: 'LIC-0001',
  slug: 'licuadora-lic-0001',
  title: 'Licuadora de vaso',
  brand: { id: 9, title: 'Volcán & Hijos', link: '/search?q=Volc%C3%A1n%20%26%20Hijos' },
});

/** What the page of a product asks for beside it. */
const besides: Calls = {
  getRecommendations: { products: [recommended], resultId: sampleCartId },
  computeDeliveryTimes: { status: 201, data: [] },
  checkPickupStock: { status: 200, data: { found: false, stores: [] } },
};

const openPage = (changes: Partial<Detail> = {}, calls: Calls = {}) => {
  const product = sampleProductDetail(changes);
  return renderScreen(`/${product.slug}`, { calls: { getProductBySlug: product, ...besides, ...calls } });
};

const link = (name: string | RegExp) => screen.findByRole('link', { name });

test('[CAT-07] [APP-08] the brand leads to its search: of the page, of a card, of the panel', async () => {
  const product = sampleProductDetail();
  const { user, address } = await openPage(
    {},
    {
      createCart: sampleCart([]),
      addCartProduct: { ...sampleCart([sampleLine()]), cartItemId: sampleLine().cartItemId },
      getCart: sampleCart([sampleLine()]),
      getProductWarranties: [],
      searchProducts: { products: [], total: 0, page: 1, pageSize: 24, facets: [] },
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
  ['[SEL-02] the shop’s own', { id: 1, title: 'Ceiba', offerId: null }, '/search?q=Ceiba'],
  [
    '[SEL-03] [SEL-04] a third party',
    { id: 4, title: 'Óptica & Más S.A.', offerId: 'O-1' },
    '/sellers/optica-y-mas-sa',
  ],
])('%s has its link', async (_, seller, href) => {
  await openPage({ seller, is3p: seller.id !== 1 });
  expect(await link(seller.title)).toHaveAttribute('href', href);
});

test('[APP-10] [SEL-03] [SEL-09] the link of a third party leads to its page, which lists its products', async () => {
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

test('[APP-09] [SEL-02] the link of the shop itself leads to the search for it', async () => {
  const { user, address, sentTo } = await openPage(
    {},
    { searchProducts: { products: [recommended], total: 1, page: 1, pageSize: 24, facets: [] } },
  );
  await user.click(await link('Ceiba'));
  expect(await screen.findByRole('heading', { level: 1, name: '“Ceiba”' })).toBeVisible();
  expect(address()).toBe('/search?q=Ceiba');
  expect(sentTo('searchProducts').map(({ query }) => query)).toEqual([{ q: 'Ceiba' }]);
});

test('[SEL-07] a third-party product is added by its offer', async () => {
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

test('[CAT-18] the points banner, with the way to an account for who has none', async () => {
  await openPage({ lealPoints: '69 puntos' });
  expect(await screen.findByText('Obten 69 puntos al comprar este producto')).toBeVisible();
  expect(await link('Regístrate para acumular puntos')).toHaveAttribute('href', '/register');
});

test('[CAT-18] what earns no points has no banner', async () => {
  await openPage({ lealPoints: null });
  await screen.findByRole('heading', { level: 1, name: 'Freidora de aire' });
  expect(screen.queryByText(/al comprar este producto/)).toBeNull();
});

test('[CAT-03] [CAT-22] each gift bears the long tag and its name', async () => {
  const gift = { title: 'Molde de silicón', image: { url: '/media/molde/480.webp', label: 'Molde' }, endDate: null };
  await openPage({ freeProducts: [gift] });
  const box = (await screen.findByText('Molde de silicón')).parentElement;
  if (box === null) throw new Error('no box');
  expect(within(box).getByText('Regalos incluidos con este producto')).toBeVisible();
  expect(screen.queryByText('Incluye regalo')).toBeNull();
});

test('[CAT-25] tags of its categories and the installation guide show where there are any', async () => {
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

test('[APP-37] of seven pictures the gallery shows five thumbnails', async () => {
  const images = Array.from({ length: 7 }, (_, n) => ({ url: `/media/p${n}/480.webp`, label: `Vista ${n + 1}` }));
  await openPage({ images });
  const gallery = await screen.findByRole('region', { name: 'Galería' });
  expect(within(gallery).getAllByRole('button', { name: /^Imagen \d de 7$/ })).toHaveLength(5);
});

test('[CONST-33] the picture of a card is 240 wide, and can be had at that width', async () => {
  await openPage();
  const card = (await screen.findByRole('heading', { name: recommended.title })).closest('article');
  const picture = card?.querySelector('img');
  expect(picture).toHaveAttribute('width', '240');
  expect(picture).toHaveAttribute('srcset', expect.stringMatching(/\/240\.webp 240w/));
});

test('[CAT-15] [DEC-26] after the sale the tags are those of the product now, and its categories’ after them', async () => {
  const colours = { textColor: '#ffffff', backgroundColor: '#bd1a34' };
  const flash = { id: 'flash-sale', textContent: 'Oferta relámpago', icon: 'zap', category: 'fixed', ...colours };
  const own = { id: 'gas', textContent: 'Revisa tu tipo de gas', icon: 'flame', category: 'cocina', ...colours };
  const gift = { id: 'gift-detail', textContent: 'Incluye molde', icon: 'gift', category: 'fixed', ...colours };
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T15:59:00Z') });
  try {
    await openPage(
      { tags: [flash, own], flashSale: { endsAt: '2026-11-24T16:00:00.000Z' } },
      { getProductBySku: sampleProduct({ tags: [gift] }) },
    );
    const tags = (await screen.findByText('Oferta relámpago')).parentElement;
    if (tags === null) throw new Error('no tags');
    expect(tags).toHaveTextContent('Oferta relámpagoRevisa tu tipo de gas');
    vi.setSystemTime(new Date('2026-11-24T16:00:00Z'));
    await expect.poll(() => tags.textContent).toBe('Incluye moldeRevisa tu tipo de gas');
  } finally {
    vi.useRealTimers();
  }
});

test('[CAT-15] on a card too: when the sale ends its tag goes, the price is asked for again, and the card says so', async () => {
  const start = new Date('2026-11-24T10:00:00-06:00');
  vi.useFakeTimers({ toFake: ['Date'], now: start });
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
    vi.setSystemTime(new Date('2026-11-24T15:59:00Z'));
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
    vi.setSystemTime(new Date('2026-11-24T16:00:00Z'));
    expect(await within(card).findByText('¡Oferta finalizada!')).toBeVisible();
    await expect.poll(() => card.textContent).not.toContain('Oferta relámpago');
    await expect.poll(() => card.textContent).not.toContain('Q399.00');
    expect(card).toHaveTextContent('Q599.00');
    expect(card).not.toHaveTextContent('Precio anterior');
    expect(sentTo('listProducts').map(({ query }) => query)).toEqual([{ skus: onSale.sku }]);
  } finally {
    vi.useRealTimers();
  }
});
