import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

const calls = (product: ReturnType<typeof sampleProductDetail>) => ({
  getProductBySlug: product,
  getRecommendations: { products: [], resultId: sampleCartId },
  computeDeliveryTimes: { status: 201 as const, data: [] },
  checkPickupStock: { status: 200 as const, data: { found: false, stores: [] } },
});

test('[ZOOM-05, ZOOM-08] measures are text beside their drawing, and the sheet has groups, guarantee and the cost of energy', async () => {
  const product = sampleProductDetail({
    attributes: [
      { code: 'color', label: 'Color', value: 'Gris' },
      { code: 'alto', label: 'Alto', value: '157 cm', role: 'alto', size: 157 },
      { code: 'ancho', label: 'Ancho', value: '65 cm', role: 'ancho', size: 65 },
      { code: 'consumo', label: 'Consumo', value: '380 kWh al año', role: 'energia-consumo', group: 'Energía' },
      { code: 'garantia', label: 'Duración', value: '1 año', role: 'garantia', group: 'Garantía' },
    ],
    missingRoles: ['fondo', 'garantia-responde'],
    energyCost: 'Cerca de Q46 al mes.',
  });
  const { user } = await renderScreen(`/${product.slug}`, { calls: calls(product) });
  const measures = within(await screen.findByRole('region', { name: 'Medidas' }));
  const rows = measures
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(rows).toEqual(['Alto: 157 cm', 'Ancho: 65 cm', 'Fondo: Sin dato']);
  expect(measures.queryByRole('img')).toBeNull();
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await user.click(screen.getByText('Ficha técnica'));
  expect(within(screen.getByRole('region', { name: 'Energía' })).getByText('Cerca de Q46 al mes.')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Características' })).getByText('Gris')).toBeVisible();
  const guarantee = screen.getByRole('region', { name: 'Garantía: 1 año' });
  expect(guarantee).toHaveTextContent('Responde: Sin dato.');
  await user.click(screen.getByRole('link', { name: 'Imprimir ficha' }));
  expect(print).toHaveBeenCalledOnce();
});
