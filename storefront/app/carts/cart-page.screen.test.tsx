import type { Cart } from '@ceiba/contract/carts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { announcementsOf } from '../testing/announcements.ts';
import { refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProduct } from '../testing/samples.ts';

const fryer = sampleLine({ quantity: 2 });
const mount = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000a2',
  sku: 'SOP-0003',
  slug: 'soporte-sop-0003',
  title: 'Soporte de pared',
  salesPrice: gtq(100),
});
const warranty = {
  id: 'W-12',
  sku: 'W-12',
  label: 'Garantía extendida 12 meses',
  title: 'Garantía extendida 12 meses',
  amount: 50,
  cartItemId: fryer.cartItemId,
  salesPrice: gtq(50),
  regularPrice: gtq(50),
};
const soldOut = sampleLine({
  status: 'OUT_OF_STOCK',
  salableQuantity: 0,
  productNeedsToBeRemovedFromCart: true,
  warranties: [warranty],
});

const lineOf = (title: string): HTMLElement => {
  const line = screen.getByRole('link', { name: title }).closest('li');
  if (line === null) throw new Error(`${title} is in no line`);
  return line;
};

/** Both links are in the document: narrow screens show the link of the bar, wide screens the link of the summary. */
const payLinks = () =>
  waitFor(() => {
    const links = screen.getAllByRole('link', { name: 'Ir a pagar' });
    expect(links).toHaveLength(2);
    return links;
  });
const expectPayBlocked = async (buttons: number, name = 'Ir a pagar') => {
  await waitFor(() => {
    const all = screen.getAllByRole('button', { name });
    expect(all).toHaveLength(buttons);
    for (const button of all) expect(button).toBeDisabled();
  });
};

test('[CART-10] the pay button is disabled while the cart loads or changes, and if the cart is empty', async () => {
  const read = Promise.withResolvers<Cart>();
  const changed = Promise.withResolvers<Cart>();
  const { user } = await openCart(sampleCart([fryer]), {
    getCart: () => read.promise,
    changeCartProduct: () => changed.promise,
  });
  await expectPayBlocked(1);
  read.resolve(sampleCart([fryer]));
  await payLinks();
  await user.click(screen.getByRole('button', { name: 'Eliminar' }));
  await expectPayBlocked(2);
  changed.resolve(sampleCart([]));
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  // The cart has nothing to pay, and no bar that shows a total.
  expect(screen.queryByRole('button', { name: 'Ir a pagar' })).toBeNull();
  expect(screen.queryByText(/^Total/)).toBeNull();
});

