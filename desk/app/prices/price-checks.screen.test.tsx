import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const row: DeskAnswer<'listPriceChecks'>['data'][number] = {
  ...{ sku: 'TV-1', title: 'Televisor 43"', proof: 'doubted', doubts: ['notBelow', 'raised'], regularPrice: 2_799 },
  ...{ reference: 2_149, price: 2_149, since: '2026-11-25T16:00:00.000Z', endsAt: null, offeredDays: 7, knownDays: 90 },
};

test.each([1440, 390])(
  '[PRICE-06] a running discount is listed with its proof and its doubts, at %i',
  async (width) => {
    await openDesk('/productos/ofertas', {
      session: sampleSession('catalogue'),
      width,
      calls: { listPriceChecks: { status: 200, data: [row], next: null, total: { value: 1, capped: false } } },
    });
    expect(await screen.findByRole('heading', { name: 'Revisión de ofertas' })).toBeVisible();
    expect((await screen.findAllByText('Televisor 43"'))[0]).toBeVisible();
    expect(screen.getAllByText('Con dudas').at(-1)).toBeVisible();
    expect(screen.getAllByText('No baja del precio de antes, Subió poco antes')[0]).toBeVisible();
  },
);
