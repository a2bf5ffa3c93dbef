import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const open = (calls: ScreenOptions['calls'] = {}, customer = sampleCustomer()) =>
  renderScreen('/dashboard/profile', {
    local: storedSession(),
    calls: { getCustomer: customer, getDashboardTexts: noAnswer, ...calls },
  });

const formOf = async (name: string) => within(await screen.findByRole('form', { name }));
const personal = () => formOf('Información personal');
const billing = () => formOf('Datos de facturación');

test('[PROF-01, PROF-06, APP-15, DEC-185] the account form shows the known data, the phone with its dash, the e-mail read-only', async () => {
  await open();
  const form = await personal();
  expect(form.getByLabelText('Nombres')).toHaveValue('Lucía');
  expect(form.getByLabelText('Apellidos')).toHaveValue('Ajú Morales');
  expect(form.getByLabelText('Correo electrónico')).toHaveValue('lucia@correo.gt');
  expect(form.getByLabelText('Correo electrónico')).toBeDisabled();
  expect(form.getByLabelText('Teléfono')).toHaveValue('5512-3480');
  expect(form.getByLabelText('Fecha de nacimiento')).toHaveValue('1994-03-14');
  expect(form.getByLabelText('DPI')).toHaveValue('2456789010101');
  expect(form.getByLabelText('Género')).toHaveValue('2');
  expect(form.getByRole('option', { name: 'Masculino' })).toBeInTheDocument();
  for (const [label, name] of Object.entries({
    Nombres: 'firstName',
    Apellidos: 'lastName',
    'Correo electrónico': 'email',
    Teléfono: 'phone',
    'Fecha de nacimiento': 'dateOfBirth',
    DPI: 'dpi',
    Género: 'gender',
  }))
    expect(form.getByLabelText(label)).toHaveAttribute('name', name);
});

