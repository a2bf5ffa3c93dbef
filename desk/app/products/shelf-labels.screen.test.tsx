import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const row = { title: 'Televisor 43"', sku: 'TV-1', before: 1_000, price: 900, changedAt: '2026-12-01T15:00:00.000Z' };

test.each([1440, 390])(
  '[BUY-08] prices of today are listed, and their labels printed by selection or all, at %i',
  async (width) => {
    const desk = await openDesk('/productos/etiquetas', {
      session: sampleSession('catalogue'),
      width,
      calls: { listChangedPrices: { status: 200, data: [row], next: null, total: { value: 1, capped: false } } },
    });
    expect((await screen.findAllByText('Televisor 43"'))[0]).toBeVisible();
    expect(screen.getByRole('link', { name: 'Imprimir todas' })).toHaveAttribute(
      'href',
      '/v1/admin/shelf-labels?changed=today',
    );
    const [box] = screen.getAllByRole('checkbox', { name: /TV-1|Televisor/ });
    if (box === undefined) throw new Error('the row cannot be chosen');
    await desk.user.click(box);
    expect(await screen.findByRole('link', { name: 'Imprimir etiquetas' })).toHaveAttribute(
      'href',
      '/v1/admin/shelf-labels?skus=TV-1',
    );
  },
);
