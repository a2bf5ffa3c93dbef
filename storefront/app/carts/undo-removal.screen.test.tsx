import { undoRemovalMs } from '@ceiba/domain/carts/line-removal';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';

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
const returned = { ...fryer, cartItemId: '00000000-0000-4000-8000-0000000000a9' };

test('"Eliminar" can be undone: the line comes back as it was, is told and has the focus', async () => {
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

test('the last line comes back with the receiver of its gift card; a seller’s with its offer, and the donation with it', async () => {
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

test('the offer lasts 8 s, longer while somebody is at its button; what failed can be tried again', async () => {
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

test('the offer stays while its button has the focus, though the mouse leaves it, and while it is under way', async () => {
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

test('who removes a line by keys has the time that the way to the offer takes', async () => {
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

test('a line that nobody can buy does not come back', async () => {
  const gone = sampleLine({ status: 'OUT_OF_STOCK', salableQuantity: 0, productNeedsToBeRemovedFromCart: true });
  const { user } = await openCart(sampleCart([gone, mount]), { changeCartProduct: sampleCart([mount]) });
  await user.click((await screen.findAllByRole('button', { name: 'Eliminar' }))[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole('link', { name: gone.title })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
});
