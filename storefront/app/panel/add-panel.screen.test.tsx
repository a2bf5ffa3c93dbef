import type { Cart, CartItem } from '@ceiba/contract/carts';
import type { ProductDetail } from '@ceiba/contract/catalog';
import { demoFlags } from '@ceiba/domain/flags/flags';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { announcementsOf } from '../testing/announcements.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProduct, sampleProductDetail } from '../testing/samples.ts';

const gift = { title: 'Soporte de pared', image: { url: '/media/sop/160.webp', label: 'Soporte' } };
const television: ProductDetail = sampleProductDetail({
  sku: 'TV-0001',
  slug: 'televisor-tv-0001',
  title: 'Televisor 55"',
  salesPrice: gtq(3_000),
  regularPrice: gtq(3_000),
  // A smart television, whose service is TECKIAI (DEC-159).
  categories: [{ id: 1101, title: 'Televisores' }],
  presale: { deliveryDate: '2999-12-24' },
  freeProducts: [
    { ...gift, endDate: null },
    { ...gift, title: 'Regalo pasado', endDate: '2020-01-01' },
  ],
});
const service = sampleProduct({
  sku: 'TECKIAI',
  slug: 'tecki-ai',
  title: 'Tecki AI',
  salesPrice: gtq(199),
  regularPrice: gtq(199),
});
const options = [
  { id: 'W-24', sku: 'W-24', label: 'Garantía extendida 24 meses', amount: 599 },
  { id: 'W-12', sku: 'W-12', label: 'Garantía extendida 12 meses', amount: 349 },
];
const warrantyOn = (cartItemId: string): CartItem['warranties'][number] => ({
  id: 'W-12',
  sku: 'W-12',
  label: 'Garantía extendida 12 meses',
  title: 'Garantía extendida 12 meses',
  amount: 349,
  cartItemId,
  salesPrice: gtq(349),
  regularPrice: gtq(349),
});
const { flashSale, lowStock, motorcycle, parentId, ...product } = sampleProduct(television);
const line = (changes: Partial<CartItem> = {}): CartItem => sampleLine({ ...product, ...changes });
const serviceLine = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000e1',
  sku: 'TECKIAI',
  kind: 'service',
  salesPrice: gtq(199),
});

/** The answer to an add: the cart with these lines, the new one first. */
const added = (first: CartItem, ...more: CartItem[]) => ({
  ...sampleCart([first, ...more]),
  status: 201,
  cartItemId: first.cartItemId,
});

/** Changes of the cart that the page sent, in order. */
const changesIn = (sent: ReturnType<Screen['allSent']>) =>
  sent.filter(({ name }) => name.endsWith('CartProduct')).map(({ name, body }) => [name, body]);

const panel = () => screen.findByRole('dialog', { name: 'Continuar comprando' });

/** Adds the television on its page, in a browser with an empty cart. */
async function addTelevision(
  { addCartProduct = added(line()), ...calls }: Calls = {},
  detail: ProductDetail = television,
): Promise<Screen> {
  // The mocked server's cart: a page that reads it after an add finds the new line.
  let cart: Cart = sampleCart([]);
  const shop = await renderScreen(`/${detail.slug}`, {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getProductBySlug: detail,
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
      getCart: () => cart,
      addCartProduct: async (sent) => {
        const reply = typeof addCartProduct === 'function' ? await addCartProduct(sent) : addCartProduct;
        if (typeof reply === 'object' && reply !== null && 'items' in reply) cart = { ...cart, ...reply };
        return reply;
      },
      getProductWarranties: options,
      getProductBySku: service,
      ...calls,
    },
  });
  await shop.user.click(await findAddButton());
  return shop;
}

