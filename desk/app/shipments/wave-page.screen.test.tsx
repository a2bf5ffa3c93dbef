import type { Shipment } from '@ceiba/contract/desk/shipments';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { couriersPage, sampleCourier } from '../testing/entity-answers.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type WavePick = DeskAnswer<'getPick'>['data'];

const at = '2026-11-27T15:04:00.000Z';
const ids = ['100000042-1', '100000043-1'] as const;

const missed: Shipment = {
  ...{
    id: ids[0],
    orderNumber: '100000042',
    sellerId: 1,
    state: 'picking',
    isLate: false,
    isHeld: false,
    isPickup: false,
  },
  ...{ promisedOn: null, destination: 'Zona 10, Guatemala', storeCode: 'BODEGA', courier: null, trackingNumber: null },
  ...{ since: at, units: 2, attempts: 0, cashToCollect: 0, dueAt: null, parcels: 1, receiver: null },
  ...{ cashCollected: null, reason: null, pickId: '7', hasProof: false, receivedAt: null, sentAgainAs: null },
  ...{ buyer: { name: 'Ana Ajú', phone: '55124087' }, receipt: null },
  ...{ moves: [], lines: [], version: 5, actions: [], awaitsGoods: false, transfers: [] },
};

/** Units of an order that is not held, all at the wave's place. */
const free: Pick<WavePick['rows'][number]['shipments'][number], 'isHeld' | 'comesFrom'> = {
  isHeld: false,
  comesFrom: [],
};

const pickedOf = (id: string, version: number): WavePick['shipments'][number] => ({
  ...{ id, state: 'picking', version, cashToCollect: 0, isHeld: false, isPickup: false, parcels: 1, courier: null },
});

/** A wave of three loudspeakers for two shipments. */
const wave = (missing: number, version: number): WavePick => ({
  ...{ id: '7', storeCode: 'BODEGA', storeName: 'Bodega', createdAt: at, staffName: 'Marta', units: 3, picked: 0 },
  rows: [
    {
      ...{ sku: 'SPEAKER', title: 'Bocina', picture: '/media/bocina.avif', shelf: 'A-1', codes: [] },
      ...{ needsSerial: false, quantity: 3, picked: 0, missing },
      shipments: [
        { id: ids[0], line: 1, quantity: 2, picked: 0, missing, version: missing === 0 ? 4 : 5, ...free },
        { id: ids[1], line: 1, quantity: 1, picked: 0, missing: 0, version, ...free },
      ],
    },
  ],
  shipments: ids.map((id) => pickedOf(id, 4)),
});

test('[WORK-09] a wave’s list is printed on a sheet or on a strip of 80 mm', async () => {
  await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: { getPick: { status: 200, data: wave(0, 4) } },
  });
  const paper = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: 'Imprimir lista' });
  expect([paper('Imprimir lista'), paper('Lista 80 mm')]).toEqual([
    '/v1/admin/picks/7/list?size=letter',
    '/v1/admin/picks/7/list?size=strip',
  ]);
});

