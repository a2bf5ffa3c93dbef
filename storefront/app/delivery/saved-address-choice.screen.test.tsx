import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { type Calls, refusal } from '../testing/network.ts';
import {
  atDelivery,
  continueToPayment,
  openCheckout,
  sampleContact,
  storedCheckoutText,
} from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const home = {
  id: '00000000-0000-4000-8000-0000000000d1',
  alias: 'Casa',
  street: ['6a avenida 12-31'],
  city: 'Guatemala',
  region: { regionId: 485 },
  zone: 'Zona 10',
  latitude: 14.6,
  longitude: -90.5,
  defaultShipping: true,
  countryCode: 'GT',
  firstName: 'Lucía',
  lastName: 'Paz',
  phone: '55123480',
  nit: 'CF',
  trustedPerson: null,
} as const;
const work = {
  ...home,
  id: '00000000-0000-4000-8000-0000000000d2',
  alias: 'Oficina',
  street: ['Calle Real 7'],
  city: 'Flores',
  region: { regionId: 501 },
  zone: '',
  latitude: null,
  longitude: null,
  defaultShipping: false,
};
const ofList = (...addresses: (typeof home | typeof work)[]) =>
  addresses.map((address) => ({ ...address, street: [...address.street] }));

/** Opens the delivery step of a customer whose contact is done. */
const openAsCustomer = (calls: Calls): Promise<Screen> =>
  openCheckout({ kept: atDelivery, local: storedSession(), calls: { getCustomer: sampleCustomer(), ...calls } });

const saved = () => screen.findByRole('group', { name: 'Tus direcciones' });

test('[DEL-17] the default address of a customer is preselected and sent unchanged', async () => {
  const shop = await openAsCustomer({ listAddresses: ofList(home, work) });
  const choice = within(await saved());
  expect(choice.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Casa6a avenida 12-31, Zona 10, Guatemala',
    'OficinaCalle Real 7, Flores',
    'Otra direcciónEscribe una dirección nueva',
  ]);
  await waitFor(() => expect(choice.getByRole('radio', { name: /^Casa/ })).toBeChecked());
  expect(screen.queryByRole('textbox', { name: 'Dirección' })).toBeNull();
  await continueToPayment(shop);
  const sent = { street: '6a avenida 12-31', city: 'Guatemala', region: 485, zone: 'Zona 10' };
  expect(shop.sentTo('setCartShippingAddress').map(({ body }) => body)).toMatchObject([
    { ...sent, latitude: 14.6, longitude: -90.5 },
  ]);
  expect(shop.sentTo('addAddress')).toEqual([]);
});

test('[DEL-17] another saved address replaces the default address, with new dates', async () => {
  const shop = await openAsCustomer({ listAddresses: ofList(home, work) });
  await shop.user.click(within(await saved()).getByRole('radio', { name: /^Oficina/ }));
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({
    street: 'Calle Real 7',
    city: 'Flores',
    region: 501,
    zone: 'Zona 00',
    latitude: null,
  });
  expect(shop.sentTo('computeDeliveryTimes').at(-1)?.body).toMatchObject({ location: { region: 501, city: 'Flores' } });
});

const typeAnother = async ({ user }: Screen) => {
  await user.click(within(await saved()).getByRole('radio', { name: /^Otra dirección/ }));
  await user.click(await screen.findByRole('textbox', { name: 'Dirección' }));
  await user.paste('5a avenida 9-99');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Departamento' }), 'Petén');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Municipio' }), 'Flores');
};

