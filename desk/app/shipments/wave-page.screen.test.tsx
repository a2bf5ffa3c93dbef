import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Shipment = DeskAnswer<'missUnits'>['data'];
type Pick = DeskAnswer<'getPick'>['data'];

const at = '2026-11-27T15:04:00.000Z';
const ids = ['100000042-1', '100000043-1'] as const;

const missed: Shipment = {
  ...{ id: ids[0], orderNumber: '100000042', sellerId: 1, state: 'picking', isLate: false, isPickup: false },
  ...{ promisedOn: null, destination: 'Zona 10, Guatemala', storeCode: 'BODEGA', courier: null, trackingNumber: null },
  ...{ since: at, units: 2, attempts: 0, cashToCollect: 0, dueAt: null, parcels: 1, receiver: null },
  ...{ cashCollected: null, reason: null, pickId: '7', hasProof: false, receivedAt: null, sentAgainAs: null },
  ...{ moves: [], lines: [], version: 5, actions: [] },
};

/** A wave of three loudspeakers for two shipments. */
const wave = (missing: number, version: number): Pick => ({
  ...{ id: '7', storeCode: 'BODEGA', storeName: 'Bodega', createdAt: at, staffName: 'Marta', units: 3, picked: 0 },
  rows: [
    {
      ...{ sku: 'SPEAKER', title: 'Bocina', picture: '/media/bocina.avif', shelf: 'A-1', codes: [] },
      ...{ needsSerial: false, quantity: 3, picked: 0, missing },
      shipments: [
        { id: ids[0], line: 1, quantity: 2, picked: 0, missing, version: missing === 0 ? 4 : 5 },
        { id: ids[1], line: 1, quantity: 1, picked: 0, missing: 0, version },
      ],
    },
  ],
  shipments: ids.map((id) => ({ id, state: 'picking', version: 4, cashToCollect: 0 })),
});

test('[WORK-08] units that were not found are told once each, also when somebody else changed one of their shipments', async () => {
  let now = wave(0, 4);
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: () => ({ status: 200, data: now }),
      missUnits: ({ params, body }) => {
        if (params.id === ids[0] || JSON.stringify(body).includes('"version":8')) return { status: 200, data: missed };
        now = wave(2, 8);
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: at });
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'No encontrado: Bocina' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿No encontraste Bocina?' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Anotar 3 unidades' }));
  expect(await dialog.findByText(/^Brenda Coc lo cambió antes/)).toBeVisible();
  await desk.user.click(dialog.getByRole('button', { name: 'Anotar 1 unidad' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(desk.sentTo('missUnits').map(({ params, body }) => [params.id, body])).toEqual([
    [ids[0], { version: 4, line: 1, quantity: 2 }],
    [ids[1], { version: 4, line: 1, quantity: 1 }],
    [ids[1], { version: 8, line: 1, quantity: 1 }],
  ]);
});
