import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeskAnswer } from '../session/desk-client.ts';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import { sampleOrder } from '../testing/sample-order.ts';

type Return = DeskAnswer<'getDeskReturn'>['data'];

const found = (changes: Partial<Return> = {}): Return => ({
  number: 'D-100488',
  requestedAt: '2026-11-26T15:04:00.000Z',
  orderNumber: '100104002',
  name: 'Marvin Cojtí',
  title: 'Control Vektor, carmesí',
  sku: 'VEK-C2-CAR',
  quantity: 2,
  reason: 'Producto dañado',
  state: 'approved',
  phone: '44710932',
  pictureUrl: '/x.webp',
  description: 'El gatillo está trabado.',
  images: 0,
  paidBy: 'Tarjeta •••• 9855',
  approvedAt: '2026-11-26T17:50:00.000Z',
  receivedAt: null,
  answer: null,
  isGoods: true,
  isGiftCard: false,
  codes: ['VEK-C2-CAR', '7502241190419'],
  serials: [],
  storeCode: 'MAX',
  worths: [399, 399],
  shortfalls: [0, 0],
  outcomes: [],
  refunded: 0,
  history: [{ text: 'Aprobada', at: '2026-11-26T17:50:00.000Z', by: 'Ana Lucía Chávez' }],
  version: 2,
  actions: ['receive'],
  ...changes,
});
const received = found({ state: 'received', receivedAt: '2026-11-27T15:12:00.000Z', version: 3, actions: ['outcome'] });
const { number, requestedAt, orderNumber, name, title, sku, quantity, reason, state } = found();
const list = {
  status: 200,
  data: [{ number, requestedAt, orderNumber, name, title, sku, quantity, reason, state }],
  next: null,
  total: { value: 1, capped: false },
};
const places = {
  status: 200,
  data: [
    { storeCode: 'BODEGA', name: 'Bodega central', isPickup: false },
    { storeCode: 'MAX', name: 'Ceiba Zona 10', isPickup: true },
  ],
};

const noChange = { status: 200, data: [], next: null };

test.each([1440, 390])(
  '[WORK-20] a return is received by scanning and gets its outcome with one press, at %i',
  async (width) => {
    const desk = await openDesk('/devoluciones', {
      session: sampleSession('warehouse'),
      width,
      calls: {
        listDeskReturns: list,
        getHistory: noChange,
        getDeskReturn: { status: 200, data: found() },
        listPlaces: places,
        noteScannedCode: { status: 200, data: { product: null } },
        receiveReturn: { status: 200, data: received },
        decideReturnUnits: {
          status: 200,
          data: { ...received, state: 'resolved', version: 4, actions: [], refunded: 399 },
        },
      },
    });
    await desk.user.click(await screen.findByRole('link', { name: /D-100488/ }));
    const field = await screen.findByRole('textbox', { name: 'Escanea o escribe el código' });
    await desk.user.type(field, 'OTRO{Enter}');
    expect(await screen.findByText('No es de esta devolución')).toBeVisible();
    expect(desk.sentTo('noteScannedCode').map(({ body }) => body)).toEqual([{ code: 'OTRO' }]);
    await desk.user.clear(field);
    await desk.user.type(field, '7502241190419{Enter}');
    expect(await screen.findByText('Falta 1 unidad.')).toBeVisible();
    await desk.user.type(field, 'vek-c2-car{Enter}');
    const first = within(await screen.findByRole('group', { name: 'Resultado de la unidad 1' }));
    // It is damaged, so restocking is not preselected.
    expect(first.getByRole('radio', { name: /Reingresar/ })).not.toBeChecked();
    await desk.user.click(first.getByRole('radio', { name: /Reingresar/ }));
    const second = within(await screen.findByRole('group', { name: 'Resultado de la unidad 2' }));
    await desk.user.click(second.getByRole('radio', { name: /Rechazar/ }));
    await desk.user.type(second.getByRole('textbox', { name: /Por qué no se acepta/ }), 'Está golpeado');
    expect(screen.getByText('A reembolsar').nextSibling).toHaveTextContent('Q399.00');
    await desk.user.click(screen.getByRole('button', { name: 'Registrar resultado' }));
    expect(await screen.findByText('Resuelta')).toBeVisible();
    expect(desk.sentTo('decideReturnUnits').map(({ body }) => body)).toEqual([
      {
        version: 3,
        units: [
          { quantity: 1, fate: 'restock', storeCode: 'MAX' },
          { quantity: 1, fate: 'reject', reason: 'Está golpeado' },
        ],
        refundTo: 'origin',
      },
    ]);
  },
);

