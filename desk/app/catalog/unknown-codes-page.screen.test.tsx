import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const code = '7409999999999';
const moment = '2026-11-26T15:00:00.000Z';

test('an unknown code is assigned to a product or starts a new product', async () => {
  const desk = await openDesk('/codigos/sin-producto', {
    session: sampleSession('catalogue'),
    calls: {
      listUnknownCodes: {
        status: 200,
        data: [{ code, storeCode: '', scans: 3, firstAt: moment, lastAt: moment, lastBy: 'Rosa Xol' }],
      },
    },
  });
  expect(await screen.findByText(/Rosa Xol/)).toBeVisible();
  expect(screen.getByRole('link', { name: `Crear producto con ${code}` })).toHaveAttribute(
    'href',
    expect.stringContaining(`/productos/+?codigo=${code}`),
  );
  await desk.user.click(screen.getByRole('link', { name: `Dar a un producto: ${code}` }));
  expect(await screen.findByRole('textbox', { name: /Código/ })).toHaveValue(code);
});

test('without unknown codes the page says that the list is empty', async () => {
  await openDesk('/codigos/sin-producto', {
    session: sampleSession('catalogue'),
    calls: { listUnknownCodes: { status: 200, data: [] } },
  });
  expect(await screen.findByRole('heading', { name: 'Nada por aquí' })).toBeVisible();
});

test('[BUY-07] the warehouse reads both lists of codes, but cannot assign a code to a product', async () => {
  await openDesk('/codigos/sin-producto', {
    session: sampleSession('warehouse'),
    calls: {
      listUnknownCodes: {
        status: 200,
        data: [{ code, storeCode: '', scans: 3, firstAt: moment, lastAt: moment, lastBy: 'Rosa Xol' }],
      },
    },
  });
  expect(await screen.findByText(/Rosa Xol/)).toBeVisible();
  const menu = within(screen.getByRole('navigation', { name: 'Menú' }));
  expect(menu.getByRole('link', { name: 'Códigos de barras' })).toHaveAttribute('href', '/codigos');
  expect(screen.queryByRole('link', { name: /^Dar|^Crear/ })).toBeNull();
  expect(screen.getByText('Quien cambia el catálogo da cada código a un producto.')).toBeVisible();
});
