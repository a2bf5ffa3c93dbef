import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SessionGate } from '../session/session-gate.tsx';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { PrintLink } from './print-link.tsx';

const href = `${window.location.origin}/v1/admin/picks/7/labels`;

const openPrint = async () => {
  let isEnded = false;
  const tab = { close: vi.fn(), replace: vi.fn() };
  const opened = vi
    .spyOn(window, 'open')
    .mockReturnValue(Object.assign(Object.create(null), { close: tab.close, location: tab }));
  const desk = await openDesk('/', {
    session: null,
    pages: [
      {
        path: '/',
        element: (
          <SessionGate>
            <PrintLink path="picks/7/labels" />
          </SessionGate>
        ),
      },
    ],
    calls: {
      getStaffSession: () => (isEnded ? refusal('UNAUTHORIZED') : { status: 200, data: sampleSession() }),
      startStaffSession: { status: 200, data: { challenge: 'a'.repeat(32), enrolled: true } },
      verifySecondFactor: () => {
        isEnded = false;
        return { status: 200, data: sampleSession() };
      },
    },
  });
  const link = await screen.findByRole('link', { name: 'Imprimir' });
  return {
    ...{ desk, link, tab, opened },
    end: () => {
      isEnded = true;
    },
  };
};

test('[OFF-27] a paper opens in a new tab', async () => {
  const { desk, link, tab, opened } = await openPrint();
  await desk.user.click(link);
  await waitFor(() => expect(tab.replace).toHaveBeenCalledWith(href));
  expect(opened).toHaveBeenCalledOnce();
});

test('[OFF-06] after the session has ended, the desk asks for a sign-in, and then opens the paper', async () => {
  const { desk, link, tab, opened, end } = await openPrint();
  end();
  await desk.user.click(link);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu sesión terminó' }));
  expect(tab.close).toHaveBeenCalled();
  await desk.user.type(dialog.getByLabelText('Contraseña'), 'palabra larga de prueba{Enter}');
  await desk.user.type(await dialog.findByLabelText(/Código de verificación/), '123456{Enter}');
  await waitFor(() => expect(opened).toHaveBeenLastCalledWith(href, '_blank', 'noopener'));
  expect(tab.replace).not.toHaveBeenCalled();
});
