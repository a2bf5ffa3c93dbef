import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProductDetail } from '../testing/samples.ts';

const open = (product: ReturnType<typeof sampleProductDetail>) =>
  renderScreen(`/${product.slug}`, {
    calls: {
      getProductBySlug: product,
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
    },
  });

test('[DEC-143] a sold-out product offers to tell of its return, and links guests to the address to sign in at, with the way back', async () => {
  const product = sampleProductDetail({ status: 'OUT_OF_STOCK', salableQuantity: 0 });
  await open(product);
  const link = await screen.findByRole('link', { name: 'Notifícame cuando esté disponible' });
  expect(link).toHaveAttribute('href', `/login?redirect=${encodeURIComponent(`/${product.slug}`)}`);
});

test('[DEC-143] what is in stock does not', async () => {
  await open(sampleProductDetail());
  await findAddButton();
  expect(screen.queryByText('Notifícame cuando esté disponible')).toBeNull();
});
