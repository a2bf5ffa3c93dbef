import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProductDetail } from '../testing/samples.ts';

const product = sampleProductDetail();

const openPage = () =>
  renderScreen(`/${product.slug}`, {
    calls: {
      getProductBySlug: product,
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
    },
  });

const findShare = () => screen.findByRole('link', { name: 'Compartir' });
const address = `http://localhost/${product.slug}`;

test('[CAT-13] saving, comparing and sharing a product are one row', async () => {
  await openPage();
  const row = (await findShare()).closest('.product-actions');
  const names = () => [...(row?.querySelectorAll('a, button') ?? [])].map(({ textContent }) => textContent);
  // The button to compare loads after the page.
  await waitFor(() => expect(names()).toEqual(['Guardar', 'Comparar', 'Compartir']));
});

test('[DEC-150] without a share sheet or without scripts, a product is shared by WhatsApp', async () => {
  await openPage();
  expect(await findShare()).toHaveAttribute('href', `https://wa.me/?text=${encodeURIComponent(address)}`);
});

test('[DEC-150] a device’s share sheet gets the address of the product', async () => {
  const share = vi.fn(() => Promise.resolve());
  Object.assign(navigator, { share });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { user } = await openPage();
  await user.click(await findShare());
  expect(share.mock.calls).toEqual([[{ url: `${location.origin}/${product.slug}` }]]);
});
