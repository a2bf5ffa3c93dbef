import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const id = '01a21b45-9d58-7b10-8d76-792b15967a21';

test('[WORK-03] a customer was born on a day as people write it', async () => {
  await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: {
        status: 200,
        data: {
          ...{ id, name: 'Walter Quiñónez', firstName: 'Walter', lastName: 'Quiñónez', email: 'w@ceiba.example' },
          ...{ phone: '44710932', gender: null, dateOfBirth: '1990-03-12', nit: null, dpi: null },
          ...{ billingName: null, billingAddress: null, createdAt: '2026-01-05T15:04:00.000Z', isConfirmed: true },
          ...{ isEmployee: false, orders: 0, failedSignIns: 0, addresses: [], cards: [], points: [] },
          ...{ hasLoyalty: false, wishlistProducts: 0, sessions: [], passkeys: 0, recentOrders: [], timeline: [] },
          ...{ version: 1, actions: [] },
        },
      },
    },
  });
  expect(await screen.findByText('12 de marzo de 1990')).toBeInTheDocument();
});
