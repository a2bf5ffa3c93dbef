import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const waiting = {
  ...{ orderNumber: '100000123', program: 'MaxpointsPoints', points: 1000, amount: 100 },
  ...{ status: 'capturing' as const, since: '2026-11-26T10:00:00.000Z' },
};

test('[OFF-28] points that the program no longer holds are written off with a reason, and leave the list', async () => {
  const refusals = [
    () => refusal('TRANSITION_NOT_ALLOWED', {}, 'El programa no dice que los haya soltado: todavía los puede cobrar.'),
  ];
  let rows = [waiting];
  const desk = await openDesk('/operacion/puntos', {
    session: sampleSession('owner'),
    calls: {
      listWaitingPoints: () => ({ status: 200, data: rows }),
      writeOffPoints: () => {
        const refused = refusals.pop()?.();
        if (refused !== undefined) return refused;
        rows = [];
        return { status: 200, data: { orderNumber: '100000123', amount: 100 } };
      },
    },
  });
  expect(await screen.findByRole('link', { name: 'Orden 100000123' })).toHaveAttribute(
    'href',
    expect.stringContaining('/ordenes/100000123'),
  );
  expect(screen.getByText('Por cobrar')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Dar por perdidos' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Dar por perdidos Q100.00?' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'El programa cerró');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Dar por perdidos' }));
  await press();
  expect(await dialog.findByText(/todavía los puede cobrar/)).toBeVisible();
  await press();
  expect(await screen.findByText('Nada por aquí')).toBeVisible();
  expect(desk.sentTo('writeOffPoints').map(({ params, body }) => ({ params, body }))).toEqual(
    [1, 2].map(() => ({ params: { number: '100000123' }, body: { reason: 'El programa cerró' } })),
  );
});
