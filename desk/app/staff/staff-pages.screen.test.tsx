import { profileEmail } from '@ceiba/domain/customers/profile-words';
import { permissionLabels } from '@ceiba/domain/staff/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { memberDetail, memberPageCalls, sampleMember, staffPage } from '../testing/sample-staff.ts';

type OwnSession = DeskAnswer<'listOwnSessions'>['data'][number];

const here: OwnSession = {
  ...{ id: '01a21b45-9d58-7b10-8d76-792b15967b01', isCurrent: true, createdAt: '2026-11-27T14:00:00.000Z' },
  ...{ usedAt: '2026-11-27T15:04:00.000Z', device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
};
const elsewhere: OwnSession = {
  ...{ id: '01a21b45-9d58-7b10-8d76-792b15967b02', isCurrent: false, createdAt: '2026-11-26T14:00:00.000Z' },
  ...{ usedAt: '2026-11-26T15:04:00.000Z', device: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' },
};

test('[OFF-05] "Mi cuenta" lists the person’s sessions, and can end every session except the current one', async () => {
  let sessions = [here, elsewhere];
  const desk = await openDesk('/mi-cuenta', {
    calls: {
      listOwnSessions: () => ({ status: 200, data: sessions }),
      endOwnSession: ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== params.id);
        return undefined;
      },
    },
  });
  const own = (await screen.findByText('Chrome en Linux')).closest('li') ?? document.body;
  expect(within(own).getByText('Esta sesión')).toBeVisible();
  expect(within(own).queryByRole('button')).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: 'Cerrar la sesión de Firefox en Windows' }));
  expect(await screen.findByText('Sesión cerrada')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Firefox en Windows')).toBeNull());
  expect(screen.getByText('Chrome en Linux')).toBeVisible();
  expect(desk.sentTo('endOwnSession').map(({ params }) => params)).toEqual([{ id: elsewhere.id }]);
});

