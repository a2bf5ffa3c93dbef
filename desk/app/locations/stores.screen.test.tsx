import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const noHistory = { status: 200, data: [], next: null } as const;

const mixco = {
  ...{
    name: 'Ceiba Mixco',
    code: 'T20',
    type: 'tienda' as const,
    street: 'Bulevar San Cristóbal 5-20',
    regionId: '485',
  },
  ...{ department: 'Guatemala', city: 'Mixco', zone: '', latitude: 14.611, longitude: -90.596, phone: null },
  ...{
    isPickup: true,
    isWarehouse: false,
    displayUnits: 0,
    hours: 'lun,mar 10:00-18:00',
    exceptions: '',
    position: 20,
  },
  ...{ slug: 'ceiba-mixco', state: 'current' as const, version: 3 },
};
const detail = (change: Partial<Omit<typeof mixco, 'state'>> & { state?: 'current' | 'retired' } = {}) => {
  const row = { ...mixco, ...change };
  return { status: 200, data: { ...row, actions: [row.state === 'retired' ? 'reopen' : 'retire'] } } as const;
};

const till = (name: string, isGeneral: boolean) => ({
  ...{
    id: `018f0000-0000-7000-8000-00000000000${isGeneral ? 1 : 2}`,
    name,
    storeCode: 'T20',
    storeName: 'Ceiba Mixco',
  },
  ...{ state: 'closed' as const, isGeneral, openedAt: null, openedBy: null },
});

const reads = {
  getStore: () => detail(),
  getHistory: noHistory,
  listNames: {
    status: 200,
    data: [
      { code: '485', name: 'Guatemala' },
      { code: 'Mixco', name: 'Mixco (Guatemala)', within: ['485'] },
      { code: 'Salcajá', name: 'Salcajá (Quetzaltenango)', within: ['493'] },
    ],
  },
  listTills: {
    status: 200,
    data: [till('Caja general', true), till('Caja 1', false)],
    next: null,
    total: { value: 2, capped: false },
  },
  listShelves: { status: 200, data: [{ shelf: 'A-1', products: 3 }] },
} as const;

const open = (calls: object = {}) =>
  openDesk('/tiendas/T20', { session: sampleSession('owner'), calls: { ...reads, ...calls } });

test('[PROD-28] hours and a special day are entered by day, validated, and sent as one change', async () => {
  const desk = await open({ changeStore: () => detail({ version: 4 }) });
  const week = within(await screen.findByRole('group', { name: 'Horario' }));
  expect(week.getByRole('checkbox', { name: 'Lunes' })).toBeChecked();
  expect(week.getByLabelText('Lunes: abre')).toHaveValue('10:00');
  expect(week.getByRole('checkbox', { name: 'Domingo' })).not.toBeChecked();
  await desk.user.click(week.getByRole('checkbox', { name: 'Martes' }));
  await desk.user.click(week.getByRole('checkbox', { name: 'Domingo' }));
  await desk.user.click(week.getByRole('button', { name: 'Domingo: agregar otro turno' }));
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await week.findByText(/^Completa el horario/)).toBeVisible();
  await desk.user.type(week.getByLabelText('Domingo, turno 2: cierra'), '00:00');
  await waitFor(() => expect(week.queryByText(/^Completa el horario/)).toBeNull());
  const special = within(screen.getByRole('group', { name: 'Días especiales' }));
  await desk.user.click(special.getByRole('button', { name: 'Agregar día' }));
  await desk.user.type(special.getByLabelText('Día 1'), '2030-12-24');
  await desk.user.selectOptions(special.getByLabelText('Ese día'), 'Abre de');
  await desk.user.type(special.getByLabelText('Día 1: abre'), '09:00');
  await desk.user.type(special.getByLabelText('Día 1: cierra'), '13:00');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await special.findByText(/^Completa cada día especial/)).toBeVisible();
  await desk.user.type(special.getByLabelText('Motivo'), 'Nochebuena');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeStore').map(({ body }) => body)).toEqual([
    {
      version: 3,
      hours: 'lun 10:00-18:00|dom 09:00-18:00|dom 18:00-24:00',
      exceptions: '2030-12-24 09:00-13:00 Nochebuena',
    },
  ]);
});

