import { methodOf } from '@ceiba/contract/client';
import { deskCallTable } from '@ceiba/contract/desk/call-table';
import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import type { EndpointSpec } from '@ceiba/contract/endpoint';
import { permissionLabels } from '@ceiba/domain/staff/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sections } from '../routes.tsx';
import { permissionOf } from '../shell/section.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const person = '01a21b45-9d58-7b10-8d76-792b15967a01';

/** An address for each page with parameters. */
const addresses: Readonly<Record<string, string>> = {
  'ordenes/:number': 'ordenes/100104996',
  'clientes/:id': `clientes/${person}`,
  'preparacion/tanda/:id': 'preparacion/tanda/7',
  'preparacion/:id': 'preparacion/100000042-1',
  'manifiestos/:id': 'manifiestos/M-2214',
  'devoluciones/:number': 'devoluciones/D-100007',
  'productos/categorias/:id': 'productos/categorias/12',
  'compras/:number/recibir': 'compras/C-12/recibir',
  'compras/:number': 'compras/C-12',
  'inventario/traslados/:number': 'inventario/traslados/T-3',
  'inventario/conteos/:number': 'inventario/conteos/K-3',
  'inventario/proveedores/:number': 'inventario/proveedores/P-3',
  'personal/:id': `personal/${person}`,
  'productos/cambios/:id': `productos/cambios/${person}`,
  'importaciones/:id': `importaciones/${person}`,
};

const pages = sections.flatMap((section) =>
  section.pages.map(({ path }) => ({ address: `/${addresses[path] ?? path}`, permission: permissionOf(section) })),
);

/** Pages that show before they read anything, because a person first types or scans something. */
const openAtOnce = [
  ...['/entregas', '/productos/+', '/productos/cuadricula', '/compras/+', '/compras/recibir'],
  ...['/promociones/relampago/lista', '/promociones/producto'],
];
const reading = pages.map(({ address }) => address).filter((address) => !openAtOnce.includes(address));

/** Answers every call that reads, except the session, in the same way. */
const answersOfAll = <R,>(answer: (name: string) => R): Record<string, () => R> =>
  Object.fromEntries(
    Object.entries(deskCallTable).flatMap(([name, row]) =>
      methodOf(row) === 'GET' && name !== 'getStaffSession' ? [[name, () => answer(name)]] : [],
    ),
  );

test.each(pages.filter(({ permission }) => permission !== 'signedIn'))(
  '[OFF-08] $address says that $permission is missing, and reads nothing',
  async ({ address, permission }) => {
    await openDesk(address, { session: { ...sampleSession('seller'), permissions: [] } });
    expect(
      await screen.findByRole('heading', { name: `No tienes permiso para ver esta página (${permission})` }),
    ).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test.each(reading)('[OFF-08] %s names the permission that the server requires', async (address) => {
  await openDesk(address, { calls: answersOfAll(() => refusal('FORBIDDEN', { permission: 'orders.read' })) });
  expect(await screen.findByRole('heading', { name: /^No tienes permiso .* \(orders\.read\)$/ })).toBeVisible();
  expect(
    within(screen.getByRole('alert')).getByText(
      `Pide «${permissionLabels['orders.read']}» a quien administra el personal.`,
    ),
  ).toBeVisible();
});

test.each(reading)('%s shows only that its rows are loading', async (address) => {
  await openDesk(address, { calls: answersOfAll(() => new Promise<never>(() => {})) });
  await waitFor(() => expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent('Cargando…'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('Nada por aquí')).toBeNull();
});

test.each(reading)('%s shows a failed load, and a button loads the rows again', async (address) => {
  let reply: typeof noAnswer | ReturnType<typeof refusal> = refusal('UNEXPECTED');
  const { user } = await openDesk(address, { calls: answersOfAll(() => reply) });
  expect(await screen.findByRole('heading', { name: 'No pudimos leer esta página' })).toBeVisible();
  reply = noAnswer;
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('heading', { name: 'No hay conexión con la tienda' })).toBeVisible();
});

const none = { status: 200, data: [], next: null, total: { value: 0, capped: false } };

/** The calls whose answers contain rows and a total: the calls of lists. */
const listCalls = new Set(
  Object.values<EndpointSpec>(deskEndpoints).flatMap(({ name, answers: { 200: answer } }) => {
    const takes = (reply: object): boolean => answer?.safeParse(reply).success === true;
    return takes(none) && !takes({ ...none, total: undefined }) ? [name] : [];
  }),
);

/** The pages that start with a list. */
const lists = [
  ...[
    '/ordenes',
    '/ordenes/reembolsos',
    '/caja/reembolsos',
    '/clientes',
    '/preparacion',
    '/manifiestos',
    '/manifiestos/todos',
  ],
  ...['/caja', '/devoluciones', '/compras', '/auditoria', '/personal'],
];

test.each(lists)('%s says that its list is empty', async (address) => {
  const sentCalls: string[] = [];
  await openDesk(address, {
    calls: {
      ...answersOfAll((name) => {
        sentCalls.push(name);
        return listCalls.has(name) ? none : new Promise<never>(() => {});
      }),
      getPreparation: { status: 200, data: { places: [], picks: [] } },
    },
  });
  await waitFor(() => expect(sentCalls.some((name) => listCalls.has(name))).toBe(true));
  expect(reading).toContain(address);
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('Nada por aquí')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
