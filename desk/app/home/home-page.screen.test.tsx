import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { memberDetail, memberPageCalls, sampleMember, staffPage } from '../testing/sample-staff.ts';

const sold = (orders: number | null, netSales: number | null, averageTicket: number | null) => ({
  orders,
  netSales,
  averageTicket,
});

const doneSteps = (['stores', 'policy', 'issuer', 'categories', 'brands', 'products', 'staff'] as const).map(
  (name) => ({
    name,
    isDone: true,
  }),
);

const home = (
  today: ReturnType<typeof sold>,
  lastWeek: ReturnType<typeof sold>,
  firstSteps: DeskAnswer<'getDeskHome'>['data']['firstSteps'] = { hasProducts: true, steps: doneSteps },
) => ({
  status: 200,
  data: {
    today,
    lastWeek,
    firstSteps,
    queues: [
      { name: 'held', count: 3, capped: false, href: '/admin/ordenes?held=true' },
      { name: 'cashToConfirm', count: 2, capped: false, href: '/admin/ordenes?unconfirmed=true' },
      { name: 'late', count: 10_000, capped: true, href: '/admin/ordenes?late=true' },
      { name: 'missingLines', count: 1, capped: false, href: '/admin/ordenes/sin-existencias' },
      { name: 'stockBreaks', count: 5, capped: false, href: '/admin/inventario?supply=out' },
    ],
  },
});

test('[OFF-12] Inicio compares today with a week ago, and links queues to their lists', async () => {
  await openDesk('/', { calls: { getDeskHome: home(sold(142, 186_420, 1_312.82), sold(118, 171_305.5, 1_451.74)) } });
  const [orders, ticket] = [
    (await screen.findByRole('heading', { name: 'Órdenes' })).closest('section'),
    screen.getByRole('heading', { name: 'Ticket promedio' }).closest('section'),
  ];
  expect(orders).toHaveTextContent('Más: 20.3 %');
  expect(ticket).toHaveTextContent('Menos: 9.6 %');
  expect(ticket).toHaveTextContent('Q1,451.74');
  const heldOrders = screen.getByRole('link', { name: /^Detenidas/ });
  expect(heldOrders).toHaveAttribute('href', '/ordenes?held=true');
  expect(within(heldOrders).getByText('3')).toBeInTheDocument();
  const late = screen.getByRole('link', { name: /^Atrasados/ });
  expect(late).toHaveTextContent('10,000+');
  expect(late).toHaveAttribute('href', '/ordenes?late=true');
  const unconfirmed = screen.getByRole('link', { name: /^Efectivo por confirmar/ });
  expect(within(unconfirmed).getByText('2')).toBeInTheDocument();
  expect(unconfirmed).toHaveAttribute('href', '/ordenes?unconfirmed=true');
  const lines = screen.getByRole('link', { name: /^Renglones sin existencias/ });
  expect(lines).toHaveAttribute('href', '/ordenes/sin-existencias');
  const soldOut = screen.getByRole('link', { name: /^Productos agotados/ });
  expect(within(soldOut).getByText('5')).toBeInTheDocument();
  expect(soldOut).toHaveAttribute('href', '/inventario?supply=out');
});