test('[PROF-02, DEC-45] the header shows the shop’s own texts, or the documented ones if those cannot be loaded', async () => {
  const section = { title: 'Mis datos', subtitle: 'Al día' };
  await open({
    getDashboardTexts: {
      data: { profile: section, orders: section, addresses: section, wishlists: section, cards: section },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Mis datos' })).toBeVisible();
  expect(screen.getByText('Al día')).toBeVisible();
});

test('[PROF-02, DEC-45] if the shop’s texts fail to load, the documented texts show', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Información personal' })).toBeVisible();
  expect(screen.getByText('Actualiza tus datos')).toBeVisible();
});

test('[PROF-02, PROF-03] a spinner shows below the header while the customer’s data loads', async () => {
  let answer: (customer: ReturnType<typeof sampleCustomer>) => void = () => {};
  const known = new Promise<ReturnType<typeof sampleCustomer>>((resolve) => {
    answer = resolve;
  });
  await open({ getCustomer: () => known });
  expect(await screen.findByText('Cargando tus datos')).toBeInTheDocument();
  const header = screen.getByRole('heading', { name: 'Información personal' });
  answer(sampleCustomer());
  await personal();
  // The same element: nothing above the form moves.
  expect(screen.getByRole('heading', { name: 'Información personal' })).toBe(header);
  expect(screen.queryByText('Cargando tus datos')).toBeNull();
});

test('[PROF-04] the button is enabled only when the form has changed and is valid', async () => {
  const { user } = await open();
  const form = await personal();
  const save = form.getByRole('button', { name: 'Guardar cambios' });
  expect(save).toBeDisabled();
  await user.type(form.getByLabelText('Nombres'), ' María');
  await waitFor(() => expect(save).toBeEnabled());
  await user.clear(form.getByLabelText('Apellidos'));
  await waitFor(() => expect(save).toBeDisabled());
  await user.type(form.getByLabelText('Apellidos'), 'Ajú Morales');
  await waitFor(() => expect(save).toBeEnabled());
  await user.clear(form.getByLabelText('Nombres'));
  await user.type(form.getByLabelText('Nombres'), 'Lucía');
  await waitFor(() => expect(save).toBeDisabled());
});

test('[PROF-05, PROF-07, PROF-08, PROF-10] saving sends the documented fields without the e-mail, merges the answer, and confirms for 8 seconds', async () => {
  const { user, sentTo } = await open(
    { changeProfile: { firstName: 'Lucía María', phone: '55123480' } },
    sampleCustomer({ gender: null }),
  );
  const form = await personal();
  await user.type(form.getByLabelText('Nombres'), ' María');
  const save = form.getByRole('button', { name: 'Guardar cambios' });
  await waitFor(() => expect(save).toBeEnabled());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
  act(() => save.click());
  const text = 'Tus datos han sido guardados con éxito.';
  await waitWithStoppedClock(() => expect(screen.getByText(text)).toBeVisible());
  expect(screen.getByText(text).closest('[data-alert-id]')).toHaveAttribute('data-alert-id', 'profile-alert');
  expect(sentTo('changeProfile').map(({ body }) => body)).toEqual([
    {
      firstName: 'Lucía María',
      lastName: 'Ajú Morales',
      dpi: '2456789010101',
      phone: '55123480',
      gender: 1,
      dateOfBirth: '1994-03-14',
      nit: '12345679',
    },
  ]);
  expect(screen.getByText('Hola, Lucía María')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(7_900));
  expect(screen.getByText(text)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.queryByText(text)).toBeNull();
  vi.useRealTimers();
});

test.each([
  ['is refused', refusal('VALIDATION_ERROR')],
  ['gets no answer', noAnswer],
])('[PROF-05, PROF-09] a change that %s shows an alert, and stays typed', async (_, reply) => {
  const { user } = await open({ changeProfile: reply });
  const form = await personal();
  await user.type(form.getByLabelText('Nombres'), ' María');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await findAlert('Ha ocurrido un error')).toHaveAttribute('data-alert-id', 'profile-alert');
  expect(screen.getByText('No hemos podido actualizar tus datos, por favor inténtalo más tarde.')).toBeVisible();
  expect(form.getByLabelText('Nombres')).toHaveValue('Lucía María');
  expect(form.getByRole('button', { name: 'Guardar cambios' })).toBeEnabled();
});

test.each([
  ['[PROF-11]', 'Nombres', '', 'Nombres es requerido'],
  ['[PROF-12]', 'Apellidos', '', 'Apellidos es requerido'],
  ['[PROF-14]', 'Teléfono', '', 'Un número de teléfono es necesario para la verificación.'],
  ['[PROF-14]', 'Teléfono', '5512348', 'El número de teléfono debe contener exactamente 8 dígitos.'],
  ['[PROF-15]', 'Fecha de nacimiento', '', 'Fecha de nacimiento es requerida'],
  ['[PROF-16]', 'DPI', '', 'El número de DPI es necesario para continuar.'],
  ['[PROF-16]', 'DPI', '24567x9010101', 'El DPI debe tener el formato válido'],
  ['[PROF-16]', 'DPI', '245678901010', 'El DPI debe contener exactamente 13 dígitos.'],
])('%s %s "%s": %s', async (_, label, text, message) => {
  const { user } = await open();
  const field = (await personal()).getByLabelText(label);
  await user.clear(field);
  if (text !== '') await user.type(field, text);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
});

test('[CONST-19, DEC-234] a phone has eight digits: a ninth is reported, not dropped', async () => {
  const { user } = await open();
  const field = (await personal()).getByLabelText('Teléfono');
  await user.clear(field);
  await user.type(field, '551234809');
  expect(field).toHaveValue('5512-34809');
  expect(await screen.findByText(/El número de teléfono debe contener exactamente 8 dígitos\./)).toBeVisible();
  expect(screen.getByText(/Ese número no es de Guatemala/)).toBeVisible();
  await user.type(field, '{Backspace}');
  expect(field).toHaveValue('5512-3480');
});

test('[PROF-17] a chosen gender cannot be cleared', async () => {
  const { user } = await open();
  await user.selectOptions((await personal()).getByLabelText('Género'), '');
  expect(await screen.findByText('Género es requerido')).toBeVisible();
});

test('[PROF-21, DIF-47, DEC-156, DEC-185] the second form saves the invoice data separately', async () => {
  const { user, sentTo } = await open({ changeProfile: { nit: '576937K', billingName: 'Aurora' } });
  const form = await billing();
  expect(form.getByLabelText('NIT')).toHaveValue('12345679');
  expect(form.getByLabelText('Dirección fiscal')).toHaveValue('6a avenida 10-20');
  await user.clear(form.getByLabelText('NIT'));
  await user.type(form.getByLabelText('NIT'), '576937-K');
  await user.clear(form.getByLabelText('Nombre o razón social'));
  await user.type(form.getByLabelText('Nombre o razón social'), 'Aurora');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await findAlert('Tus datos han sido guardados con éxito.')).toHaveAttribute('data-alert-id', 'profile-alert');
  expect(sentTo('changeProfile').map(({ body }) => body)).toEqual([
    { nit: '576937-K', billingName: 'Aurora', billingAddress: '6a avenida 10-20' },
  ]);
});

