import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { besideMember, memberDetail, sampleMember, staffPage } from '../testing/sample-staff.ts';
import { beginSession, leaveSession, watchOtherTabs } from './session.ts';

const challenge = 'a'.repeat(32);
const person = sampleMember(1);
const personCalls = { ...besideMember, getStaffMember: memberDetail(person) };

const typePassword = async ({ user }: Awaited<ReturnType<typeof openDesk>>): Promise<void> => {
  await user.type(await screen.findByLabelText(/Correo electrónico/), 'marta@ceiba.example');
  await user.type(screen.getByLabelText('Contraseña'), 'palabra larga de prueba');
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));
};

test('[OFF-03] who signs in for the first time enrols a second factor, sees the recovery codes once, and is where they wanted to go', async () => {
  const desk = await openDesk('/personal', {
    session: null,
    calls: {
      getStaffSession: refusal('UNAUTHORIZED'),
      startStaffSession: { status: 200, data: { challenge, enrolled: false } },
      enrolSecondFactor: {
        status: 200,
        data: { secret: 'ABCDEFGH23456789', uri: 'otpauth://totp/Ceiba?secret=ABCDEFGH23456789' },
      },
      verifySecondFactor: { status: 200, data: { ...sampleSession(), recoveryCodes: ['aaaa-1111', 'bbbb-2222'] } },
      listStaff: staffPage([person]),
    },
  });
  await typePassword(desk);
  expect(await screen.findByRole('img', { name: /Código QR/ })).toBeInTheDocument();
  expect(screen.getByText('ABCD EFGH 2345 6789')).toBeInTheDocument();
  await desk.user.type(screen.getByLabelText(/Código de verificación/), '123456');
  await desk.user.click(screen.getByRole('button', { name: 'Verificar' }));
  const codes = await screen.findByRole('list', { name: 'Códigos de recuperación' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['aaaa-1111', 'bbbb-2222']);
  await desk.user.click(screen.getByRole('button', { name: 'Copiar códigos' }));
  expect(await navigator.clipboard.readText()).toBe('aaaa-1111\nbbbb-2222');
  await desk.user.click(screen.getByRole('button', { name: 'Ya los guardé' }));
  expect(await screen.findByRole('link', { name: 'Persona 1' })).toBeInTheDocument();
  expect(screen.queryByText('aaaa-1111')).toBeNull();
});

test('[OFF-03] a wrong code says so beside its field, and a recovery code is another way', async () => {
  const desk = await openDesk('/personal', {
    session: null,
    calls: {
      getStaffSession: refusal('UNAUTHORIZED'),
      startStaffSession: { status: 200, data: { challenge, enrolled: true } },
      verifySecondFactor: ({ body }) =>
        JSON.stringify(body).includes('aaaa-1111')
          ? { status: 200, data: sampleSession() }
          : refusal('SECOND_FACTOR_INVALID'),
      listStaff: staffPage([person]),
    },
  });
  await typePassword(desk);
  const field = await screen.findByLabelText(/Código de verificación/);
  await desk.user.type(field, '000000{Enter}');
  await waitFor(() => expect(field).toBeInvalid());
  await desk.user.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }));
  await desk.user.type(screen.getByLabelText(/Código de recuperación/), 'aaaa-1111{Enter}');
  expect(await screen.findByRole('link', { name: 'Persona 1' })).toBeInTheDocument();
});

test('[OFF-08] a page that a person may not open says which permission is missing, and the menu does not lead there', async () => {
  await openDesk('/personal', { session: sampleSession('warehouse') });
  expect(
    await screen.findByRole('heading', { name: 'No tienes permiso para ver esta página (staff.edit)' }),
  ).toBeInTheDocument();
  expect(within(screen.getByRole('navigation', { name: 'Menú' })).queryByRole('link', { name: 'Personal' })).toBeNull();
});

test('[OFF-06] a session that ends over a dirty form is returned to over the page: nothing is typed again, and the save goes on', async () => {
  let isEnded = true;
  const desk = await openDesk(`/personal/${person.id}`, {
    calls: {
      ...personCalls,
      listStaff: staffPage([person]),
      changeStaff: () => (isEnded ? refusal('UNAUTHORIZED') : memberDetail({ ...person, name: 'Ana López' }, 2)),
      startStaffSession: { status: 200, data: { challenge, enrolled: true } },
      verifySecondFactor: () => {
        isEnded = false;
        return { status: 200, data: sampleSession() };
      },
    },
  });
  const name = await screen.findByLabelText(/Nombre/);
  await desk.user.clear(name);
  await desk.user.type(name, 'Ana López');
  await desk.user.keyboard('{Control>}s{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
  expect(within(dialog).getByLabelText(/Correo electrónico/)).toHaveValue('marta@ceiba.example');
  await desk.user.type(within(dialog).getByLabelText('Contraseña'), 'palabra larga de prueba{Enter}');
  await desk.user.type(await within(dialog).findByLabelText(/Código de verificación/), '123456{Enter}');
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  const sent = desk.sentTo('changeStaff');
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 1, name: 'Ana López' },
    { version: 1, name: 'Ana López' },
  ]);
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('[OFF-07] a change that wants a code asks for it in a dialog and is sent again; whoever would rather not is told', async () => {
  let isConfirmed = false;
  const desk = await openDesk(`/personal/${person.id}`, {
    calls: {
      ...personCalls,
      listStaff: staffPage([person]),
      disableStaff: () =>
        isConfirmed ? memberDetail({ ...person, state: 'disabled' }, 2) : refusal('REAUTHENTICATION_REQUIRED'),
      confirmStaffSession: () => {
        isConfirmed = true;
        return { status: 200, data: sampleSession() };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Desactivar' }));
  const confirm = await screen.findByRole('alertdialog');
  await desk.user.click(within(confirm).getByRole('button', { name: 'Desactivar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirma que eres tú' });
  await desk.user.type(within(dialog).getByLabelText(/Código de verificación/), '123456{Enter}');
  expect(await screen.findByText('Persona desactivada')).toBeInTheDocument();
  expect(desk.sentTo('disableStaff')).toHaveLength(2);
});

test('[OFF-05] who signs out sees nothing of the page any more', async () => {
  const desk = await openDesk('/mi-cuenta', {
    calls: {
      listOwnSessions: {
        status: 200,
        data: [
          {
            id: person.id,
            device: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
            createdAt: '2026-11-26T10:00:00.000Z',
            usedAt: '2026-11-26T10:00:00.000Z',
            isCurrent: true,
          },
        ],
      },
      endStaffSession: null,
    },
  });
  expect(await screen.findByText('Chrome en Linux')).toBeInTheDocument();
  await desk.user.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
  expect(await screen.findByRole('heading', { name: 'Ingresa al escritorio' })).toBeInTheDocument();
  expect(screen.queryByText('Chrome en Linux')).toBeNull();
});

test('when another person signs in at another tab, the page of who was here is loaded anew', () => {
  let reloads = 0;
  const end = watchOtherTabs(() => {
    reloads += 1;
  });
  onTestFinished(end);
  onTestFinished(leaveSession);
  const own = sampleSession();
  beginSession(own);
  const say = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'ceiba.desk.person', newValue }));
  say(own.user.id);
  say(null);
  expect(reloads).toBe(0);
  expect(localStorage.getItem('ceiba.desk.person')).toBe(own.user.id);
  say('01a21b45-9d58-7b10-8d76-792b15967a7e');
  expect(reloads).toBe(1);
});
