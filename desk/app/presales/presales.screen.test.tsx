import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const row = {
  ...{ sku: 'PRE-1', title: 'Consola nueva', presaleDate: '2026-12-20', units: 14, orders: 9 },
  ...{ onOrder: 50, arrived: 3, toCome: 47, waiting: 8 },
  firstAt: '2026-11-01T15:00:00.000Z',
};

test.each([1440, 390])(
  '[WORK-32] presales are listed by date with the units that orders wait for, at %i',
  async (width) => {
    await openDesk('/productos/preventas', {
      session: sampleSession('catalogue'),
      width,
      calls: { listPresales: { status: 200, data: [row], next: null, total: { value: 1, capped: false } } },
    });
    expect(await screen.findByRole('heading', { name: 'Preventas' })).toBeVisible();
    expect((await screen.findAllByRole('link', { name: /Consola nueva/ }))[0]).toHaveAttribute(
      'href',
      '/productos/PRE-1',
    );
    for (const units of ['14', '50', '3', '47', '8']) expect(screen.getAllByText(units)[0]).toBeVisible();
  },
);
