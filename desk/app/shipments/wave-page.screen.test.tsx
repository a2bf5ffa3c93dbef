import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Pick = DeskAnswer<'getPick'>['data'];

const rowOf = (changes: Partial<Pick['rows'][number]> = {}): Pick['rows'][number] => ({
  sku: 'SPEAKER',
  title: 'Bocina',
  picture: '/media/bocina.avif',
  shelf: 'A-1',
  codes: ['7401000000017'],
  needsSerial: false,
  quantity: 2,
  picked: 0,
  missing: 0,
  shipments: [{ id: '100000042-1', line: 1, quantity: 2, picked: 0, missing: 0, version: 2 }],
  ...changes,
});

const openWave = (rows: Pick['rows']) =>
  openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: {
        status: 200,
        data: {
          ...{ id: '7', storeCode: 'BODEGA', storeName: 'Bodega central', createdAt: '2026-11-27T15:04:00.000Z' },
          ...{ staffName: 'Marta Xicará', units: 3, picked: 0, rows },
          shipments: [{ id: '100000042-1', state: 'picking', version: 2, cashToCollect: 0 }],
        },
      },
      scanPick: { status: 200, data: { shipment: '100000042-1' } },
    },
  });

test('[WORK-07] whoever is asked for a serial number may go on to another product: by its code, or by a press', async () => {
  const phone = rowOf({ sku: 'PHONE', title: 'Teléfono', codes: ['7401000000024'], needsSerial: true, quantity: 1 });
  const desk = await openWave([phone, rowOf()]);
  const read = async (label: string, code: string): Promise<void> =>
    desk.user.type(await screen.findByRole('textbox', { name: label }), `${code}{Enter}`);
  await read('Escanea o escribe el código', '7401000000024');
  await desk.user.click(await screen.findByRole('button', { name: 'Leer otro producto' }));
  await read('Escanea o escribe el código', 'PHONE');
  await read('Número de serie de Teléfono', '7401000000017');
  expect(await screen.findByText('Correcto: Bocina')).toBeVisible();
  expect(screen.getByText('Va en 100000042-1. Falta 1 del estante A-1.')).toBeVisible();
  await read('Escanea o escribe el código', 'PHONE');
  await read('Número de serie de Teléfono', 'SN-1');
  expect(await screen.findByText('Correcto: Teléfono')).toBeVisible();
  expect(desk.sentTo('scanPick').map(({ body }) => body)).toMatchObject([
    { code: '7401000000017' },
    { code: 'PHONE', serial: 'SN-1' },
  ]);
});

test('[WORK-08] a unit that was not found and turns up goes to the shipment that lacks it', async () => {
  const shipments = [{ id: '100000042-1', line: 1, quantity: 2, picked: 0, missing: 2, version: 3 }];
  const desk = await openWave([rowOf({ missing: 2, shipments })]);
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, 'SPEAKER{Enter}');
  expect(await screen.findByText('Va en 100000042-1. 1 no encontrada.')).toBeVisible();
  await desk.user.type(field, 'SPEAKER{Enter}');
  expect(await screen.findByText('Va en 100000042-1. Ya están todas.')).toBeVisible();
  expect(screen.getByText('Listo', { selector: '.pick *' })).toBeVisible();
});
