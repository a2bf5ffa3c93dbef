import { legalPages } from '@ceiba/domain/content/legal-pages';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleCustomer, sampleSession } from '../testing/signed-in.ts';

const created = (lealCreated: boolean) => {
  const { data } = sampleSession();
  return { status: 201, data: { ...data, lealCreated } };
};

const fill = async ({ user }: Screen) => {
  await user.type(await screen.findByLabelText('Nombres'), 'Lucía');
  await user.type(screen.getByLabelText('Apellidos'), 'Ajú');
  await user.type(screen.getByLabelText('Correo electrónico'), 'lucia@correo.gt');
  await user.type(screen.getByLabelText('Teléfono'), '55123480');
  await user.type(screen.getByLabelText('Contraseña'), 'Ceiba2026demo');
  await user.type(screen.getByLabelText('Confirmar contraseña'), 'Ceiba2026demo');
};
const accept = async ({ user }: Screen) => user.click(screen.getByRole('checkbox', { name: /términos/ }));
const press = async ({ user }: Screen) => user.click(screen.getByRole('button', { name: 'Crear cuenta' }));

test('[AUTH-04, DEC-47, DEC-154] a person who registers is signed in, and reads that a confirmation mail was sent', async () => {
  const shop = await renderScreen('/register?redirect=%2Fcompare', {
    calls: { register: created(false), getCustomer: sampleCustomer() },
  });
  await fill(shop);
  await accept(shop);
  await press(shop);
  expect(await screen.findByText('Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.')).toBeVisible();
  expect(shop.sentTo('register').map(({ body }) => body)).toEqual([
    {
      firstName: 'Lucía',
      lastName: 'Ajú',
      email: 'lucia@correo.gt',
      phone: '5512-3480',
      password: 'Ceiba2026demo',
      registerLeal: false,
      acceptTerms: true,
    },
  ]);
  await waitFor(() => expect(shop.address()).toBe('/compare'));
  expect(screen.queryByText(/Puntos MAX\.$/)).toBeNull();
});

test('[AUTH-05, DEC-41, DEC-116] if only the loyalty account fails, the page shows a phone number for help', async () => {
  const shop = await renderScreen('/register', {
    calls: { register: created(false), getCustomer: sampleCustomer(), getHome: noAnswer },
  });
  await fill(shop);
  await shop.user.click(screen.getByRole('checkbox', { name: /Puntos MAX/ }));
  await shop.user.type(screen.getByLabelText('DPI'), '2456789010101');
  await shop.user.type(screen.getByLabelText('Fecha de nacimiento'), '1994-03-14');
  await accept(shop);
  await press(shop);
  expect(await screen.findByText('Hemos encontrado un problema al crear tu cuenta de Puntos MAX.')).toBeVisible();
  expect(screen.getByText('Comunícate al 4232-000 o escríbenos a puntos@tienda.example.')).toBeVisible();
  expect(screen.getByText('Tu cuenta ha sido creada. Te enviamos un correo para confirmarla.')).toBeVisible();
  expect(shop.sentTo('register')[0]?.body).toMatchObject({
    registerLeal: true,
    dpi: '2456789010101',
    dateOfBirth: '1994-03-14',
  });
  expect(localStorage.getItem('ceiba.customer')).toContain('Lucía');
});

test('[DEC-151] a wrong value is reported at its field before anything is sent', async () => {
  const shop = await renderScreen('/register');
  const { user } = shop;
  await fill(shop);
  await user.clear(screen.getByLabelText('Contraseña'));
  await user.type(screen.getByLabelText('Contraseña'), 'corta1');
  await press(shop);
  expect(
    await screen.findByText('La contraseña debe tener al menos 8 caracteres, una letra y un número.'),
  ).toBeVisible();
  expect(screen.getByText('Las contraseñas no coinciden.')).toBeVisible();
  expect(screen.getByText('Acepta los términos y condiciones para crear tu cuenta.')).toBeVisible();
  expect(shop.sentTo('register')).toEqual([]);
});

test('the terms to accept open in a new tab', async () => {
  await renderScreen('/register');
  const link = await screen.findByRole('link', { name: 'términos y condiciones' });
  expect(link).toHaveAttribute('href', legalPages.terms.path);
  expect(link).toHaveAttribute('target', '_blank');
});

