import type { StorePage } from '@ceiba/contract/locations';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

/** Later than any clock of the tests. */
const closesAt = '9999-11-25T02:00:00.000Z';

const xela: StorePage = {
  storeCode: 'XELA',
  name: 'Tienda Xela',
  street: '14 Avenida 5-30',
  city: 'Quetzaltenango',
  regionId: 493,
  zone: 'Zona 3',
  latitude: 14.8436,
  longitude: -91.5209,
  type: 'tienda',
  hours: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], opens: '10:00', closes: '20:00' },
    { days: ['sun'], opens: '10:00', closes: '19:00' },
  ],
  slug: 'tienda-xela',
  department: 'Quetzaltenango',
  exceptions: [],
  phone: null,
  services: ['Instalación de llantas'],
  today: {
    isHoliday: false,
    reason: null,
    windows: [{ opens: '10:00', closes: '20:00' }],
    isOpen: true,
    changesAt: closesAt,
  },
};

const antigua: StorePage = {
  ...xela,
  storeCode: 'T09',
  name: 'Tienda Antigua',
  city: 'Antigua Guatemala',
  department: 'Sacatepéquez',
  slug: 'tienda-antigua',
  hours: [],
  services: [],
  today: { ...xela.today, windows: [], isOpen: false, isHoliday: true },
};

const help = { pages: [], deliveries: [], pickup: { inStore: '2 horas', fromWarehouse: '2 días hábiles' }, banks: [] };

const structured = (): Record<string, unknown>[] =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => JSON.parse(script.innerHTML));

test('stores are listed with department, address and hours today, and link to their pages', async () => {
  const { user, address } = await renderScreen('/tiendas', { calls: { listStores: [antigua, xela], getHelp: help } });
  const heading = await screen.findByRole('heading', { level: 2, name: 'Tienda Xela' });
  const card = within(heading.closest('li') ?? document.body);
  expect(card.getByText('Quetzaltenango')).toBeVisible();
  expect(card.getByText('14 Avenida 5-30, Zona 3, Quetzaltenango')).toBeVisible();
  expect(card.getByText('Abierta ahora')).toBeVisible();
  expect(card.getByText('Hoy abre de 10:00 a 20:00')).toBeVisible();
  expect(screen.getByText('Hoy es feriado: llámanos antes de venir')).toBeVisible();
  expect(screen.queryByText('Cerrada ahora')).toBeNull();
  await user.click(card.getByRole('link', { name: 'Tienda Xela' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Tienda Xela' })).toBeVisible();
  expect(address()).toBe('/tiendas/tienda-xela');
});

test('after closing time an open tab shows only a store’s hours', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await renderScreen('/tiendas/tienda-xela', { calls: { listStores: [xela], getHelp: help } });
  expect(await screen.findByText('Abierta ahora')).toBeVisible();
  act(() => {
    vi.setSystemTime(closesAt);
    vi.advanceTimersByTime(1_000);
  });
  await waitWithStoppedClock(() => expect(screen.queryByText(/^(Abierta|Cerrada) ahora$/)).toBeNull());
  expect(screen.getByText('Hoy abre de 10:00 a 20:00')).toBeVisible();
});

test('a store’s page has its week, directions, pickup times and services, also as structured data', async () => {
  await renderScreen('/tiendas/tienda-xela', { calls: { listStores: [antigua, xela], getHelp: help } });
  expect(await screen.findByText('Lunes a sábado')).toBeVisible();
  expect(screen.getByText('10:00 a 19:00')).toBeVisible();
  expect(screen.getByText(/está listo en 2 horas/)).toBeVisible();
  expect(screen.getByText('Instalación de llantas')).toBeVisible();
  const links = screen.getAllByRole('link', { name: /^Cómo llegar/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://www.google.com/maps/search/?api=1&query=14.8436%2C-91.5209',
    'https://waze.com/ul?ll=14.8436%2C-91.5209&navigate=yes',
  ]);
  const store = structured().find((one) => one['@type'] === 'Store');
  expect(store).toMatchObject({
    name: 'Tienda Xela',
    telephone: '4232-000',
    address: { streetAddress: '14 Avenida 5-30', addressLocality: 'Quetzaltenango', addressCountry: 'GT' },
  });
  expect(store?.openingHoursSpecification).toHaveLength(2);
  expect(structured().some((one) => one['@type'] === 'BreadcrumbList')).toBe(true);
});

test('[HELP-07] the hours of special days are the same on the page and in its structured data', async () => {
  const day = addDays(guatemalaDate(new Date()), 1);
  const exceptions = [
    { date: day, opens: '10:00', closes: '24:00', reason: 'Noche blanca' },
    { date: addDays(day, 1), opens: null, closes: null, reason: 'Inventario' },
    { date: addDays(day, 60), opens: null, closes: null, reason: 'Aniversario' },
  ];
  await renderScreen('/tiendas/tienda-xela', { calls: { listStores: [{ ...xela, exceptions }], getHelp: help } });
  expect(await screen.findByText(/10:00 a 24:00 \(Noche blanca\)/)).toBeVisible();
  expect(screen.queryByText(/Aniversario/)).toBeNull();
  expect(structured().find((one) => one['@type'] === 'Store')?.specialOpeningHoursSpecification).toEqual([
    { '@type': 'OpeningHoursSpecification', validFrom: day, validThrough: day, opens: '10:00', closes: '23:59' },
    {
      ...{ '@type': 'OpeningHoursSpecification', opens: '00:00', closes: '00:00' },
      ...{ validFrom: addDays(day, 1), validThrough: addDays(day, 1) },
    },
  ]);
});

test('a shop without stores says so, and names the places of delivery', async () => {
  await renderScreen('/tiendas', { calls: { listStores: [] } });
  expect(await screen.findByText('Aún no tenemos tiendas')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ver entregas' })).toHaveAttribute('href', '/ayuda/entregas');
});

test('an unknown store shows the 404 page', async () => {
  await renderScreen('/tiendas/nadie', { calls: { listStores: [xela], getHelp: help } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })).toBeVisible();
});
