import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const preview = { subject: 'Orden 100001', text: 'Gracias, son Q130.00.', html: '<p>Gracias</p>' };

test('[PROD-30] a new mail text is previewed with a real order, beside the standard text', async () => {
  const desk = await openDesk('/contenido/correos/+', {
    calls: { previewMailText: { status: 200, data: preview } },
  });
  expect(await screen.findByText(/¡Gracias por tu compra! Orden \{numero\}/, { selector: 'b' })).toBeVisible();
  expect(screen.getByText('Campos de este correo: {numero}, {total}, {tienda}.')).toBeVisible();
  await desk.user.type(screen.getByRole('textbox', { name: /Asunto/ }), 'Orden {{numero}');
  await desk.user.type(screen.getByRole('textbox', { name: /Primer párrafo/ }), 'Gracias');
  await desk.user.type(screen.getByRole('textbox', { name: /Número de orden/ }), '100001');
  await desk.user.click(screen.getByRole('button', { name: 'Ver vista previa' }));
  const mail = within(await screen.findByRole('region', { name: 'Correo de muestra' }));
  expect(mail.getByRole('heading', { name: 'Orden 100001' })).toBeVisible();
  expect(mail.getByText('Gracias, son Q130.00.')).toBeVisible();
  expect(desk.sentTo('previewMailText').map(({ query }) => query)).toEqual([
    { mail: 'orderConfirmation', subject: 'Orden {numero}', opening: 'Gracias', orderNumber: '100001' },
  ]);
  expect(desk.sentTo('createMailText')).toEqual([]);
});

test('[PROD-30] a fault shows at its field, and the order field needs the permission "orders.read"', async () => {
  const fault = 'Falta el campo {numero}.';
  const desk = await openDesk('/contenido/correos/+', {
    session: sampleSession('catalogue'),
    calls: {
      previewMailText: refusal('VALIDATION_ERROR', { fields: { subject: fault } }),
      createMailText: refusal('VALIDATION_ERROR', { fields: { subject: fault } }),
    },
  });
  const subject = await screen.findByRole('textbox', { name: /Asunto/ });
  expect(screen.queryByRole('textbox', { name: /Número de orden/ })).toBeNull();
  await desk.user.type(subject, 'Gracias');
  await desk.user.click(screen.getByRole('button', { name: 'Ver vista previa' }));
  expect(await screen.findByText(fault)).toBeVisible();
  await desk.user.type(screen.getByRole('textbox', { name: /Primer párrafo/ }), 'Gracias');
  await desk.user.click(screen.getByRole('button', { name: 'Crear texto de correo' }));
  await waitFor(() => expect(subject).toHaveAccessibleDescription(new RegExp(fault.replace(/[{}]/g, '.'))));
});
