import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleChallenge } from '../testing/samples.ts';

const open = (calls: ScreenOptions['calls'] = {}) =>
  renderScreen('/libro-de-quejas', { calls: { getCaptchaChallenge: sampleChallenge, ...calls } });

const filed = { status: 201 as const, data: { complaintNumber: 'Q-1', answerBy: '2026-12-16' } };
const textField = () => form().findByLabelText('¿Qué pasó?');
/** Waits for the stored text, which is read after hydration. */
const hasText = async (text: string) => {
  const field = await textField();
  await waitFor(() => expect(field).toHaveValue(text));
};

const form = () => within(screen.getByRole('form', { name: 'Libro de quejas' }));

const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  await screen.findByRole('form');
  await user.type(form().getByLabelText('Nombre completo'), 'Ana Ajú');
  await user.type(form().getByLabelText('Correo electrónico'), 'ana@correo.gt');
  await user.type(form().getByLabelText('Teléfono'), '55501234');
  await user.type(form().getByLabelText('¿Qué pasó?'), 'La licuadora llegó rota.');
};

const press = ({ user }: Awaited<ReturnType<typeof open>>) =>
  user.click(form().getByRole('button', { name: 'Enviar queja' }));

/** Waits for the alert, after which the form can be sent again. */
const hasFailed = async () => {
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
  await waitFor(() => expect(form().getByRole('button', { name: 'Enviar queja' })).not.toHaveAttribute('aria-busy'));
};

test('[DEC-217] a complaint is filed with or without an order, and shows its number and answer date', async () => {
  const shop = await open({
    fileComplaint: { status: 201, data: { complaintNumber: 'Q-12', answerBy: '2026-12-16' } },
  });
  await fill(shop);
  await press(shop);
  const message = await screen.findByText('Recibimos tu queja Q-12.');
  expect(message.closest('[role=status]')).toHaveTextContent(
    'Te enviamos su número a ana@correo.gt. Te contestamos a más tardar el 16 de diciembre de 2026.',
  );
  expect(message.closest('[role=status]')).toHaveFocus();
  expect(shop.sentTo('fileComplaint').map(({ body }) => body)).toEqual([
    {
      name: 'Ana Ajú',
      email: 'ana@correo.gt',
      phone: '5550-1234',
      orderNumber: null,
      text: 'La licuadora llegó rota.',
    },
  ]);
});

test('a wrong value is reported at its field before anything is sent', async () => {
  const shop = await open();
  await screen.findByRole('form');
  await press(shop);
  await shop.user.type(form().getByLabelText('Número de pedido (opcional)'), '12');
  await shop.user.type(form().getByLabelText('¿Qué pasó?'), 'Nada');
  for (const message of [
    'Escribe tu nombre.',
    'El número de pedido tiene nueve dígitos.',
    'Cuéntanos qué pasó, en al menos 10 caracteres.',
  ])
    expect(await form().findByText(message)).toBeVisible();
  expect(shop.sentTo('fileComplaint')).toEqual([]);
});

test('after a lost answer, the typed text stays and sending again files the same complaint', async () => {
  let tries = 0;
  const shop = await open({
    fileComplaint: () => {
      tries += 1;
      return tries === 1 ? noAnswer : { status: 201, data: { complaintNumber: 'Q-1', answerBy: '2026-12-16' } };
    },
  });
  await fill(shop);
  await press(shop);
  await hasFailed();
  expect(form().getByLabelText('¿Qué pasó?')).toHaveValue('La licuadora llegó rota.');
  await press(shop);
  expect(await screen.findByText('Recibimos tu queja Q-1.')).toBeVisible();
  const [first, second] = shop.sentTo('fileComplaint').map(({ headers }) => headers['idempotency-key']);
  expect([first, second]).toEqual([expect.stringMatching(/./), first]);
});

test('[DEC-217] the fourth complaint of a day is refused with a message', async () => {
  const message = 'Puedes escribir 3 quejas al día. Intenta de nuevo mañana.';
  const shop = await open({ fileComplaint: refusal('RATE_LIMITED', { message }) });
  await fill(shop);
  await press(shop);
  expect(await screen.findByText(message)).toBeVisible();
});

test('after a reload the typed text is restored, and sending it again files one complaint', async () => {
  const first = await open({ fileComplaint: noAnswer });
  await fill(first);
  await press(first);
  await hasFailed();
  cleanup();
  const second = await open({ fileComplaint: filed });
  await screen.findByRole('form');
  await hasText('La licuadora llegó rota.');
  expect(form().getByLabelText('Teléfono')).toHaveValue('5550-1234');
  await press(second);
  expect(await screen.findByText('Recibimos tu queja Q-1.')).toBeVisible();
  const keys = [first, second]
    .flatMap((shop) => shop.sentTo('fileComplaint'))
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  cleanup();
  await open();
  await screen.findByRole('form');
  await hasText('');
});

test('a text that was changed after sending is filed as a new complaint, even after a reload', async () => {
  const first = await open({ fileComplaint: noAnswer });
  await fill(first);
  await press(first);
  await hasFailed();
  await first.user.type(await textField(), ' Y sin tapa.');
  cleanup();
  const second = await open({ fileComplaint: filed });
  await screen.findByRole('form');
  await hasText('La licuadora llegó rota. Y sin tapa.');
  await press(second);
  expect(await screen.findByText('Recibimos tu queja Q-1.')).toBeVisible();
  const keys = [first, second]
    .flatMap((shop) => shop.sentTo('fileComplaint'))
    .map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
});
