import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk } from '../testing/open-desk.tsx';
import { orderCalls, sampleOrder } from '../testing/sample-order.ts';

test('[PROD-29] the text of a planned version is previewed before the save, and an error names its line', async () => {
  await openDesk('/contenido/legales/+');
  const text = await screen.findByRole('textbox', { name: /Contenido/ });
  fireEvent.change(text, { target: { value: 'Sin título' } });
  expect(await screen.findByText(/^Línea 1: /)).toBeVisible();
  fireEvent.change(text, {
    target: { value: '# Términos\n\n## Tu compra\n\nPrimero.\n\n## Pasos\n\n1. Abre: Tu pedido' },
  });
  const shown = within(await screen.findByRole('article', { name: 'Texto de muestra' }));
  expect(shown.getByRole('heading', { name: 'Términos' })).toBeVisible();
  expect(shown.getByRole('heading', { name: 'Tu compra' })).toBeVisible();
  expect(shown.getByText('Abre: Tu pedido')).toBeVisible();
});

test('[PROD-29] an order shows the versions that its buyer accepted, each with a link to its text', async () => {
  const legalTexts = [{ page: 'terminos-y-condiciones', number: 2, holdsFrom: '2026-11-20T06:00:00.000Z' }];
  await openDesk(`/ordenes/${sampleOrder.number}`, {
    calls: { ...orderCalls, getDeskOrder: { status: 200, data: { ...sampleOrder, legalTexts } } },
  });
  const link = await screen.findByRole('link', { name: 'Términos y condiciones, versión 2' });
  expect(link).toHaveAttribute('href', '/terminos-y-condiciones/version-2');
});
