import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';

const id = '01a21b45-9d58-7b10-8d76-792b15967a21';
const customer: DeskAnswer<'getDeskCustomer'>['data'] = {
  ...{ id, name: 'Walter Quiñónez', firstName: 'Walter', lastName: 'Quiñónez', email: 'w@ceiba.example' },
  ...{ phone: '44710932', gender: null, dateOfBirth: '1990-03-12', nit: null, dpi: '…0101' },
  ...{ billingName: null, billingAddress: null, createdAt: '2026-01-05T15:04:00.000Z', isConfirmed: true },
  ...{ isEmployee: false, isOnStaffList: false, orders: 0, failedSignIns: 0, addresses: [], cards: [], points: [] },
  ...{ hasLoyalty: false, wishlistProducts: 0, sessions: [], passkeys: 0, recentOrders: [], timeline: [] },
  ...{ version: 1, actions: ['dpi'] },
};

test('[WORK-03] a customer’s birthday is shown in the usual form', async () => {
  await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: { status: 200, data: customer },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  expect(await screen.findByText('12 de marzo de 1990')).toBeInTheDocument();
});

test('[WORK-03] a customer’s page shows addresses, cards by four digits, points, lists and sessions', async () => {
  const found: typeof customer = {
    ...customer,
    addresses: [
      {
        ...{ id, alias: 'Casa', street: ['12 calle 1-25', 'Apto. 4'], zone: 'Zona 10', city: 'Guatemala' },
        ...{ department: 'Guatemala', phone: '55124087', isDefault: true },
      },
    ],
    cards: [{ masked: '411111******1881', expiryMonth: 4, expiryYear: 2029, savedAt: '2026-01-05T15:04:00.000Z' }],
    points: [{ program: 'MaxpointsPoints', amount: 125.5, points: 1_255, status: 'earned', orderNumber: null }],
    ...{ hasLoyalty: true, wishlistProducts: 3, passkeys: 2 },
    sessions: [{ createdAt: '2026-11-26T15:04:00.000Z', expiresAt: '2026-12-26T15:04:00.000Z' }],
  };
  await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: { status: 200, data: found },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  const factOf = (term: string | RegExp) => screen.getByText(term).nextSibling;
  const address = (await screen.findByText('Casa (principal)')).closest('li');
  expect(address).toHaveTextContent('12 calle 1-25, Apto. 4, Zona 10, Guatemala, Guatemala');
  expect(address).toHaveTextContent('5512-4087');
  expect(factOf('Tarjeta •••• 1881')).toHaveTextContent('vence 4/2029');
  expect(screen.queryByText(/411111/)).toBeNull();
  expect(factOf('Puntos MAX')).toHaveTextContent('Q125.50 · 1255 puntos');
  expect(factOf('Programa de puntos')).toHaveTextContent('Sí');
  expect(factOf('Lista de deseos')).toHaveTextContent('3 productos');
  expect(factOf('Sesión')).toHaveTextContent(/^desde .+, hasta .+/);
  expect(factOf('Llaves de acceso')).toHaveTextContent('2');
});

test('[OFF-11] a customer’s page immediately shows who revealed their DPI, and why', async () => {
  let reasons: string[] = [];
  const { user } = await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: { status: 200, data: customer },
      openCustomerDpi: () => {
        reasons = ['Pide factura por teléfono'];
        return { status: 200, data: { dpi: '1234567890101' } };
      },
      getHistory: () => ({
        status: 200,
        data: reasons.map((reason) => ({
          ...{ id: '7', at: '2026-11-27T15:04:00.000Z', operation: 'openCustomerDpi', reason, requestId: null },
          ...{ actor: { kind: 'staff', id: null, name: 'Brenda Coc' }, entity: 'customers', entityId: id },
          ...{ before: {}, after: {} },
        })),
        next: null,
      }),
    },
  });
  const title = await screen.findByRole('heading', { name: 'Historial' });
  const changes = within(title.closest('section') ?? document.body);
  expect(await changes.findByText('Nadie lo ha cambiado.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ver DPI' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Ver el DPI completo?' }));
  await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Pide factura por teléfono');
  await user.click(dialog.getByRole('button', { name: 'Ver DPI' }));
  expect(await changes.findByText('Pide factura por teléfono')).toBeVisible();
  expect(changes.getByRole('button', { name: 'Vio el DPI' })).toBeVisible();
  expect(changes.getByText('Brenda Coc')).toBeVisible();
});

