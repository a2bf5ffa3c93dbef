import { demoFlags } from '@ceiba/domain/flags/flags';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';

const openCartPage = async (flags: Partial<typeof demoFlags> = {}, changes: Parameters<typeof sampleLine>[0] = {}) => {
  await renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([sampleLine(changes)]),
      getFlags: { flags: { ...demoFlags, ...flags } },
      getRecommendations: { products: [], resultId: '00000000-0000-4000-8000-000000000001' },
      computeDeliveryTimes: { status: 201, data: [] },
    },
  });
  await screen.findAllByText('Resumen de compra');
};

const banner = () => screen.queryByText(/Paga con tus puntos/)?.textContent;

test.each([
  [{}, {}, 'Paga con tus puntos: Puntos MAX, Puntos BI y Puntos BAC. Los canjeas al pagar.'],
  [{ pointsBi: false }, {}, 'Paga con tus puntos: Puntos MAX y Puntos BAC. Los canjeas al pagar.'],
  [{ pointsMax: false, pointsBi: false, pointsBac: false }, {}, undefined],
  [{ thirdPartyPoints: true }, { is3p: true }, 'Paga con tus puntos: Puntos MAX. Los canjeas al pagar.'],
  [{}, { is3p: true }, undefined],
])('[DEC-112, FLAG-02] flags %j, line %j: %s', async (flags, line, text) => {
  await openCartPage(flags, line);
  expect(banner()).toBe(text);
});