test.each([
  ['[PROF-18]', 'Nombre o razón social', '', 'Nombres es requerido'],
  ['[PROF-19]', 'Dirección fiscal', '', 'Dirección/Razón social es requerida'],
  ['a link is refused in', 'Nombre o razón social', 'evil.test', notPlainMessage],
  ['a link is refused in', 'Dirección fiscal', 'evil.test', notPlainMessage],
  ['[PROF-20]', 'NIT', '', 'Debe de ingresar el NIT'],
  ['[PROF-20]', 'NIT', '12345678', 'NIT inválido'],
  ['[PROF-20]', 'NIT', '1234567890', 'El NIT debe contener como maximo 9 digitos'],
])('%s invoice data: %s "%s": %s', async (_, label, text, message) => {
  const { user } = await open();
  const field = (await billing()).getByLabelText(label);
  await user.clear(field);
  if (text !== '') await user.type(field, text);
  await user.tab();
  expect(await screen.findByText(message)).toBeVisible();
});

test('[DEC-151] the password changes with the current password, and a field with an error has the focus', async () => {
  let isRight = false;
  const { user, sentTo } = await open({
    changePassword: () =>
      isRight
        ? { status: 200, data: { result: true } }
        : refusal('WRONG_PASSWORD', { message: 'Tu contraseña actual no es correcta.' }),
  });
  const form = await formOf('Contraseña');
  const [current, next, again] = ['Contraseña actual', 'Contraseña nueva', 'Confirmar contraseña nueva'].map((label) =>
    form.getByLabelText(label),
  );
  if (!current || !next || !again) throw new Error('a field is missing');
  await user.type(current, 'Ceiba2026demo');
  await user.type(next, 'corta1');
  await user.type(again, 'Nueva2027clave');
  const change = form.getByRole('button', { name: 'Cambiar contraseña' });
  await user.click(change);
  expect(await screen.findByText('Las contraseñas no coinciden.')).toBeVisible();
  expect(screen.getByText('La contraseña debe tener al menos 8 caracteres, una letra y un número.')).toBeVisible();
  expect(sentTo('changePassword')).toEqual([]);
  await user.clear(next);
  await user.type(next, 'Nueva2027clave');
  await user.click(change);
  await waitFor(() => expect(current).toHaveAccessibleDescription('Tu contraseña actual no es correcta.'));
  expect(current).toHaveFocus();
  expect(screen.queryByText('No pudimos cambiar tu contraseña')).toBeNull();
  isRight = true;
  await user.click(change);
  expect(await screen.findByText('Tu contraseña cambió')).toBeVisible();
  expect(sentTo('changePassword').at(-1)?.body).toEqual({
    currentPassword: 'Ceiba2026demo',
    password: 'Nueva2027clave',
  });
  expect(current).toHaveValue('');
});

test('[PROF-13] a change of the disabled e-mail needs the password', async () => {
  let reply: 'wrong' | 'taken' | 'sent' = 'wrong';
  const { user, sentTo } = await open({
    requestEmailChange: () => {
      if (reply === 'wrong') return refusal('WRONG_PASSWORD', { message: 'Tu contraseña actual no es correcta.' });
      if (reply === 'taken') return refusal('EMAIL_TAKEN', { message: 'Este correo ya está registrado.' });
      return { status: 200, data: { result: true } };
    },
  });
  expect((await personal()).getByLabelText('Correo electrónico')).toBeDisabled();
  const form = await formOf('Cambiar correo');
  const [email, password] = [form.getByLabelText('Correo nuevo'), form.getByLabelText('Tu contraseña')];
  const change = form.getByRole('button', { name: 'Cambiar correo' });
  await user.click(change);
  expect(await screen.findByText('Correo es requerido')).toBeVisible();
  await user.type(email, 'lucia');
  expect(await screen.findByText('Correo inválido')).toBeVisible();
  expect(sentTo('requestEmailChange')).toEqual([]);
  await user.type(email, '@nuevo.gt');
  await user.type(password, 'Ceiba2026demo');
  await user.click(change);
  await waitFor(() => expect(password).toHaveAccessibleDescription('Tu contraseña actual no es correcta.'));
  reply = 'taken';
  await user.click(change);
  await waitFor(() => expect(email).toHaveAccessibleDescription('Este correo ya está registrado.'));
  expect(email).toHaveFocus();
  reply = 'sent';
  await user.click(change);
  expect(await form.findByText(/^Te enviamos un enlace a lucia@nuevo.gt\./)).toBeVisible();
  expect(sentTo('requestEmailChange').at(-1)?.body).toEqual({
    email: 'lucia@nuevo.gt',
    currentPassword: 'Ceiba2026demo',
  });
  expect(password).toHaveValue('');
});

