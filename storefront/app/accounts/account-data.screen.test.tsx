import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const open = (calls: ScreenOptions['calls']) =>
  renderScreen('/dashboard/profile', {
    local: { ...storedSession(), 'ceiba.cart': '00000000-0000-4000-8000-0000000000c2' },
    calls: {
      getCustomer: sampleCustomer(),
      getDashboardTexts: noAnswer,
      getHome: { banners: [], rows: [] },
      getCart: noAnswer,
      ...calls,
    },
  });

test('a customer downloads all the data that the shop holds about them', async () => {
  const downloads: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${downloads.push(blob)}`, revokeObjectURL: () => {} }),
  );
  const { user } = await open({
    exportAccount: { exportedAt: '2026-11-24T10:00:00-06:00', data: { customers: [{ email: 'lucia@correo.gt' }] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Descargar mis datos' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(await downloads[0]?.text()).toContain('"email": "lucia@correo.gt"');
});

test('an account is closed with its password, and its data leaves the browser', async () => {
  let isRight = false;
  const shop = await open({
    closeAccount: () =>
      isRight
        ? { status: 200, data: { result: true } }
        : refusal('WRONG_PASSWORD', { message: 'Tu contraseña actual no es correcta.' }),
  });
  const form = within(await screen.findByRole('form', { name: 'Cerrar mi cuenta' }));
  const button = form.getByRole('button', { name: 'Cerrar mi cuenta' });
  expect(button).toBeDisabled();
  await shop.user.type(form.getByLabelText('Tu contraseña'), 'Ceiba2026demo');
  await shop.user.click(form.getByRole('checkbox', { name: /deshacer/ }));
  await shop.user.click(button);
  await waitFor(() =>
    expect(form.getByLabelText('Tu contraseña')).toHaveAccessibleDescription('Tu contraseña actual no es correcta.'),
  );
  isRight = true;
  await shop.user.click(button);
  expect(await screen.findByText('Tu cuenta está cerrada')).toBeVisible();
  await expect.poll(() => shop.address()).toBe('/');
  expect([localStorage.getItem('ceiba.customer'), localStorage.getItem('ceiba.cart')]).toEqual([null, null]);
});
