import { notPlainMessage } from '@ceiba/domain/customers/plain-text';
import { requiredMark } from '@ceiba/ui/field';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';
import type { SavedAddress } from './saved-addresses.ts';

const departments = [
  { value: 485, title: 'Guatemala', municipios: [{ nombre: 'Guatemala' }, { nombre: 'Mixco' }] },
  { value: 492, title: 'Quetzaltenango', municipios: [{ nombre: 'Quetzaltenango' }] },
];

const address = (number: number, changes: Partial<SavedAddress> = {}): SavedAddress => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  alias: 'Casa',
  street: ['12 calle 1-25'],
  city: 'Mixco',
  region: { regionId: 485 },
  zone: 'Zona 1',
  latitude: 14.6,
  longitude: -90.5,
  defaultShipping: false,
  countryCode: 'GT',
  firstName: 'Mateo',
  lastName: 'Paz',
  phone: '55554444',
  nit: 'CF',
  trustedPerson: { firstName: 'Eva', lastName: 'Paz', dpi: '' },
  ...changes,
});

const home = address(1, { defaultShipping: true });
const office = address(2, { alias: 'Oficina', street: ['7a avenida 3-40'] });

/** Opens the address page of a customer whose saved addresses the mocked shop holds. */
const open = async (saved: SavedAddress[], calls: ScreenOptions['calls'] = {}) => {
  const shop = await renderScreen('/dashboard/addresses', {
    local: storedSession(),
    calls: {
      getCustomer: sampleCustomer(),
      getDashboardTexts: noAnswer,
      listDepartments: departments,
      listAddresses: () => saved,
      ...calls,
    },
  });
  await screen.findByRole('heading', { name: 'Mis direcciones' });
  return shop;
};

const cardOf = async (alias: string) => {
  const card = (await screen.findByRole('heading', { name: alias })).closest('li');
  if (card === null) throw new Error(`${alias} is no card`);
  return within(card);
};

const defaultAlias = () =>
  screen
    .getAllByRole('radio', { name: 'Predeterminada' })
    .filter((radio) => radio instanceof HTMLInputElement && radio.checked)
    .map((radio) => radio.closest('li')?.querySelector('h3')?.textContent);

const fillDrawer = async (shop: Awaited<ReturnType<typeof open>>) => {
  const drawer = within(await screen.findByRole('dialog'));
  await shop.user.type(drawer.getByLabelText('Alias de la dirección'), 'Taller');
  await drawer.findByRole('option', { name: 'Guatemala' });
  await shop.user.selectOptions(drawer.getByLabelText('Departamento'), '485');
  await shop.user.selectOptions(drawer.getByLabelText('Municipio'), 'Mixco');
  await shop.user.type(drawer.getByLabelText('Dirección'), '5a calle 6-70');
  return drawer;
};

test('[ADR-01, ADR-12, DEC-45, DEC-186] the page lists the saved addresses with their actions, and marks the default address', async () => {
  await open([home, office]);
  const card = await cardOf('Casa');
  expect(await card.findByText(/Zona 1, Mixco, Guatemala/)).toHaveTextContent(
    '12 calle 1-25Zona 1, Mixco, GuatemalaMateo Paz',
  );
  for (const name of ['Editar', 'Eliminar']) expect(card.getByRole('button', { name })).toBeEnabled();
  expect(defaultAlias()).toEqual(['Casa']);
  const menu = within(within(screen.getByRole('main')).getByRole('navigation', { name: 'Mi cuenta' }));
  expect(menu.getByRole('link', { name: 'Mis direcciones' })).toHaveAttribute('aria-current', 'page');
});