test('[DEL-10] a customer’s address needs a name, and a guest’s address has no such field', async () => {
  await openCheckout({ kept: atDelivery });
  expect(await screen.findByRole('textbox', { name: 'Dirección' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Nombre de la dirección' })).toBeNull();
  cleanup();
  const shop = await openAsCustomer({ listAddresses: ofList(home) });
  await typeAnother(shop);
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a pago' }));
  const name = screen.getByRole('textbox', { name: 'Nombre de la dirección' });
  await waitFor(() => expect(name).toHaveAccessibleDescription('El nombre de la dirección es obligatorio'));
  expect(shop.sentTo('setCartShippingAddress')).toEqual([]);
});

test('[DEL-05] [DEC-90] another address has its name, and is saved only on request', async () => {
  const shop = await openAsCustomer({ listAddresses: ofList(home) });
  await typeAnother(shop);
  for (const [role, label, name] of [
    ['textbox', 'Dirección', 'address'],
    ['textbox', 'Nombre de la dirección', 'addressName'],
    ['combobox', 'Departamento', 'region'],
    ['combobox', 'Municipio', 'city'],
    ['checkbox', 'Agregar indicaciones adicionales', 'isExtras'],
  ] as const)
    expect(screen.getByRole(role, { name: label })).toHaveAttribute('name', name);
  await shop.user.click(screen.getByRole('textbox', { name: 'Nombre de la dirección' }));
  await shop.user.paste('Casa de mamá');
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({ street: '5a avenida 9-99', region: 501 });
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({ addressName: 'Casa de mamá' });
  expect(shop.sentTo('addAddress')).toEqual([]);
});

const saveAnother = async (calls: Calls) => {
  const shop = await openAsCustomer({ listAddresses: ofList(home), ...calls });
  await typeAnother(shop);
  await shop.user.click(screen.getByRole('textbox', { name: 'Nombre de la dirección' }));
  await shop.user.paste('Casa de mamá');
  await shop.user.click(screen.getByRole('checkbox', { name: 'Guardar dirección para futuras compras' }));
  await continueToPayment(shop);
  await waitFor(() => expect(shop.sentTo('addAddress')).toHaveLength(1));
  return shop;
};

test('[DEL-15] [DEC-91] an address to be saved is saved once, when the step is done', async () => {
  const shop = await saveAnother({ addAddress: { ...ofList(work)[0], street: ['5a avenida 9-99'] } });
  expect(shop.sentTo('addAddress')[0]?.body).toEqual({
    alias: 'Casa de mamá',
    street: ['5a avenida 9-99'],
    city: 'Flores',
    regionId: 501,
    zone: '',
    latitude: null,
    longitude: null,
    countryCode: 'GT',
    firstName: sampleContact.firstname,
    lastName: sampleContact.lastname,
    phone: '55123480',
    nit: 'CF',
    defaultShipping: false,
    trustedPerson: null,
  });
  await shop.user.click(screen.getAllByRole('button', { name: 'Editar' })[1] ?? document.body);
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')).toHaveLength(2);
  expect(shop.sentTo('addAddress')).toHaveLength(1);
});

test('[DEC-94] the recipient is typed, stored in this browser, and sent with the saved address', async () => {
  const shop = await openAsCustomer({ listAddresses: ofList(home), addAddress: refusal('ADDRESS_LIMIT') });
  await typeAnother(shop);
  await shop.user.click(screen.getByRole('textbox', { name: 'Nombre de la dirección' }));
  await shop.user.paste('Casa de mamá');
  await shop.user.click(screen.getByRole('checkbox', { name: 'Guardar dirección para futuras compras' }));
  await shop.user.click(screen.getByRole('radio', { name: /^Otra persona recibe/ }));
  const drawer = within(await screen.findByRole('dialog'));
  const fields = [
    ['Nombre', 'El nombre es requerido', 'Inés'],
    ['Apellido', 'El apellido es requerido', 'Cuc'],
    ['Teléfono', 'El teléfono debe contener exactamente 8 dígitos.', '33332222'],
  ] as const;
  await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
  for (const [label, message] of fields)
    await waitFor(() => expect(drawer.getByRole('textbox', { name: label })).toHaveAccessibleDescription(message));
  for (const [label, , text] of fields) {
    await shop.user.click(drawer.getByRole('textbox', { name: label }));
    await shop.user.paste(text);
  }
  await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await continueToPayment(shop);
  await waitFor(() => expect(shop.sentTo('addAddress')).toHaveLength(1));
  expect(shop.sentTo('addAddress')[0]?.body).toMatchObject({
    trustedPerson: { firstName: 'Inés', lastName: 'Cuc' },
  });
  expect(JSON.parse(storedCheckoutText()).trustPeople).toMatchObject([
    { name: 'Inés', lastName: 'Cuc', phone: '3333-2222' },
  ]);
});

test('[DIF-24, DEC-185] the recipient’s DPI is optional, and sent only with the saved address', async () => {
  const dpi = '2456789010101';
  const shop = await openAsCustomer({ listAddresses: ofList(home), addAddress: refusal('ADDRESS_LIMIT') });
  await typeAnother(shop);
  await shop.user.click(screen.getByRole('textbox', { name: 'Nombre de la dirección' }));
  await shop.user.paste('Casa de mamá');
  await shop.user.click(screen.getByRole('checkbox', { name: 'Guardar dirección para futuras compras' }));
  await shop.user.click(screen.getByRole('radio', { name: /^Otra persona recibe/ }));
  const drawer = within(await screen.findByRole('dialog'));
  for (const [label, text] of [
    ['Nombre', 'Inés'],
    ['Apellido', 'Cuc'],
    ['Teléfono', '33332222'],
    ['DPI (opcional)', '245678901'],
  ] as const) {
    await shop.user.click(drawer.getByRole('textbox', { name: label }));
    await shop.user.paste(text);
  }
  const field = drawer.getByRole('textbox', { name: 'DPI (opcional)' });
  expect(field).toHaveAttribute('name', 'dpi');
  await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(field).toHaveAccessibleDescription('El DPI debe contener exactamente 13 dígitos.'));
  await shop.user.clear(field);
  await shop.user.type(field, '2456 78901 0101');
  await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await continueToPayment(shop);
  await waitFor(() => expect(shop.sentTo('addAddress')).toHaveLength(1));
  expect(shop.sentTo('addAddress')[0]?.body).toMatchObject({
    trustedPerson: { firstName: 'Inés', lastName: 'Cuc', dpi },
  });
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({
    trustedPerson: { firstName: 'Inés', lastName: 'Cuc', message: '33332222|' },
  });
  expect(JSON.stringify(shop.sentTo('setCartShippingAddress'))).not.toContain(dpi);
  expect(storedCheckoutText()).not.toContain(dpi);
});

test('[APP-23, DEC-91] a failure to save shows its alert and blocks nothing', async () => {
  await saveAnother({ addAddress: refusal('ADDRESS_LIMIT') });
  const alert = await findAlert('Ha ocurrido un error al agregar la direccion.');
  expect(alert).toHaveAttribute('data-alert-id', 'addresses-alert');
  expect(screen.getByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
});

test('if saved addresses cannot be loaded, an address can be typed', async () => {
  await openAsCustomer({ listAddresses: refusal('UNEXPECTED') });
  expect(await screen.findByRole('textbox', { name: 'Nombre de la dirección' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Tus direcciones' })).toBeNull();
});

test('[TRU-02] a customer adds, changes and deletes recipients', async () => {
  const shop = await openAsCustomer({ listAddresses: [] });
  const fill = async (name: string) => {
    const drawer = within(await screen.findByRole('dialog'));
    for (const [label, text] of [
      ['Nombre', name],
      ['Apellido', 'Cuc'],
      ['Teléfono', '33332222'],
    ] as const) {
      await shop.user.clear(drawer.getByRole('textbox', { name: label }));
      await shop.user.click(drawer.getByRole('textbox', { name: label }));
      await shop.user.paste(text);
    }
    await shop.user.click(drawer.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const names = () => JSON.parse(storedCheckoutText()).trustPeople.map(({ name }: { name: string }) => name);
  await shop.user.click(await screen.findByRole('radio', { name: /^Otra persona recibe/ }));
  await fill('Inés');
  await shop.user.click(await screen.findByRole('button', { name: 'Agregar persona' }));
  await fill('Mario');
  expect(names()).toEqual(['Inés', 'Mario']);
  await shop.user.click(screen.getByRole('button', { name: 'Editar a Inés Cuc' }));
  await fill('Irma');
  expect(names()).toEqual(['Irma', 'Mario']);
  await shop.user.click(screen.getByRole('button', { name: 'Eliminar a Mario Cuc' }));
  expect(names()).toEqual(['Irma']);
});

test('nothing is sent while the saved addresses are loading', async () => {
  const addresses = Promise.withResolvers<ReturnType<typeof ofList>>();
  const shop = await openAsCustomer({ listAddresses: () => addresses.promise });
  const button = await screen.findByRole('button', { name: 'Continuar a pago' });
  await shop.user.click(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  addresses.resolve(ofList(home));
  await waitFor(async () => expect(within(await saved()).getByRole('radio', { name: /^Casa/ })).toBeChecked());
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress').map(({ body }) => body)).toMatchObject([{ street: '6a avenida 12-31' }]);
});