test('[DEC-151] a taken e-mail is reported, and nothing typed is lost', async () => {
  const shop = await renderScreen('/register', {
    calls: { register: refusal('EMAIL_TAKEN', { message: 'Este correo ya está registrado.' }) },
  });
  await fill(shop);
  await accept(shop);
  await press(shop);
  expect(await screen.findByText('Este correo ya está registrado.')).toBeVisible();
  expect(screen.getByLabelText('Contraseña')).toHaveValue('Ceiba2026demo');
});

test('[AUTH-07, DEC-152] a request for a new password does not reveal whether an account exists', async () => {
  const shop = await renderScreen('/password/request', {
    calls: { requestPassword: { status: 200, data: { result: true } } },
  });
  await shop.user.type(await screen.findByLabelText('Correo electrónico'), 'lucia@correo.gt');
  await shop.user.click(screen.getByRole('button', { name: 'Enviar enlace' }));
  expect(await screen.findByText(/Si lucia@correo.gt tiene una cuenta/)).toBeVisible();
  expect(shop.sentTo('requestPassword').map(({ body }) => body)).toEqual([{ email: 'lucia@correo.gt' }]);
});

test('[AUTH-07, DEC-151] the link of the mail sets a new password', async () => {
  const shop = await renderScreen('/password/reset#token=abc&customerId=123', {
    calls: { resetPassword: { status: 200, data: { result: true } } },
  });
  await shop.user.type(await screen.findByLabelText('Contraseña'), 'Nueva2026x');
  await shop.user.type(screen.getByLabelText('Confirmar contraseña'), 'Nueva2026x');
  await shop.user.click(screen.getByRole('button', { name: 'Guardar contraseña' }));
  expect(await screen.findByText('Tu contraseña cambió')).toBeVisible();
  const main = screen.getByRole('main');
  expect(within(main).getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute('href', '/login');
  expect(shop.sentTo('resetPassword').map(({ body }) => body)).toEqual([
    { customerId: '123', token: 'abc', password: 'Nueva2026x' },
  ]);
});

test('[DEC-152] a used link offers to send another one', async () => {
  const shop = await renderScreen('/password/reset#token=abc&customerId=123', {
    calls: { resetPassword: refusal('LINK_NOT_FOUND') },
  });
  await shop.user.type(await screen.findByLabelText('Contraseña'), 'Nueva2026x');
  await shop.user.type(screen.getByLabelText('Confirmar contraseña'), 'Nueva2026x');
  await shop.user.click(screen.getByRole('button', { name: 'Guardar contraseña' }));
  expect(await screen.findByRole('link', { name: 'Pedir otro enlace' })).toHaveAttribute('href', '/password/request');
});

test('[AUTH-06] the link of the confirmation mail confirms the e-mail with one request', async () => {
  const shop = await renderScreen('/confirm-email#token=abc&customerId=123', {
    calls: { confirmEmail: { status: 200, data: { result: true } } },
  });
  expect(await screen.findByText('¡Listo! Recibimos tu confirmación')).toBeVisible();
  expect(shop.sentTo('confirmEmail').map(({ body }) => body)).toEqual([{ token: 'abc', customerId: '123' }]);
});

test.each([
  ['was already used', refusal('LINK_NOT_FOUND'), 'Este enlace ya no es válido'],
  ['gets no answer', noAnswer, 'No pudimos confirmar tu correo'],
])('[DEC-152] if the confirmation link %s, the page shows an error', async (_, reply, title) => {
  await renderScreen('/confirm-email#token=abc&customerId=123', { calls: { confirmEmail: reply } });
  expect(await screen.findByText(title)).toBeVisible();
});

test('a refused form moves the focus to its first empty field, and says that the terms are missing', async () => {
  const shop = await renderScreen('/register', { calls: {} });
  await screen.findByLabelText('Nombres');
  await press(shop);
  expect(await screen.findByText('Acepta los términos y condiciones para crear tu cuenta.')).toBeVisible();
  expect(screen.getByLabelText('Nombres')).toHaveFocus();
});
