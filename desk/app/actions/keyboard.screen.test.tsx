import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { courierDetail, couriersPage, sampleCourier } from '../testing/entity-answers.ts';
import { type Desk, openDesk, sampleSession } from '../testing/open-desk.tsx';
import { orderCalls, sampleOrder } from '../testing/sample-order.ts';
import { sampleShipment } from '../testing/sample-shipment.ts';
import { memberDetail, memberPageCalls, sampleMember } from '../testing/sample-staff.ts';
import { pressAfterPause, typeAsScanner } from '../testing/type-as-scanner.ts';

type Calls = NonNullable<Parameters<typeof openDesk>[1]>['calls'];

const noChange = { status: 200, data: [], next: null } as const;

const openOrder = (actions: string[], calls: Calls = {}) =>
  openDesk(`/ordenes/${sampleOrder.number}`, {
    session: sampleSession('manager'),
    calls: {
      ...orderCalls,
      searchDesk: { status: 200, data: [] },
      getHistory: noChange,
      getDeskOrder: { status: 200, data: { ...sampleOrder, actions } },
      ...calls,
    },
  });

/** Starts an action of the page from the palette. */
const choose = async ({ user }: Pick<Desk, 'user'>, words: string, action: string): Promise<void> => {
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Buscar' });
  await user.keyboard(words);
  expect(await screen.findByRole('option', { name: new RegExp(`^${action}`) })).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Buscando…')).toBeNull());
  await user.keyboard('{Enter}');
};

/** Presses Tab until this element has the focus. */
const tabTo = async ({ user }: Pick<Desk, 'user'>, find: () => HTMLElement): Promise<void> => {
  for (let steps = 0; document.activeElement !== find(); steps += 1) {
    if (steps === 100) throw new Error('Tab never reaches the element');
    await user.tab();
  }
};

test('[OFF-14] a dialog is opened from the palette, filled in and sent by keys alone', async () => {
  const desk = await openOrder(['release'], { releaseOrder: { status: 200, data: { ...sampleOrder, version: 5 } } });
  await screen.findByRole('button', { name: 'Liberar' });
  await choose(desk, 'lib', 'Liberar');
  const dialog = within(await screen.findByRole('dialog', { name: /Liberar/ }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: /Motivo/ })).toHaveFocus());
  await desk.user.keyboard('Confirmó por teléfono{Enter}');
  expect(await screen.findByText('Orden liberada')).toBeVisible();
  expect(desk.sentTo('releaseOrder').map(({ body }) => body)).toEqual([
    { version: 4, reason: 'Confirmó por teléfono' },
  ]);
});

test('[OFF-14] an immediate action is started from the palette, and undone by keys', async () => {
  const mine = { ...sampleOrder, assignee: { id: sampleSession().user.id, name: 'Marta Xicará' }, version: 5 };
  const desk = await openOrder(['tag'], { correctOrder: { status: 200, data: mine } });
  await screen.findByRole('button', { name: 'Asignarme' });
  await choose(desk, 'asig', 'Asignarme');
  expect(await screen.findByText('La orden es tuya')).toBeVisible();
  await desk.user.keyboard('{F6}');
  await tabTo(desk, () => screen.getByRole('button', { name: 'Deshacer' }));
  await desk.user.keyboard('{Enter}');
  expect(await screen.findByText('Deshecho')).toBeVisible();
  expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
    { version: 4, assigneeId: sampleSession().user.id },
    { version: 5, assigneeId: null },
  ]);
});

test('[OFF-14] an action with a confirmation is started from the palette, and confirmed or canceled by keys', async () => {
  const person = sampleMember(1);
  const desk = await openDesk(`/personal/${person.id}`, {
    calls: {
      ...memberPageCalls,
      searchDesk: { status: 200, data: [] },
      getStaffMember: memberDetail(person),
      disableStaff: memberDetail({ ...person, state: 'disabled' }, 2),
    },
  });
  await screen.findByRole('button', { name: 'Desactivar' });
  await choose(desk, 'desac', 'Desactivar');
  await screen.findByRole('alertdialog');
  await desk.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(desk.sentTo('disableStaff')).toEqual([]);
  await choose(desk, 'desac', 'Desactivar');
  const confirmation = within(await screen.findByRole('alertdialog'));
  await tabTo(desk, () => confirmation.getByRole('button', { name: 'Desactivar' }));
  await desk.user.keyboard('{Enter}');
  expect(await screen.findByText('Persona desactivada')).toBeVisible();
  expect(desk.sentTo('disableStaff').map(({ body }) => body)).toEqual([{ version: 1 }]);
});