/** A customer who is locked out, for whom support may do everything. */
const locked: typeof customer = {
  ...customer,
  ...{
    isConfirmed: false,
    failedSignIns: 5,
    actions: ['unlock', 'signOut', 'confirmation', 'email', 'giveBack', 'dpi'],
  },
  sessions: [{ createdAt: '2026-11-26T15:04:00.000Z', expiresAt: '2026-12-26T15:04:00.000Z' }],
};

const open = async (calls: NonNullable<Parameters<typeof openDesk>[1]>['calls'], found = locked) => {
  const desk = await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getHistory: { status: 200, data: [], next: null },
      getDeskCustomer: { status: 200, data: found },
      ...calls,
    },
  });
  await screen.findByRole('heading', { name: 'Walter Quiñónez', level: 1 });
  return desk;
};

/** Starts an action of the page, also from its menu, and completes its dialog. */
const start = async ({ user }: Awaited<ReturnType<typeof open>>, label: string, title: string) => {
  if (screen.queryByRole('button', { name: label }) === null) {
    await user.click(screen.getByRole('button', { name: 'Más acciones' }));
    await user.click(await screen.findByRole('menuitem', { name: label }));
  } else await user.click(screen.getByRole('button', { name: label }));
  return within(await screen.findByRole(/^¿Reenviar/.test(title) ? 'alertdialog' : 'dialog', { name: title }));
};

test.each([
  [
    'unlockCustomer',
    'Desbloquear',
    '¿Quitar el bloqueo por contraseñas incorrectas?',
    'Cuenta desbloqueada',
    { failedSignIns: 0, actions: ['signOut'] },
    () => expect(screen.getByText('Contraseñas incorrectas').nextSibling).toHaveTextContent('0'),
  ],
  [
    'endCustomerSessions',
    'Cerrar sesiones',
    '¿Cerrar todas sus sesiones?',
    'Sesiones cerradas',
    { sessions: [] },
    () => expect(screen.queryByText('Sesión')).toBeNull(),
  ],
] as const)(
  '[WORK-03] support does %s with a reason, and the page shows it',
  async (name, label, title, done, changed, see) => {
    const desk = await open({ [name]: { status: 200, data: { ...locked, ...changed } } });
    const dialog = await start(desk, label, title);
    const press = () => desk.user.click(dialog.getByRole('button', { name: label }));
    await press();
    expect(await dialog.findByText('Falta este dato.')).toBeVisible();
    expect(desk.sentTo(name)).toEqual([]);
    await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Llamó desde su teléfono');
    await press();
    expect(await screen.findByText(done)).toBeVisible();
    see();
    expect(desk.sentTo(name).map(({ params, body }) => ({ params, body }))).toEqual([
      { params: { id }, body: { reason: 'Llamó desde su teléfono' } },
    ]);
  },
);

test('[WORK-03] support resends the confirmation until the server’s limit refuses a mail', async () => {
  const words = 'Ya te enviamos varios enlaces.';
  const answers = [refusal('RATE_LIMITED', {}, words), { status: 200, data: locked } as const];
  const desk = await open({ resendCustomerConfirmation: () => answers.pop() ?? { status: 200, data: locked } });
  const dialog = await start(desk, 'Reenviar confirmación', '¿Reenviar la confirmación?');
  expect(dialog.getByText('Le llega un enlace a w@ceiba.example.')).toBeVisible();
  await desk.user.click(dialog.getByRole('button', { name: 'Reenviar confirmación' }));
  expect(await screen.findByText('Confirmación enviada')).toBeVisible();
  const again = await start(desk, 'Reenviar confirmación', '¿Reenviar la confirmación?');
  await desk.user.click(again.getByRole('button', { name: 'Reenviar confirmación' }));
  expect(await again.findByRole('alert')).toHaveTextContent(words);
  expect(desk.sentTo('resendCustomerConfirmation').map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id }, body: {} },
    { params: { id }, body: {} },
  ]);
});

const emails = [
  [
    'correctCustomerEmail',
    'Corregir correo',
    '¿Corregir el correo de la cuenta?',
    'Correo correcto',
    'Corregir correo',
    'Correo corregido',
  ],
  [
    'giveCustomerBack',
    'Devolver cuenta robada',
    '¿Devolver la cuenta a su dueño?',
    'Correo de su dueño',
    'Devolver cuenta',
    'Cuenta devuelta',
  ],
] as const;