test('[WORK-20] one of two units is scrapped, the other goes to its supplier: each is booked at the named place', async () => {
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('warehouse'),
    calls: {
      getHistory: noChange,
      getDeskReturn: { status: 200, data: received },
      listPlaces: places,
      decideReturnUnits: {
        status: 200,
        data: { ...received, state: 'resolved', version: 4, actions: [], refunded: 798 },
      },
    },
  });
  const unit = async (n: number) => within(await screen.findByRole('group', { name: `Resultado de la unidad ${n}` }));
  await desk.user.click((await unit(1)).getByRole('radio', { name: /Desechar/ }));
  await desk.user.click((await unit(2)).getByRole('radio', { name: /Al proveedor/ }));
  await desk.user.selectOptions((await unit(1)).getByRole('combobox', { name: 'Lugar' }), 'Bodega central');
  expect(screen.getByText('A reembolsar').nextSibling).toHaveTextContent('Q798.00');
  await desk.user.click(screen.getByRole('button', { name: 'Registrar resultado' }));
  const question = within(await screen.findByRole('alertdialog', { name: '¿Desechar 1 unidad?' }));
  expect(question.getByText(/Se reembolsan Q798\.00/)).toBeVisible();
  expect(desk.sentTo('decideReturnUnits')).toEqual([]);
  await desk.user.click(question.getByRole('button', { name: 'Desechar' }));
  expect(await screen.findByText('Resuelta')).toBeVisible();
  expect(desk.sentTo('decideReturnUnits').map(({ body }) => body)).toEqual([
    {
      version: 3,
      units: [
        { quantity: 1, fate: 'scrap', storeCode: 'BODEGA' },
        { quantity: 1, fate: 'toSupplier', storeCode: 'MAX' },
      ],
      refundTo: 'origin',
    },
  ]);
});

test('[WORK-20] support opens a return for a caller, and a refusal shows at its field', async () => {
  const requested = found({ number: 'D-100500', quantity: 1 });
  const answers = [
    { status: 201, data: requested } as const,
    refusal('VALIDATION_ERROR', { fields: { sku: 'La orden no lleva este producto.' } }),
  ];
  const desk = await openDesk('/devoluciones', {
    session: sampleSession('support'),
    calls: {
      listDeskReturns: list,
      getHistory: noChange,
      getDeskOrder: { status: 200, data: sampleOrder },
      getDeskReturn: { status: 200, data: requested },
      createReturn: () => answers.pop() ?? refusal('NOT_FOUND'),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Nueva devolución' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva devolución' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /^Orden/ }), orderNumber);
  await desk.user.selectOptions(
    dialog.getByRole('combobox', { name: /Producto/ }),
    await dialog.findByRole('option', { name: /RADIO/ }),
  );
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Motivo/ }), 'Producto dañado');
  await desk.user.type(dialog.getByRole('textbox', { name: /Qué dijo/ }), 'No enciende');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Crear devolución' }));
  await press();
  expect(await dialog.findByText('La orden no lleva este producto.')).toBeVisible();
  await press();
  expect(await screen.findByText('Devolución creada')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: /D-100500/ })).toBeVisible();
  expect(desk.address()).toBe('/devoluciones/D-100500');
  const body = { orderNumber, sku: 'RADIO', quantity: 1, reason: 'Producto dañado', description: 'No enciende' };
  expect(desk.sentTo('createReturn').map((sent) => sent.body)).toEqual([body, body]);
});

