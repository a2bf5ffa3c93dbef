import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Courier = DeskAnswer<'listCouriers'>['data'][number];

const guatex: Courier = { code: 'guatex', name: 'Guatex', isActive: true, version: 3 };
const kukul: Courier = { code: 'kukul', name: 'Expreso Kukul', isActive: true, version: 1 };

test('[OFF-21] a courier is renamed, and takes no parcels any more; whoever was slower keeps what they typed, and the next press is of what it is now', async () => {
  let now = guatex;
  const taken = 'Ya hay una mensajería con ese nombre.';
  const refusals = [
    () => {
      now = { ...guatex, version: 4 };
      return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
    },
    () => refusal('IN_USE', {}, taken),
  ];
  const desk = await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('manager'),
    calls: {
      listCouriers: () => ({ status: 200, data: [now, kukul] }),
      changeCourier: () => {
        const refused = refusals.pop()?.();
        if (refused !== undefined) return refused;
        now = { ...guatex, name: 'Guatex Xela', isActive: false, version: 5 };
        return { status: 200, data: now };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cambiar Guatex' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Guatex' }));
  const name = dialog.getByRole('textbox', { name: /Nombre/ });
  expect(name).toHaveValue('Guatex');
  await desk.user.clear(name);
  await desk.user.type(name, 'Guatex Xela');
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: 'Estado' }), 'Ya no recibe');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Guardar mensajería' }));
  await press();
  expect(await dialog.findByText(taken)).toBeVisible();
  await press();
  expect(await dialog.findByText(/^Brenda Coc lo cambió antes/)).toBeVisible();
  expect(name).toHaveValue('Guatex Xela');
  await press();
  expect(await screen.findByText('Mensajería guardada')).toBeVisible();
  const row = within(await screen.findByRole('row', { name: /Guatex Xela/ }));
  expect(row.getByText('Ya no recibe')).toBeVisible();
  expect(desk.sentTo('changeCourier').map(({ params, body }) => ({ params, body }))).toEqual(
    [3, 3, 4].map((version) => ({
      params: { code: 'guatex' },
      body: { version, name: 'Guatex Xela', isActive: false },
    })),
  );
});

test('another courier is made from the manifests', async () => {
  let couriers = [kukul];
  const calls = {
    listCouriers: () => ({ status: 200, data: couriers }) as const,
    listManifests: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
    createCourier: () => {
      couriers = [guatex, kukul];
      return { status: 201, data: guatex } as const;
    },
  };
  const desk = await openDesk('/manifiestos', { session: sampleSession('manager'), calls });
  await desk.user.click(await screen.findByRole('link', { name: 'Mensajerías' }));
  await desk.user.click(await screen.findByRole('button', { name: 'Nueva mensajería' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva mensajería' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Guatex{Enter}');
  expect(await screen.findByText('Mensajería creada')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Guatex/ })).toBeVisible();
  expect(desk.sentTo('createCourier').map(({ body }) => body)).toEqual([{ name: 'Guatex' }]);
});

test('[OFF-08] who may not change settings sees the couriers, and no way to change them', async () => {
  await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('warehouse'),
    calls: { listCouriers: { status: 200, data: [kukul] } },
  });
  expect(await screen.findByRole('row', { name: /Expreso Kukul/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Cambiar|Nueva/ })).toBeNull();
});

test('before there is a courier the page says so', async () => {
  await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('manager'),
    calls: { listCouriers: { status: 200, data: [] } },
  });
  expect(await screen.findByRole('heading', { name: 'Nada por aquí' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Nueva mensajería' })).toBeVisible();
});