test('[WORK-08] missing units are recorded once each, even after another person’s change of a shipment', async () => {
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

test('[WORK-08] "No encontrado" works by keyboard, and the next code goes into the scan field', async () => {
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: { getPick: () => ({ status: 200, data: wave(0, 4) }), missUnits: { status: 200, data: missed } },
  });
  const open = await screen.findByRole('button', { name: 'No encontrado: Bocina' });
  await desk.user.click(open);
  const units = await screen.findByRole('textbox', { name: 'Unidades que faltan' });
  await waitFor(() => expect(units).toHaveFocus());
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Escanea o escribe el código' })).toHaveFocus());
  await desk.user.click(open);
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Unidades que faltan' })).toHaveFocus());
  await desk.user.clear(screen.getByRole('textbox', { name: 'Unidades que faltan' }));
  await desk.user.keyboard('2{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(desk.sentTo('missUnits').map(({ body }) => body)).toEqual([{ version: 4, line: 1, quantity: 2 }]);
});

test('[WORK-08] after a refused "No encontrado" the typed units stay, and the server’s message shows', async () => {
  const words = 'Este envío ya no se prepara.';
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: { status: 200, data: wave(0, 4) },
      missUnits: refusal('TRANSITION_NOT_ALLOWED', { allowed: [] }, words),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'No encontrado: Bocina' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿No encontraste Bocina?' }));
  const units = dialog.getByRole('textbox', { name: 'Unidades que faltan' });
  await desk.user.clear(units);
  await desk.user.type(units, '2');
  await desk.user.click(dialog.getByRole('button', { name: 'Anotar 2 unidades' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(words);
  expect(units).toHaveValue('2');
  await desk.user.click(dialog.getByRole('button', { name: 'Anotar 2 unidades' }));
  await waitFor(() => expect(desk.sentTo('missUnits')).toHaveLength(2));
});

const rowOf = (changes: Partial<WavePick['rows'][number]> = {}): WavePick['rows'][number] => ({
  sku: 'SPEAKER',
  title: 'Bocina',
  picture: '/media/bocina.avif',
  shelf: 'A-1',
  codes: ['7401000000017'],
  needsSerial: false,
  quantity: 2,
  picked: 0,
  missing: 0,
  shipments: [{ id: '100000042-1', line: 1, quantity: 2, picked: 0, missing: 0, version: 2, ...free }],
  ...changes,
});

const counted = { status: 200, data: { shipment: '100000042-1' } };

const openWave = (rows: WavePick['rows'], scanned: typeof counted | ReturnType<typeof refusal> = counted) =>
  openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: {
        status: 200,
        data: {
          ...{ id: '7', storeCode: 'BODEGA', storeName: 'Bodega central', createdAt: '2026-11-27T15:04:00.000Z' },
          ...{ staffName: 'Marta Xicará', units: 3, picked: 0, rows },
          shipments: [pickedOf('100000042-1', 2)],
        },
      },
      scanPick: scanned,
    },
  });

test('[WORK-07] if a serial number is needed, another product can be started by its code or a press', async () => {
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

test('[WORK-08] a missing unit that turns up goes to the shipment that lacks a unit', async () => {
  const shipments = [{ id: '100000042-1', line: 1, quantity: 2, picked: 0, missing: 2, version: 3, ...free }];
  const desk = await openWave([rowOf({ missing: 2, shipments })]);
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, 'SPEAKER{Enter}');
  expect(await screen.findByText('Va en 100000042-1. 1 no encontrada.')).toBeVisible();
  await desk.user.type(field, 'SPEAKER{Enter}');
  expect(await screen.findByText('Va en 100000042-1. Ya están todas.')).toBeVisible();
  expect(screen.getByText('Listo', { selector: '.wave-count *' })).toBeVisible();
});

/** Records the tones of this page: Hz, and seconds of sound. */
function hearTones(): { hertz: number; seconds: number }[] {
  const tones: { hertz: number; seconds: number }[] = [];
  class Audio {
    currentTime = 7;
    destination = {};
    createGain = () => ({ gain: { value: 1 }, connect: () => {} });
    createOscillator = () => {
      const frequency = { value: 440 };
      let startedAt = Number.NaN;
      return {
        frequency,
        type: 'sine',
        connect: (next: object) => next,
        start: () => {
          startedAt = this.currentTime;
        },
        stop: (at: number) => void tones.push({ hertz: frequency.value, seconds: at - startedAt }),
      };
    };
  }
  vi.stubGlobal('AudioContext', Audio);
  return tones;
}

test('[WORK-07] a right product sounds high and short, a wrong or refused one low and long', async () => {
  const tones = hearTones();
  const desk = await openWave([rowOf()], refusal('SCAN_WRONG', {}, 'Ese producto no va en este envío.'));
  expect(await screen.findByRole('textbox', { name: 'Escanea o escribe el código' })).toHaveFocus();
  await desk.user.keyboard('NADA{Enter}');
  expect(await screen.findByText('No es de esta tanda')).toBeVisible();
  expect(tones).toHaveLength(1);
  await desk.user.keyboard('SPEAKER{Enter}');
  expect(await screen.findByText('No se contó')).toBeVisible();
  const [wrong, right, refused] = tones;
  expect(tones).toHaveLength(3);
  expect(right?.hertz).toBeGreaterThan(2 * (wrong?.hertz ?? 0));
  expect(right?.seconds).toBeLessThan((wrong?.seconds ?? 0) / 2);
  expect(refused).toEqual(wrong);
});

test('[WORK-06] a product on another shelf is reported in the wave, and typed values stay after a refusal', async () => {
  let now = wave(0, 4);
  const words = 'No encontramos ese producto.';
  const refusals = [refusal('PRODUCT_NOT_FOUND', {}, words)];
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: () => ({ status: 200, data: now }),
      setShelves: () => {
        const refused = refusals.pop();
        if (refused !== undefined) return refused;
        now = { ...now, rows: now.rows.map((row) => ({ ...row, shelf: 'B-07' })) };
        return { status: 200, data: { changed: 1 } };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'A-1, estante de Bocina' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Estante de Bocina' }));
  const shelf = dialog.getByRole('textbox', { name: /^Estante/ });
  expect(shelf).toHaveValue('A-1');
  await desk.user.clear(shelf);
  await desk.user.type(shelf, 'B-07');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Guardar estante' }));
  await press();
  expect(await dialog.findByText(words)).toBeVisible();
  expect(shelf).toHaveValue('B-07');
  await press();
  expect(await screen.findByRole('button', { name: 'B-07, estante de Bocina' })).toBeVisible();
  expect(desk.sentTo('setShelves').map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ storeCode: 'BODEGA', shelves: [{ sku: 'SPEAKER', shelf: 'B-07' }] })),
  );
});