test('[WORK-20] a damaged product has no preselected outcome, so one press scraps nothing', async () => {
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('warehouse'),
    calls: { getHistory: noChange, getDeskReturn: { status: 200, data: received }, listPlaces: places },
  });
  const first = within(await screen.findByRole('group', { name: 'Resultado de la unidad 1' }));
  for (const fate of first.getAllByRole('radio')) expect(fate).not.toBeChecked();
  await desk.user.click(screen.getByRole('button', { name: 'Registrar resultado' }));
  expect(screen.getAllByText('Elige qué pasa con esta unidad.')).toHaveLength(2);
  expect(desk.sentTo('decideReturnUnits')).toEqual([]);
});

test('[WORK-12, WORK-20] before a decision the page deducts cash missing at delivery from the refund of accepted units', async () => {
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('warehouse'),
    calls: {
      getHistory: noChange,
      getDeskReturn: { status: 200, data: { ...received, shortfalls: [399, 1] } },
      listPlaces: places,
    },
  });
  const first = within(await screen.findByRole('group', { name: 'Resultado de la unidad 1' }));
  expect(screen.getByText('Faltó al cobrar en la entrega').nextSibling).toHaveTextContent('-Q400.00');
  expect(screen.getByText('A reembolsar').nextSibling).toHaveTextContent('Q398.00');
  await desk.user.click(first.getByRole('radio', { name: /Rechazar/ }));
  expect(screen.getByText('A reembolsar').nextSibling).toHaveTextContent('Q0.00');
});

