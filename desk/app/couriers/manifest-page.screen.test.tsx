import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { couriersPage, sampleCourier } from '../testing/entity-answers.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Manifest = DeskAnswer<'getManifest'>['data'];

const manifest = (changes: Partial<Manifest> = {}): Manifest => ({
  id: 'M-2214',
  state: 'open',
  courier: 'expreso-kukul',
  courierName: 'Expreso Kukul',
  storeCode: 'BODEGA',
  storeName: 'Bodega central',
  openedAt: '2026-11-27T15:04:00.000Z',
  closedAt: null,
  shipments: 0,
  parcels: 0,
  withCash: 0,
  cash: 0,
  rows: [],
  forgotten: [{ shipmentId: '100104980-1', destination: 'Zona 10' }],
  version: 1,
  actions: ['scan', 'remove', 'close'],
  ...changes,
});
const parcel = {
  shipmentId: '100104971-1',
  destination: 'Antigua Guatemala',
  trackingNumber: null,
  parcels: 2,
  cash: 459,
  scannedAt: '2026-11-27T16:39:00.000Z',
};
const { rows: _, forgotten: __, ...totals } = manifest();
const counted = { ...totals, shipments: 1, parcels: 2, withCash: 1, cash: 459, version: 2 };
const { parcels: ___, withCash: ____, cash: _____, version: ______, actions: _______, ...row } = totals;
/** The answer to a scan of the parcel: only its row. */
const scanned: DeskAnswer<'scanManifest'> = { status: 200, data: { ...counted, row: parcel, forgotten: 1 } };
const list = { status: 200, data: [row], next: null, total: { value: 1, capped: false } };
const session = sampleSession('warehouse');

test.each([1440, 390])(
  '[WORK-27] a manifest is filled by scanning and closed with one more press, at %i',
  async (width) => {
    const desk = await openDesk('/manifiestos', {
      session,
      width,
      calls: {
        listManifests: list,
        getManifest: { status: 200, data: manifest() },
        getHistory: { status: 200, data: [], next: null },
        scanManifest: ({ body }) => (JSON.stringify(body).includes('100104971-1') ? scanned : refusal('SCAN_UNKNOWN')),
        closeManifest: {
          status: 200,
          data: {
            ...counted,
            rows: [parcel],
            state: 'closed',
            closedAt: '2026-11-27T17:00:00.000Z',
            forgotten: [],
            actions: ['print'],
          },
        },
      },
    });
    expect(await screen.findByText('1 empacado no está en el manifiesto')).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Escanea o escribe el código' });
    await desk.user.type(field, 'NADA{Enter}');
    expect(await screen.findByText('No se agregó')).toBeVisible();
    await desk.user.clear(field);
    await desk.user.type(field, '100104971-1{Enter}');
    expect(await screen.findByText('100104971-1 agregado')).toBeVisible();
    expect(screen.getByText(/2 bultos\. Cobra Q459\.00/)).toBeVisible();
    // An earlier refusal still shows, because its parcel must be put aside.
    expect(screen.getByText('NADA no se agregó')).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Entendido: NADA' }));
    expect(screen.queryByText('NADA no se agregó')).toBeNull();
    // Packed parcels that are not on the manifest need a confirmation.
    await desk.user.click(screen.getByRole('button', { name: 'Cerrar manifiesto' }));
    const confirmation = () => screen.findByRole('alertdialog', { name: '1 empacado no está en el manifiesto' });
    expect(await confirmation()).toHaveTextContent('100104980-1');
    await desk.user.click(within(await confirmation()).getByRole('button', { name: 'Volver a leer' }));
    expect(desk.sentTo('closeManifest')).toEqual([]);
    await desk.user.click(screen.getByRole('button', { name: 'Cerrar manifiesto' }));
    await desk.user.click(within(await confirmation()).getByRole('button', { name: 'Cerrar sin él' }));
    expect(await screen.findByRole('link', { name: 'Imprimir' })).toHaveAttribute(
      'href',
      '/v1/admin/manifests/M-2214/paper',
    );
    expect(desk.sentTo('closeManifest').map(({ body }) => body)).toEqual([{ version: 2, left: 1 }]);
  },
);

