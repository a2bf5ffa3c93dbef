import { undoRemovalMs } from '@ceiba/domain/carts/line-removal';
import { restockByEmailTexts } from '@ceiba/domain/restock/restock-by-email';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { gtq, sampleCart, sampleLine, sampleProductDetail } from '../testing/samples.ts';

afterEach(() => {
  vi.useRealTimers();
});

const fryer = sampleLine({
  quantity: 2,
  warranties: [
    {
      id: 'W-12',
      sku: 'W-12',
      label: 'Garantía extendida 12 meses',
      title: 'Garantía extendida 12 meses',
      amount: 50,
      cartItemId: '00000000-0000-4000-8000-0000000000a1',
      salesPrice: gtq(50),
      regularPrice: gtq(50),
    },
  ],
});
const mount = sampleLine({ cartItemId: '00000000-0000-4000-8000-0000000000a2', sku: 'SOP-0003', title: 'Soporte' });
const isQuantity = (body: unknown, quantity: number): boolean =>
  typeof body === 'object' && body !== null && 'quantity' in body && body.quantity === quantity;

const returned = { ...fryer, cartItemId: '00000000-0000-4000-8000-0000000000a9' };

test('"Eliminar" can be undone: the line comes back unchanged, is announced and has the focus', async () => {
  const { user, sentTo } = await openCart(sampleCart([fryer, mount]), {
    changeCartProduct: sampleCart([mount]),
    addCartProduct: { ...sampleCart([mount, returned]), cartItemId: returned.cartItemId },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  const undo = await screen.findByRole('button', { name: 'Deshacer' });
  expect(undo.closest('[role="status"]')).toHaveTextContent(`Eliminaste ${fryer.title}`);
  expect(screen.getByRole('link', { name: mount.title })).toHaveFocus();
  await user.click(undo);
  await waitFor(() => expect(screen.getByRole('link', { name: fryer.title })).toHaveFocus());
  expect(sentTo('addCartProduct')).toMatchObject([{ body: { sku: fryer.sku, quantity: 2, warranty: 'W-12' } }]);
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});

test('the last line comes back with its gift card’s recipient, its seller’s offer and the donation', async () => {
  const giftCard = { giftcardEmail: 'ana@correo.gt', giftcardName: 'Ana', giftcardDeliveryDate: '2999-12-24' };
  const card = sampleLine({ giftCard, is3p: true, seller: { id: 9, title: 'Otra', offerId: 'OF-9' } });
  const { user, sentTo } = await openCart(sampleCart([card], { donation: 25 }), {
    changeCartProduct: sampleCart([]),
    addCartProduct: { ...sampleCart([card]), cartItemId: card.cartItemId },
    setCartDonation: sampleCart([card], { donation: 25 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('link', { name: card.title })).toBeVisible();
  expect(sentTo('addCartProduct')).toMatchObject([{ body: { offerId: 'OF-9', itemAdditionalInfo: giftCard } }]);
  expect(sentTo('setCartDonation')).toMatchObject([{ body: { donation: 25 } }]);
});

test('the offer lasts 8 s, or longer while the pointer is on its button', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user } = await openCart(sampleCart([fryer, mount]), {
    changeCartProduct: sampleCart([mount]),
    addCartProduct: refusal('OUT_OF_STOCK'),
  });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  const undo = await screen.findByRole('button', { name: 'Deshacer' });
  undo.focus();
  await act(() => vi.advanceTimersByTimeAsync(2 * undoRemovalMs));
  await user.click(undo);
  expect(await screen.findByText('No pudimos devolver el producto a tu carrito')).toBeVisible();
  expect(undo).toBeVisible();
  await user.unhover(undo);
  act(() => undo.blur());
  await act(() => vi.advanceTimersByTimeAsync(undoRemovalMs - 1_000));
  expect(undo).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull());
});

test('the offer stays while its button has the focus, and during the call', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user } = await openCart(sampleCart([fryer, mount]), {
    changeCartProduct: sampleCart([mount]),
    addCartProduct: () => new Promise(() => {}),
  });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  const undo = await screen.findByRole('button', { name: 'Deshacer' });
  act(() => undo.focus());
  await user.hover(undo);
  await user.unhover(undo);
  await act(() => vi.advanceTimersByTimeAsync(2 * undoRemovalMs));
  expect(undo).toBeVisible();
  await user.click(undo);
  await user.unhover(undo);
  act(() => undo.blur());
  await act(() => vi.advanceTimersByTimeAsync(2 * undoRemovalMs));
  expect(undo).toBeVisible();
});

