import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Wave = DeskAnswer<'getPick'>['data'];
type Row = Wave['rows'][number];

const ids = ['100000056-1', '100000058-1'] as const;
const coming = (quantity: number): Row['shipments'][number]['comesFrom'] => [
  { storeCode: 'BODEGA', name: 'Bodega central', quantity },
];

const unitsOf = (id: string, quantity: number, change: Partial<Row['shipments'][number]> = {}) => ({
  ...{ id, line: 1, quantity, picked: 0, missing: 0, version: 2, isHeld: false, comesFrom: [], ...change },
});

/** A wave of the store at Zona 10 with one product. */
const waveOf = (shipments: Row['shipments']): Wave => {
  const sum = (field: 'quantity' | 'picked' | 'missing') => shipments.reduce((units, each) => units + each[field], 0);
  return {
    ...{ id: '7', storeCode: 'MAX', storeName: 'Ceiba Zona 10', createdAt: '2026-11-27T15:04:00.000Z' },
    ...{ staffName: 'Marta Xicará', units: sum('quantity'), picked: sum('picked') },
    rows: [
      {
        ...{ sku: 'SOP-0003', title: 'Soporte de pared', picture: '/media/soporte.avif', shelf: 'A-1', codes: [] },
        ...{ needsSerial: false, quantity: sum('quantity'), picked: sum('picked'), missing: sum('missing') },
        shipments,
      },
    ],
    shipments: shipments.map(({ id, isHeld }) => ({
      ...{ id, state: 'picking', version: 2, cashToCollect: 0, isHeld, isPickup: false, parcels: 1, courier: null },
    })),
  };
};

/** Opens the wave. `after`: the server's wave after a scan. */
const openWave = async (before: Wave, scanned: string, after = before, width = 1440) => {
  let now = before;
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    width,
    calls: {
      getPick: () => ({ status: 200, data: now }),
      scanPick: () => {
        now = after;
        return { status: 200, data: { shipment: scanned } };
      },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  const read = async (): Promise<void> => {
    await desk.user.clear(field);
    await desk.user.type(field, 'SOP-0003{Enter}');
  };
  const change = (next: Wave): void => {
    now = next;
  };
  return { ...desk, read, change };
};

const both = waveOf([unitsOf(ids[0], 1), unitsOf(ids[1], 1)]);
const firstHeld = waveOf([unitsOf(ids[0], 1, { isHeld: true }), unitsOf(ids[1], 1, { picked: 1 })]);

test('[WORK-07, WORK-24] a unit counted for another shipment is announced with its box, and the wave is read again', async () => {
  const desk = await openWave(both, ids[1], firstHeld);
  await desk.read();
  expect(await screen.findByText(`Va en ${ids[1]}, no en ${ids[0]}`)).toBeVisible();
  expect(screen.getByText(/^Soporte de pared: la tanda cambió/)).toBeVisible();
  expect(await screen.findByText(`Detenida: ${ids[0]}`)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('max', '1');
});

test('[WORK-24] an order that is held while its wave is shown is marked before the next scan', async () => {
  const timers: (() => void)[] = [];
  const set = vi.spyOn(globalThis, 'setInterval');
  const desk = await openWave(both, ids[1]);
  for (const [run, ms] of set.mock.calls) if (ms === 15_000 && typeof run === 'function') timers.push(() => run());
  desk.change(firstHeld);
  expect(timers.length).toBeGreaterThan(0);
  act(() => {
    for (const run of timers) run();
  });
  expect(await screen.findByText(`Detenida: ${ids[0]}`)).toBeVisible();
});

test('[WORK-07, WORK-31] units from another store can be scanned only after their arrival is confirmed', async () => {
  const desk = await openWave(waveOf([unitsOf(ids[0], 3, { comesFrom: coming(2) })]), ids[0]);
  await desk.read();
  expect(await screen.findByText('Correcto: Soporte de pared')).toBeVisible();
  await desk.read();
  const scan = within(screen.getByRole('status'));
  expect(scan.getByText('Todavía no llegan: Soporte de pared')).toBeVisible();
  expect(scan.getByText(/^2 vienen de Bodega central\./)).toBeVisible();
  expect(desk.sentTo('scanPick')).toHaveLength(1);
  await desk.user.click(scan.getByRole('button', { name: 'Ya llegaron' }));
  expect(screen.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('max', '3');
  await desk.read();
  await desk.read();
  await waitFor(() => expect(desk.sentTo('scanPick')).toHaveLength(3));
  expect(screen.getByText(`Va en ${ids[0]}. Ya están todas.`)).toBeVisible();
});

test('if all units of a wave come from another store, its head shows their number', async () => {
  await openWave(waveOf([unitsOf(ids[0], 2, { comesFrom: coming(2) })]), ids[0]);
  expect(await screen.findByText('de 2 por llegar')).toBeVisible();
});

test('[WORK-31] the arrival can also be confirmed at the row', async () => {
  // The server assigns a unit from the shelf to the first shipment, although that shipment waits for units from elsewhere.
  const before = waveOf([unitsOf(ids[0], 2, { comesFrom: coming(2) }), unitsOf(ids[1], 1)]);
  const desk = await openWave(before, ids[0]);
  await desk.read();
  expect(await screen.findByText('Correcto: Soporte de pared')).toBeVisible();
  await desk.read();
  expect(await screen.findByText('Todavía no llegan: Soporte de pared')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Ya llegaron: Soporte de pared, de Bodega central' }));
  expect(await screen.findByText('2 llegaron de Bodega central')).toBeVisible();
  await desk.read();
  await waitFor(() => expect(desk.sentTo('scanPick')).toHaveLength(2));
});