test('[OFF-26] "Mi cuenta" shows each passkey with its last use, and removes one after asking', async () => {
  const phone = { id: '01a21b45-9d58-7b10-8d76-792b15967b03', name: 'Mi teléfono', createdAt: here.createdAt };
  let passkeys: DeskAnswer<'listOwnPasskeys'>['data'] = [
    { ...phone, lastUsedAt: null },
    { ...phone, id: '01a21b45-9d58-7b10-8d76-792b15967b04', name: 'Laptop', lastUsedAt: here.usedAt },
  ];
  const desk = await openDesk('/mi-cuenta', {
    calls: {
      listOwnSessions: { status: 200, data: [here] },
      listOwnPasskeys: () => ({ status: 200, data: passkeys }),
      removeOwnPasskey: ({ params }) => {
        passkeys = passkeys.filter(({ id }) => id !== params.id);
        return undefined;
      },
    },
  });
  expect((await screen.findByText('Mi teléfono')).closest('li')).toHaveTextContent('sin usar');
  expect(screen.getByText('Laptop').closest('li')).toHaveTextContent(/usada/);
  // jsdom has no passkeys: nothing is offered that the browser cannot do.
  expect(screen.getByText(/Este navegador no usa llaves de acceso/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Agregar llave' })).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: 'Quitar la llave Mi teléfono' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Quitar la llave «Mi teléfono»?' });
  await desk.user.click(within(dialog).getByRole('button', { name: 'Quitar llave' }));
  expect(await screen.findByText('Llave de acceso quitada')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Mi teléfono')).toBeNull());
  expect(desk.sentTo('removeOwnPasskey').map(({ params }) => params)).toEqual([{ id: phone.id }]);
});

test('[OFF-26] if the device refuses, "Mi cuenta" stores no passkey', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const options = {
    ...{ challenge: 'AAAA', rp: { id: 'localhost', name: 'Ceiba' }, user: { id: 'AAAA', name: 'a', displayName: 'A' } },
    ...{ pubKeyCredParams: [], timeout: 300_000, attestation: 'none' as const, excludeCredentials: [] },
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
  const desk = await openDesk('/mi-cuenta', {
    calls: { listOwnSessions: { status: 200, data: [here] }, startOwnPasskey: { status: 200, data: options } },
  });
  expect(await screen.findByText('Todavía no tienes ninguna.')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Agregar llave' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar llave de acceso' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Laptop');
  await desk.user.click(dialog.getByRole('button', { name: 'Agregar' }));
  expect(await dialog.findByText(/Tu dispositivo no creó la llave/)).toBeVisible();
  expect(desk.sentTo('addOwnPasskey')).toEqual([]);
});

test('[OFF-09] a new role gets permissions that its creator holds, and joins the list', async () => {
  const support = {
    id: 'support',
    label: 'Soporte',
    permissions: ['orders.read' as const],
    isBuiltIn: true,
    members: 2,
  };
  const newRole = {
    ...{ id: 'own-1', label: 'Turno de noche', isBuiltIn: false, members: 0 },
    permissions: ['orders.read' as const, 'shipments.read' as const],
  };
  let roles: DeskAnswer<'listRoles'>['data'] = [support];
  const manager = sampleSession('owner');
  const desk = await openDesk('/personal/roles', {
    session: { ...manager, permissions: ['staff.edit', 'orders.read', 'shipments.read'] },
    calls: {
      listRoles: () => ({ status: 200, data: roles }),
      createRole: () => {
        roles = [support, newRole];
        return { status: 201, data: newRole };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Nuevo rol' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo rol' }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  await desk.user.type(dialog.getByRole('textbox', { name: /Nombre del rol/ }), ' Turno de noche ');
  for (const permission of ['orders.read', 'shipments.read'] as const)
    await desk.user.click(dialog.getByRole('checkbox', { name: permissionLabels[permission] }));
  await desk.user.click(dialog.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Rol creado')).toBeVisible();
  const card = (await screen.findByRole('heading', { name: 'Turno de noche' })).closest('section') ?? document.body;
  expect(within(card).getByText('Rol propio')).toBeVisible();
  expect(within(card).getByText(permissionLabels['shipments.read'])).toBeVisible();
  expect(desk.sentTo('createRole').map(({ body }) => body)).toEqual([
    { label: 'Turno de noche', permissions: ['orders.read', 'shipments.read'] },
  ]);
});

test('[OFF-09] a person is invited by mail with a role and stores, and an existing person is reported', async () => {
  const invited = sampleMember(1, { name: 'Brenda Coc', role: 'warehouse', state: 'invited', stores: ['XELA'] });
  const words = 'Ya hay una persona con este correo.';
  const people = [sampleMember(2)];
  let isRefused = true;
  const desk = await openDesk('/personal', {
    calls: {
      ...memberPageCalls,
      listStaff: () => staffPage(people),
      inviteStaff: () => {
        if (isRefused) return refusal('EMAIL_TAKEN', {}, words);
        people.push(invited);
        return { ...memberDetail(invited), status: 201 };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Invitar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitar a una persona' }));
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Enviar invitación' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Correo electrónico/ }), 'brenda');
  await press();
  expect(await dialog.findByText(profileEmail.invalid)).toBeVisible();
  expect(dialog.getAllByText('Falta este dato.')).toHaveLength(2);
  await desk.user.type(dialog.getByRole('textbox', { name: /Correo electrónico/ }), '@ceiba.example');
  await desk.user.type(dialog.getByRole('textbox', { name: /Nombre/ }), ' Brenda Coc ');
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Rol/ }), 'Bodega');
  await desk.user.click(dialog.getByRole('checkbox', { name: 'Tienda Xela' }));
  await press();
  expect(await dialog.findByText(words)).toBeVisible();
  isRefused = false;
  await press();
  expect(await screen.findByText('Enviamos la invitación a brenda@ceiba.example')).toBeVisible();
  expect(await screen.findByRole('row', { name: /Brenda Coc/ })).toHaveTextContent('Bodega');
  const body = { email: 'brenda@ceiba.example', name: 'Brenda Coc', role: 'warehouse', stores: ['XELA'] };
  expect(desk.sentTo('inviteStaff').map((sent) => sent.body)).toEqual([body, body]);
});

test('the list of staff shows the names of their stores, not the codes', async () => {
  await openDesk('/personal', {
    calls: {
      listStaff: staffPage([sampleMember(1, { stores: ['MAX', 'XELA'] })]),
      listNames: {
        status: 200,
        data: [
          { code: 'MAX', name: 'Ceiba Zona 10' },
          { code: 'XELA', name: 'Ceiba Xela' },
        ],
      },
    },
  });
  expect(await screen.findByText('Ceiba Zona 10, Ceiba Xela')).toBeVisible();
});