test('after a removal by keyboard the offer stays until the keyboard reaches it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user } = await openCart(sampleCart([fryer, mount]), { changeCartProduct: sampleCart([mount]) });
  const [remove] = await screen.findAllByRole('button', { name: 'Eliminar' });
  act(() => remove?.focus());
  await user.keyboard('{Enter}');
  const undo = await screen.findByRole('button', { name: 'Deshacer' });
  await act(() => vi.advanceTimersByTimeAsync(3 * undoRemovalMs));
  expect(undo).toBeVisible();
  act(() => undo.focus());
  act(() => undo.blur());
  await act(() => vi.advanceTimersByTimeAsync(undoRemovalMs));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull());
});

test('[CART-19] the undo adds the available units, and shows their number', async () => {
  const five = sampleLine({ quantity: 5 });
  const three = { ...five, quantity: 3 };
  const { user, sentTo } = await openCart(sampleCart([five, mount]), {
    changeCartProduct: sampleCart([mount]),
    addCartProduct: ({ body }) =>
      isQuantity(body, 5)
        ? refusal('QUANTITY_GREATER_THAN_STOCK')
        : { ...sampleCart([mount, three]), cartItemId: three.cartItemId },
    getProductBySku: sampleProductDetail({ salableQuantity: 3 }),
  });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(await screen.findByRole('link', { name: five.title })).toBeVisible();
  expect(sentTo('addCartProduct').map(({ body }) => body)).toMatchObject([{ quantity: 5 }, { quantity: 3 }]);
  expect(screen.getByText('Agregamos 3 en lugar de 5.')).toBeVisible();
});

test('[CART-08] [CART-19] after a line above the stock is removed, one press adds the available units', async () => {
  const five = sampleLine({ quantity: 5, salableQuantity: 3, productNeedsToBeRemovedFromCart: true });
  const three = { ...five, quantity: 3, productNeedsToBeRemovedFromCart: false };
  const { user, sentTo } = await openCart(sampleCart([five, mount]), {
    changeCartProduct: sampleCart([mount]),
    addCartProduct: { ...sampleCart([mount, three]), cartItemId: three.cartItemId },
  });
  const apart = await screen.findByRole('region', { name: 'No disponibles' });
  expect(within(apart).getAllByRole('listitem')).toHaveLength(1);
  await user.click(within(apart).getByRole('button', { name: 'Eliminar' }));
  await user.click(await screen.findByRole('button', { name: 'Quedan 3: agregar 3' }));
  await waitFor(() => expect(screen.getByRole('link', { name: five.title })).toHaveFocus());
  expect(sentTo('addCartProduct')).toMatchObject([{ body: { sku: five.sku, quantity: 3 } }]);
  expect(screen.queryByText(`Eliminaste ${five.title}`)).toBeNull();
});

test('[CART-19] [DEC-80] a restored line has the price of a sale that started after the line was added', async () => {
  const before = sampleLine({ onSale: true, productNeedsToBeRemovedFromCart: true });
  const during = { ...before, onSale: false, productNeedsToBeRemovedFromCart: false };
  const { user, sentTo } = await openCart(sampleCart([before, mount]), {
    changeCartProduct: sampleCart([mount]),
    addCartProduct: { ...sampleCart([mount, during]), cartItemId: during.cartItemId },
  });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  await user.click(await screen.findByRole('button', { name: 'Agregar con el precio de oferta' }));
  await waitFor(() => expect(sentTo('addCartProduct')).toHaveLength(1));
});

test('[CART-19] a removed line that cannot be bought offers a restock mail and similar products', async () => {
  const soldOut = sampleLine({
    status: 'OUT_OF_STOCK',
    salableQuantity: 0,
    productNeedsToBeRemovedFromCart: true,
    categories: [
      { id: 1, title: 'Cocina' },
      { id: 2, title: 'Freidoras' },
    ],
  });
  const { user } = await openCart(sampleCart([soldOut, mount]), { changeCartProduct: sampleCart([mount]) });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole('link', { name: soldOut.title })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  const message = (await screen.findByText(`Eliminaste ${soldOut.title}`)).closest<HTMLElement>('[role="status"]');
  if (message === null) throw new Error('nothing is told');
  expect(within(message).getByRole('link', { name: 'Ver parecidos' })).toHaveAttribute('href', '/search?q=Freidoras');
  expect(within(message).getByRole('button', { name: restockByEmailTexts.button })).toBeVisible();
  await user.click(within(message).getByRole('button', { name: 'Cerrar alerta' }));
  expect(screen.queryByText(`Eliminaste ${soldOut.title}`)).toBeNull();
});
