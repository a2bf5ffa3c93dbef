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

test('[WORK-26, OFF-18] labels are printed of the shipments that were chosen at Preparación: of all that fit the filter, and none that it hides unsaid', async () => {
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
        // Two on a page.
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