test('[PANEL-03] [CAT-07] [CAT-22] the panel shows picture, brand, title, price, tag, warranty, gifts, service and subtotal', async () => {
  await addTelevision();
  const shown = within(await panel());
  expect(await shown.findByRole('link', { name: 'Ondalira' })).toHaveAttribute('href', '/search?q=Ondalira');
  expect(shown.getByText(television.title)).toBeVisible();
  expect(shown.getByText('Preventa')).toBeVisible();
  expect(shown.getByText('Regalos incluidos con este producto')).toBeVisible();
  expect(shown.getByText('Soporte de pared')).toBeVisible();
  expect(shown.queryByText('Regalo pasado')).toBeNull();
  expect(await shown.findByRole('group', { name: 'Garantía extendida' })).toBeVisible();
  expect(await shown.findByRole('checkbox', { name: /Tecki AI/ })).not.toBeChecked();
  expect(shown.getByText('Subtotal (1 producto)').parentElement).toHaveTextContent('Q3,000.00');
  const dialog = await panel();
  expect(dialog).toHaveTextContent(/Q3,000\.00.*Subtotal \(1 producto\).*Q3,000\.00/);
  expect(dialog.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/media/fre-0003/'));
});

test('[PANEL-02] back closes the panel, the other button opens the cart', async () => {
  const { user, address } = await addTelevision();
  const shown = within(await panel());
  expect(shown.getByRole('link', { name: 'Ir al carrito' })).toHaveAttribute('href', '/cart');
  await user.click(shown.getByRole('button', { name: 'Regresar' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(address()).toBe(`/${television.slug}`);
});

test('[TECH-01] [TECH-02] [TECH-03] [TECH-04] [TECH-05] [PANEL-05] the category’s service is looked up, checked, added and then counted', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof added>>();
  const { user, sentTo } = await addTelevision({
    addCartProduct: ({ body }) => (JSON.stringify(body).includes('TECKIAI') ? answer.promise : added(line())),
  });
  const shown = within(await panel());
  const box = await shown.findByRole('checkbox', { name: /Tecki AI/ });
  expect(sentTo('getProductBySku')).toMatchObject([{ params: { sku: 'TECKIAI' } }]);
  expect(shown.getByText('Q199.00')).toBeVisible();
  expect(shown.getByRole('link', { name: 'Conoce más' })).toHaveAttribute('href', '/tv-y-video/servicios/tecki');
  expect(shown.queryByRole('button', { name: 'Agregar servicio' })).toBeNull();
  await user.click(box);
  expect(box).toBeChecked();
  await user.click(shown.getByRole('button', { name: 'Agregar servicio' }));
  expect(box).toBeDisabled();
  expect(shown.getByRole('button', { name: 'Agregar servicio' })).toHaveAttribute('aria-busy', 'true');
  const announced = announcementsOf(shown.getByText('Subtotal (1 producto)'));
  answer.resolve(added(serviceLine, line()));
  const subtotal = await shown.findByText('Subtotal (2 productos)');
  expect(subtotal.parentElement).toHaveTextContent('Q3,199.00');
  await waitFor(() => expect(announced).toEqual(['Subtotal (2 productos)Q3,199.00']));
  expect(shown.queryByRole('checkbox')).toBeNull();
  expect(shown.getByText('Tecki AI').parentElement).toHaveTextContent('Producto agregado');
  expect(sentTo('addCartProduct').at(-1)?.body).toEqual({ sku: 'TECKIAI', quantity: 1 });
});

test('[TECH-01] a product of other categories offers no service', async () => {
  const { sentTo } = await addTelevision({}, { ...television, categories: [{ id: 1301, title: 'Otros' }] });
  const shown = within(await panel());
  expect(await shown.findByRole('group', { name: 'Garantía extendida' })).toBeVisible();
  expect(shown.queryByRole('checkbox')).toBeNull();
  expect(sentTo('getProductBySku')).toEqual([]);
});

test('[WAR-02] [WAR-04] [WAR-05] [WAR-06] [WAR-07] [WAR-08] [PANEL-05] adding a chosen warranty replaces the line by a line with the warranty', async () => {
  const moved = '00000000-0000-4000-8000-0000000000b1';
  const answer = Promise.withResolvers<ReturnType<typeof added>>();
  const { user, sentTo, allSent } = await addTelevision({
    addCartProduct: ({ body }) =>
      JSON.stringify(body).includes('W-12') ? answer.promise : added(line({ quantity: 2 })),
    changeCartProduct: sampleCart([]),
  });
  const shown = within(await panel());
  const block = within(await shown.findByRole('group', { name: 'Garantía extendida' }));
  expect(sentTo('getProductWarranties')).toMatchObject([{ params: { sku: 'TV-0001' } }]);
  expect(block.getByText('Desde Q349.00')).toBeVisible();
  expect(block.queryByRole('button')).toBeNull();
  const year = block.getByRole('radio', { name: /12 meses/ });
  await user.click(year);
  await user.click(block.getByRole('button', { name: 'Borrar selección' }));
  expect(year).not.toBeChecked();
  await user.click(year);
  await user.click(block.getByRole('button', { name: 'Agregar garantía' }));
  expect(year).toBeDisabled();
  answer.resolve(added(line({ cartItemId: moved, quantity: 2, warranties: [warrantyOn(moved)] })));
  expect(await shown.findByRole('button', { name: 'Eliminar garantía' })).toBeEnabled();
  expect(shown.queryByRole('group', { name: 'Garantía extendida' })).toBeNull();
  expect(shown.getByText('Subtotal (2 productos)').parentElement).toHaveTextContent('Q3,349.00');
  expect(changesIn(allSent()).slice(1)).toEqual([
    ['changeCartProduct', { cartItemId: line().cartItemId, quantity: 0 }],
    ['addCartProduct', { sku: 'TV-0001', quantity: 2, warranty: 'W-12' }],
  ]);
});

test('[WAR-07] a refused warranty leaves the product in the cart', async () => {
  const restored = '00000000-0000-4000-8000-0000000000b2';
  let plain = 0;
  const { user, allSent } = await addTelevision({
    addCartProduct: ({ body }) => {
      if (JSON.stringify(body).includes('W-12')) return refusal('WARRANTY_NOT_AVAILABLE');
      plain += 1;
      return added(line(plain === 1 ? { quantity: 2 } : { quantity: 2, cartItemId: restored }));
    },
    changeCartProduct: sampleCart([]),
  });
  const shown = within(await panel());
  await user.click(await shown.findByRole('radio', { name: /12 meses/ }));
  await user.click(shown.getByRole('button', { name: 'Agregar garantía' }));
  expect(await screen.findByText('No se ha podido agregar el producto al carrito')).toBeVisible();
  expect(document.querySelector('[data-alert-id="warranty-alert"]')).not.toBeNull();
  expect(await shown.findByRole('radio', { name: /12 meses/ })).toBeEnabled();
  expect(changesIn(allSent()).slice(1)).toEqual([
    ['changeCartProduct', { cartItemId: line().cartItemId, quantity: 0 }],
    ['addCartProduct', { sku: 'TV-0001', quantity: 2, warranty: 'W-12' }],
    ['addCartProduct', { sku: 'TV-0001', quantity: 2 }],
  ]);
});

test('if the product cannot be added again after its warranty was refused, the panel says so', async () => {
  let adds = 0;
  const { user } = await addTelevision({
    addCartProduct: () => {
      adds += 1;
      return adds === 1 ? added(line()) : refusal('OUT_OF_STOCK', { message: 'Este producto está agotado.' });
    },
    changeCartProduct: sampleCart([]),
  });
  const shown = within(await panel());
  await user.click(await shown.findByRole('radio', { name: /12 meses/ }));
  await user.click(shown.getByRole('button', { name: 'Agregar garantía' }));
  expect(await shown.findByText('Intenta con otro producto')).toBeVisible();
  expect(shown.getByText('Este producto está agotado.')).toBeVisible();
  expect(shown.queryByText('Producto agregado')).toBeNull();
});

test.each([
  ['is refused', refusal('PRODUCT_NOT_FOUND')],
  ['fails', refusal('UNEXPECTED')],
  ['gets no answer', noAnswer],
])(
  '[WAR-10] if the call for warranties %s, a message shows and the rest of the panel stays',
  async (_, getProductWarranties) => {
    await addTelevision({ getProductWarranties });
    const shown = within(await panel());
    expect(await shown.findByText('Ha ocurrido un error al obtener las garantías del producto.')).toBeVisible();
    expect(shown.getByText('Subtotal (1 producto)')).toBeVisible();
  },
);

test('[WAR-06] [WAR-11] the warranty block is also on the product page', async () => {
  const flags = { ...demoFlags, warrantyImmediateRemoval: false };
  const { user } = await addTelevision(
    { getFlags: { flags } },
    { ...television, hasWarranties: true, warranties: options },
  );
  const dialog = await panel();
  const inPanel = await within(dialog).findByRole('group', { name: 'Garantía extendida' });
  const onPage = await waitFor(() => {
    const blocks = screen.getAllByRole('group', { name: 'Garantía extendida', hidden: true });
    const block = blocks.find((one) => !dialog.contains(one));
    if (block === undefined) throw new Error('the page has no block');
    return block;
  });
  for (const block of [onPage, inPanel]) {
    const radio = within(block).getByRole('radio', { name: /12 meses/, hidden: true });
    await user.click(radio);
    expect(radio).toBeChecked();
    expect(within(block).queryByText('Borrar selección')).toBeNull();
  }
});

test('[PANEL-04] if the cart has all the stock, the panel says so and links to the cart', async () => {
  const { user, address } = await addTelevision({
    getCart: sampleCart([line({ quantity: 3, salableQuantity: 3 })]),
    addCartProduct: refusal('QUANTITY_GREATER_THAN_STOCK', { message: 'No hay suficientes unidades.' }),
  });
  const shown = within(await panel());
  expect(await shown.findByText('Ya llevas los 3 que quedan.', { exact: false })).toBeVisible();
  expect(shown.getByText('Intenta con otro producto')).toBeVisible();
  await user.click(shown.getByRole('link', { name: 'Ver mi carrito' }));
  await waitFor(() => expect(address()).toBe('/cart'));
});

test('[PANEL-04] [CAT-26] a product that has sold out since the page loaded shows the server’s reason', async () => {
  const { user } = await addTelevision({
    addCartProduct: refusal('OUT_OF_STOCK', { message: 'Este producto está agotado.' }),
  });
  const shown = within(await panel());
  expect(shown.getByText('Intenta con otro producto')).toBeVisible();
  expect(shown.getByText('No se pudo añadir al carrito. Intenta con un producto diferente.')).toBeVisible();
  expect(shown.getByText('Este producto está agotado.')).toBeVisible();
  const alert = document.querySelector('[data-alert-id="cart-alerts"]');
  expect(alert).toHaveTextContent('No se ha podido agregar el producto al carrito');
  expect(alert).toHaveTextContent('Este producto está agotado.');
  await user.click(shown.getByRole('button', { name: 'Seguir comprando' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
