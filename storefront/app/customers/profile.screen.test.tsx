import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { keptSession, sampleCustomer } from '../testing/signed-in.ts';

const open = (calls: ScreenOptions['calls'] = {}, customer = sampleCustomer()) =>
  renderScreen('/dashboard/profile', {
    local: keptSession(),
    calls: { getCustomer: customer, getDashboardTexts: noAnswer, ...calls },
  });

const formOf = async (name: string) => within(await screen.findByRole('form', { name }));
const personal = () => formOf('Información personal');
const billing = () => formOf('Datos de facturación');

const alertOf = async (text: string) => (await screen.findByText(text)).closest('[data-alert-id]');

test('[PROF-01, PROF-06, APP-15, DEC-185] the account form shows what is known, the phone with its dash, the e-mail to read only', async () => {
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

test('[PROF-02, DEC-45] its header is the shop’s own texts, and the documented ones while they cannot be had', async () => {
  const section = { title: 'Mis datos', subtitle: 'Al día' };
  await open({
    getDashboardTexts: {
      data: { profile: section, orders: section, addresses: section, wishlists: section, cards: section },
    },
  });
  expect(await screen.findByRole('heading', { name: 'Mis datos' })).toBeVisible();
  expect(screen.getByText('Al día')).toBeVisible();
});

test('[PROF-02, DEC-45] the texts that stand for those that fail', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'Información personal' })).toBeVisible();
  expect(screen.getByText('Actualiza tus datos')).toBeVisible();
});

test('[PROF-03] a spinner shows while the customer’s data loads', async () => {
  let answer: (customer: ReturnType<typeof sampleCustomer>) => void = () => {};
  await open({
    getCustomer: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  expect(await screen.findByText('Cargando tus datos')).toBeInTheDocument();
  answer(sampleCustomer());
  await personal();
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

test('[PROF-05, PROF-07, PROF-08, PROF-10] saving sends the documented fields without the e-mail, merges the answer, and says so for 8 seconds', async () => {
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
  for (let turn = 0; turn < 200 && screen.queryByText('Tus datos han sido guardados con éxito.') === null; turn += 1)
    await act(() => vi.advanceTimersByTimeAsync(0));
  const text = 'Tus datos han sido guardados con éxito.';
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
])('[PROF-05, PROF-09] a change that %s is told, and stays typed', async (_, reply) => {
  const { user } = await open({ changeProfile: reply });
  const form = await personal();
  await user.type(form.getByLabelText('Nombres'), ' María');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await alertOf('Ha ocurrido un error')).toHaveAttribute('data-alert-id', 'profile-alert');
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

test('[PROF-17] a gender that was chosen cannot be taken back', async () => {
  const { user } = await open();
  await user.selectOptions((await personal()).getByLabelText('Género'), '');
  expect(await screen.findByText('Género es requerido')).toBeVisible();
});

test('[PROF-21, DEC-156, DEC-185] the second form keeps the invoice data by itself', async () => {
  const { user, sentTo } = await open({ changeProfile: { nit: '576937K', billingName: 'Aurora' } });
  const form = await billing();
  expect(form.getByLabelText('NIT')).toHaveValue('12345679');
  expect(form.getByLabelText('Dirección fiscal')).toHaveValue('6a avenida 10-20');
  await user.clear(form.getByLabelText('NIT'));
  await user.type(form.getByLabelText('NIT'), '576937-K');
  await user.clear(form.getByLabelText('Nombre o razón social'));
  await user.type(form.getByLabelText('Nombre o razón social'), 'Aurora');
  await user.click(form.getByRole('button', { name: 'Guardar cambios' }));
  expect(await alertOf('Tus datos han sido guardados con éxito.')).not.toBeNull();
  expect(sentTo('changeProfile').map(({ body }) => body)).toEqual([
    { nit: '576937-K', billingName: 'Aurora', billingAddress: '6a avenida 10-20' },
  ]);
});

test.each([
  ['[PROF-18]', 'Nombre o razón social', '', 'Nombres es requerido'],
  ['[PROF-19]', 'Dirección fiscal', '', 'Dirección/Razón social es requerida'],
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

test('data that cannot be read says so, and is asked for again', async () => {
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