test('[OFF-12] a person who may not see amounts sees only the orders', async () => {
  await openDesk('/', { calls: { getDeskHome: home(sold(4, null, null), sold(0, null, null)) } });
  expect(await screen.findByRole('heading', { name: 'Órdenes' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Ventas netas' })).toBeNull();
});

test('[OFF-13] a number and Enter from a scanner before any answer open the exact match', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const person = sampleMember(1);
  const desk = await openDesk('/personal', {
    calls: {
      listStaff: staffPage([person]),
      ...memberPageCalls,
      getStaffMember: memberDetail(person),
      searchDesk: async ({ query }) => {
        await promise;
        const hit = {
          kind: 'order',
          id: '1',
          title: query.q ?? '',
          text: '',
          href: `/admin/personal/${person.id}`,
          isExact: true,
        } as const;
        return { status: 200, data: [hit] };
      },
    },
  });
  await screen.findByRole('link', { name: 'Persona 1' });
  await desk.user.keyboard('{Control>}k{/Control}');
  await desk.user.type(await screen.findByRole('combobox', { name: 'Buscar' }), '100104287{Enter}');
  expect(desk.address()).toMatch(/^\/personal(?:\?|$)/);
  resolve();
  expect(await screen.findByRole('heading', { name: 'Persona 1', level: 1 })).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).toBeNull();
});

const ready = { all: 0, late: 0, today: 0, tomorrow: 0, later: 0, cash: 0, pickup: 0 };

test.each([1440, 390])(
  '[OFF-12, WORK-06] people who prepare orders see their own waves first, and take a wave with one press, at %i',
  async (width) => {
    const desk = await openDesk('/', {
      session: sampleSession('warehouse'),
      width,
      calls: {
        getDeskHome: home(sold(4, null, null), sold(0, null, null)),
        getPreparation: {
          status: 200,
          data: {
            places: [
              { storeCode: 'BODEGA', name: 'Bodega central', ready: { ...ready, all: 34, late: 2 } },
              { storeCode: 'MAX', name: 'Ceiba Zona 10', ready },
            ],
            picks: [{ id: '7', storeCode: 'BODEGA', shipments: 3, units: 10, picked: 4 }],
          },
        },
        takePick: { status: 201, data: { id: '8', shipments: [] } },
        getPick: refusal('NOT_FOUND'),
      },
    });
    expect(await screen.findByRole('link', { name: 'Continuar la tanda 7' })).toHaveAttribute(
      'href',
      '/preparacion/tanda/7',
    );
    expect(screen.queryByText('Ceiba Zona 10')).toBeNull();
    await desk.user.click(screen.getByRole('button', { name: 'Tomar 20 envíos' }));
    await waitFor(() => expect(desk.address()).toBe('/preparacion/tanda/8'));
    expect(desk.sentTo('takePick').map(({ body }) => body)).toEqual([{ storeCode: 'BODEGA', limit: 20 }]);
  },
);

test('[OFF-12] people who edit orders load no preparation on their first page', async () => {
  const desk = await openDesk('/', { calls: { getDeskHome: home(sold(4, 1, 1), sold(0, 0, 0)) } });
  expect(await screen.findByRole('heading', { name: 'Pendientes' })).toBeVisible();
  expect(desk.sentTo('getPreparation')).toEqual([]);
});

test('[OFF-24] a phone’s bar has "Manifiestos" for people who send parcels', async () => {
  await openDesk('/', {
    session: sampleSession('owner'),
    width: 390,
    calls: { getDeskHome: home(sold(4, 1, 1), sold(0, 0, 0)) },
  });
  const bar = within(await screen.findByRole('navigation', { name: 'Menú' }));
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Inicio',
    'Órdenes',
    'Preparación',
    'Manifiestos',
  ]);
});

const emptyShop = home(sold(0, 0, null), sold(0, 0, null), {
  hasProducts: false,
  steps: doneSteps.map(({ name }) => ({ name, isDone: name === 'stores' })),
});

const diagnosis = (...parts: DeskAnswer<'getStatus'>['data']['parts']): DeskAnswer<'getStatus'> => ({
  status: 200,
  data: {
    lookedAt: '2026-11-26T10:00:00.000Z',
    parts,
    guard: { checkedAt: null, broken: [] },
    lastBackupAt: null,
    lastDrillAt: null,
    queueSeconds: 0,
    nodes: [],
  },
});

