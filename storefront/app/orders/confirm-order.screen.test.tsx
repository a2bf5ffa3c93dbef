import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const open = (confirmOrder: NonNullable<Calls['confirmOrder']>) =>
  renderScreen('/confirm-order#order=enlace', { calls: { confirmOrder } });

const confirm = 'Confirmar mi pedido';

test.each([
  ['confirmed', '¡Listo! Confirmaste el pedido 100000007'],
  ['alreadyConfirmed', 'El pedido 100000007 ya estaba confirmado'],
  ['canceled', 'El pedido 100000007 fue cancelado'],
] as const)('only the button on a cash order’s page confirms the order: %s', async (state, title) => {
  const { user, sentTo } = await open({ status: 200, data: { orderNumber: '100000007', state } });
  expect(await screen.findByRole('heading', { name: 'Confirma tu pedido' })).toBeVisible();
  expect(sentTo('confirmOrder')).toEqual([]);
  await user.click(screen.getByRole('button', { name: confirm }));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(sentTo('confirmOrder').map(({ body }) => body)).toEqual([{ token: 'enlace' }]);
  expect(screen.queryByRole('button', { name: confirm })).toBeNull();
});

test('an unknown link shows an error, and cannot be confirmed again', async () => {
  const { user } = await open(refusal('NOT_FOUND'));
  await user.click(await screen.findByRole('button', { name: confirm }));
  expect(await screen.findByRole('heading', { name: 'Este enlace no es válido' })).toBeVisible();
  expect(screen.queryByRole('button', { name: confirm })).toBeNull();
});

test('if the shop does not answer, the next press of the button confirms', async () => {
  let callCount = 0;
  const { user } = await open(() => {
    callCount += 1;
    if (callCount === 1) return refusal('UNEXPECTED');
    return { status: 200, data: { orderNumber: '100000007', state: 'confirmed' } };
  });
  await user.click(await screen.findByRole('button', { name: confirm }));
  expect(await screen.findByRole('heading', { name: 'Tu pedido aún no está confirmado' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: confirm }));
  expect(await screen.findByRole('heading', { name: '¡Listo! Confirmaste el pedido 100000007' })).toBeVisible();
});