test('[WORK-27] if couriers fail to load, the dialog of a new manifest can load them again', async () => {
  let isDown = true;
  const desk = await openDesk('/manifiestos', {
    session,
    calls: {
      listManifests: { ...list, data: [], total: { value: 0, capped: false } },
      listCouriers: () =>
        isDown ? noAnswer : couriersPage(sampleCourier({ code: 'expreso-kukul', name: 'Expreso Kukul' })),
      listPlaces: { status: 200, data: [] },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Abrir manifiesto' }));
  const failed = within(await screen.findByRole('dialog', { name: 'Abrir manifiesto' }));
  isDown = false;
  await desk.user.click(await failed.findByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('option', { name: 'Expreso Kukul' })).toBeInTheDocument();
});

test('[WORK-27] a refused parcel stays listed until a person acknowledges it or a scan is accepted', async () => {
  let isPacked = false;
  const desk = await openDesk('/manifiestos', {
    session,
    calls: {
      listManifests: list,
      getManifest: { status: 200, data: manifest() },
      getHistory: { status: 200, data: [], next: null },
      scanManifest: () => (isPacked ? scanned : refusal('SCAN_UNKNOWN')),
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  for (const code of ['100104971-1', '100104972-1', '100104971-1']) {
    await desk.user.clear(field);
    await desk.user.type(field, `${code}{Enter}`);
  }
  await waitFor(() => expect(desk.sentTo('scanManifest')).toHaveLength(3));
  const refused = within(await screen.findByRole('list', { name: 'No se agregaron' }));
  expect(refused.getAllByRole('listitem')).toHaveLength(2);
  isPacked = true;
  await desk.user.clear(field);
  await desk.user.type(field, '100104971-1{Enter}');
  expect(await screen.findByText('100104971-1 agregado')).toBeVisible();
  expect(refused.getAllByRole('listitem')).toHaveLength(1);
  expect(refused.getByText('100104972-1 no se agregó')).toBeVisible();
});

test.each([1440, 390])(
  '[WORK-27] the last used manifest shows, and tabs open the other manifests, at %i',
  async (width) => {
    const other = { ...row, id: 'M-2215', courier: 'ruta-chapina', courierName: 'Ruta Chapina', shipments: 5 };
    const desk = await openDesk('/manifiestos', {
      session,
      width,
      calls: {
        listManifests: { ...list, data: [row, other], total: { value: 2, capped: false } },
        getHistory: { status: 200, data: [], next: null },
        getManifest: ({ params }) => ({
          status: 200,
          data: params.id === 'M-2215' ? manifest({ id: 'M-2215', courierName: 'Ruta Chapina' }) : manifest(),
        }),
      },
    });
    expect((await screen.findAllByText('Manifiesto M-2214')).length).toBeGreaterThan(0);
    await desk.user.click(screen.getByRole('link', { name: /^Ruta Chapina/ }));
    expect((await screen.findAllByText('Manifiesto M-2215')).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: /^Ruta Chapina/ })).toHaveAttribute('aria-current', 'page');
    await desk.go('/no-hay');
    await desk.go('/manifiestos');
    expect((await screen.findAllByText('Manifiesto M-2215')).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Escanea o escribe el código' })).toHaveFocus());
  },
);

test('[WORK-27] a scan adds a row at the top, and scans of other people are read again', async () => {
  const second = { ...parcel, shipmentId: '100104980-1', destination: 'Zona 10', parcels: 1, cash: 0 };
  const elsewhere = { ...parcel, shipmentId: '100104999-1', destination: 'Mixco' };
  let all = manifest();
  const answers: Record<string, DeskAnswer<'scanManifest'>> = {
    '100104971-1': scanned,
    '100104980-1': {
      status: 200,
      data: { ...counted, shipments: 3, parcels: 5, withCash: 2, cash: 918, version: 4, row: second, forgotten: 0 },
    },
  };
  const desk = await openDesk('/manifiestos', {
    session,
    calls: {
      listManifests: list,
      getManifest: () => ({ status: 200, data: all }),
      getHistory: { status: 200, data: [], next: null },
      scanManifest: ({ body }) =>
        Object.entries(answers).find(([code]) => JSON.stringify(body).includes(code))?.[1] ?? refusal('SCAN_UNKNOWN'),
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, '100104971-1{Enter}');
  expect(await screen.findByText('100104971-1 agregado')).toBeVisible();
  const rows = within(screen.getByRole('list', { name: 'Envíos del manifiesto' }));
  expect(rows.getAllByRole('listitem').map((one) => one.textContent)).toEqual([expect.stringContaining('100104971-1')]);
  expect(screen.getByText('1 empacado no está en el manifiesto')).toBeVisible();
  expect(desk.sentTo('getManifest')).toHaveLength(1);
  all = manifest({ ...counted, shipments: 3, version: 4, rows: [second, elsewhere, parcel], forgotten: [] });
  await desk.user.clear(field);
  await desk.user.type(field, '100104980-1{Enter}');
  expect(await screen.findByText('100104999-1')).toBeVisible();
  expect(rows.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByText('1 empacado no está en el manifiesto')).toBeNull();
  expect(desk.sentTo('getManifest')).toHaveLength(2);
});

test('[WORK-27] newly packed parcels show with the next scan, or when the page is opened again', async () => {
  const packed = [
    { shipmentId: '100104980-1', destination: 'Zona 10' },
    { shipmentId: '100104981-1', destination: 'Mixco' },
    { shipmentId: '100104982-1', destination: 'Zona 1' },
  ];
  let all = manifest();
  const desk = await openDesk('/manifiestos', {
    session,
    calls: {
      listManifests: list,
      getManifest: () => ({ status: 200, data: all }),
      getHistory: { status: 200, data: [], next: null },
      scanManifest: { ...scanned, data: { ...scanned.data, forgotten: 2 } },
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  all = manifest({ ...counted, rows: [parcel], forgotten: packed.slice(0, 2) });
  await desk.user.type(field, '100104971-1{Enter}');
  expect(await screen.findByText('2 empacados no están en el manifiesto')).toBeVisible();
  expect(screen.getByText('100104981-1')).toBeVisible();
  all = { ...all, forgotten: packed };
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('3 empacados no están en el manifiesto')).toBeVisible();
});

test('[WORK-27] if a colleague removes one parcel and adds another, all is read again despite the equal count', async () => {
  const mine = { ...parcel, shipmentId: '100104980-1', destination: 'Zona 10', parcels: 1, cash: 0 };
  const theirs = { ...parcel, shipmentId: '100104999-1', destination: 'Mixco' };
  let all = manifest({ ...counted, rows: [parcel], forgotten: [] });
  const desk = await openDesk('/manifiestos', {
    session,
    calls: {
      listManifests: list,
      getManifest: () => ({ status: 200, data: all }),
      getHistory: { status: 200, data: [], next: null },
      scanManifest: {
        status: 200,
        data: { ...counted, shipments: 2, parcels: 3, version: 5, row: mine, forgotten: 0 },
      },
    },
  });
  const rows = within(await screen.findByRole('list', { name: 'Envíos del manifiesto' }));
  expect(rows.getByText('100104971-1')).toBeVisible();
  all = manifest({ ...counted, shipments: 2, parcels: 3, version: 5, rows: [mine, theirs], forgotten: [] });
  const field = screen.getByRole('textbox', { name: 'Escanea o escribe el código' });
  await desk.user.type(field, '100104980-1{Enter}');
  expect(await rows.findByText('100104999-1')).toBeVisible();
  expect(rows.queryByText('100104971-1')).toBeNull();
});

test('[WORK-27] a late answer from before a scan does not remove the scanned parcel', async () => {
  const slow = Promise.withResolvers<void>();
  let all = manifest();
  const desk = await openDesk('/manifiestos', {
    session,
    calls: {
      listManifests: list,
      getManifest: async () => {
        const data = all;
        if (desk.sentTo('getManifest').length === 2) await slow.promise;
        return { status: 200, data };
      },
      getHistory: { status: 200, data: [], next: null },
      scanManifest: scanned,
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(desk.sentTo('getManifest')).toHaveLength(2));
  all = manifest({ ...counted, rows: [parcel] });
  await desk.user.type(field, '100104971-1{Enter}');
  await waitFor(() => expect(desk.sentTo('getManifest')).toHaveLength(3));
  slow.resolve();
  await desk.user.type(field, 'Mientras tanto');
  const rows = within(screen.getByRole('list', { name: 'Envíos del manifiesto' }));
  expect(rows.getByText('100104971-1')).toBeVisible();
});