test.each([1440, 390])(
  '[OFF-29] a shop without products opens with the doctor’s findings and the first steps, at %i',
  async (width) => {
    const desk = await openDesk('/', {
      width,
      calls: {
        getDeskHome: emptyShop,
        getStatus: diagnosis(
          { code: 'version', state: 'sound', since: null, about: 'Base de datos', text: 'PostgreSQL 18', next: null },
          {
            code: 'mailRefused',
            state: 'broken',
            since: null,
            about: 'Correo',
            text: 'El servidor rechazó la clave.',
            next: 'Revisa SMTP_URL.',
          },
          {
            code: 'missingLegalTexts',
            state: 'look',
            since: null,
            about: 'Textos legales',
            text: '/terminos-y-condiciones no lleva a ninguna página.',
            next: 'Escríbelos en Contenido, Páginas.',
          },
        ),
      },
    });
    expect(await screen.findByRole('heading', { name: /^Primeros pasos/, level: 1 })).toBeInTheDocument();
    const system = await screen.findByRole('list', { name: 'Revisión del sistema' });
    expect(within(system).getByText('1 falla impide abrir la tienda.')).toBeInTheDocument();
    expect(system).toHaveTextContent('Falla: CorreoEl servidor rechazó la clave.Revisa SMTP_URL.');
    expect(system).not.toHaveTextContent('PostgreSQL 18');
    const notices = screen.getByText('1 aviso por revisar');
    expect(notices.closest('details')).not.toHaveAttribute('open');
    await desk.user.click(notices);
    expect(screen.getByRole('list', { name: 'Avisos por revisar' })).toHaveTextContent('Textos legales');
    expect(screen.getByRole('link', { name: 'Escribir una página' })).toHaveAttribute('href', '/contenido/paginas/+');
    const steps = within(screen.getByRole('list', { name: 'Pasos' })).getAllByRole('listitem');
    expect(steps).toHaveLength(7);
    expect(steps[0]).toHaveTextContent('Hecho: Tiendas y bodega');
    expect(steps[4]).toHaveTextContent('Pendiente: Marcas');
    expect(screen.getByText('6 pasos pendientes')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Crear una marca' })).toHaveAttribute('href', '/productos/marcas/+');
    expect(screen.getByRole('link', { name: 'Invitar' })).toHaveAttribute('href', '/personal');
    // A step links to a page, or shows advice.
    for (const step of steps.slice(1))
      expect(within(step).queryAllByRole('link').length > 0 || /Pide a quien/.test(step.textContent)).toBe(true);
  },
);

test('[OFF-29] each person sees the steps that they may do, and others see "Inicio"', async () => {
  const brands = { hasProducts: false, steps: [{ name: 'brands', isDone: true } as const] };
  await openDesk('/', {
    session: sampleSession('catalogue'),
    calls: { getDeskHome: home(sold(null, null, null), sold(null, null, null), brands) },
  });
  expect(await screen.findByText('Todo listo')).toBeInTheDocument();
  expect(screen.queryByText('Revisión del sistema')).toBeNull();
});

test('[OFF-29] people without a step open a shop without products with "Inicio"', async () => {
  const none = { hasProducts: false, steps: [] };
  await openDesk('/', {
    session: sampleSession('support'),
    calls: { getDeskHome: home(sold(0, 0, null), sold(0, 0, null), none) },
  });
  expect(await screen.findByRole('heading', { name: 'Pendientes' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Primeros pasos/ })).toBeNull();
});

test('[OFF-29] in a shop with products, "Inicio" links to the steps until all steps are done', async () => {
  const oneLeft = {
    hasProducts: true,
    steps: doneSteps.map(({ name }) => ({ name, isDone: name !== 'staff' })),
  };
  const desk = await openDesk('/', {
    calls: { getDeskHome: home(sold(4, 1, 1), sold(0, 0, 0), oneLeft), getStatus: diagnosis() },
  });
  const way = await screen.findByRole('link', { name: /^Primeros pasos\s*1 paso pendiente/ });
  await desk.user.click(way);
  expect(await screen.findByText('Nada impide abrir la tienda.')).toBeInTheDocument();
  expect(desk.address()).toBe('/primeros-pasos');
  expect(screen.getByText('1 paso pendiente')).toBeInTheDocument();
});
