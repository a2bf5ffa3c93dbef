import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDesk } from '../testing/open-desk.tsx';
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
