import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const session = sampleSession('accounting');
const page = <T,>(row: T) => ({ status: 200, data: [row], next: null, total: { value: 1, capped: false } });

const difference: DeskAnswer<'listTillDifferences'>['data'][number] = {
  ...{ id: '01a21b45-9d58-7b10-8d76-792b15967a01.opening', tillId: '01a21b45-9d58-7b10-8d76-792b15967a02' },
  ...{
    tillName: 'Caja 2',
    storeName: 'Ceiba Zona 10',
    kind: 'opening',
    at: '2026-11-27T15:04:00.000Z',
    by: 'Brenda Coc',
  },
  ...{ expected: 790, counted: 500, difference: -290, first: -290, counts: 1, state: 'open', reason: '' },
};

test.each([1440, 390])(
  '[CASH-05] a difference of a till is listed, and explained by accounting, at %i',
  async (width) => {
    const desk = await openDesk('/caja/diferencias', {
      session,
      width,
      calls: {
        listTillDifferences: page(difference),
        explainTillDifference: { status: 200, data: { id: difference.id, reason: 'En la caja fuerte' } },
      },
    });
    await desk.user.click((await screen.findAllByText('Caja 2'))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Diferencia de Caja 2' }));
    expect(dialog.getByText('Ceiba Zona 10 · Fondo al abrir. Faltan Q290.00.')).toBeVisible();
    await desk.user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'En la caja fuerte');
    await desk.user.click(dialog.getByRole('button', { name: 'Guardar motivo' }));
    await waitFor(() =>
      expect(desk.sentTo('explainTillDifference').map(({ params, body }) => [params, body])).toEqual([
        [{ id: difference.id }, { reason: 'En la caja fuerte' }],
      ]),
    );
  },
);

test('[CASH-05] a closing opens with all its amounts and its paper', async () => {
  const closing: DeskAnswer<'listTillClosings'>['data'][number] = {
    ...{
      id: '01a21b45-9d58-7b10-8d76-792b15967c01',
      tillId: difference.tillId,
      tillName: 'Caja 2',
      storeName: 'Zona 10',
    },
    ...{ closedAt: '2026-11-27T23:04:00.000Z', closedBy: 'Brenda Coc', openedAt: '2026-11-27T15:04:00.000Z' },
    ...{ openedBy: 'Brenda Coc', float: 500, expected: 600, counted: 590, difference: -10, expectedCards: 100 },
    ...{ countedCards: 90, cardsDifference: -10, counts: 2, reason: 'Vuelto de más' },
  };
  const desk = await openDesk('/caja/cierres', { session, calls: { listTillClosings: page(closing) } });
  await desk.user.click((await screen.findAllByText('Caja 2'))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: 'Cierre de Caja 2' }));
  expect(dialog.getByText('Q600.00')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Imprimir cierre' })).toHaveAttribute(
    'href',
    `/v1/admin/tills/${closing.tillId}/closings/${closing.id}?size=letter`,
  );
});

test.each([1440, 390])(
  '[CASH-07] cash missing from a delivery is corrected, paid later or written off, at %i',
  async (width) => {
    const cash: DeskAnswer<'listDoorCash'>['data'][number] = {
      ...{ id: '100104996-1', orderNumber: '100104996', courier: 'Guatex', storeName: 'Bodega', version: 4 },
      ...{ deliveredAt: '2026-11-27T15:04:00.000Z', due: 284.9, collected: 28, writtenOff: 0, missing: 256.9 },
      ...{ state: 'open', reason: 'Así lo dijo' },
    };
    const answered = { collected: 284.9, writtenOff: 0, missing: 0, version: 5 };
    const desk = await openDesk('/caja/mensajeros', {
      session,
      width,
      calls: { listDoorCash: page(cash), settleDoorCash: { status: 200, data: answered } },
    });
    await desk.user.click((await screen.findAllByText('100104996-1'))[0] as HTMLElement);
    const ways = within(await screen.findByRole('dialog', { name: 'Efectivo del envío 100104996-1' }));
    expect(ways.getByText(/Se debían cobrar Q284.90 y se anotaron Q28.00. Faltan Q256.90./)).toBeVisible();
    expect(ways.getByRole('button', { name: 'Llegó dinero después' })).toBeVisible();
    expect(ways.getByRole('button', { name: 'Dar por perdido' })).toBeVisible();
    await desk.user.click(ways.getByRole('button', { name: 'Se anotó mal: corregir' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Corregir lo cobrado' }));
    expect(dialog.getByRole('textbox', { name: /Cobrado en total/ })).toHaveValue('284.90');
    await desk.user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Era Q284.90');
    await desk.user.click(dialog.getByRole('button', { name: 'Corregir' }));
    await waitFor(() =>
      expect(desk.sentTo('settleDoorCash').map(({ body }) => body)).toEqual([
        { version: 4, kind: 'correction', amount: 284.9, reason: 'Era Q284.90' },
      ]),
    );
  },
);
