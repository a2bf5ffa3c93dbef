import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { memberDetail, memberPageCalls, sampleMember, staffPage } from '../testing/sample-staff.ts';
import { beginSession, leaveSession, watchOtherTabs } from './session.ts';

const challenge = 'a'.repeat(32);
const person = sampleMember(1);
const personCalls = { ...memberPageCalls, getStaffMember: memberDetail(person) };

const typePassword = async ({ user }: Awaited<ReturnType<typeof openDesk>>): Promise<void> => {
  await user.type(await screen.findByLabelText(/Correo electrónico/), 'marta@ceiba.example');
  await user.type(screen.getByLabelText('Contraseña'), 'palabra larga de prueba');
  await user.click(screen.getByRole('button', { name: 'Ingresar' }));
};

test('[OFF-03] a first sign-in enrols a second factor, shows recovery codes once, and opens the requested page', async () => {
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

test('[OFF-03] a wrong code is reported at its field, and a recovery code works too', async () => {
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

test('[OFF-08] a forbidden page names the missing permission, and is not in the menu', async () => {
  await openDesk('/personal', { session: sampleSession('warehouse') });
  expect(
    await screen.findByRole('heading', { name: 'No tienes permiso para ver esta página (staff.edit)' }),
  ).toBeInTheDocument();
  expect(within(screen.getByRole('navigation', { name: 'Menú' })).queryByRole('link', { name: 'Personal' })).toBeNull();
});

test('[OFF-06] a session that ends during editing is restored over the page, and the save continues', async () => {
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

const signInAgain = async (desk: Awaited<ReturnType<typeof openDesk>>): Promise<void> => {
  const dialog = await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
  await desk.user.type(within(dialog).getByLabelText('Contraseña'), 'palabra larga de prueba{Enter}');
  await desk.user.type(await within(dialog).findByLabelText(/Código de verificación/), '123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tu sesión terminó' })).toBeNull());
};

test('[OFF-06] the end of a session is noticed before a save, and values typed in an open dialog stay', async () => {
  let isEnded = false;
  const desk = await openDesk('/personal', {
    calls: {
      listStaff: staffPage([person]),
      listNotices: () => (isEnded ? refusal('UNAUTHORIZED') : { status: 200, data: [], next: '1:1:', unread: 0 }),
      createView: refusal('VALIDATION_ERROR', { fields: { name: 'Ya hay una vista con ese nombre.' } }),
      startStaffSession: { status: 200, data: { challenge, enrolled: true } },
      verifySecondFactor: () => {
        isEnded = false;
        return { status: 200, data: sampleSession() };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Guardar vista' }));
  const form = await screen.findByRole('dialog', { name: 'Guardar vista' });
  await desk.user.type(within(form).getByLabelText(/Nombre/), 'De baja');
  isEnded = true;
  // The test presses nothing: the page itself reads notices every five seconds.
  await signInAgain(desk);
  const name = within(form).getByLabelText(/Nombre/);
  expect(name).toHaveValue('De baja');
  await desk.user.click(within(form).getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(name).toBeInvalid());
  expect(desk.sentTo('createView').map(({ body }) => body)).toMatchObject([{ name: 'De baja' }]);
});

test('[OFF-06] a tab continues when the person has signed in again in another tab', async () => {
  let isEnded = true;
  const desk = await openDesk(`/personal/${person.id}`, {
    calls: {
      ...personCalls,
      listStaff: staffPage([person]),
      getStaffSession: { status: 200, data: sampleSession() },
      changeStaff: () => (isEnded ? refusal('UNAUTHORIZED') : memberDetail({ ...person, name: 'Ana López' }, 2)),
    },
  });
  const name = await screen.findByLabelText(/Nombre/);
  await desk.user.clear(name);
  await desk.user.type(name, 'Ana López');
  await desk.user.keyboard('{Control>}s{/Control}');
  await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
  isEnded = false;
  window.dispatchEvent(new Event('focus'));
  expect(await screen.findByRole('heading', { name: 'Ana López' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Tu sesión terminó' })).toBeNull();
});

test('[OFF-06] if another person signs in, the page reloads, and sends no typed value', async () => {
  const desk = await openDesk(`/personal/${person.id}`, {
    calls: { ...personCalls, listStaff: staffPage([person]), changeStaff: refusal('UNAUTHORIZED') },
  });
  const name = await screen.findByLabelText(/Nombre/);
  await desk.user.clear(name);
  await desk.user.type(name, 'Ana López');
  await desk.user.keyboard('{Control>}s{/Control}');
  await screen.findByRole('dialog', { name: 'Tu sesión terminó' });
  let reloads = 0;
  await act(async () =>
    beginSession(sampleSession('owner', '01a21b45-9d58-7b10-8d76-792b15967a7e'), () => {
      reloads += 1;
    }),
  );
  expect(reloads).toBe(1);
  expect(screen.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible();
  expect(desk.sentTo('changeStaff')).toHaveLength(1);
});

test('[OFF-07] a change that needs a code asks for the code and is then sent again', async () => {
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

test('[OFF-05] after signing out the page is not visible', async () => {
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

test('when another person signs in in another tab, this tab’s page reloads', () => {
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