test('a customer can request the confirmation mail again, until the e-mail is confirmed', async () => {
  let reply: 'long' | 'broken' | 'sent' = 'long';
  let isConfirmed = false;
  const { user, sentTo } = await open({
    getCustomer: () => sampleCustomer({ isConfirmed }),
    requestConfirmation: () => {
      if (reply === 'long') return refusal('RATE_LIMITED', { headers: { 'retry-after': '82800' } });
      return reply === 'broken' ? noAnswer : { status: 200, data: { result: true } };
    },
  });
  const notice = within(await screen.findByRole('region', { name: 'Confirma tu correo' }));
  expect(notice.getByText(/^Abre el enlace que te enviamos a lucia@correo\.gt /)).toBeVisible();
  const again = notice.getByRole('button', { name: 'Enviar otro correo' });
  await user.click(again);
  expect(await findAlert('Espera 23 horas y vuelve a intentarlo.')).toHaveTextContent('Demasiados intentos seguidos');
  reply = 'broken';
  await user.click(again);
  expect(await findAlert('No hay conexión con la tienda')).toBeVisible();
  reply = 'sent';
  await user.click(again);
  expect(await notice.findByText(/^Te enviamos otro correo a lucia@correo\.gt\./)).toBeVisible();
  expect(again).toHaveFocus();
  expect(sentTo('requestConfirmation')).toHaveLength(3);
  isConfirmed = true;
  await user.click(again);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Confirma tu correo' })).toBeNull());
  expect((await personal()).getByLabelText('Nombres')).toHaveValue('Lucía');
});

test('the link of a new e-mail is used once, with the session', async () => {
  const { sentTo } = await renderScreen('/change-email#token=abc', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), changeEmail: { status: 200, data: { email: 'lucia@nuevo.gt' } } },
  });
  expect(await screen.findByRole('heading', { name: '¡Listo! Tu correo cambió' })).toBeVisible();
  expect(sentTo('changeEmail').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
});

test('a link with its token in the query, as in older mails, still changes the e-mail', async () => {
  const { sentTo } = await renderScreen('/change-email?token=abc', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), changeEmail: { status: 200, data: { email: 'lucia@nuevo.gt' } } },
  });
  expect(await screen.findByRole('heading', { name: '¡Listo! Tu correo cambió' })).toBeVisible();
  expect(sentTo('changeEmail').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
});

test('a sign-in on the way returns to the page with the link’s token', async () => {
  const { sentTo } = await renderScreen('/login?redirect=%2Fchange-email#token=abc', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), changeEmail: { status: 200, data: { email: 'lucia@nuevo.gt' } } },
  });
  expect(await screen.findByRole('heading', { name: '¡Listo! Tu correo cambió' })).toBeVisible();
  expect(sentTo('changeEmail').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
});

test('without a session the link of a new e-mail leads to the login, which leads back', async () => {
  const { sentTo } = await renderScreen('/change-email#token=abc', {});
  expect(await screen.findByRole('heading', { name: 'Inicia sesión para cambiar tu correo' })).toBeVisible();
  const logins = screen.getAllByRole('link', { name: 'Iniciar sesión' }).map((link) => link.getAttribute('href'));
  expect(logins).toContain('/login?redirect=%2Fchange-email#token=abc');
  expect(sentTo('changeEmail')).toEqual([]);
});

test.each([
  [
    'belongs to another account, was used or has expired',
    refusal('LINK_NOT_FOUND'),
    'Este enlace no es válido para tu cuenta',
  ],
  ['contains an e-mail that another account has', refusal('EMAIL_TAKEN'), 'Este correo ya está registrado'],
  ['gets no answer', noAnswer, 'No pudimos cambiar tu correo'],
])('a link of a new e-mail that %s shows an error', async (_, changeEmail, title) => {
  await renderScreen('/change-email#token=abc', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), changeEmail },
  });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('[DEC-47] the account’s menu has its documented entries', async () => {
  await open();
  const menu = within(await screen.findByRole('navigation', { name: 'Mi cuenta' }));
  expect([...menu.getAllByRole('link'), ...menu.getAllByRole('button')].map(({ textContent }) => textContent)).toEqual([
    'Información personal',
    'Mis órdenes',
    'Mis direcciones',
    'Lista de deseos',
    'Mis tarjetas',
    'Puntos MAX',
    'Devoluciones',
    'Cerrar sesión',
  ]);
});

test('data that cannot be loaded show an error, and can be loaded again', async () => {
  let tries = 0;
  const { user } = await open({
    getCustomer: () => {
      tries += 1;
      return tries === 1 ? refusal('VALIDATION_ERROR') : sampleCustomer();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect((await personal()).getByLabelText('Nombres')).toHaveValue('Lucía');
});
