import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type SupplierNote = DeskAnswer<'getSupplierNote'>['data'];

const note = (changes: Partial<SupplierNote> = {}): { status: 200; data: SupplierNote } => ({
  status: 200,
  data: {
    ...{ number: 'P-5', state: 'open', supplier: 'Distribuidora Volcán', storeCode: 'BODEGA' },
    ...{ storeName: 'Bodega central', units: 3, createdAt: '2026-11-27T15:04:00.000Z', reason: 'No encienden' },
    ...{ reference: null, createdBy: 'Wilmer Chávez', endedAt: null, endedBy: null },
    lines: [{ sku: 'TV-1', title: 'Televisor 43"', quantity: 3 }],
    ...{ version: 1, actions: ['settle'] },
    ...changes,
  },
});
const history = { getHistory: { status: 200, data: [], next: null } } as const;
const session = sampleSession('warehouse');

test.each([1440, 390])(
  '[BUY-09] defective units go back on a note, which is ended by a credit, at %i',
  async (width) => {
    let isRefused = true;
    const desk = await openDesk('/inventario/proveedores', {
      session,
      width,
      calls: {
        ...history,
        listSupplierNotes: { status: 200, data: [], next: null, total: { value: 0, capped: false } },
        listPlaces: { status: 200, data: [{ storeCode: 'BODEGA', name: 'Bodega central', isPickup: false }] },
        createSupplierNote: () => {
          const answer = isRefused
            ? refusal('STOCK_WOULD_BE_NEGATIVE', {}, 'En Bodega central quedan 2 de TV-1 para mover.')
            : { ...note(), status: 201 };
          isRefused = false;
          return answer;
        },
        getSupplierNote: note(),
        settleSupplierNote: note({ state: 'credited', reference: 'NC-88', version: 2, actions: [] }),
      },
    });
    await desk.user.click(await screen.findByRole('button', { name: 'Regresar productos' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Regresar productos al proveedor' }));
    await desk.user.type(dialog.getByRole('textbox', { name: /Proveedor/ }), 'Distribuidora Volcán');
    await desk.user.type(dialog.getByRole('textbox', { name: /Productos/ }), 'TV-1 3');
    await desk.user.type(dialog.getByRole('textbox', { name: /Por qué regresan/ }), 'No encienden');
    await desk.user.click(dialog.getByRole('button', { name: 'Regresar productos' }));
    expect(await dialog.findByText('En Bodega central quedan 2 de TV-1 para mover.')).toBeVisible();
    await desk.user.click(dialog.getByRole('button', { name: 'Regresar productos' }));
    const ending = await screen.findByRole('button', { name: 'Terminar nota' });
    expect(desk.sentTo('createSupplierNote')[1]?.body).toEqual({
      ...{ storeCode: 'BODEGA', supplier: 'Distribuidora Volcán', reason: 'No encienden' },
      lines: [{ sku: 'TV-1', quantity: 3 }],
    });
    await desk.user.click(ending);
    const end = within(await screen.findByRole('dialog', { name: 'Terminar nota' }));
    await desk.user.type(end.getByRole('textbox', { name: /Número/ }), 'NC-88');
    await desk.user.click(end.getByRole('button', { name: 'Terminar nota' }));
    expect(await screen.findByText('Acreditada')).toBeVisible();
    expect(desk.sentTo('settleSupplierNote').map(({ body }) => body)).toEqual([
      { version: 1, outcome: 'credited', reference: 'NC-88' },
    ]);
  },
);
