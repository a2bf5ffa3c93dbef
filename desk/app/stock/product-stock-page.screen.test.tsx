import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Stock = DeskAnswer<'getProductStock'>['data'];
type Movement = DeskAnswer<'listProductMovements'>['data'][number];

const stock: { status: 200; data: Stock } = {
  status: 200,
  data: {
    ...{ sku: 'TV-1', title: 'Televisor 43"', hasStock: true, movements: [], mayMove: ['BODEGA', 'MAX'] },
    places: [
      {
        storeCode: 'BODEGA',
        name: 'Bodega central',
        onHand: 43,
        salable: 40,
        claimed: 3,
        inTransit: 0,
        presale: 0,
        onOrder: 0,
      },
      {
        storeCode: 'MAX',
        name: 'Miraflores',
        onHand: 7,
        salable: 7,
        claimed: 0,
        inTransit: 5,
        presale: 0,
        onOrder: 12,
      },
    ],
    threshold: { units: 10, of: 'category' },
  },
};
const movement = (id: string, changes: Partial<Movement>): Movement => ({
  ...{ id, at: '2026-11-30T15:00:00.000Z', storeCode: 'BODEGA', storeName: 'Bodega central', units: 1, level: 47 },
  ...{ cause: 'adjusted', orderNumber: null, document: null, by: null },
  ...changes,
});
const session = sampleSession('warehouse');

test.each([1440, 390])(
  '[BUY-10, PROD-19] a product shows its units by place, and each movement with its cause as a link, at %i',
  async (width) => {
    const desk = await openDesk('/inventario/TV-1', {
      session,
      width,
      calls: {
        getProductStock: stock,
        listProductMovements: ({ query }) =>
          query['before'] !== undefined
            ? { status: 200, data: [movement('1', { cause: 'counted', document: 'K-2', units: -2 })], next: null }
            : query['storeCode'] === 'MAX'
              ? { status: 200, data: [], next: null }
              : {
                  status: 200,
                  data: [
                    movement('5', { cause: 'transfer_in', document: 'T-12', units: 5, by: 'Wilmer Chávez' }),
                    movement('4', { cause: 'order', orderNumber: '100104980', units: -3 }),
                    movement('3', { cause: 'to_supplier', document: 'P-5', units: -1 }),
                    movement('2', { cause: 'received', document: 'F-77', units: 9 }),
                    movement('6', { cause: 'received', document: 'C-12', units: 8 }),
                  ],
                  next: '2',
                },
      },
    });
    const unitsOf = (place: RegExp) =>
      within(screen.getByRole('row', { name: place }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    await screen.findByRole('row', { name: /Bodega central/ });
    expect(unitsOf(/Bodega central/)).toEqual(['Bodega central', '43', '3', '40', '0', '0']);
    expect(unitsOf(/Miraflores/)).toEqual(['Miraflores', '7', '0', '7', '5', '12']);
    const list = within(await screen.findByRole('list', { name: 'Movimientos' }));
    const links = list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Llegó de un traslado T-12', '/inventario/traslados/T-12'],
      ['Orden 100104980', '/ordenes/100104980'],
      ['Al proveedor P-5', '/inventario/proveedores/P-5'],
      ['Llegó mercadería C-12', '/compras/C-12'],
    ]);
    expect(list.getByText('Llegó mercadería F-77')).toBeVisible();
    expect(list.getAllByText('quedan 47')).toHaveLength(5);
    await desk.user.click(screen.getByRole('button', { name: 'Ver anteriores' }));
    expect(await list.findByRole('link', { name: 'Conteo K-2' })).toBeVisible();
    await desk.user.click(screen.getByRole('button', { name: 'Miraflores' }));
    expect(await screen.findByText('Nada por aquí')).toBeVisible();
  },
);

