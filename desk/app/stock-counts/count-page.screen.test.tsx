import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Count = DeskAnswer<'getStockCount'>['data'];

const line = (changes: Partial<Count['lines'][number]> = {}): Count['lines'][number] => ({
  ...{ sku: 'TV-1', title: 'Televisor 43"', shelf: 'A1', counted: null, mine: 0, mayCount: true },
  ...{ first: null, second: null, booked: null, difference: null, outcome: null },
  ...changes,
});
const count = (changes: Partial<Count> = {}): { status: 200; data: Count } => ({
  status: 200,
  data: {
    ...{ number: 'K-7', state: 'counting', storeCode: 'BODEGA', storeName: 'Bodega central', scope: 'shelf' },
    ...{ scopeName: 'A1', createdAt: '2026-11-27T15:04:00.000Z', createdBy: 'Marta Xicará', endedAt: null },
    ...{ endedBy: null, products: 2, counted: 0, counters: [], version: 1, actions: ['scan', 'review', 'cancel'] },
    lines: [line(), line({ sku: 'RADIO', title: 'Radio portátil' })],
    ...changes,
  },
});
const history = { getHistory: { status: 200, data: [], next: null } } as const;
const session = sampleSession('warehouse');
const address = '/inventario/conteos/K-7';

beforeEach(() => localStorage.clear());

test.each([1440, 390])(
  '[PROD-21] a shelf is counted by scans of units or boxes, and no stock level shows, at %i',
  async (width) => {
    const desk = await openDesk(address, {
      session,
      width,
      calls: {
        ...history,
        getStockCount: count(),
        scanStockCount: ({ body }) =>
          JSON.stringify(body).includes('NADA')
            ? refusal('SCAN_UNKNOWN')
            : { status: 200, data: { sku: 'TV-1', title: 'Televisor 43"', counted: 13, mine: 12 } },
        noteScannedCode: { status: 200, data: { product: null } },
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
    expect(screen.queryByText(/libros|Diferencia/)).toBeNull();
    const units = screen.getByRole('spinbutton', { name: 'Unidades por lectura' });
    await desk.user.clear(units);
    await desk.user.type(units, '12');
    await desk.user.type(field, 'TV-1{Enter}');
    expect(await screen.findByText('Van 13, tú contaste 12.')).toBeVisible();
    await desk.user.type(field, 'NADA{Enter}');
    expect(await screen.findByText(/Ningún producto tiene ese código/)).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'No hay Radio portátil' }));
    await waitFor(() =>
      expect(desk.sentTo('scanStockCount').map(({ body }) => body)).toEqual([
        { scanId: expect.any(String), code: 'TV-1', quantity: 12, scannedAt: expect.any(String) },
        { scanId: expect.any(String), code: 'NADA', quantity: 1, scannedAt: expect.any(String) },
        { scanId: expect.any(String), code: 'RADIO', quantity: 0, scannedAt: expect.any(String) },
      ]),
    );
  },
);

test('[PROD-21] ending a count names the uncounted products, and another person counts the differences', async () => {
  let isReviewed = false;
  const second = count({
    ...{ state: 'recounting', version: 2, products: 1 },
    lines: [line({ mayCount: false })],
  });
  const desk = await openDesk(address, {
    session,
    calls: {
      ...history,
      getStockCount: () => (isReviewed ? second : count({ counted: 1, lines: [line({ counted: 3, mine: 3 })] })),
      reviewStockCount: () => {
        isReviewed = true;
        return second;
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Terminar conteo' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Terminar conteo' }));
  expect(dialog.getByText(/1 producto sin leer cuenta como cero/)).toBeVisible();
  await desk.user.click(dialog.getByRole('button', { name: 'Terminar conteo' }));
  expect(await screen.findByText(/Los cuenta otra persona que la primera vez/)).toBeVisible();
  expect(screen.getByText(/lo cuenta otra persona/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^No hay/ })).toBeNull();
  expect(screen.getByText('1 producto falta por contar otra vez.')).toBeVisible();
});

test.each([1440, 390])(
  '[PROD-22] the approval shows both counts and the recorded stock, and names its effect, at %i',
  async (width) => {
    const reviewed = count({
      ...{ state: 'reviewed', version: 3, actions: ['approve', 'cancel'] },
      lines: [line({ first: 70, second: 78, booked: 79, difference: -1 })],
    });
    const desk = await openDesk(address, {
      session,
      width,
      calls: {
        ...history,
        getStockCount: reviewed,
        approveStockCount: refusal('STOCK_WOULD_BE_NEGATIVE', {}, 'De TV-1 se contaron menos.'),
      },
    });
    const row = await screen.findByRole('row', { name: /Televisor/ });
    for (const text of ['70', '78', '79', '−1']) expect(within(row).getByText(text)).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Aprobar conteo' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Aprobar conteo' }));
    expect(dialog.getByText(/Lo vendido desde entonces sigue vendido/)).toBeVisible();
    await desk.user.click(dialog.getByRole('button', { name: 'Corregir existencias' }));
    expect(await screen.findByText(/De TV-1 se contaron menos/)).toBeVisible();
    expect(desk.sentTo('approveStockCount').map(({ body }) => body)).toEqual([{ version: 3 }]);
  },
);

test('[PROD-21] a canceled count shows no differences', async () => {
  const canceled = count({
    state: 'canceled',
    endedAt: '2026-11-27T16:00:00.000Z',
    endedBy: 'Marta Xicará',
    actions: [],
  });
  await openDesk(address, { session, calls: { ...history, getStockCount: canceled } });
  expect(await screen.findByText(/Este conteo se canceló/)).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('[PROD-21] a new count is for a place, a shelf or a list', async () => {
  const desk = await openDesk('/inventario/conteos', {
    session,
    calls: {
      ...history,
      listStockCounts: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listPlaces: { status: 200, data: [{ storeCode: 'BODEGA', name: 'Bodega central', isPickup: false }] },
      createStockCount: { ...count(), status: 201 },
      getStockCount: count(),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Nuevo conteo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo conteo' }));
  expect(dialog.queryByRole('option', { name: 'Una categoría' })).toBeNull();
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Qué se cuenta/ }), 'Un estante');
  await desk.user.type(dialog.getByRole('textbox', { name: /Estante/ }), 'A1');
  await desk.user.click(dialog.getByRole('button', { name: 'Empezar a contar' }));
  expect(await screen.findByRole('heading', { name: 'Conteo K-7' })).toBeVisible();
  expect(desk.sentTo('createStockCount').map(({ body }) => body)).toEqual([
    { storeCode: 'BODEGA', scope: { kind: 'shelf', shelf: 'A1' } },
  ]);
});