test('[ADR-02, ADR-03, ADR-05, ADR-11, API-16, DEC-185, DIF-05] a new address starts with the name and phone of the profile, and a message confirms it', async () => {
  const saved: SavedAddress[] = [];
  const shop = await open(saved, {
    addAddress: () => {
      saved.push(address(3, { alias: 'Taller', defaultShipping: true }));
      return address(3, { alias: 'Taller', defaultShipping: true });
    },
  });
  expect(await screen.findByText('Aún no tienes direcciones guardadas')).toBeVisible();
  await shop.user.click(screen.getByRole('button', { name: 'Agregar dirección' }));
  const drawer = await fillDrawer(shop);
  for (const [label, name] of Object.entries({
    'Alias de la dirección': 'addressAlias',
    Departamento: 'department',
    Municipio: 'city',
    Dirección: 'address',
  })) {
    expect(drawer.getByLabelText(label)).toHaveAttribute('name', name);
    expect(drawer.getByLabelText(label)).toBeRequired();
    expect(drawer.getByText(label, { selector: 'label' })).toHaveClass(requiredMark);
  }
  const isDefault = drawer.getByRole('checkbox', { name: /Usar como dirección predeterminada/ });
  expect(isDefault).toHaveAttribute('name', 'defaultAddress');
  expect(drawer.getByText('Usar como dirección predeterminada')).toHaveClass(requiredMark);
  expect(requiredMark).toContain("after:content-['_*'_/_'']");
  await shop.user.click(isDefault);
  await shop.user.click(drawer.getByRole('button', { name: 'Agregar dirección' }));
  expect(await findAlert('Se ha agregado exitosamente la direccion.')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  expect(shop.sentTo('addAddress').map(({ body }) => body)).toEqual([
    {
      alias: 'Taller',
      street: ['5a calle 6-70'],
      city: 'Mixco',
      regionId: 485,
      countryCode: 'GT',
      firstName: 'Lucía',
      lastName: 'Ajú Morales',
      phone: '55123480',
      nit: '12345679',
      latitude: null,
      longitude: null,
      defaultShipping: true,
    },
  ]);
  expect(await screen.findByRole('heading', { name: 'Taller' })).toBeVisible();
});

test('[ADR-04] a missing value is reported at its field, and nothing is sent', async () => {
  const shop = await open([]);
  await shop.user.click(await screen.findByRole('button', { name: 'Agregar dirección' }));
  const drawer = within(await screen.findByRole('dialog'));
  await shop.user.click(drawer.getByRole('button', { name: 'Agregar dirección' }));
  expect(await drawer.findByText('El alias de la dirección es requerida')).toBeVisible();
  expect(drawer.getByText('El departamento es requerido')).toBeVisible();
  expect(drawer.getByText('La dirección es requerida')).toBeVisible();
  expect(drawer.getByText('El municipio es requerido')).toBeVisible();
  expect(shop.sentTo('addAddress')).toEqual([]);
});

test('[ADR-03, ADR-06, API-17, DIF-05] an edited address keeps the fields outside the form, without the old zone', async () => {
  const shop = await open([home, office], { changeAddress: office });
  await shop.user.click((await cardOf('Oficina')).getByRole('button', { name: 'Editar' }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByLabelText('Alias de la dirección')).toHaveValue('Oficina');
  await drawer.findByRole('option', { name: 'Quetzaltenango' });
  expect(drawer.getByLabelText('Departamento')).toHaveValue('485');
  expect(drawer.getByLabelText('Municipio')).toHaveValue('Mixco');
  const save = drawer.getByRole('button', { name: 'Actualizar dirección' });
  await shop.user.clear(drawer.getByLabelText('Alias de la dirección'));
  await shop.user.type(drawer.getByLabelText('Alias de la dirección'), 'Bodega');
  await shop.user.click(save);
  expect(await findAlert('Se ha actualizado tu direccion correctamente.')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await shop.user.click((await cardOf('Oficina')).getByRole('button', { name: 'Editar' }));
  const again = within(await screen.findByRole('dialog'));
  await again.findByRole('option', { name: 'Quetzaltenango' });
  await shop.user.selectOptions(again.getByLabelText('Departamento'), '492');
  await shop.user.selectOptions(again.getByLabelText('Municipio'), 'Quetzaltenango');
  await shop.user.click(again.getByRole('button', { name: 'Actualizar dirección' }));
  const receiver = {
    firstName: 'Mateo',
    lastName: 'Paz',
    phone: '55554444',
    nit: 'CF',
    trustedPerson: { firstName: 'Eva', lastName: 'Paz', dpi: '' },
    street: ['7a avenida 3-40'],
    countryCode: 'GT',
    defaultShipping: false,
  };
  const place = { city: 'Mixco', regionId: 485, zone: 'Zona 1', latitude: 14.6, longitude: -90.5 };
  const other = { city: 'Quetzaltenango', regionId: 492, latitude: null, longitude: null };
  await waitFor(() =>
    expect(shop.sentTo('changeAddress')).toEqual([
      {
        params: { id: office.id },
        query: {},
        headers: expect.anything(),
        body: { ...receiver, ...place, alias: 'Bodega' },
      },
      {
        params: { id: office.id },
        query: {},
        headers: expect.anything(),
        body: { ...receiver, ...other, alias: 'Oficina' },
      },
    ]),
  );
});

test('[ADR-09, DEC-92] an address that could not be saved shows an alert, and the typed text stays in the drawer', async () => {
  const shop = await open([], { addAddress: refusal('UNEXPECTED') });
  await shop.user.click(await screen.findByRole('button', { name: 'Agregar dirección' }));
  const drawer = await fillDrawer(shop);
  await shop.user.click(drawer.getByRole('button', { name: 'Agregar dirección' }));
  const alert = await findAlert('Ha ocurrido un error al agregar la direccion.');
  expect(alert).toHaveTextContent('Por favor intente mas tarde.');
  expect(drawer.getByLabelText('Dirección')).toHaveValue('5a calle 6-70');
});

test('[ADR-07, DIF-05] a deleted address leaves the list', async () => {
  const saved = [home, office];
  const shop = await open(saved, {
    deleteAddress: ({ params: { id } }) => {
      saved.splice(0, 2, ...saved.filter((one) => one.id !== id));
      return { status: 200, data: { result: true } };
    },
  });
  await shop.user.click((await cardOf('Oficina')).getByRole('button', { name: 'Eliminar' }));
  expect(await findAlert('Se ha eliminado exitosamente la direccion')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Oficina' })).toBeNull());
  expect(screen.getByRole('heading', { name: 'Casa' })).toBeVisible();
});

test('after a deletion, the focus moves to the next address or to the heading', async () => {
  const saved = [home, office];
  const { user } = await open(saved, {
    deleteAddress: () => {
      saved.shift();
      return { status: 200, data: { result: true } };
    },
  });
  await user.click((await cardOf('Casa')).getByRole('button', { name: 'Eliminar' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Oficina' })).toHaveFocus());
  await user.click((await cardOf('Oficina')).getByRole('button', { name: 'Eliminar' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Mis direcciones' })).toHaveFocus());
});

test('[DEC-92] an address whose deletion failed stays in the list', async () => {
  const shop = await open([home], { deleteAddress: noAnswer });
  await shop.user.click((await cardOf('Casa')).getByRole('button', { name: 'Eliminar' }));
  expect(await findAlert('Ha ocurrido un error al agregar la direccion.')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  expect(screen.getByRole('heading', { name: 'Casa' })).toBeVisible();
});

test('[ADR-08, DEC-49, DIF-05] a new default address is shown and announced immediately', async () => {
  const saved = [home, office];
  const shop = await open(saved, {
    setDefaultAddress: () => {
      saved.splice(0, 2, { ...office, defaultShipping: true }, { ...home, defaultShipping: false });
      return { status: 200, data: { result: true } };
    },
  });
  await shop.user.click((await cardOf('Oficina')).getByRole('radio'));
  expect(await findAlert('Se ha actualizado tu direccion predeterminada.')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  expect(defaultAlias()).toEqual(['Oficina']);
  expect(shop.sentTo('setDefaultAddress').map(({ params }) => params)).toEqual([{ id: office.id }]);
});

test('[ADR-10] a default that could not be set returns to the previous address', async () => {
  let refuse: () => void = () => {};
  const isRefused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const shop = await open([home, office], {
    setDefaultAddress: async () => {
      await isRefused;
      return refusal('UNEXPECTED');
    },
  });
  await shop.user.click((await cardOf('Oficina')).getByRole('radio'));
  await waitFor(() => expect(defaultAlias()).toEqual(['Oficina']));
  refuse();
  expect(await findAlert('Ha ocurrido un error al seleccionar la direccion predeterminada.')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  await waitFor(() => expect(defaultAlias()).toEqual(['Casa']));
});

test('[ADR-09, DEC-92] addresses that cannot be loaded show an error, and can be loaded again', async () => {
  let isDown = true;
  const shop = await open([], { listAddresses: () => (isDown ? refusal('NOT_READY') : [home]) });
  expect(await findAlert('Ha ocurrido un error al agregar la direccion.')).toHaveAttribute(
    'data-alert-id',
    'addresses-alert',
  );
  isDown = false;
  await shop.user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('heading', { name: 'Casa' })).toBeVisible();
});

test('a customer with twenty addresses cannot add another one', async () => {
  const twenty = Array.from({ length: 20 }, (_, index) =>
    address(1, { id: `00000000-0000-4000-8000-0000000000${10 + index}`, defaultShipping: index === 0 }),
  );
  await open(twenty);
  expect(await screen.findByText('Puedes guardar hasta 20 direcciones.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Agregar dirección' })).toBeDisabled();
});

test('an address that contains a link is rejected at its field, and nothing is sent', async () => {
  const shop = await open([]);
  await shop.user.click(await screen.findByRole('button', { name: 'Agregar dirección' }));
  const drawer = within(await screen.findByRole('dialog'));
  await shop.user.type(drawer.getByLabelText('Alias de la dirección'), 'www.evil.test');
  await shop.user.type(drawer.getByLabelText('Dirección'), '4ta. avenida 3-40 www.evil.test');
  await shop.user.click(drawer.getByRole('button', { name: 'Agregar dirección' }));
  await waitFor(() => expect(drawer.getAllByText(notPlainMessage)).toHaveLength(2));
  expect(shop.sentTo('addAddress')).toEqual([]);
});
