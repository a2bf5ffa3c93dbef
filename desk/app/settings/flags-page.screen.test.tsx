import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const flag = (isOn: boolean, version: number) => ({
  ...{ name: 'coupons' as const, isOn, standard: true, changedAt: '2026-11-26T16:00:00.000Z', version },
});
const page = (now: ReturnType<typeof flag>) => ({ status: 200, data: [now] }) as const;
const row = async () => within((await screen.findByText('Cupones')).closest('li') ?? document.body);

test('[OFF-28, OFF-22] a press switches a flag off, and "Deshacer" switches the flag on again', async () => {
  let now = flag(true, 3);
  const desk = await openDesk('/ajustes/funciones', {
    session: sampleSession('owner'),
    calls: {
      listDeskFlags: () => page(now),
      changeFlag: ({ body }: { body?: unknown }) => {
        now = flag(Object(body).isOn, now.version + 1);
        return { status: 200, data: now };
      },
    },
  });
  expect((await row()).getByText('Encendida')).toBeVisible();
  expect((await row()).getByText(/^Estándar: encendida · Último cambio/)).toBeVisible();
  await desk.user.click((await row()).getByRole('button', { name: 'Apagar' }));
  expect(await screen.findByText('Cupones: apagada')).toBeVisible();
  expect(await (await row()).findByText('Apagada')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(await (await row()).findByText('Encendida')).toBeVisible();
  expect(desk.sentTo('changeFlag').map(({ body }) => body)).toEqual([
    { version: 3, isOn: false },
    { version: 4, isOn: true },
  ]);
});

test('[OFF-28, OFF-21] after a change by another person, the press is refused and the page shows the new state', async () => {
  let now = flag(true, 3);
  const desk = await openDesk('/ajustes/funciones', {
    session: sampleSession('owner'),
    calls: {
      listDeskFlags: () => page(now),
      changeFlag: () => {
        now = flag(false, 4);
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
      },
    },
  });
  await desk.user.click((await row()).getByRole('button', { name: 'Apagar' }));
  expect(await (await row()).findByText('Apagada')).toBeVisible();
  expect((await row()).getByRole('button', { name: 'Encender' })).toBeVisible();
});