test('[WORK-06] the shelf of any product of a place is set at "Preparación", or removed', async () => {
  const none = { all: 0, late: 0, today: 0, tomorrow: 0, later: 0, cash: 0, pickup: 0 };
  const desk = await openDesk('/preparacion?state=ready&held=false&storeCode=MAX', {
    session: sampleSession('warehouse'),
    calls: {
      listShipments: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      getPreparation: {
        status: 200,
        data: {
          places: [
            { storeCode: 'BODEGA', name: 'Bodega', ready: none },
            { storeCode: 'MAX', name: 'Ceiba Zona 10', ready: none },
          ],
          picks: [],
        },
      },
      setShelves: { status: 200, data: { changed: 1 } },
    },
  });
  const open = async () => {
    await desk.user.click(await screen.findByRole('button', { name: 'Estantes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Estante en Ceiba Zona 10' }));
    // A scanner types at the focus.
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /Código del producto/ })).toHaveFocus());
    return dialog;
  };
  const shelfOf = (dialog: Awaited<ReturnType<typeof open>>) => dialog.getByRole('textbox', { name: /^Estante/ });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const first = await open();
  // A scanned product alone, followed by Enter, must not remove its shelf.
  await desk.user.keyboard('SPEAKER{Enter}');
  expect(shelfOf(first)).toHaveFocus();
  const save = (dialog: typeof first) => desk.user.click(dialog.getByRole('button', { name: 'Guardar estante' }));
  await save(first);
  expect(await first.findByText('Falta este dato.')).toBeVisible();
  expect(desk.sentTo('setShelves')).toEqual([]);
  await desk.user.type(shelfOf(first), 'C-3');
  await save(first);
  await isClosed();
  const second = await open();
  await desk.user.keyboard('CABLE{Enter}');
  await desk.user.click(second.getByRole('checkbox', { name: 'Sin estante' }));
  await save(second);
  await isClosed();
  expect(desk.sentTo('setShelves').map(({ body }) => body)).toEqual([
    { storeCode: 'MAX', shelves: [{ sku: 'SPEAKER', shelf: 'C-3' }] },
    { storeCode: 'MAX', shelves: [{ sku: 'CABLE', shelf: null }] },
  ]);
});

const xela = { storeCode: 'XELA', name: 'Ceiba Xela', quantity: 1 };