test('[OFF-14] a shipment step started from the palette opens a dialog that Tab can use', async () => {
  const found = sampleShipment();
  const desk = await openDesk(`/preparacion/${found.id}`, {
    session: sampleSession('warehouse'),
    calls: {
      getShipment: { status: 200, data: found },
      getHistory: noChange,
      searchDesk: { status: 200, data: [] },
      moveShipment: { status: 200, data: { ...found, attempts: 1, version: 5 } },
    },
  });
  await screen.findByRole('button', { name: 'Anotar intento' });
  await choose(desk, 'intento', 'Anotar intento');
  const dialog = within(await screen.findByRole('dialog', { name: /^Anotar intento/ }));
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Motivo' })).toHaveFocus());
  await tabTo(desk, () => dialog.getByRole('button', { name: 'Anotar intento' }));
  await desk.user.keyboard('{Enter}');
  expect(await screen.findByText('Intento anotado')).toBeVisible();
  expect(desk.sentTo('moveShipment').map(({ body }) => body)).toEqual([
    { to: 'sent', version: 4, reason: 'Nadie en casa' },
  ]);
});

test('[OFF-14] a form is opened by Tab and Enter, saved by Ctrl+S', async () => {
  const desk = await openOrder(['edit'], { correctOrder: { status: 200, data: { ...sampleOrder, version: 5 } } });
  await screen.findByRole('button', { name: 'Editar' });
  await tabTo(desk, () => screen.getByRole('button', { name: 'Editar' }));
  await desk.user.keyboard('{Enter}');
  await tabTo(desk, () => screen.getByRole('textbox', { name: 'Referencia' }));
  await desk.user.keyboard('Portón verde{Control>}s{/Control}');
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
    { version: 4, shippingAddress: { reference: 'Portón verde' } },
  ]);
});

test('[OFF-14] arrows choose an action from the menu, and Esc closes the dialog of this action', async () => {
  const desk = await openOrder(['refund', 'hold', 'cancel', 'promise', 'tag', 'resend']);
  await screen.findByRole('button', { name: 'Más acciones' });
  await tabTo(desk, () => screen.getByRole('button', { name: 'Más acciones' }));
  await desk.user.keyboard('{Enter}');
  const isAt = (name: string) => waitFor(() => expect(screen.getByRole('menuitem', { name })).toHaveFocus());
  await isAt('Cambiar fecha prometida');
  await desk.user.keyboard('{ArrowDown}');
  await isAt('Asignarme');
  await desk.user.keyboard('{ArrowUp}');
  await isAt('Cambiar fecha prometida');
  await desk.user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Cambiar fecha prometida' })).toBeVisible();
  await desk.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cambiar fecha prometida' })).toBeNull());
});

test('[OFF-14] Tab reaches a row, Enter opens the row, and Ctrl+S saves typed changes', async () => {
  const guatex = sampleCourier();
  const desk = await openDesk('/manifiestos/mensajerias', {
    session: sampleSession('manager'),
    calls: {
      listCouriers: couriersPage(guatex),
      getCourier: courierDetail(guatex),
      getHistory: { status: 200, data: [], next: null },
      changeCourier: courierDetail({ ...guatex, name: 'Guatex Xela', version: 4 }),
    },
  });
  await screen.findByRole('link', { name: 'Guatex' });
  await tabTo(desk, () => screen.getByRole('link', { name: 'Guatex' }));
  await desk.user.keyboard('{Enter}');
  await screen.findByRole('textbox', { name: /Nombre/ });
  await tabTo(desk, () => screen.getByRole('textbox', { name: /Nombre/ }));
  await desk.user.keyboard('{End} Xela{Control>}s{/Control}');
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('changeCourier').map(({ body }) => body)).toEqual([{ version: 3, name: 'Guatex Xela' }]);
});

test('[OFF-14] a scanner’s link opens the search only on a page with a scan field', async () => {
  const desk = await openOrder([]);
  await screen.findByRole('heading', { name: sampleOrder.number });
  await typeAsScanner(desk.user, 'https://tienda.example/pedido/100104997');
  expect(screen.queryByRole('combobox', { name: 'Buscar' })).toBeNull();
  await pressAfterPause(desk.user, '/');
  expect(await screen.findByRole('combobox', { name: 'Buscar' })).toBeVisible();
});

test('[OFF-14] shortcuts work while the notice of a change is shown', async () => {
  const mine = { ...sampleOrder, assignee: { id: sampleSession().user.id, name: 'Marta Xicará' }, version: 5 };
  const desk = await openOrder(['tag'], { correctOrder: { status: 200, data: mine } });
  await desk.user.click(await screen.findByRole('button', { name: 'Asignarme' }));
  expect(await screen.findByText('La orden es tuya')).toBeVisible();
  await desk.user.keyboard('/');
  expect(await screen.findByRole('combobox', { name: 'Buscar' })).toBeVisible();
});