test.each(emails)(
  '[WORK-03, OFF-07] %s needs the e-mail, a reason and a code, and the page shows the new one',
  async (name, label, title, field, button, done) => {
    let isConfirmed = false;
    const changed = { ...locked, email: 'walter@ceiba.example', isConfirmed: true, version: 2 };
    const desk = await open({
      confirmStaffSession: () => {
        isConfirmed = true;
        return { status: 200, data: sampleSession('support') };
      },
      [name]: () => (isConfirmed ? { status: 200, data: changed } : refusal('REAUTHENTICATION_REQUIRED')),
    });
    const dialog = await start(desk, label, title);
    await desk.user.type(dialog.getByRole('textbox', { name: field }), ' walter@ceiba.example ');
    await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Mostró su DPI');
    await desk.user.click(dialog.getByRole('button', { name: button }));
    const code = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }));
    await desk.user.type(code.getByLabelText(/Código de verificación/), '123456{Enter}');
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.getByText('Correo electrónico').nextSibling).toHaveTextContent('walter@ceiba.example');
    expect(screen.getByText('Correo confirmado')).toBeVisible();
    expect(desk.sentTo(name).map(({ params, body }) => ({ params, body }))).toEqual(
      [1, 2].map(() => ({
        params: { id },
        body: { version: 1, email: 'walter@ceiba.example', reason: 'Mostró su DPI' },
      })),
    );
  },
);

test.each(emails)(
  '[WORK-03, OFF-21] a refused %s shows the reason, keeps typed values, and can be sent again',
  async (name, label, title, field, button, done) => {
    let now = locked;
    const emailTaken = 'Ya existe una cuenta con ese correo.';
    const refusals = [
      () => {
        now = { ...now, version: 2 };
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
      },
      () => refusal('EMAIL_TAKEN', {}, emailTaken),
    ];
    const desk = await open({
      getDeskCustomer: () => ({ status: 200, data: now }),
      [name]: () => refusals.pop()?.() ?? { status: 200, data: { ...now, version: 3 } },
    });
    const dialog = await start(desk, label, title);
    await desk.user.type(dialog.getByRole('textbox', { name: field }), 'ana@correo.gt');
    await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Lo escribió mal');
    const press = () => desk.user.click(dialog.getByRole('button', { name: button }));
    await press();
    expect(await dialog.findByText(emailTaken)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: field })).toHaveFocus();
    await press();
    expect(await dialog.findByText(/^Brenda Coc lo cambió antes/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: field })).toHaveValue('ana@correo.gt');
    await press();
    expect(await screen.findByText(done)).toBeVisible();
    expect(desk.sentTo(name).map(({ body }) => body)).toEqual(
      [1, 1, 2].map((version) => ({ version, email: 'ana@correo.gt', reason: 'Lo escribió mal' })),
    );
  },
);

test('[WORK-03] a full DPI is shown after a reason is given, and not after a refusal', async () => {
  const answers = [
    { status: 200, data: { dpi: '1234567890101' } } as const,
    refusal('RATE_LIMITED', {}, 'Espera un momento.'),
  ];
  const desk = await open({ openCustomerDpi: () => answers.pop() ?? refusal('NOT_FOUND') });
  expect(screen.getByText('…0101')).toBeVisible();
  const dialog = await start(desk, 'Ver DPI', '¿Ver el DPI completo?');
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Recoge con su DPI');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Ver DPI' }));
  await press();
  expect(await dialog.findByRole('alert')).toHaveTextContent('Espera un momento.');
  expect(screen.queryByText('1234567890101')).toBeNull();
  await press();
  expect(await screen.findByText('1234567890101')).toBeVisible();
  expect(desk.sentTo('openCustomerDpi').map(({ params, body }) => ({ params, body }))).toEqual(
    [1, 2].map(() => ({ params: { id }, body: { reason: 'Recoge con su DPI' } })),
  );
});

test('[OFF-28] support grants the employee price with a reason, and the page says what is still missing', async () => {
  let now = { ...customer, actions: ['employee'] };
  const desk = await openDesk(`/clientes/${id}`, {
    session: sampleSession('support'),
    calls: {
      getDeskCustomer: () => ({ status: 200, data: now }),
      getHistory: { status: 200, data: [], next: null },
      setCustomerEmployee: () => {
        now = { ...now, isOnStaffList: true, actions: ['notEmployee'] };
        return { status: 200, data: now };
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Dar precio de empleado' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Darle el precio de empleado?' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Entró a la bodega');
  await desk.user.click(dialog.getByRole('button', { name: 'Dar precio de empleado' }));
  expect(await screen.findByText('Sí, cuando confirme su correo')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Quitar precio de empleado' })).toBeVisible();
  expect(desk.sentTo('setCustomerEmployee').map(({ body }) => body)).toEqual([
    { isEmployee: true, reason: 'Entró a la bodega' },
  ]);
});
