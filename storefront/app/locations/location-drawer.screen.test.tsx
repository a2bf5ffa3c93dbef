import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleProductDetail } from '../testing/samples.ts';

const departments = [
  {
    value: 485,
    title: 'Guatemala',
    municipios: [{ nombre: 'Guatemala', zonas: ['Zona 1', 'Zona 10'] }, { nombre: 'Mixco' }],
  },
  { value: 501, title: 'Petén', municipios: [{ nombre: 'Flores' }] },
  { value: 506, title: 'Sin municipios', municipios: [] },
];

const product = sampleProductDetail();
const group = {
  sellerId: 1,
  skus: [product.sku],
  shopId: 1,
  deliveryDate: '2026-11-27',
  foundInStore: false,
  message: '',
  pickupDate: null,
  pickupTime: null,
};
const store = {
  storeCode: 'T02',
  name: 'Ceiba Oakland',
  street: 'Diagonal 6',
  city: 'Guatemala',
  regionId: 485,
  zone: 'Zona 10',
  latitude: 14.6,
  longitude: -90.5,
  shopId: 2,
  deliveryDate: null,
  foundInStore: true,
  message: '',
  pickupDate: '2026-11-25',
  pickupTime: '15:00',
};

const openPage = (local: Record<string, string>, calls: Calls = {}) =>
  renderScreen(`/${product.slug}`, {
    local,
    calls: {
      getProductBySlug: product,
      computeDeliveryTimes: { status: 201, data: [group] },
      checkPickupStock: { status: 200, data: { found: true, stores: [store] } },
      listDepartments: departments,
      ...calls,
    },
  });

const cards = () => screen.findByRole('region', { name: 'Entrega' });

test('[CAT-20] [DEC-25] [DEC-193] a place saved in the drawer replaces Guatemala in the cards', async () => {
  const { user, sentTo } = await openPage({});
  const shown = await cards();
  expect(shown).toHaveTextContent('A domicilio');
  expect(shown).toHaveTextContent('Recoger en tienda');
  expect(shown).toHaveTextContent('Ceiba Oakland');
  expect(sentTo('computeDeliveryTimes')[0]?.body).toMatchObject({ location: { region: 485, city: 'Guatemala' } });
  await user.click(within(shown).getByRole('button', { name: 'Ajusta tu ubicación' }));
  const drawer = await screen.findByRole('dialog', { name: 'Ajusta tu ubicación' });
  const department = await within(drawer).findByRole('combobox', { name: /^Departamento/ });
  expect(
    within(department)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Guatemala', 'Petén']);
  expect(within(drawer).getByRole('combobox', { name: /^Zona/ })).toBeVisible();
  await user.selectOptions(department, 'Petén');
  expect(within(drawer).queryByRole('combobox', { name: /^Zona/ })).toBeNull();
  await user.click(within(drawer).getByRole('button', { name: 'Guardar ubicación' }));
  expect(within(drawer).getByText('Elige tu municipio')).toBeVisible();
  await user.selectOptions(within(drawer).getByRole('combobox', { name: /^Municipio/ }), 'Flores');
  await user.click(within(drawer).getByRole('button', { name: 'Guardar ubicación' }));
  expect(await within(shown).findByRole('button', { name: 'Cambiar ubicación', hidden: true })).toBeInTheDocument();
  await expect
    .poll(() => sentTo('computeDeliveryTimes').at(-1)?.body)
    .toMatchObject({
      location: { region: 501, city: 'Flores' },
    });
  await expect.poll(() => shown.textContent).toContain('Flores');
  expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).toEqual({ userRegion: 501, userCity: 'Flores' });
});

test('[CAT-20] a stored place is used, and the link offers to change it', async () => {
  const { sentTo } = await openPage({ 'ceiba.location': '{"userRegion":485,"userCity":"Guatemala","zone":"Zona 10"}' });
  const shown = await cards();
  expect(await within(shown).findByRole('button', { name: 'Cambiar ubicación' })).toBeVisible();
  await expect.poll(() => shown.textContent).toContain('Guatemala, Zona 10');
  expect(sentTo('computeDeliveryTimes').at(-1)?.body).toMatchObject({ location: { zone: 'Zona 10' } });
});

test('departments that cannot be loaded can be asked for again', async () => {
  let isDown = true;
  const { user } = await openPage({}, { listDepartments: () => (isDown ? noAnswer : departments) });
  await user.click(within(await cards()).getByRole('button', { name: 'Ajusta tu ubicación' }));
  expect(await screen.findByText('No pudimos cargar los departamentos')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('combobox', { name: /^Departamento/ })).toBeVisible();
});

test('[MAP-04] the drawer sets region, municipality and zone for the cards, and stores them', async () => {
  const { user, sentTo } = await openPage({});
  const shown = await cards();
  await user.click(within(shown).getByRole('button', { name: 'Ajusta tu ubicación' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Ajusta tu ubicación' }));
  await user.selectOptions(await drawer.findByRole('combobox', { name: /^Departamento/ }), 'Guatemala');
  await user.selectOptions(drawer.getByRole('combobox', { name: /^Municipio/ }), 'Guatemala');
  await user.selectOptions(drawer.getByRole('combobox', { name: /^Zona/ }), 'Zona 10');
  await user.click(drawer.getByRole('button', { name: 'Guardar ubicación' }));
  await expect.poll(() => shown.textContent).toContain('Guatemala, Zona 10');
  expect(await within(shown).findByRole('button', { name: 'Cambiar ubicación', hidden: true })).toBeInTheDocument();
  expect(sentTo('computeDeliveryTimes').at(-1)?.body).toMatchObject({
    location: { region: 485, city: 'Guatemala', zone: 'Zona 10' },
  });
  expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).toEqual({
    userRegion: 485,
    userCity: 'Guatemala',
    zone: 'Zona 10',
  });
});

test('each card reports its failed call, and can be loaded again', async () => {
  let isDown = true;
  const { user } = await openPage(
    {},
    {
      computeDeliveryTimes: () => (isDown ? refusal('VALIDATION_ERROR') : { status: 201, data: [group] }),
      checkPickupStock: () =>
        isDown ? refusal('VALIDATION_ERROR') : { status: 200, data: { found: true, stores: [store] } },
    },
  );
  const shown = within(await cards());
  await expect.poll(() => shown.queryAllByText('No pudimos consultarlo')).toHaveLength(2);
  expect(shown.queryByText(/No disponible/)).toBeNull();
  isDown = false;
  await user.click(shown.getByRole('button', { name: 'Reintentar: A domicilio' }));
  expect(await shown.findByText(/llega el/)).toBeVisible();
});