test('[PROD-28] a store is created with its map point, and a point outside Guatemala is refused at its field', async () => {
  const outside = 'Ese punto no está en Guatemala. Revisa los dos números.';
  const answers = [
    () => detail(),
    () => refusal('VALIDATION_ERROR', { fields: { latitude: outside, longitude: outside } }, outside),
  ];
  const desk = await openDesk('/tiendas/+', {
    session: sampleSession('owner'),
    calls: { ...reads, createStore: () => answers.pop()?.() ?? detail() },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: /^Nombre/ }), 'Ceiba Mixco');
  await desk.user.type(screen.getByRole('textbox', { name: /^Código/ }), 'T20');
  await desk.user.type(screen.getByRole('textbox', { name: /^Dirección/ }), 'Bulevar San Cristóbal 5-20');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /^Departamento/ }), 'Guatemala');
  const municipality = screen.getByRole('combobox', { name: /^Municipio/ });
  expect(
    within(municipality)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Elige…', 'Guatemala', 'Mixco (Guatemala)']);
  await desk.user.selectOptions(municipality, 'Mixco (Guatemala)');
  const latitude = screen.getByRole('textbox', { name: /^Latitud/ });
  await desk.user.type(latitude, '14.611');
  await desk.user.type(screen.getByRole('textbox', { name: /^Longitud/ }), '-88.1');
  const create = screen.getByRole('button', { name: 'Crear tienda' });
  await desk.user.click(create);
  await waitFor(() => expect(latitude).toHaveAccessibleDescription(outside));
  await desk.user.clear(screen.getByRole('textbox', { name: /^Longitud/ }));
  await desk.user.type(screen.getByRole('textbox', { name: /^Longitud/ }), '-90,596');
  await desk.user.click(create);
  expect(await screen.findByText('Tienda creada')).toBeVisible();
  expect(desk.address()).toBe('/tiendas/T20');
  expect(desk.sentTo('createStore').at(-1)?.body).toMatchObject({
    ...{ code: 'T20', regionId: '485', city: 'Mixco', latitude: 14.611, longitude: -90.596 },
    ...{ isPickup: true, isWarehouse: false },
  });
});

test('[PROD-28] tills and shelves of the store are listed and can be renamed', async () => {
  const desk = await open({
    renameTill: () => refusal('IN_USE', {}, 'La tienda ya tiene una caja con ese nombre.'),
    renameShelf: { status: 200, data: { changed: 3 } },
  });
  const tills = within(await screen.findByRole('list', { name: 'Cajas' }));
  expect(tills.queryByRole('button', { name: 'Cambiar nombre de Caja general' })).toBeNull();
  await desk.user.click(tills.getByRole('button', { name: 'Cambiar nombre de Caja 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nombre de Caja 1' }));
  const name = dialog.getByRole('textbox', { name: /Nombre/ });
  await desk.user.clear(name);
  await desk.user.type(name, 'Caja general');
  await desk.user.click(dialog.getByRole('button', { name: 'Guardar nombre' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription('La tienda ya tiene una caja con ese nombre.'));
  await desk.user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await desk.user.click(screen.getByRole('button', { name: 'Cambiar nombre de A-1' }));
  const shelf = within(await screen.findByRole('dialog', { name: 'Nombre del estante A-1' }));
  await desk.user.clear(shelf.getByRole('textbox', { name: /Nombre/ }));
  await desk.user.type(shelf.getByRole('textbox', { name: /Nombre/ }), 'B-2');
  await desk.user.click(shelf.getByRole('button', { name: 'Guardar nombre' }));
  expect(await screen.findByText('Nombre guardado')).toBeVisible();
  expect(desk.sentTo('renameShelf').map(({ body }) => body)).toEqual([{ storeCode: 'T20', from: 'A-1', to: 'B-2' }]);
});

test('[PROD-23] a store with goods cannot be retired, and the message names the goods', async () => {
  const unitsLeftText = 'Todavía tiene 3 unidades en existencia.';
  const desk = await open({ retireStore: () => refusal('IN_USE', {}, unitsLeftText) });
  await desk.user.click(await screen.findByRole('button', { name: 'Retirar' }));
  const confirmation = within(await screen.findByRole('alertdialog', { name: '¿Retirar Ceiba Mixco?' }));
  await desk.user.click(confirmation.getByRole('button', { name: 'Retirar tienda' }));
  expect(await screen.findByText(unitsLeftText)).toBeVisible();
  expect(desk.sentTo('retireStore').map(({ body }) => body)).toEqual([{ version: 3 }]);
});

test('[OFF-29] a shop without departments gets Guatemala’s in the form of its first store', async () => {
  let names: { code: string; name: string }[] = [];
  const desk = await openDesk('/tiendas/+', {
    session: sampleSession('owner'),
    calls: {
      listNames: () => ({ status: 200, data: names }),
      createStandardPlaces: () => {
        names = [{ code: '485', name: 'Guatemala' }];
        return { status: 201, data: { departments: 22, municipalities: 340 } };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cargar los de Guatemala' }));
  expect(await screen.findByText('22 departamentos y 340 municipios cargados')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cargar los de Guatemala' })).toBeNull());
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /^Departamento/ }), 'Guatemala');
  expect(screen.getByRole('combobox', { name: /^Departamento/ })).toHaveValue('485');
});

test('[PROD-28] the map and the arrow keys set latitude and longitude, and typed numbers stay', async () => {
  const desk = await open();
  const latitude = await screen.findByRole('textbox', { name: /Latitud/ });
  expect(screen.queryByRole('button', { name: /Marcador de la tienda/ })).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: 'Marcar en el mapa' }));
  const marker = await screen.findByRole('button', { name: 'Marcador de la tienda: muévelo con las flechas' });
  marker.focus();
  await desk.user.keyboard('{ArrowUp}');
  await waitFor(() => expect(Number((latitude as HTMLInputElement).value)).toBeGreaterThan(14.611));
  expect(screen.getByRole('textbox', { name: /Longitud/ })).toHaveDisplayValue(/^-90\.59\d{4}$/);
  await desk.user.clear(latitude);
  await desk.user.type(latitude, '14.7');
  expect(latitude).toHaveValue('14.7');
});
