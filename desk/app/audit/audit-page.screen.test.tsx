import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

test('[OFF-10, OFF-11] a refused call has a Spanish name and says that nothing was done', async () => {
  await openDesk('/auditoria', {
    session: sampleSession('owner'),
    calls: {
      listAudit: {
        status: 200,
        data: ['listOrderRows', 'cancelOrder'].map((operation, at) => ({
          ...{
            id: String(at + 1),
            at: '2026-11-26T16:00:00.000Z',
            actor: { kind: 'staff' as const, id: 'x', name: 'Rosa Xol' },
          },
          ...{ requestId: null, operation, entity: 'session', entityId: 'refused', before: {}, reason: null },
          after: { code: 'FORBIDDEN' },
        })),
        next: null,
        total: { value: 2, capped: false },
      },
    },
  });
  expect(await screen.findByText('Rechazado: Vio las órdenes')).toBeVisible();
  expect(screen.getByText('Rechazado: Canceló')).toBeVisible();
  expect(screen.queryByText('refused')).toBeNull();
});
