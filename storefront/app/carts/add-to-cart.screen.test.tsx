import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleProductDetail } from '../testing/samples.ts';

const own = sampleProductDetail();

/** Opens a product page in a browser without a cart, and adds the product. */
async function addFrom(product: typeof own, calls: Calls) {
  const shop = await renderScreen(`/${product.slug}`, {
    calls: {
      getProductBySlug: product,
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
      createCart: sampleCart([]),
      getCart: sampleCart([]),
      ...calls,
    },
  });
  await shop.user.click(await findAddButton());
  return shop;
}

const failures: [string, string, typeof own, Calls][] = [
  [
    '[CAT-26] a third-party product without an offer',
    'Seller offerId is null',
    sampleProductDetail({ is3p: true, seller: { id: 4, title: 'Otra tienda', offerId: null } }),
    {},
  ],
  ['[CAT-26] a product for which no cart can be opened', 'Cart ID is null', own, { createCart: noAnswer }],
  [
    '[CAT-26] a product that was sold out meanwhile',
    'No se ha podido agregar el producto al carrito',
    own,
    { addCartProduct: refusal('OUT_OF_STOCK') },
  ],
];

test.each(failures)(
  '%s is not added, the alert says "%s", and the panel shows the next step',
  async (_, title, product, calls) => {
    const { sentTo } = await addFrom(product, calls);
    const panel = await screen.findByRole('dialog', { name: 'Continuar comprando' });
    expect(within(panel).getByText('Intenta con otro producto')).toBeVisible();
    expect(within(panel).getByText('No se pudo añadir al carrito. Intenta con un producto diferente.')).toBeVisible();
    // The panel is modal: screen readers do not see the elements around it.
    const alerts = screen.getAllByRole('alert', { hidden: true });
    expect(alerts.some((alert) => alert.textContent?.startsWith(title))).toBe(true);
    expect(sentTo('addCartProduct')).toHaveLength('addCartProduct' in calls ? 1 : 0);
  },
);
