import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

type Advisor = DeskAnswer<'listAdvisors'>['data'][number];
type Member = DeskAnswer<'getStaffMember'>['data'];

const noHistory = { status: 200, data: [], next: null } as const;
const email = 'rosa@ceiba.example';

const rosa: Advisor = {
  ...{ id: '7', firstName: 'Rosa', store: 'XELA', storeName: 'Ceiba Xela', staff: email, staffName: 'Rosa Ixchel' },
  ...{ state: 'current', addedAt: '2026-11-02T16:00:00.000Z', endedAt: null, version: 2 },
};
const member: Member = {
  ...{ id: '01a21b45-9d58-7b10-8d76-792b15967a99', name: 'Rosa Ixchel', email, role: 'cashier', state: 'active' },
  ...{ stores: ['XELA'], lastSeenAt: null, version: 1, actions: [] },
};
const page = <T,>(...data: T[]) => ({
  ...{ status: 200 as const, data, next: null, total: { value: data.length, capped: false } },
});
const names = ({ query: { kind } }: { query: { kind: string } }) => ({
  status: 200 as const,
  data:
    kind === 'staffEmail' ? [{ code: email, name: `Rosa Ixchel (${email})` }] : [{ code: 'XELA', name: 'Ceiba Xela' }],
});
const calls = {
  listAdvisors: () => page(rosa),
  getAdvisor: { status: 200, data: { ...rosa, actions: ['end', 'print'] } },
  listStaff: () => page(member),
  getStaffMember: { status: 200, data: member },
  getHistory: noHistory,
  listNames: names,
  listRoles: { status: 200, data: [] },
  listPlaces: { status: 200, data: [{ storeCode: 'XELA', name: 'Ceiba Xela', isPickup: true }] },
} as const;

test('[SALE-01] the store is chosen by its name, and the list and the page show names', async () => {
  const desk = await openDesk('/asesores', {
    session: sampleSession('owner'),
    calls: { ...calls, createAdvisor: { status: 201, data: { ...rosa, actions: ['end', 'print'] } } },
  });
  expect(await screen.findByRole('link', { name: 'Rosa' })).toBeVisible();
  expect(screen.getByText('Ceiba Xela')).toBeVisible();
  await desk.go('/asesores/+');
  await desk.user.type(await screen.findByRole('textbox', { name: /^Nombre/ }), 'Rosa');
  await screen.findByRole('option', { name: 'Ceiba Xela' });
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /^Tienda/ }), 'Ceiba Xela');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Persona del escritorio' }), email);
  await desk.user.click(screen.getByRole('button', { name: 'Crear asesor' }));
  expect(await screen.findByText('Asesor creado')).toBeVisible();
  expect(desk.sentTo('createAdvisor').map(({ body }) => body)).toEqual([
    { firstName: 'Rosa', store: 'XELA', staff: email },
  ]);
});

test('[SALE-01] the page of an advisor shows the account of the desk, and the person’s page the advisor', async () => {
  const desk = await openDesk('/asesores/7', {
    session: sampleSession('owner'),
    calls: {
      ...calls,
      endAdvisor: { status: 200, data: { ...rosa, state: 'ended', endedAt: '2026-11-27T16:00:00.000Z', actions: [] } },
    },
  });
  const card = (await screen.findByRole('heading', { name: 'En el escritorio' })).closest('section');
  const account = within(card ?? document.body);
  expect(account.getByText(email)).toBeVisible();
  expect(account.getByText('Caja')).toBeVisible();
  await desk.user.click(account.getByRole('link', { name: 'Editar a Rosa Ixchel' }));
  const own = (await screen.findByRole('heading', { name: 'Como asesor' })).closest('section');
  const advisor = within(own ?? document.body);
  expect(desk.address()).toBe(`/personal/${member.id}`);
  expect(advisor.getByText('Ceiba Xela')).toBeVisible();
  expect(advisor.getByRole('link', { name: 'Editar asesor' })).toHaveAttribute('href', '/asesores/7');
  expect(desk.sentTo('listAdvisors').at(-1)?.query).toMatchObject({ q: email });
  await desk.user.click(advisor.getByRole('button', { name: 'Dar de baja' }));
  const confirmation = within(await screen.findByRole('alertdialog', { name: '¿Dar de baja a Rosa?' }));
  await desk.user.click(confirmation.getByRole('button', { name: 'Dar de baja' }));
  await waitFor(() => expect(desk.sentTo('endAdvisor').map(({ body }) => body)).toEqual([{ version: 2 }]));
});

test('[SALE-01] a staff member becomes an advisor from the staff member’s page', async () => {
  const desk = await openDesk(`/personal/${member.id}`, {
    session: sampleSession('owner'),
    calls: { ...calls, listAdvisors: () => page<Advisor>() },
  });
  await desk.user.click(await screen.findByRole('link', { name: 'Hacer asesor' }));
  await screen.findByRole('option', { name: `Rosa Ixchel (${email})` });
  expect(screen.getByRole('combobox', { name: 'Persona del escritorio' })).toHaveValue(email);
});
