import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCartId, sampleProductDetail } from '../testing/samples.ts';

test('a description is shown as its paragraphs and lists', async () => {
  const product = sampleProductDetail({ description: 'Suena fuerte.\n\nTrae:\n- Cable\n- Estuche' });
  await renderScreen(`/${product.slug}`, {
    calls: {
      getProductBySlug: product,
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [] },
      checkPickupStock: { status: 200, data: { found: false, stores: [] } },
    },
  });
  const section = await screen.findByRole('region', { name: 'Lo esencial' });
  expect(within(section).getByText('Suena fuerte.')).toBeVisible();
  expect(
    within(section)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Cable', 'Estuche']);
});