test('[PROD-19] the threshold of a product is set, and an empty threshold uses the category’s', async () => {
  const desk = await openDesk('/inventario/TV-1', {
    session,
    calls: {
      getProductStock: stock,
      listProductMovements: { status: 200, data: [], next: null },
      setProductThreshold: { status: 200, data: { units: 5 } },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Avisa en 10, por su categoría' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aviso de existencias' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Avisar cuando queden/ }), '5');
  await desk.user.click(dialog.getByRole('button', { name: 'Guardar aviso' }));
  expect(await screen.findByText('Aviso guardado')).toBeVisible();
  expect(desk.sentTo('setProductThreshold').map(({ body }) => body)).toEqual([{ units: 5 }]);
});

test('[PROD-19] the list of low stock links to each product, and a code finds any other product', async () => {
  const desk = await openDesk('/inventario', {
    session,
    calls: {
      listLowStock: {
        status: 200,
        data: [
          {
            ...{ sku: 'TV-1', title: 'Televisor 43"', supply: 'low', salable: 4, threshold: 10 },
            ...{ inTransit: 5, category: 'Televisores' },
          },
        ],
        next: null,
        total: { value: 1, capped: false },
      },
      getProductStock: ({ params }) => (params['sku'] === 'NADA' ? refusal('NOT_FOUND') : stock),
      listProductMovements: { status: 200, data: [], next: null },
    },
  });
  expect(await screen.findByText('Televisor 43"')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Ver un producto' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ver existencias de un producto' }));
  const code = dialog.getByRole('textbox', { name: /SKU o código/ });
  await desk.user.type(code, 'NADA{Enter}');
  expect(await dialog.findByText('Ningún producto tiene ese código.')).toBeVisible();
  await desk.user.clear(code);
  await desk.user.type(code, '7401000000017{Enter}');
  expect(await screen.findByRole('heading', { name: 'Televisor 43"' })).toBeVisible();
});

test('[BUY-10] the movements of all products are exported by days, place and product; a wrong value is said at its field', async () => {
  const pressed: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    pressed.push(this.getAttribute('href') ?? '');
  });
  onTestFinished(() => click.mockRestore());
  const desk = await openDesk('/inventario', {
    session,
    calls: {
      listLowStock: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
      listNames: { status: 200, data: [{ code: 'MAX', name: 'Miraflores' }] },
      getProductStock: ({ params }) => (params['sku'] === 'NADA' ? refusal('NOT_FOUND') : stock),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Exportar movimientos' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Exportar movimientos' }));
  await dialog.findByRole('option', { name: 'Miraflores' });
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /^Lugar/ }), 'MAX');
  fireEvent.change(dialog.getByLabelText(/^Desde/), { target: { value: '2026-11-30' } });
  fireEvent.change(dialog.getByLabelText(/^Hasta/), { target: { value: '2026-11-01' } });
  const button = dialog.getByRole('button', { name: 'Exportar CSV' });
  await desk.user.click(button);
  await waitFor(() => expect(dialog.getByLabelText(/^Hasta/)).toHaveAccessibleDescription(/o uno después/));
  fireEvent.change(dialog.getByLabelText(/^Hasta/), { target: { value: '2026-12-01' } });
  const sku = dialog.getByRole('textbox', { name: /SKU o código/ });
  await desk.user.type(sku, 'NADA');
  await desk.user.click(button);
  expect(await dialog.findByText('Ningún producto tiene ese código.')).toBeVisible();
  expect(pressed).toEqual([]);
  await desk.user.clear(sku);
  await desk.user.type(sku, 'TV-1');
  await desk.user.click(button);
  await waitFor(() =>
    expect(pressed).toEqual(['/v1/admin/stock-movements/export?atFrom=2026-11-30&atTo=2026-12-01&place=MAX&sku=TV-1']),
  );
});

test('[BUY-10] the movements of one product are exported from its page, of the chosen place', async () => {
  const desk = await openDesk('/inventario/TV-1', {
    session,
    calls: { getProductStock: stock, listProductMovements: { status: 200, data: [], next: null } },
  });
  const link = await screen.findByRole('link', { name: 'Exportar CSV' });
  expect(link).toHaveAttribute('href', '/v1/admin/stock-movements/export?sku=TV-1');
  await desk.user.click(screen.getByRole('button', { name: 'Miraflores' }));
  expect(link).toHaveAttribute('href', '/v1/admin/stock-movements/export?sku=TV-1&place=MAX');
});
