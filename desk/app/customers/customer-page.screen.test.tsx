import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const id = '01a21b45-9d58-7b10-8d76-792b15967a21';
const customer: DeskAnswer<'getDeskCustomer'>['data'] = {
  ...{ id, name: 'Walter Quiñónez', firstName: 'Walter', lastName: 'Quiñónez', email: 'w@ceiba.example' },
  ...{ phone: '44710932', gender: null, dateOfBirth: '1990-03-12', nit: null, dpi: '…0101' },
  ...{ billingName: null, billingAddress: null, createdAt: '2026-01-05T15:04:00.000Z', isConfirmed: true },
  ...{ isEmployee: false, orders: 0, failedSignIns: 0, addresses: [], cards: [], points: [] },
  ...{ hasLoyalty: false, wishlistProducts: 0, sessions: [], passkeys: 0, recentOrders: [], timeline: [] },
  ...{ version: 1, actions: ['dpi'] },
};

test('[WORK-03] a customer was born on a day as people write it', async () => {
  await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: { status: 200, data: customer },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  expect(await screen.findByText('12 de marzo de 1990')).toBeInTheDocument();
});

test('[OFF-11] a customer’s page tells who opened their DPI, and why, as soon as it was opened', async () => {
  let reasons: string[] = [];
  const { user } = await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: { status: 200, data: customer },
      openCustomerDpi: () => {
        reasons = ['Pide factura por teléfono'];
        return { status: 200, data: { dpi: '1234567890101' } };
      },
      getHistory: () => ({
        status: 200,
        data: reasons.map((reason) => ({
          ...{ id: '7', at: '2026-11-27T15:04:00.000Z', operation: 'openCustomerDpi', reason, requestId: null },
          ...{ actor: { kind: 'staff', id: null, name: 'Brenda Coc' }, entity: 'customers', entityId: id },
          ...{ before: {}, after: {} },
        })),
        next: null,
      }),
    },
  });
  const title = await screen.findByRole('heading', { name: 'Cambios' });
  const changes = within(title.closest('section') ?? document.body);
  expect(await changes.findByText('Nadie lo ha cambiado.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver DPI' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Ver el DPI completo?' }));
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Pide factura por teléfono');
  await user.click(dialog.getByRole('button', { name: 'Ver DPI' }));
  expect(await changes.findByText('Pide factura por teléfono')).toBeVisible();
  expect(changes.getByRole('button', { name: 'Vio el DPI' })).toBeVisible();
  expect(changes.getByText('Brenda Coc')).toBeVisible();
});