test('[WORK-20] support approves with a message to the buyer', async () => {
  const requested = found({
    state: 'requested',
    approvedAt: null,
    actions: ['approve', 'reject', 'receive', 'cancel'],
    version: 1,
  });
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('support'),
    calls: {
      getHistory: noChange,
      getDeskReturn: { status: 200, data: requested },
      approveReturn: { status: 200, data: found() },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Aprobar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aprobar D-100488' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Cómo nos lo hace llegar/ }), 'Déjalo en Zona 10.');
  await desk.user.click(dialog.getByRole('button', { name: 'Aprobar y avisar' }));
  expect(await screen.findByText('Devolución aprobada')).toBeVisible();
  expect(desk.sentTo('approveReturn').map(({ body }) => body)).toEqual([
    { version: 1, instructions: 'Déjalo en Zona 10.' },
  ]);
});

test.each([
  [
    'rejectReturn',
    'Rechazar',
    'Rechazar y avisar',
    { reason: 'Le falta la caja.' },
    'Devolución rechazada',
    'rejected',
  ],
  ['cancelDeskReturn', 'Cancelar devolución', 'Cancelar devolución', {}, 'Devolución cancelada', 'canceled'],
] as const)(
  '[WORK-20] support calls %s: the page shows the new state, or the reason of a refusal',
  async (name, label, button, words, done, state) => {
    const requested = found({
      state: 'requested',
      approvedAt: null,
      version: 1,
      actions: ['approve', 'reject', 'cancel'],
    });
    const refused = 'Este paso no es posible ahora.';
    const answers = [
      { status: 200, data: { ...requested, state, version: 2, actions: [] } } as const,
      refusal('TRANSITION_NOT_ALLOWED', { allowed: [] }, refused),
    ];
    const desk = await openDesk('/devoluciones/D-100488', {
      session: sampleSession('support'),
      calls: {
        getHistory: noChange,
        getDeskReturn: { status: 200, data: requested },
        [name]: () => answers.pop() ?? refusal('NOT_FOUND'),
      },
    });
    await desk.user.click(await screen.findByRole('button', { name: label }));
    const dialog = within(await screen.findByRole('dialog', { name: /D-100488/ }));
    const press = () => desk.user.click(dialog.getByRole('button', { name: button }));
    for (const text of Object.values(words)) {
      await press();
      expect(await dialog.findByText('Falta este dato.')).toBeVisible();
      await desk.user.type(dialog.getByRole('textbox', { name: /Por qué no se acepta/ }), text);
    }
    await press();
    expect(await dialog.findByText(refused)).toBeVisible();
    await press();
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.getByText(state === 'rejected' ? 'Rechazada' : 'Cancelada')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
    expect(desk.sentTo(name).map(({ params, body }) => ({ params, body }))).toEqual(
      [1, 2].map(() => ({ params: { number: 'D-100488' }, body: { version: 1, ...words } })),
    );
  },
);

test('[WORK-20] rejected units are sent back to the buyer with a message about the shipment', async () => {
  const decided = { storeCode: null, decidedAt: '2026-11-27T16:00:00.000Z', by: 'Brenda Coc' };
  const waiting = found({
    ...{ state: 'toSendBack', version: 4, actions: ['sendBack'], receivedAt: '2026-11-27T15:12:00.000Z' },
    outcomes: [
      { fate: 'restock', quantity: 1, reason: null, ...decided },
      { fate: 'reject', quantity: 1, reason: 'Tiene golpes', ...decided },
    ],
    history: [{ text: 'Se rechaza: 1 unidad', at: '2026-11-27T16:00:00.000Z', by: 'Brenda Coc' }],
  });
  const sentBack = {
    text: 'Regresada al cliente: Guatex, guía 77',
    at: '2026-11-27T17:00:00.000Z',
    by: 'Marta Xicará',
  };
  const words = 'Este paso no es posible ahora.';
  const answers = [
    { status: 200, data: { ...waiting, state: 'resolved', version: 5, actions: [], history: [sentBack] } } as const,
    refusal('TRANSITION_NOT_ALLOWED', { allowed: ['outcome'] }, words),
  ];
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('warehouse'),
    calls: {
      getHistory: noChange,
      getDeskReturn: { status: 200, data: waiting },
      sendReturnBack: () => answers.pop() ?? refusal('NOT_FOUND'),
    },
  });
  expect(await screen.findByText('Por regresar')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Regresar al cliente' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Regresar D-100488' }));
  const rejected = '1 unidad de Control Vektor, carmesí: «Tiene golpes»';
  expect(screen.getAllByText(rejected)).toHaveLength(2);
  expect(dialog.getByText(rejected)).toBeVisible();
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Regresar y avisar' }));
  await press();
  expect(await dialog.findByText('Falta este dato.')).toBeVisible();
  expect(desk.sentTo('sendReturnBack')).toEqual([]);
  await desk.user.type(dialog.getByRole('textbox', { name: /Cómo le llega/ }), 'Guatex, guía 77');
  await press();
  expect(await dialog.findByText(words)).toBeVisible();
  await press();
  expect(await screen.findByText('Resuelta')).toBeVisible();
  expect(screen.getByText('Regresada al cliente: Guatex, guía 77')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Regresar al cliente' })).toBeNull();
  expect(desk.sentTo('sendReturnBack').map(({ params, body }) => ({ params, body }))).toEqual(
    [1, 2].map(() => ({ params: { number: 'D-100488' }, body: { version: 4, how: 'Guatex, guía 77', isKept: false } })),
  );
});

test('[WORK-20] rejected units that the buyer does not want stay here, and a note ends the return', async () => {
  const waiting = found({ state: 'toSendBack', version: 4, actions: ['sendBack'] });
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('warehouse'),
    calls: {
      getHistory: noChange,
      getDeskReturn: { status: 200, data: waiting },
      sendReturnBack: { status: 200, data: { ...waiting, state: 'resolved', version: 5, actions: [] } },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Regresar al cliente' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Regresar D-100488' }));
  await desk.user.selectOptions(
    dialog.getByRole('combobox', { name: 'Qué pasa con él' }),
    'No lo quiere: se queda aquí',
  );
  await desk.user.type(dialog.getByRole('textbox', { name: /Qué dijo el cliente/ }), 'Ya compró otro');
  await desk.user.click(dialog.getByRole('button', { name: 'Anotar y avisar' }));
  expect(await screen.findByText('Resuelta')).toBeVisible();
  expect(desk.sentTo('sendReturnBack').map(({ body }) => body)).toEqual([
    { version: 4, how: 'Ya compró otro', isKept: true },
  ]);
});

