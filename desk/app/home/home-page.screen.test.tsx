import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { besideMember, memberDetail, sampleMember, staffPage } from '../testing/sample-staff.ts';

const sold = (orders: number | null, netSales: number | null, averageTicket: number | null) => ({
  orders,
  netSales,
  averageTicket,
});

const home = (today: ReturnType<typeof sold>, lastWeek: ReturnType<typeof sold>) => ({
  status: 200,
  data: {
    today,
    lastWeek,
    queues: [
      { name: 'held', count: 3, capped: false, href: '/admin/ordenes?held=true' },
      { name: 'cashToConfirm', count: 2, capped: false, href: '/admin/ordenes?unconfirmed=true' },
      { name: 'late', count: 10_000, capped: true, href: '/admin/ordenes?late=true' },
    ],
  },
});

test('[OFF-12] Inicio shows today against a week ago, and queues that lead to their lists', async () => {
  await openDesk('/', { calls: { getDeskHome: home(sold(142, 186_420, 1_312.82), sold(118, 171_305.5, 1_451.74)) } });
  const [orders, ticket] = [
    (await screen.findByRole('heading', { name: 'Órdenes' })).closest('section'),
    screen.getByRole('heading', { name: 'Ticket promedio' }).closest('section'),
  ];
  expect(orders).toHaveTextContent('Más: 20.3 %');
  expect(ticket).toHaveTextContent('Menos: 9.6 %');
  expect(ticket).toHaveTextContent('Q1,451.74');
  const held = screen.getByRole('link', { name: /^Detenidas/ });
  expect(held).toHaveAttribute('href', '/ordenes?held=true');
  expect(within(held).getByText('3')).toBeInTheDocument();
  const late = screen.getByRole('link', { name: /^Atrasados/ });
  expect(late).toHaveTextContent('10,000+');
  expect(late).toHaveAttribute('href', '/ordenes?late=true');
  const unconfirmed = screen.getByRole('link', { name: /^Efectivo por confirmar/ });
  expect(within(unconfirmed).getByText('2')).toBeInTheDocument();
  expect(unconfirmed).toHaveAttribute('href', '/ordenes?unconfirmed=true');
});

test('[OFF-12] who sees no amounts sees the orders alone', async () => {
  await openDesk('/', { calls: { getDeskHome: home(sold(4, null, null), sold(0, null, null)) } });
  expect(await screen.findByRole('heading', { name: 'Órdenes' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Ventas netas' })).toBeNull();
});

test('[OFF-13] a scanner types a number and Enter before any answer: what is exactly that is opened', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const person = sampleMember(1);
  const desk = await openDesk('/personal', {
    calls: {
      listStaff: staffPage([person]),
      ...besideMember,
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
  '[OFF-12, WORK-06] whoever prepares begins with their own waves, and takes the next twenty of a place at once, at %i',
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

test('[OFF-12] whoever takes care of orders asks for no preparation on their first page', async () => {
  const desk = await openDesk('/', { calls: { getDeskHome: home(sold(4, 1, 1), sold(0, 0, 0)) } });
  expect(await screen.findByRole('heading', { name: 'Pendientes' })).toBeVisible();
  expect(desk.sentTo('getPreparation')).toEqual([]);
});

test('[OFF-24] the bar of a phone has "Manifiestos" for whoever sends parcels', async () => {
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
