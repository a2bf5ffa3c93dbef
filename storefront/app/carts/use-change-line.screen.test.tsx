import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine, sampleProduct } from '../testing/samples.ts';

const line = sampleLine({ quantity: 2, salesPrice: gtq(349.95), lineTotal: gtq(699.9) });
const suggested = sampleProduct({ sku: 'SOP-0003', slug: 'soporte-sop-0003', title: 'Soporte de pared' });

/** Opens the cart page with this line. The test defines the answer to a change. */
const openCart = (calls: Pick<Calls, 'changeCartProduct'>) =>
  renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([line]),
      computeDeliveryTimes: { status: 201, data: [] },
      getRecommendations: { products: [suggested], resultId: sampleCartId },
      ...calls,
    },
  });

/** The suggestions below the cart are measured too, once they scroll into view. */
const isOfSuggestions = (entry: unknown): boolean =>
  expect.objectContaining({ event: 'view_item_list' }).asymmetricMatch(entry);

test('[CART-22] removing a line sends quantity 0 and measures a removal and a removed product', async () => {
  const { user, sentTo, measured } = await openCart({ changeCartProduct: sampleCart([]) });
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  expect(sentTo('changeCartProduct')).toMatchObject([{ body: { cartItemId: line.cartItemId, quantity: 0 } }]);
  const item = {
    item_id: line.sku,
    item_name: line.title,
    item_brand: 'Ondalira',
    item_category: 'Hogar',
    item_category2: 'Cocina',
    price: 349.95,
    quantity: 2,
    index: 0,
  };
  const ecommerce = { currency: 'GTQ', value: 699.9, items: [item] };
  expect(measured().filter((entry) => !isOfSuggestions(entry))).toEqual([
    { event: 'remove_from_cart', ecommerce },
    { event: 'product_removed', ecommerce },
  ]);
});

test.each([
  ['refused', refusal('QUANTITY_GREATER_THAN_STOCK')],
  ['unanswered', noAnswer],
])('a removal that is %s measures nothing and leaves the line', async (_, answer) => {
  const { user, measured } = await openCart({ changeCartProduct: answer });
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText(/No se pudo eliminar el producto|No hay conexión con la tienda/)).toBeVisible();
  expect(screen.getByRole('link', { name: line.title })).toBeVisible();
  expect(measured()).not.toContainEqual(expect.objectContaining({ event: 'remove_from_cart' }));
});

test('[ANA-06] failing analytics do not disturb the shopper', async () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { user } = await openCart({ changeCartProduct: sampleCart([]) });
  window.dataLayer = [];
  vi.spyOn(window.dataLayer, 'push').mockImplementation(() => {
    throw new Error('blocked');
  });
  await user.click(await screen.findByRole('button', { name: 'Eliminar' }));
  expect(await screen.findByText('Tu carrito está vacío')).toBeVisible();
  expect(warning).toHaveBeenCalledWith('analytics', expect.objectContaining({ message: 'blocked' }));
});