test('[CART-12] a changed total is announced once with its name', async () => {
  const changed = Promise.withResolvers<Cart>();
  const { user } = await openCart(sampleCart([fryer]), { changeCartProduct: () => changed.promise });
  await payLinks();
  const announced = announcementsOf(screen.getByText('Total', { selector: 'dt' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Cantidad' }), '3');
  expect(announced).toEqual([]);
  changed.resolve(sampleCart([sampleLine({ quantity: 3 })]));
  await waitFor(() => expect(announced).toEqual(['TotalQ2,097.00']));
});

test('[CART-10] [CART-24] a donation that is being sent disables the pay button, too', async () => {
  const donating = Promise.withResolvers<Cart>();
  const { user } = await openCart(sampleCart([fryer]), { setCartDonation: () => donating.promise });
  await payLinks();
  const [donate] = screen.getAllByRole('button', { name: 'Donar' });
  await user.click(donate ?? document.body);
  await expectPayBlocked(2);
  donating.resolve(sampleCart([fryer]));
  await payLinks();
});

test('[CART-06] quantities above the stock cannot be chosen', async () => {
  await openCart(sampleCart([sampleLine({ ...fryer, salableQuantity: 3 })]));
  const options = within(await screen.findByRole('combobox', { name: 'Cantidad' })).getAllByRole('option');
  const free = options.filter((option) => !option.hasAttribute('disabled')).map(({ textContent }) => textContent);
  expect(options).toHaveLength(10);
  expect(free).toEqual(['1', '2', '3']);
});

test('[CART-10] an item without a price disables the pay button, even if the other items could be paid', async () => {
  await openCart(sampleCart([sampleLine({ ...fryer, salesPrice: null, regularPrice: null }), mount]));
  expect(await screen.findByText('Precio no disponible')).toBeVisible();
  await expectPayBlocked(2);
});

test('[CART-08] [CART-10] [CART-11] [CART-17] [CAT-19] [APP-23] a line that must be removed can only be deleted, and blocks payment until then', async () => {
  const { user, sentTo } = await openCart(sampleCart([soldOut, mount]), { changeCartProduct: sampleCart([mount]) });
  const line = await screen.findByRole('link', { name: soldOut.title }).then(() => lineOf(soldOut.title));
  expect(within(line).getByText('Producto no disponible')).toBeVisible();
  expect(within(line).getByText('Elimina este producto para poder realizar tu compra')).toBeVisible();
  expect(within(line).getByText('Garantía extendida 12 meses')).toBeVisible();
  expect(within(line).getAllByRole('button')).toEqual([within(line).getByRole('button', { name: 'Eliminar' })]);
  expect(within(line).queryByRole('combobox')).toBeNull();
  await expectPayBlocked(2, 'Producto no disponible, elimínalo para continuar');
  const alert = document.querySelector<HTMLElement>('[role="alert"] [data-alert-id="invalid-cart-alerts"]');
  expect(alert).toHaveTextContent('Producto no disponible');
  expect(alert).toHaveTextContent('Elimina este producto para poder realizar tu compra');
  expect(alert?.querySelector('use')).toHaveAttribute('href', expect.stringContaining('#triangle-alert'));

  await user.click(within(line).getByRole('button', { name: 'Eliminar' }));
  await payLinks();
  expect(sentTo('changeCartProduct')).toMatchObject([{ body: { cartItemId: soldOut.cartItemId, quantity: 0 } }]);
  expect(document.querySelector('[data-alert-id="invalid-cart-alerts"]')).toBeNull();
});

test('[CART-06] [DIF-18] a line shows image, brand, title, prices, tags, quantity and delete button', async () => {
  const tag = { id: 'dropshipping', textColor: '#05483b', backgroundColor: '#d6f0e6', textContent: 'Exclusivo web' };
  const discount = { amountOff: 100, percentOff: 12, expirationDate: null, displayDiscount: true };
  const reduced = sampleLine({
    ...fryer,
    regularPrice: gtq(799),
    discount,
    tags: [{ ...tag, icon: 'globe', category: '' }],
  });
  await openCart(sampleCart([reduced]));
  await screen.findByRole('link', { name: reduced.title });
  const line = lineOf(reduced.title);
  expect(line.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/media/fre-0003/'));
  expect(within(line).getByRole('link', { name: 'Ondalira' })).toHaveAttribute('href', '/search?q=Ondalira');
  expect(within(line).getByRole('link', { name: reduced.title })).toHaveAttribute('href', `/${reduced.slug}`);
  expect(line).toHaveTextContent('Q1,398.00');
  expect(line).toHaveTextContent('Q699.00 c/u');
  expect(line).toHaveTextContent('Q799.00');
  expect(within(line).getByText('Exclusivo web')).toBeVisible();
  const quantity = within(line).getByRole('combobox', { name: 'Cantidad' });
  expect(quantity).toHaveValue('2');
  expect(
    within(quantity)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect(within(line).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
});

const discounts = (entries: [id: string, amount: number, label: string][]) =>
  entries.map(([id, amount, label]) => ({ id, amount, label: [label], currency: 'GTQ' as const }));

const carts: [string, Parameters<typeof discounts>[0], { warranties: number; total: string }, string[]][] = [
  ['a cart without discounts: the total is the subtotal', [], { warranties: 0, total: 'Q1,398.00' }, []],
  [
    '[EMP-02] [CART-04] [CART-05] an employee: the discount has its name, and is subtracted from the subtotal',
    [['DISCOUNT_EMPLOYEE', 139.8, 'Descuento de empleado']],
    { warranties: 0, total: 'Q1,258.20' },
    ['Descuento de empleado: -Q139.80'],
  ],
  [
    '[CART-04] [CART-05] coupon, bank and points, with warranties: the banner leaves the points out',
    [
      ['DISCOUNT_UNDEFINED', 50, 'Bienvenida'],
      ['DISCOUNT_BAM', 100, '10% de descuento bancario'],
      ['DISCOUNT_POINTS', 25, 'Puntos aplicados'],
    ],
    { warranties: 100, total: 'Q1,323.00' },
    ['Bienvenida: -Q50.00', '10% de descuento bancario: -Q100.00'],
  ],
];

test.each(carts)('%s', async (_, entries, { warranties, total }, banner) => {
  const cut = entries.reduce((sum, [, amount]) => sum + amount, 0);
  const cart = sampleCart([fryer]);
  await openCart({
    ...cart,
    prices: {
      ...cart.prices,
      warranties: gtq(warranties),
      discount: gtq(cut),
      discounts: discounts(entries),
      grandTotal: gtq(Math.round((1_398 + warranties - cut) * 100) / 100),
    },
  });
  const summary = await screen.findByRole('region', { name: 'Resumen de compra' });
  const rows = Object.fromEntries(
    within(summary)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  expect(rows).toMatchObject({
    'Subtotal (2 productos)': 'Q1,398.00',
    ...Object.fromEntries(entries.map(([, amount, label]) => [label, `-Q${amount.toFixed(2)}`])),
    ...(warranties > 0 ? { Garantías: `Q${warranties.toFixed(2)}` } : {}),
    Total: total,
  });
  const shown = within(summary).queryByRole('list', { name: 'Descuentos' });
  expect([...(shown?.children ?? [])].map(({ textContent }) => textContent)).toEqual(banner);
});

test('[CART-03] [CART-12] the summary: subtotal, total, discounts, and number of products', async () => {
  const cart = sampleCart([fryer, mount]);
  const couponDiscount = discounts([['DISCOUNT_UNDEFINED', 98, 'Bienvenida']]);
  await openCart({
    ...cart,
    prices: { ...cart.prices, discount: gtq(98), discounts: couponDiscount, grandTotal: gtq(1_400) },
  });
  const summary = await screen.findByRole('region', { name: 'Resumen de compra' });
  expect(within(summary).getByRole('heading', { name: 'Resumen de compra' })).toBeVisible();
  for (const text of ['Subtotal (3 productos)', 'Q1,498.00', '-Q98.00', 'Q1,400.00']) {
    expect(within(summary).getByText(text)).toBeVisible();
  }
  expect(within(screen.getByRole('main')).getByText('3 productos')).toBeVisible();
});

test('[CART-09] the bar under the cart shows the total without the delivery chosen in a checkout', async () => {
  const cart = sampleCart([fryer]);
  await openCart({ ...cart, prices: { ...cart.prices, shipping: gtq(30), grandTotal: gtq(1_428) } });
  const bar = (await screen.findByText('Total (2 productos)')).closest('p');
  expect(bar).toHaveTextContent('Q1,398.00');
});

test.each([
  [1, 'Q50.00'],
  [2, 'Q50.00 c/u'],
])('a warranty of %i units shows its price: %s', async (quantity, price) => {
  await openCart(sampleCart([sampleLine({ ...fryer, quantity, warranties: [warranty] })]));
  const row = (await screen.findByText(warranty.title)).parentElement;
  expect(row?.querySelector('b')?.textContent).toBe(price);
});

test('[WAR-09] removing a warranty sends its SKU with quantity 0, and the line stays', async () => {
  const before = sampleCart([sampleLine({ ...fryer, warranties: [warranty] })]);
  const after = sampleCart([fryer]);
  const { user, sentTo } = await openCart(
    { ...before, prices: { ...before.prices, subtotal: gtq(1_498), grandTotal: gtq(1_498) } },
    { changeCartProduct: after },
  );
  const summary = within(await screen.findByRole('region', { name: 'Resumen de compra' }));
  expect(summary.getAllByText('Q1,498.00')).not.toEqual([]);
  await user.click(within(lineOf(fryer.title)).getByRole('button', { name: 'Eliminar garantía' }));
  await waitFor(() => expect(screen.queryByText(warranty.title)).toBeNull());
  expect(sentTo('changeCartProduct').map(({ body }) => body)).toEqual([
    { cartItemId: fryer.cartItemId, quantity: 0, warranty: 'W-12' },
  ]);
  expect(within(lineOf(fryer.title)).getByRole('combobox', { name: 'Cantidad' })).toHaveValue('2');
  expect(summary.getAllByText('Q1,398.00')).not.toEqual([]);
  expect(summary.queryByText('Q1,498.00')).toBeNull();
});

test('[CART-24] a second operation starts after the answer to the first', async () => {
  const answers = [Promise.withResolvers<Cart>(), Promise.withResolvers<Cart>()];
  let callCount = 0;
  const { user, sentTo } = await openCart(sampleCart([fryer, mount]), {
    changeCartProduct: () => {
      callCount += 1;
      return answers[callCount - 1]?.promise ?? sampleCart([]);
    },
    setCartDonation: sampleCart([]),
  });
  await screen.findByRole('link', { name: fryer.title });
  await user.selectOptions(within(lineOf(fryer.title)).getByRole('combobox'), '3');
  await user.click(within(lineOf(mount.title)).getByRole('button', { name: 'Eliminar' }));
  await user.click(screen.getAllByRole('button', { name: 'Donar' })[0] ?? document.body);
  expect(sentTo('changeCartProduct')).toMatchObject([{ body: { cartItemId: fryer.cartItemId, quantity: 3 } }]);
  answers[0]?.resolve(sampleCart([{ ...fryer, quantity: 3 }, mount]));
  await waitFor(() => expect(sentTo('changeCartProduct')).toHaveLength(2));
  expect(sentTo('setCartDonation')).toEqual([]);
  answers[1]?.resolve(sampleCart([{ ...fryer, quantity: 3 }]));
  await waitFor(() => expect(sentTo('setCartDonation')).toHaveLength(1));
});

test.each(['Eliminar', 'Donar'])(
  '[APP-23] [CART-26] "%s" shows an error if the browser has lost its cart',
  async (name) => {
    const { user, sentTo } = await openCart(sampleCart([fryer]));
    await screen.findByRole('link', { name: fryer.title });
    localStorage.removeItem('ceiba.cart');
    await user.click(screen.getAllByRole('button', { name })[0] ?? document.body);
    const alert = await screen.findByText('Error de Carrito').then(() => document.querySelector('[data-alert-id]'));
    expect(alert).toHaveAttribute('data-alert-id', 'cart-alerts');
    expect(alert).toHaveTextContent('No se ha podido identificar el carrito de compras.');
    expect([...sentTo('changeCartProduct'), ...sentTo('setCartDonation')]).toEqual([]);
  },
);

const donation = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000d1',
  sku: 'DONAPUENTE',
  title: 'Donación',
  kind: 'donation',
  isDonation: true,
});

test('[DON-04] [SEL-05] the donation is in no list of products', async () => {
  await openCart(sampleCart([fryer, donation], { donation: 25 }));
  const products = await screen.findByRole('region', { name: 'Productos' });
  expect(within(products).getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Donación' })).toBeNull();
  expect(screen.getAllByText('Tu donación: Q25.00')).toHaveLength(2);
});

test('[DON-07] removing the donation from a cart without products empties the cart', async () => {
  const { sentTo } = await openCart(sampleCart([donation], { donation: 25 }), { removeCartDonation: sampleCart([]) });
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  expect(sentTo('removeCartDonation')).toMatchObject([{ params: { id: sampleCartId } }]);
});

test('[CART-18] [DEC-31] an empty cart links to the shop', async () => {
  await renderScreen('/cart', { calls: { getRecommendations: { products: [], resultId: sampleCartId } } });
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Seguir comprando' })).toHaveAttribute('href', '/');
});

test('a gift card for a later day does not promise today', async () => {
  const giftCard = { giftcardEmail: 'ana@correo.gt', giftcardName: 'Ana', giftcardDeliveryDate: '2999-12-24' };
  const later = sampleLine({ kind: 'gift_card', giftCard });
  const now = { ...mount, kind: 'gift_card' as const, giftCard: { ...giftCard, giftcardDeliveryDate: '2020-01-01' } };
  await openCart(sampleCart([later, now]));
  await screen.findByRole('link', { name: later.title });
  expect(lineOf(later.title)).toHaveTextContent('Para Ana (ana@correo.gt), el 24 de diciembre de 2999');
  expect(lineOf(later.title)).not.toHaveTextContent('Llega hoy mismo');
  expect(lineOf(mount.title)).toHaveTextContent('Llega hoy mismo');
});

test.each([
  [499, false],
  [499.01, true],
])('[CAT-27] with a subtotal of Q%d the calculator is shown: %s', async (subtotal, isThere) => {
  const line = sampleLine({ salesPrice: gtq(subtotal), regularPrice: gtq(subtotal) });
  await openCart(sampleCart([line]));
  expect(await screen.findByText('Pago Seguro')).toBeVisible();
  expect(screen.queryAllByText('¡Compra hasta en 48 cuotas!')).toHaveLength(isThere ? 1 : 0);
  expect(screen.queryAllByText('Sin recargo')).toHaveLength(isThere ? 1 : 0);
});

test('[CAT-28] the calculator divides the total after discounts', async () => {
  const cart = sampleCart([sampleLine({ salesPrice: gtq(1_000), regularPrice: gtq(1_000) })]);
  const discounts = [
    { id: 'DISCOUNT_UNDEFINED' as const, amount: 100, label: ['Q100 menos'], currency: 'GTQ' as const },
  ];
  await openCart({ ...cart, prices: { ...cart.prices, discounts, discount: gtq(100), grandTotal: gtq(900) } });
  const box = (await screen.findByText('¡Compra hasta en 48 cuotas!')).closest('details');
  if (box === null) throw new Error('no calculator');
  const rows = within(box).getAllByRole('term');
  expect(rows.map((row) => [row.textContent, row.nextElementSibling?.textContent])).toEqual([
    ['6 cuotas', 'Q150.00'],
    ['10 cuotas', 'Q90.00'],
    ['12 cuotas', 'Q75.00'],
    ['24 cuotas', 'Q37.50'],
    ['36 cuotas', 'Q25.00'],
    ['48 cuotas', 'Q18.75'],
  ]);
});

test('[CART-20] [DEC-162] a new quantity updates line and totals, and after a removal the next line has the focus', async () => {
  const answer = Promise.withResolvers<Cart>();
  const shop = await openCart(sampleCart([mount, fryer]), {
    changeCartProduct: ({ body }) =>
      typeof body === 'object' && body !== null && 'quantity' in body && body.quantity === 0
        ? sampleCart([fryer])
        : answer.promise,
  });
  await screen.findByRole('link', { name: mount.title });
  const quantity = within(lineOf(mount.title)).getByRole('combobox', { name: 'Cantidad' });
  expect(quantity).toHaveAccessibleDescription(mount.title);
  await shop.user.selectOptions(quantity, '3');
  expect(lineOf(mount.title)).toHaveAttribute('aria-busy', 'true');
  expect(shop.sentTo('changeCartProduct').map(({ body }) => body)).toEqual([
    { cartItemId: mount.cartItemId, quantity: 3 },
  ]);
  answer.resolve(sampleCart([{ ...mount, quantity: 3, lineTotal: gtq(300) }, fryer]));
  await waitFor(() => expect(lineOf(mount.title)).not.toHaveAttribute('aria-busy', 'true'));
  expect(lineOf(mount.title)).toHaveTextContent('Q300.00');
  expect(screen.getAllByText('Q1,698.00')[0]).toBeVisible();
  await shop.user.click(within(lineOf(mount.title)).getByRole('button', { name: 'Eliminar' }));
  await waitFor(() => expect(screen.getByRole('link', { name: fryer.title })).toHaveFocus());
});

test.each([
  [
    '[CART-21] [DIF-05] above the stock',
    refusal('QUANTITY_GREATER_THAN_STOCK'),
    'Cantidad de producto no disponible',
    'Ajusta la cantidad o intenta mas tarde.',
    true,
  ],
  [
    'after too many calls',
    refusal('RATE_LIMITED', { headers: { 'retry-after': '12' } }),
    'Demasiados intentos seguidos',
    'Espera 12 segundos',
    true,
  ],
  [
    'of a cart that is already an order',
    refusal('CART_CLOSED'),
    'Este carrito ya es un pedido',
    'Revisa tu correo',
    false,
  ],
  [
    'of a cart that no longer exists',
    refusal('CART_NOT_FOUND'),
    'Error de Carrito',
    'No se ha podido identificar el carrito',
    false,
  ],
])('%s: a refused quantity shows the problem and the next step', async (_, changeCartProduct, title, text, isKept) => {
  const { user } = await openCart(sampleCart([mount]), {
    changeCartProduct,
    getRecommendations: { products: [], resultId: sampleCartId },
  });
  const quantity = await screen.findByRole('combobox', { name: 'Cantidad' });
  await user.selectOptions(quantity, '2');
  const alert = (await screen.findByText(title)).closest('[role=alert]');
  expect(alert).toHaveTextContent(text);
  if (isKept) await waitFor(() => expect(quantity).toHaveValue('1'));
  else expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
});

test('[DEC-72] a cart that no longer exists is forgotten', async () => {
  await renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { getCart: refusal('CART_NOT_FOUND'), getRecommendations: { products: [], resultId: sampleCartId } },
  });
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  await waitFor(() => expect(localStorage.getItem('ceiba.cart')).toBeNull());
});

test('a cart that cannot be read shows an error instead of an empty cart, and can be read again', async () => {
  let isDown = true;
  const { user } = await openCart(sampleCart([mount]), {
    getCart: () => (isDown ? refusal('VALIDATION_ERROR') : sampleCart([mount])),
  });
  expect(await screen.findByText('No pudimos cargar tu carrito')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('link', { name: mount.title })).toBeVisible();
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
});

test('[SEL-05] lines are grouped by seller only if the cart has another seller’s product', async () => {
  const theirs = { ...mount, is3p: true, seller: { id: 7, title: 'Tecno & Hogar', offerId: 'O-1' } };
  await openCart(sampleCart([fryer, theirs]));
  const group = await screen.findByRole('region', { name: 'Vendido por Tecno & Hogar' });
  expect(within(group).getAllByRole('listitem')).toHaveLength(1);
  expect(within(group).getByRole('link', { name: 'Tecno & Hogar' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/sellers\//),
  );
  expect(screen.getByRole('region', { name: 'Vendido por Ceiba' })).toBeVisible();
  cleanup();
  await openCart(sampleCart([fryer, mount]));
  expect(await screen.findByRole('region', { name: 'Productos' })).toBeVisible();
  expect(screen.queryByText(/^Vendido por/)).toBeNull();
});

test('[DON-03] a donation sends its amount, and shows once the cart has it', async () => {
  const shop = await openCart(sampleCart([fryer]), {
    setCartDonation: sampleCart([fryer, { ...donation, salesPrice: gtq(25) }], { donation: 25 }),
  });
  await shop.user.selectOptions(
    (await screen.findAllByRole('combobox', { name: 'Monto de la donación' }))[0] ?? document.body,
    'Q25.00',
  );
  expect(screen.getAllByText('Solo disponible para pagos en efectivo.')[0]).toBeVisible();
  await shop.user.click(screen.getAllByRole('button', { name: 'Donar' })[0] ?? document.body);
  expect((await screen.findAllByText('Tu donación: Q25.00'))[0]).toBeVisible();
  expect(shop.sentTo('setCartDonation')).toMatchObject([{ params: { id: sampleCartId }, body: { donation: 25 } }]);
});

test('a browser without storage warns in the panel after an add, and in the cart', async () => {
  const setItem = Storage.prototype.setItem;
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (key === 'ceiba.cart') throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, text);
  });
  onTestFinished(() => refused.mockRestore());
  const { user } = await renderScreen('/cart', {
    calls: {
      createCart: sampleCart([]),
      getCart: sampleCart([fryer]),
      addCartProduct: { ...sampleCart([fryer]), cartItemId: fryer.cartItemId },
      getProductWarranties: [],
      getRecommendations: { products: [sampleProduct()], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
    },
  });
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  expect(screen.queryByText('Este navegador no puede guardar tu carrito')).toBeNull();
  await user.click(await screen.findByRole('button', { name: /^Agregar/ }));
  const panel = await screen.findByRole('dialog', { name: 'Continuar comprando' });
  expect(await within(panel).findByText('Este navegador no puede guardar tu carrito')).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Regresar' }));
  await waitFor(() => expect(screen.getAllByText('Este navegador no puede guardar tu carrito')).not.toEqual([]));
});