test('[WORK-08] after "No encontrado" the wave names the store that now sends the unit, and excludes it', async () => {
  const units = { id: ids[0], line: 1, quantity: 2, picked: 0, version: 2, isHeld: false };
  let row = rowOf({ shipments: [{ ...units, missing: 0, comesFrom: [] }] });
  const wavePage = () => ({
    status: 200,
    data: { ...wave(0, 4), units: 2, rows: [row], shipments: [pickedOf(ids[0], 2)] },
  });
  const line = { line: 1, sku: 'SPEAKER', codes: [], title: 'Bocina', picture: '', quantity: 2, picked: 0 };
  const facts = { isGoods: true, needsSerial: false, serials: [] };
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: wavePage,
      missUnits: ({ body }) => {
        const isThere = JSON.stringify(body).includes('XELA');
        const now = isThere ? { missing: 1, comesFrom: [] } : { missing: 0, comesFrom: [xela] };
        row = rowOf({ missing: now.missing, shipments: [{ ...units, ...now, version: 3 }] });
        return { status: 200, data: { ...missed, version: 3, lines: [{ ...line, ...facts, ...now }] } };
      },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'No encontrado: Bocina' }));
  const first = within(await screen.findByRole('alertdialog', { name: '¿No encontraste Bocina?' }));
  const field = first.getByRole('textbox', { name: 'Unidades que faltan' });
  await user.clear(field);
  await user.type(field, '1');
  await user.click(first.getByRole('button', { name: 'Anotar 1 unidad' }));
  expect(await screen.findByText('1 viene ahora de Ceiba Xela.')).toBeVisible();
  expect(await screen.findByText('1 viene de Ceiba Xela')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('max', '1');
  await user.click(screen.getByRole('button', { name: 'Allá tampoco está: Bocina, en Ceiba Xela' }));
  const there = within(await screen.findByRole('alertdialog', { name: '¿Tampoco está en Ceiba Xela?' }));
  await user.click(there.getByRole('button', { name: 'Anotar 1 unidad' }));
  expect(await screen.findByText(/1 unidad no está en ninguna tienda: soporte lo resuelve/)).toBeVisible();
  expect(desk.sentTo('missUnits').map(({ body }) => body)).toEqual([
    { version: 2, line: 1, quantity: 1 },
    { version: 3, line: 1, quantity: 1, storeCode: 'XELA' },
  ]);
});

test('[WORK-24] units of a held order are marked in the wave, and are neither counted nor scanned', async () => {
  const shipments = [
    { id: ids[0], line: 1, quantity: 1, picked: 0, missing: 0, version: 2, isHeld: true, comesFrom: [] },
    { id: ids[1], line: 1, quantity: 1, picked: 0, missing: 0, version: 2, ...free },
  ];
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: {
        status: 200,
        data: {
          ...{ ...wave(0, 4), units: 2, rows: [rowOf({ shipments })] },
          shipments: [{ ...pickedOf(ids[0], 2), isHeld: true }, pickedOf(ids[1], 2)],
        },
      },
      scanPick: { status: 200, data: { shipment: ids[1] } },
    },
  });
  expect(await screen.findByText(`Detenida: ${ids[0]}`)).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Unidades leídas' })).toHaveAttribute('max', '1');
  const field = screen.getByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, 'SPEAKER{Enter}');
  expect(await screen.findByText(new RegExp(`^Va en ${ids[1]}\\.`))).toBeVisible();
  await desk.user.clear(field);
  await desk.user.type(field, 'SPEAKER{Enter}');
  expect(await screen.findByText('Ya están todas: Bocina')).toBeVisible();
  expect(desk.sentTo('scanPick')).toHaveLength(1);
});

test('[WORK-11] parcels and courier are chosen where a wave is packed', async () => {
  const completedShipments = [{ id: ids[0], line: 1, quantity: 2, picked: 2, missing: 0, version: 2, ...free }];
  const desk = await openDesk('/preparacion/tanda/7', {
    session: sampleSession('warehouse'),
    calls: {
      getPick: {
        status: 200,
        data: {
          ...wave(0, 4),
          units: 2,
          picked: 2,
          rows: [rowOf({ picked: 2, shipments: completedShipments })],
          shipments: [pickedOf(ids[0], 2)],
        },
      },
      listCouriers: couriersPage(sampleCourier()),
      packPick: { status: 200, data: { packed: [ids[0]], left: [ids[0]] } },
    },
  });
  const { user } = desk;
  await user.click(await screen.findByText('Bultos y mensajería'));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Sale por' }), 'Guatex');
  await user.click(screen.getByRole('button', { name: `Una más de ${ids[0]}` }));
  await user.click(screen.getByRole('button', { name: 'Empacado' }));
  expect(await screen.findByText('1 envío empacado')).toBeVisible();
  expect(desk.sentTo('packPick').map(({ body }) => body)).toEqual([
    { courier: 'Guatex', parcels: [{ id: ids[0], parcels: 2 }] },
  ]);
});
