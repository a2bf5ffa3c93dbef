import { profileMessages } from '@ceiba/domain/customers/profile';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const open = (calls: ScreenOptions['calls'] = {}, customer = sampleCustomer()) =>
  renderScreen('/dashboard/points', { local: storedSession(), calls: { getCustomer: customer, ...calls } });

const form = async () => within(await screen.findByRole('form', { name: 'Puntos MAX' }));

test('[PROF-23, PTS-20, DEC-13, DEC-116] a customer registers with the profile’s data, and sees the points', async () => {
  const { user, sentTo } = await open({ registerLoyalty: { status: 201, data: { result: true, points: 0 } } });
  const fields = await form();
  await user.click(fields.getByRole('button', { name: 'Registrarme' }));
  expect(await screen.findByText('Acepta los términos y condiciones de Puntos MAX.')).toBeVisible();
  expect(sentTo('registerLoyalty')).toEqual([]);
  const terms = fields.getByRole('link', { name: 'términos y condiciones de Puntos MAX' });
  expect(terms).toHaveAttribute('href', '/terminos-y-condiciones');
  await user.click(fields.getByRole('checkbox', { name: /términos/ }));
  await user.click(fields.getByRole('button', { name: 'Registrarme' }));
  expect(await screen.findByText('0 puntos')).toBeVisible();
  expect(screen.getByText('Tu cuenta de Puntos MAX está lista.')).toBeVisible();
  expect(sentTo('registerLoyalty').map(({ body }) => body)).toEqual([
    {
      documentType: 'DPI',
      documentId: '2456789010101',
      firstName: 'Lucía',
      lastName: 'Ajú Morales',
      email: 'lucia@correo.gt',
      phone: '5512-3480',
      dateOfBirth: '1994-03-14',
      gender: 2,
      acceptTerms: true,
    },
  ]);
  expect(localStorage.getItem('ceiba.customer')).toContain('"registerLeal":true');
});

test('[DEC-116] a name of only spaces is rejected at the field before anything is sent', async () => {
  const { user, sentTo } = await open({ registerLoyalty: { status: 201, data: { result: true, points: 0 } } });
  const fields = await form();
  const [firstName, lastName] = [fields.getByLabelText('Nombres'), fields.getByLabelText('Apellidos')];
  await user.clear(firstName);
  await user.clear(lastName);
  await user.type(lastName, '  ');
  await user.click(fields.getByRole('checkbox', { name: /términos/ }));
  await user.click(fields.getByRole('button', { name: 'Registrarme' }));
  await waitFor(() => expect(firstName).toHaveAccessibleDescription(profileMessages.firstNameRequired));
  expect(lastName).toHaveAccessibleDescription(profileMessages.lastNameRequired);
  expect(sentTo('registerLoyalty')).toEqual([]);
  await user.type(firstName, 'Ana');
  await user.type(lastName, 'Ajú');
  await user.click(fields.getByRole('button', { name: 'Registrarme' }));
  expect(await screen.findByText('0 puntos')).toBeVisible();
  expect(sentTo('registerLoyalty').map(({ body }) => body)).toMatchObject([{ firstName: 'Ana', lastName: 'Ajú' }]);
});

test('[PROF-23, PTS-20] an existing account is found by its document', async () => {
  const { user, sentTo } = await open({ getLoyalty: { status: 200, data: { registered: true, points: 40_000 } } });
  await user.click((await form()).getByRole('button', { name: 'Ya tengo una cuenta' }));
  expect(await screen.findByText('40,000 puntos')).toBeVisible();
  expect(sentTo('getLoyalty').map(({ query }) => query)).toEqual([
    { documentType: 'DPI', documentId: '2456789010101' },
  ]);
});

test('[PROF-23] a member sees the points, and can load them again after a failure', async () => {
  let tries = 0;
  const { user } = await open(
    {
      getLoyalty: () => {
        tries += 1;
        return tries === 1
          ? refusal('LOYALTY_MEMBER_NOT_FOUND')
          : { status: 200, data: { registered: true, points: 1_250 } };
      },
    },
    sampleCustomer({ registerLeal: true }),
  );
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('1,250 puntos')).toBeVisible();
});

test('[DEC-116] a registered document and wrong values are reported, and the form stays', async () => {
  const { user } = await open({
    registerLoyalty: refusal('LOYALTY_MEMBER_EXISTS', { message: 'Este documento ya tiene una cuenta de Puntos MAX.' }),
    getLoyalty: refusal('LOYALTY_MEMBER_NOT_FOUND', { message: 'No encontramos una cuenta.' }),
  });
  const fields = await form();
  await user.click(fields.getByRole('checkbox', { name: /términos/ }));
  await user.click(fields.getByRole('button', { name: 'Registrarme' }));
  expect(await screen.findByText('Este documento ya tiene una cuenta de Puntos MAX.')).toBeVisible();
  await user.click(fields.getByRole('button', { name: 'Ya tengo una cuenta' }));
  expect(await screen.findByText('No encontramos una cuenta.')).toBeVisible();
  const number = fields.getByLabelText('Número de documento');
  expect(number).toHaveValue('2456789010101');
  await user.selectOptions(fields.getByLabelText('Tipo de documento'), 'NIT');
  await user.clear(number);
  await user.type(number, '12345678');
  await user.tab();
  await waitFor(() => expect(number).toHaveAccessibleDescription('NIT inválido'));
});
