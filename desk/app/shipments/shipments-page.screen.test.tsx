import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { sampleShipment } from '../testing/sample-shipment.ts';

const ready = { all: 3, late: 0, today: 3, tomorrow: 0, later: 0, cash: 1, pickup: 0 };
const rows = [1, 2, 3].map((n) =>
  sampleShipment({
    id: `10000004${n}-1`,
    orderNumber: `10000004${n}`,
    state: 'ready',
    cashToCollect: n === 2 ? 459 : 0,
  }),
);

test('[WORK-26, OFF-18] labels are printed for the chosen visible shipments, or for all that match the filter', async () => {
  const tab = { close: vi.fn(), replace: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(
    Object.assign(Object.create(null), { close: tab.close, location: { replace: tab.replace } }),
  );
  const desk = await openDesk('/preparacion', {
    session: sampleSession('warehouse'),
    calls: {
      getPreparation: {
        status: 200,
        data: { places: [{ storeCode: 'BODEGA', name: 'Bodega central', ready }], picks: [] },
      },
      listShipments: ({ query: { cash, after } }) => {
        const fitting = rows.filter(({ cashToCollect }) => cash === undefined || cashToCollect > 0);
        const total = { value: fitting.length, capped: false };
        // Two rows per page.
        if (after !== undefined) return { status: 200, data: fitting.slice(2), next: null, total };
        return { status: 200, data: fitting.slice(0, 2), next: fitting.length > 2 ? '2' : null, total };
      },
    },
  });
  await desk.user.click(await screen.findByRole('checkbox', { name: 'Seleccionar 100000041-1' }));
  const bar = within(screen.getByRole('region', { name: 'Selección' }));
  const labels = () => bar.getByRole('link', { name: 'Imprimir etiquetas' });
  expect(bar.getByText('1 seleccionado')).toBeVisible();
  expect(labels()).toHaveAttribute('href', '/v1/admin/shipments/labels?ids=100000041-1');
  await desk.user.click(bar.getByRole('button', { name: 'Seleccionar los 3 que cumplen el filtro' }));
  expect(await bar.findByText('3 seleccionados')).toBeVisible();
  await desk.user.click(labels());
  const printed = `${window.location.origin}/v1/admin/shipments/labels?ids=100000041-1,100000042-1,100000043-1`;
  await waitFor(() => expect(tab.replace.mock.calls).toEqual([[printed]]));
  await desk.user.click(screen.getByRole('link', { name: /En efectivo/ }));
  expect(await bar.findByText('2 fuera de este filtro')).toBeVisible();
  await desk.user.click(bar.getByRole('button', { name: 'Quitar' }));
  expect(bar.getByText('1 seleccionado')).toBeVisible();
  expect(labels()).toHaveAttribute('href', '/v1/admin/shipments/labels?ids=100000042-1');
});

test('chosen pickups are marked ready one by one, each with its result, and failed ones are retried', async () => {
  const pickup = (id: string, changes: Parameters<typeof sampleShipment>[0] = {}) =>
    sampleShipment({ id, state: 'packed', isPickup: true, courier: null, moves: ['picking', 'at_store'], ...changes });
  const shipments = new Map(
    [
      pickup('100000051-1'),
      pickup('100000052-1', { state: 'picking', moves: ['packed'] }),
      pickup('100000053-1', { state: 'at_store', moves: ['delivered'] }),
      pickup('100000054-1', { isPickup: false }),
    ].map((each) => [each.id, each]),
  );
  const desk = await openDesk('/preparacion?pickup=true', {
    session: sampleSession('warehouse'),
    calls: {
      getPreparation: {
        status: 200,
        data: { places: [{ storeCode: 'MAX', name: 'Ceiba Zona 10', ready }], picks: [] },
      },
      listShipments: () => ({
        status: 200,
        data: [...shipments.values()],
        next: null,
        total: { value: shipments.size, capped: false },
      }),
      getShipment: ({ params: { id = '' } }) => ({ status: 200, data: shipments.get(id) ?? pickup(id) }),
      moveShipment: ({ params: { id = '' } }) => {
        const moved = pickup(id, { state: 'at_store', version: 5 });
        shipments.set(id, moved);
        return { status: 200, data: moved };
      },
    },
  });
  await desk.user.click(await screen.findByRole('checkbox', { name: 'Seleccionar 100000051-1' }));
  for (const n of [2, 3, 4])
    await desk.user.click(screen.getByRole('checkbox', { name: `Seleccionar 10000005${n}-1` }));
  const bar = within(screen.getByRole('region', { name: 'Selección' }));
  await desk.user.click(bar.getByRole('button', { name: 'Listo para recoger' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Listo para recoger' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Marcar listos' }));
  expect(await dialog.findByText('4 de 4, 2 fallidos')).toBeVisible();
  const result = (n: number) =>
    within(dialog.getByRole('row', { name: new RegExp(`^10000005${n}-1`) })).getByRole('cell').textContent;
  expect([1, 2, 3, 4].map(result)).toEqual([
    'Listo para recoger',
    'Está «Preparando», no empacado',
    'Ya estaba listo',
    'No se recoge en tienda',
  ]);
  expect(desk.sentTo('moveShipment').map(({ params, body }) => [params, body])).toEqual([
    [{ id: '100000051-1' }, { to: 'at_store', version: 4 }],
  ]);
  shipments.set('100000052-1', pickup('100000052-1'));
  await desk.user.click(dialog.getByRole('button', { name: 'Reintentar fallidos' }));
  expect(await dialog.findByText('4 de 4, 1 fallido')).toBeVisible();
  expect(result(2)).toBe('Listo para recoger');
});
