import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { SessionGate } from '../session/session-gate.tsx';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { DownloadLink } from './download-link.tsx';

const href = `${window.location.origin}/v1/admin/orders/export?columns=number`;

/** Shows the link on a page. Records each download that the browser would start, and ends the session on request. */
const openLink = async () => {
  let isEnded = false;
  const saved: string[] = [];
  const watch = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[download]') : null;
    if (link === null || event.defaultPrevented) return;
    saved.push(link.getAttribute('href') ?? '');
    event.preventDefault();
  };
  window.addEventListener('click', watch);
  onTestFinished(() => window.removeEventListener('click', watch));
  const desk = await openDesk('/', {
    session: null,
    pages: [
      {
        path: '/',
        element: (
          <SessionGate>
            <DownloadLink href={href}>Exportar CSV</DownloadLink>
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
  const link = await screen.findByRole('link', { name: 'Exportar CSV' });
  return {
    ...{ desk, link, saved },
    end: () => {
      isEnded = true;
    },
  };
};

test('[OFF-20] a list’s file is saved', async () => {
  const { desk, link, saved } = await openLink();
  await desk.user.click(link);
  await waitFor(() => expect(saved).toEqual([href]));
});

test('[OFF-06] after the session has ended, the desk asks for a sign-in, and then saves a list’s file', async () => {
  const { desk, link, saved, end } = await openLink();
  end();
  await desk.user.click(link);
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu sesión terminó' }));
  expect(saved).toEqual([]);
  await desk.user.type(dialog.getByLabelText('Contraseña'), 'palabra larga de prueba{Enter}');
  await desk.user.type(await dialog.findByLabelText(/Código de verificación/), '123456{Enter}');
  await waitFor(() => expect(saved).toEqual([href]));
});
