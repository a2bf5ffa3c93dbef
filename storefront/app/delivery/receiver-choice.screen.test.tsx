import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CheckoutData, Receiver } from '../checkout/checkout-data.ts';
import { continueToPayment, openCheckout, storedCheckoutText, withAddress } from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';

const person = (number: number, changes: Partial<Receiver> = {}): Receiver => ({
  id: `p${number}`,
  name: 'Mateo',
  lastName: `Ajú ${number}`,
  phone: '4410-9921',
  dpi: null,
  ...changes,
});

const people = (count: number): Partial<CheckoutData> => ({
  ...withAddress,
  trustPeople: Array.from({ length: count }, (_, index) => person(index + 1)),
});

const choice = async () => within(await screen.findByRole('group', { name: '¿Quién recibe?' }));

const fill = async ({ user }: Screen, name: string, lastName: string, phone: string) => {
  const drawer = within(await screen.findByRole('dialog'));
  for (const [label, text] of [
    ['Nombre', name],
    ['Apellido', lastName],
    ['Teléfono', phone],
  ] as const) {
    const field = drawer.getByRole('textbox', { name: label });
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  }
  await user.click(drawer.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('[TRU-05] [DEC-47] by default the buyer receives the order in person', async () => {
  const shop = await openCheckout({ kept: withAddress });
  const { getByRole } = await choice();
  expect(getByRole('radio', { name: /^Yo recibo/ })).toBeChecked();
  expect(getByRole('radio', { name: /^Otra persona recibe/ })).not.toBeChecked();
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({ trustedPerson: null });
  expect(screen.getByText(/Recibe Lucía Paz/)).toBeVisible();
});

test('[DIF-24] a guest is not asked for the recipient’s DPI, because guests save no addresses', async () => {
  const shop = await openCheckout({ kept: withAddress });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
  expect(drawer.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toEqual([
    'name',
    'lastName',
    'phone',
  ]);
});

test('[TRU-01, TRU-03, TRU-04] [DEC-94] [DIF-24] a person is added in the drawer, stored, and sent with the address, phone before directions', async () => {
  const shop = await openCheckout({ kept: withAddress });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  await fill(shop, 'Inés', 'Cuc', '33332222');
  expect(await screen.findByRole('radio', { name: /^Inés Cuc/ })).toBeChecked();
  await shop.user.click(screen.getByRole('checkbox', { name: 'Agregar indicaciones adicionales' }));
  await shop.user.click(screen.getByRole('textbox', { name: 'Indicaciones' }));
  await shop.user.paste('Portón | verde');
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({
    trustedPerson: { firstName: 'Inés', lastName: 'Cuc', message: '33332222|Portón / verde' },
  });
  const stored = JSON.parse(storedCheckoutText());
  expect(stored.trustPeople).toMatchObject([{ name: 'Inés', lastName: 'Cuc', phone: '3333-2222' }]);
  expect(stored.userData).toMatchObject({ fullName: 'Inés Cuc', phone: '3333-2222', extras: 'Portón / verde' });
  expect(screen.getByText(/Recibe Inés Cuc/)).toBeVisible();
});

test('a changed person keeps the place in the list and receives the order', async () => {
  const shop = await openCheckout({ kept: people(2) });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  await shop.user.click(screen.getByRole('button', { name: 'Editar a Mateo Ajú 1' }));
  await fill(shop, 'Inés', 'Cuc', '33332222');
  const [first, second, ...more] = screen.getAllByRole('radio', { name: /Persona de confianza/ });
  expect(first).toHaveAccessibleName(/^Inés Cuc/);
  expect(first).toBeChecked();
  expect(second).toHaveAccessibleName(/^Mateo Ajú 2/);
  expect(more).toEqual([]);
  await shop.user.click(screen.getByRole('button', { name: 'Eliminar a Inés Cuc' }));
  expect(screen.queryByRole('radio', { name: /^Inés Cuc/ })).toBeNull();
  expect(screen.getByRole('radio', { name: /^Mateo Ajú 2/ })).toHaveFocus();
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a pago' }));
  expect(await screen.findByText('Elige o agrega a la persona que recibe.')).toBeVisible();
  expect(shop.sentTo('setCartShippingAddress')).toEqual([]);
});

test.each([
  [9, true],
  [10, false],
])('[DEC-94] with %i people another one can be added: %s', async (count, isOffered) => {
  const shop = await openCheckout({ kept: people(count) });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  await screen.findByRole('button', { name: `Editar a Mateo Ajú ${count}` });
  expect(screen.queryByRole('button', { name: 'Agregar persona' }) !== null).toBe(isOffered);
});

test('a name with a link is rejected at its field, and no person is added', async () => {
  const shop = await openCheckout({ kept: withAddress });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
  for (const [label, text] of [
    ['Nombre', 'Inés'],
    ['Apellido', 'www.evil.test'],
    ['Teléfono', '33332222'],
  ] as const) {
    await shop.user.click(drawer.getByRole('textbox', { name: label }));
    await shop.user.paste(text);
  }
  await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(drawer.getByRole('textbox', { name: 'Apellido' })).toHaveAccessibleDescription(notPlainMessage),
  );
  expect(screen.queryByRole('radio', { name: /^Inés/ })).toBeNull();
});

test('[TRU-06] each field of the recipient shows its error, and no person is added', async () => {
  const shop = await openCheckout({ kept: withAddress });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
  await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
  for (const [label, message] of [
    ['Nombre', 'El nombre es requerido'],
    ['Apellido', 'El apellido es requerido'],
    ['Teléfono', 'El teléfono debe contener exactamente 8 dígitos.'],
  ] as const)
    await waitFor(() => expect(drawer.getByRole('textbox', { name: label })).toHaveAccessibleDescription(message));
  expect(JSON.parse(storedCheckoutText()).trustPeople).toEqual([]);
});

test('[DEC-162] after a removal the focus moves to the next person, or to the add button', async () => {
  const shop = await openCheckout({ kept: people(2) });
  await shop.user.click((await choice()).getByRole('radio', { name: /^Otra persona recibe/ }));
  await shop.user.click(screen.getByRole('button', { name: 'Eliminar a Mateo Ajú 1' }));
  expect(screen.getByRole('radio', { name: /^Mateo Ajú 2/ })).toHaveFocus();
  await shop.user.click(screen.getByRole('button', { name: 'Eliminar a Mateo Ajú 2' }));
  expect(screen.getByRole('button', { name: 'Agregar persona' })).toHaveFocus();
});