test('[DEC-172] an edit after a lost answer does not approve a return twice', async () => {
  let isDone = false;
  const requested = found({ state: 'requested', approvedAt: null, actions: ['approve'], version: 1 });
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('support'),
    calls: {
      getHistory: noChange,
      getDeskReturn: () => ({ status: 200, data: isDone ? found() : requested }),
      approveReturn: () => {
        if (isDone) return refusal('IDEMPOTENCY_KEY_REUSED');
        isDone = true;
        return noAnswer;
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Aprobar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aprobar D-100488' }));
  const words = dialog.getByRole('textbox', { name: /Cómo nos lo hace llegar/ });
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Aprobar y avisar' }));
  await desk.user.type(words, 'Déjalo en Zona 1');
  await press();
  expect(await dialog.findByText(/No hay conexión/)).toBeVisible();
  await desk.user.type(words, '0.');
  await press();
  expect(await dialog.findByText('Lo que enviaste antes sí se guardó. Cierra y revísalo.')).toBeVisible();
  await press();
  await waitFor(() => expect(desk.sentTo('approveReturn')).toHaveLength(3));
  expect(new Set(desk.sentTo('approveReturn').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  await desk.user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('button', { name: 'Aprobar' })).toBeNull();
});

test('[OFF-21] typed values of a return’s units survive a canceled navigation and other people’s changes', async () => {
  let now = received;
  const desk = await openDesk('/devoluciones/D-100488', {
    session: sampleSession('warehouse'),
    calls: {
      getHistory: noChange,
      getDeskReturn: () => ({ status: 200, data: now }),
      listPlaces: places,
      decideReturnUnits: () => {
        if (now.version === 4) return { status: 200, data: { ...now, state: 'resolved', version: 5, actions: [] } };
        now = { ...received, version: 4 };
        return refusal('VERSION_CONFLICT', { changedBy: 'Brenda Coc', changedAt: '2026-11-27T16:00:00.000Z' });
      },
    },
  });
  const first = within(await screen.findByRole('group', { name: 'Resultado de la unidad 1' }));
  for (const unit of screen.getAllByRole('group', { name: /^Resultado de la unidad/ }))
    await desk.user.click(within(unit).getByRole('radio', { name: /Al proveedor/ }));
  await desk.user.type(first.getByRole('textbox', { name: 'Comentario' }), 'Sin caja');
  await desk.user.click(screen.getByRole('link', { name: '100104002' }));
  const guard = within(await screen.findByRole('alertdialog', { name: 'Tienes cambios sin guardar' }));
  await desk.user.click(guard.getByRole('button', { name: 'Seguir editando' }));
  await desk.user.click(screen.getByRole('button', { name: 'Registrar resultado' }));
  expect(await screen.findByText(/^Brenda Coc lo cambió antes/)).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Registrar resultado' }));
  expect(await screen.findByText('Resuelta')).toBeVisible();
  const units = [{ reason: 'Sin caja' }, {}];
  expect(desk.sentTo('decideReturnUnits').map(({ body }) => body)).toMatchObject([
    { version: 3, units },
    { version: 4, units },
  ]);
});

test('[OFF-11] a return has one history of changes and events, each with its author', async () => {
  const desk = await openDesk(`/devoluciones/${number}`, {
    session: sampleSession('support'),
    calls: {
      getDeskReturn: { status: 200, data: found() },
      getHistory: {
        status: 200,
        data: [
          {
            ...{
              id: '7',
              at: '2026-11-26T17:50:00.000Z',
              operation: 'rejectReturn',
              entity: 'returns',
              entityId: number,
            },
            ...{ actor: { kind: 'staff', id: null, name: 'Brenda Coc' }, reason: 'Llegó golpeado', requestId: null },
            ...{ before: {}, after: {} },
          },
        ],
        next: null,
      },
    },
  });
  const history = within(await cardOf('Historial'));
  expect(await history.findByText('Llegó golpeado')).toBeVisible();
  expect(history.getByText('Brenda Coc')).toBeVisible();
  expect(history.getByText('Ana Lucía Chávez')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Cambios' })).toBeNull();
  expect(desk.sentTo('getHistory').map(({ params }) => params)).toEqual([{ entity: 'returns', entityId: number }]);
});

const cardOf = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: title })).closest('section') ?? document.body;
