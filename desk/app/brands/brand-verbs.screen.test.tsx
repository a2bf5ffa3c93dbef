import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const brand = (more: Partial<DeskAnswer<'getBrand'>['data']> = {}): DeskAnswer<'getBrand'> => ({
  status: 200,
  data: {
    ...{ id: '7', title: 'Sony Latin', slug: 'sony-latin', state: 'visible', products: 12, replacement: null },
    ...{ version: 2, actions: ['merge'] },
    ...more,
  },
});

test('[PROD-23] a brand is merged with another one that is chosen by name', async () => {
  let now = brand();
  const refusals = [() => refusal('VALIDATION_ERROR', { fields: { intoId: 'Esa marca está retirada. Elige otra.' } })];
  const desk = await openDesk('/productos/marcas/7', {
    session: sampleSession('catalogue'),
    calls: {
      getBrand: () => now,
      getHistory: { status: 200, data: [], next: null },
      listNames: {
        status: 200,
        data: [
          { code: '7', name: 'Sony Latin' },
          { code: '3', name: 'Sony' },
        ],
      },
      mergeBrand: () => {
        const refused = refusals.pop()?.();
        if (refused !== undefined) return refused;
        now = brand({ state: 'retired', replacement: 'Sony', products: 0, version: 3, actions: [] });
        return now;
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Unir con …' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Unir Sony Latin con otra marca' }));
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Unir con/ }), 'Sony');
  await desk.user.click(dialog.getByRole('button', { name: 'Unir marcas' }));
  expect(await dialog.findByText('Esa marca está retirada. Elige otra.')).toBeVisible();
  await desk.user.click(dialog.getByRole('button', { name: 'Unir marcas' }));
  expect(await screen.findByText('Marcas unidas')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unir con …' })).toBeNull();
  expect(desk.sentTo('mergeBrand')[1]).toMatchObject({ params: { id: '7' }, body: { version: 2, intoId: '3' } });
});
