import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/desk-network.ts';
import { openDesk, sampleSession } from '../testing/open-desk.tsx';
import {
  orderedAt as at,
  brenda,
  orderCalls as calls,
  sampleOrder as order,
  support,
} from '../testing/sample-order.ts';

test('[WORK-16] an order’s page shows payments, refunds, and each movement’s acquirer, reference and person', async () => {
  await openDesk('/ordenes/100104996', { session: sampleSession('support'), calls });
  const table = await screen.findByRole('region', { name: 'Movimientos' });
  const [, capture, refund] = within(table).getAllByRole('row');
  for (const text of ['Cobro', 'sandbox · CARGO-1', 'Cliente', 'Q1,599.99']) expect(capture).toHaveTextContent(text);
  for (const text of ['Reembolso', 'sandbox · DEV-7', 'Brenda Coc', 'Q33.33']) expect(refund).toHaveTextContent(text);
});

const refunded = {
  status: 201,
  data: {
    ...{ id: support, orderNumber: order.number, amount: 66.66, to: 'giftCard', state: 'done', reason: 'Dañado' },
    ...{
      by: 'Marta',
      createdAt: at,
      doneAt: at,
      money: 66.66,
      points: 0,
      giftCards: 0,
      shipping: 0,
      donation: 0,
    },
    ...{ goodwill: 0, reference: null, refusal: null, lines: [], decidedBy: null, decidedAt: null },
    ...{ courtesyReason: null, rejection: null, actions: [] },
  },
};

test('[WORK-17] one dialog shows each line’s value, refunds and rest, and sends a refund once', async () => {
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      createRefund: refunded,
    },
  });
  expect(await screen.findAllByRole('button', { name: 'Reembolsar' })).toHaveLength(1);
  await desk.user.click(screen.getByRole('button', { name: 'Reembolsar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reembolsar' });
  const radio = within(dialog).getByRole('listitem', { name: /Radio/ });
  for (const text of ['Q99.99', 'Q33.33', 'Q66.66', 'de 2']) expect(radio).toHaveTextContent(text);
  await desk.user.click(within(radio).getByRole('button', { name: 'Una más de Radio' }));
  await desk.user.click(within(radio).getByRole('button', { name: 'Una más de Radio' }));
  await desk.user.selectOptions(within(dialog).getByRole('combobox', { name: 'Devolver a' }), 'giftCard');
  await desk.user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Dañado');
  await desk.user.dblClick(within(dialog).getByRole('button', { name: 'Reembolsar Q66.66' }));
  expect(await screen.findByText('Reembolso de Q66.66')).toBeVisible();
  expect(desk.sentTo('createRefund').map(({ body }) => body)).toEqual([
    {
      orderNumber: order.number,
      version: 4,
      lines: [{ line: 2, quantity: 2 }],
      shipping: 0,
      goodwill: 0,
      reason: 'Dañado',
      to: 'giftCard',
    },
  ]);
});

test('[WORK-19, WORK-17] a refund that waits for approval is in the order’s money, and the dialog offers less', async () => {
  const waits = {
    ...{ id: support, amount: 1_533.33, to: 'origin', reason: 'Dañado', at, by: 'Marta Xicará' },
    lines: [
      { line: 1, shipmentId: '100104996-1', quantity: 1 },
      { line: 2, shipmentId: '100104996-1', quantity: 1 },
    ],
  };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, getDeskOrder: { status: 200, data: { ...order, waitingRefunds: [waits] } } },
  });
  const money = within(await screen.findByRole('list', { name: 'Reembolsos por entregar' }));
  expect(money.getByText('Por aprobar')).toBeVisible();
  expect(money.getByRole('link', { name: 'Q1,533.33 a medio de pago original' })).toHaveAttribute(
    'href',
    '/ordenes/reembolsos?q=100104996&state=awaiting_approval',
  );
  await desk.user.click(screen.getByRole('button', { name: 'Reembolsar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolsar' }));
  // The paid amount minus the rest, in whole centavos: 1,599.99 − 1,566.66 is 33.32999… in binary fractions.
  expect(
    dialog.getByText(
      'Orden 100104996. Pagado Q1,599.99, reembolsado o por reembolsar Q33.33, espera aprobación Q1,533.33, queda Q33.33.',
    ),
  ).toBeVisible();
  expect(dialog.getByText('Ya hay un reembolso que espera aprobación')).toBeVisible();
  expect(dialog.getByText(/^Q1,533\.33: 1 de Televisor, 1 de Radio\. Lo pidió Marta Xicará/)).toBeVisible();
  // One radio is offered. The second, which waits for approval, can only be typed.
  const more = dialog.getByRole('button', { name: 'Una más de Radio' });
  await desk.user.click(more);
  await desk.user.click(more);
  expect(dialog.getByRole('button', { name: 'Reembolsar Q33.33' })).toBeEnabled();
  expect(dialog.getByRole('button', { name: 'Una más de Televisor' })).toHaveAttribute('aria-disabled', 'true');
  await desk.user.type(dialog.getByRole('spinbutton', { name: 'Cantidad de Televisor' }), '1');
  expect(dialog.getByRole('button', { name: 'Reembolsar Q1,533.33' })).toBeEnabled();
});

test('[WORK-10, WORK-17] a line in several shipments has a row for each shipment, and the request names the shipment', async () => {
  const shipment = {
    ...{ sellerId: 1, seller: 'Ceiba', storeCode: 'BODEGA', isLate: false, attempts: 0, lines: [], courier: null },
    ...{ trackingNumber: null, cashToCollect: 0, reason: null, version: 1, promisedOn: null, sentAgainAs: null },
    ...{ sentAgainFrom: null, actions: [], shortfall: 0, isOwn: true },
  };
  const parts = [
    { shipmentId: '100104996-1', firstUnit: 0, quantity: 2, refunded: 1 },
    { shipmentId: '100104996-2', firstUnit: 2, quantity: 1, refunded: 0 },
  ];
  const split = {
    ...order,
    lines: order.lines.map((line) => (line.line === 2 ? { ...line, parts } : line)),
    shipments: [
      { ...shipment, id: '100104996-1', state: 'delivered', shortfall: 20 },
      { ...shipment, id: '100104996-2', state: 'sent' },
    ],
  };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: { status: 200, data: split },
      createRefund: refunded,
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Reembolsar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolsar' }));
  expect(dialog.getAllByRole('listitem', { name: /Radio/ })).toHaveLength(2);
  // Units of the shipment that was short of cash first cover the missing amount (WORK-12).
  await desk.user.click(dialog.getByRole('button', { name: 'Una más de Radio, envío 100104996-1' }));
  expect(dialog.getByText('Faltó al cobrar en la entrega').nextSibling).toHaveTextContent('-Q20.00');
  expect(dialog.getByRole('button', { name: 'Reembolsar Q13.33' })).toBeVisible();
  await desk.user.clear(dialog.getByRole('spinbutton', { name: 'Cantidad de Radio, envío 100104996-1' }));
  expect(dialog.getByText('Envío 100104996-2, en camino')).toBeVisible();
  const sent = within(dialog.getByRole('listitem', { name: 'Radio, envío 100104996-2' }));
  await desk.user.click(sent.getByRole('button', { name: 'Una más de Radio, envío 100104996-2' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Tarde');
  // An unreadable amount sends nothing, with the mouse or the keyboard.
  for (const typed of ['1.2.3', '35.000']) {
    const shipping = dialog.getByRole('textbox', { name: 'Envío' });
    await desk.user.clear(shipping);
    await desk.user.type(shipping, `${typed}{Enter}`);
    await desk.user.click(dialog.getByRole('button', { name: 'Reembolsar Q33.33' }));
    await desk.user.clear(shipping);
  }
  const amount = sent.getByRole('spinbutton');
  await desk.user.clear(amount);
  await desk.user.type(amount, '5{Enter}');
  expect(desk.sentTo('createRefund')).toEqual([]);
  await desk.user.clear(amount);
  await desk.user.type(amount, '1');
  await desk.user.click(dialog.getByRole('button', { name: 'Reembolsar Q33.33' }));
  await waitFor(() => expect(desk.sentTo('createRefund')).toHaveLength(1));
  expect(desk.sentTo('createRefund')[0]?.body).toMatchObject({
    lines: [{ line: 2, quantity: 1, shipment: '100104996-2' }],
  });
});

/** The order above in one shipment that has not left. */
const inShipment = (state: string) => ({
  ...order,
  shipments: [
    {
      ...{ id: '100104996-1', sellerId: 1, seller: 'Ceiba', storeCode: 'BODEGA', state, isLate: false, attempts: 0 },
      lines: order.lines.map(({ line, sku, title, quantity }) => ({ line, sku, title, quantity })),
      ...{ courier: null, trackingNumber: null, cashToCollect: 0, reason: null, version: 1, promisedOn: null },
      ...{ sentAgainAs: null, sentAgainFrom: null, actions: [], shortfall: 0, isOwn: true },
    },
  ],
});
const openRefund = async (state: string) => {
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, getDeskOrder: { status: 200, data: inShipment(state) }, createRefund: refunded },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Reembolsar' }));
  return { desk, dialog: within(await screen.findByRole('dialog', { name: 'Reembolsar' })) };
};

test('[WORK-17] a refund of unsent units needs a decision and its reason', async () => {
  const { desk, dialog } = await openRefund('ready');
  await desk.user.click(dialog.getByRole('button', { name: 'Una más de Radio' }));
  await desk.user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Dañado');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Reembolsar Q33.33' }));
  await press();
  expect(dialog.getByText('Elige si ya no se envía o si se envía igual.')).toBeVisible();
  await desk.user.click(dialog.getByRole('radio', { name: /Se envía igual/ }));
  await press();
  expect(dialog.getByText('Escribe por qué se envía igual.')).toBeVisible();
  expect(desk.sentTo('createRefund')).toEqual([]);
  await desk.user.type(dialog.getByRole('textbox', { name: /Por qué se envía igual/ }), 'Se atrasó');
  await press();
  await waitFor(() => expect(desk.sentTo('createRefund')).toHaveLength(1));
  expect(desk.sentTo('createRefund')[0]?.body).toMatchObject({ unsent: 'send', courtesyReason: 'Se atrasó' });
});

test('[WORK-15, WORK-17] cancelling everything left to send says that the order is canceled, and the refund', async () => {
  const { desk, dialog } = await openRefund('ready');
  for (const name of ['Televisor', 'Radio', 'Radio'])
    await desk.user.click(dialog.getByRole('button', { name: `Una más de ${name}` }));
  await desk.user.click(dialog.getByRole('radio', { name: /No se envía/ }));
  // One radio was refunded in transit and stays with the buyer, so the order stays open.
  expect(dialog.queryByText('Se cancela la orden')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Reembolsar Q1,566.66' })).toBeVisible();
});

test('[WORK-17] units of a packed shipment are sent as a courtesy, or not refunded by unit', async () => {
  const { desk, dialog } = await openRefund('packed');
  await desk.user.click(dialog.getByRole('button', { name: 'Una más de Radio' }));
  expect(dialog.getByRole('radio', { name: /No se envía/ })).toBeDisabled();
  expect(
    dialog.getByText('El envío 100104996-1 ya está empacado: cancélalo, o regrésalo a preparación.'),
  ).toBeVisible();
});

test('[WORK-22] a manager chooses another department and one of its municipalities', async () => {
  const saved = { ...order, version: 5 };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('manager'),
    calls: {
      ...calls,
      correctOrder: { status: 200, data: saved },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Editar' }));
  await desk.user.selectOptions(await screen.findByRole('combobox', { name: /Departamento/ }), 'Quetzaltenango');
  await desk.user.selectOptions(screen.getByRole('combobox', { name: /Municipio/ }), 'Salcajá');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText('Guardado')).toBeVisible();
  expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
    { version: 4, shippingAddress: { region: 493, city: 'Salcajá' } },
  ]);
  // A save closes the form, like a press on "discard" without changes.
  expect(screen.queryByRole('combobox', { name: /Departamento/ })).toBeNull();
  await desk.user.click(screen.getByRole('button', { name: 'Editar' }));
  expect(await screen.findByRole('combobox', { name: /Departamento/ })).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('combobox', { name: /Departamento/ })).toBeNull();
});

test('[WORK-17] the end of a bank refund shows by itself', async () => {
  const sent = { id: support, amount: 33.33, iva: 3.57, to: 'origin', state: 'sent', reason: 'Llegó tarde', at };
  let now = { ...order, refunds: [sent] };
  await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, getDeskOrder: () => ({ status: 200, data: now }) },
  });
  expect(await screen.findByRole('list', { name: 'Reembolsos por entregar' })).toBeVisible();
  now = { ...order, refunds: [{ ...sent, state: 'done' }] };
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Reembolsos por entregar' })).toBeNull());
});

test('[WORK-20] a return is opened from its order, with the order’s lines to choose from', async () => {
  const delivered = { ...order, actions: [...order.actions, 'return'] };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: { status: 200, data: delivered },
      createReturn: refusal('RETURN_TOO_LATE', {}, 'El plazo para devolverlo terminó.'),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Nueva devolución' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva devolución' }));
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Crear devolución' }));
  await press();
  expect(dialog.getAllByText('Falta este dato.')).toHaveLength(2);
  expect(desk.sentTo('createReturn')).toEqual([]);
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Producto/ }), 'Radio (RADIO, 3 unidades)');
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: /Motivo/ }), 'Falla de fábrica');
  await press();
  expect(await dialog.findByText('El plazo para devolverlo terminó.')).toBeVisible();
  const body = { orderNumber: order.number, sku: 'RADIO', quantity: 1, reason: 'Falla de fábrica', description: '' };
  expect(desk.sentTo('createReturn').map((sent) => sent.body)).toEqual([body]);
});

test('[WORK-22, DEC-234] a street has at most two lines, and a third line is reported, not dropped', async () => {
  const street = ['12 calle 1-25', 'Edificio Géminis, torre norte'];
  const twoLines = { ...order, delivery: order.delivery && { ...order.delivery, street } };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: { status: 200, data: twoLines },
      correctOrder: { status: 200, data: { ...twoLines, version: 5 } },
      getHistory: { status: 200, data: [], next: null },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Editar' }));
  const field = await screen.findByRole('textbox', { name: /^Dirección/ });
  expect(field).toHaveValue(street.join('\n'));
  await desk.user.type(field, ' piso 3\noficina 302');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() => expect(field).toHaveAccessibleDescription('Escribe la dirección en dos líneas: hay 3.'));
  expect(desk.sentTo('correctOrder')).toEqual([]);
  await desk.user.clear(field);
  await desk.user.type(field, '12 calle 1-25\nEdificio Géminis, piso 3');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() =>
    expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
      { version: 4, shippingAddress: { street: ['12 calle 1-25', 'Edificio Géminis, piso 3'] } },
    ]),
  );
});

test('[WORK-22] support corrects only the municipality', async () => {
  const desk = await openDesk('/ordenes/100104996', { session: sampleSession('support'), calls });
  await desk.user.click(await screen.findByRole('button', { name: 'Editar' }));
  expect(await screen.findByText('Guatemala. Otro departamento lo cambia gerencia.')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /Departamento/ })).toBeNull();
  expect(await screen.findByRole('option', { name: 'Mixco' })).toBeVisible();
});

test('[WORK-22] if another person packs the order, the page says so, and typed values stay until discarded', async () => {
  const words = 'La orden ya está empacada o terminó: solo se cambian sus etiquetas y su encargado.';
  let now = order;
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: () => ({ status: 200, data: now }),
      correctOrder: () => {
        now = { ...order, actions: ['tag', 'refund'] };
        return refusal('TRANSITION_NOT_ALLOWED', { allowed: ['tags', 'assigneeId'] }, words);
      },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Editar' }));
  await desk.user.type(await screen.findByRole('textbox', { name: 'Referencia' }), 'Portón verde');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
    { version: 4, shippingAddress: { reference: 'Portón verde' } },
  ]);
  expect(screen.queryByRole('button', { name: 'Cancelar orden' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Referencia' })).toHaveValue('Portón verde');
  await desk.user.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('textbox', { name: 'Referencia' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Editar' })).toBeNull();
  expect(screen.queryByText(words)).toBeNull();
});

test('[WORK-23] the sixth mail of a day is refused with the server’s message', async () => {
  const mail = {
    id: support,
    kind: 'placed',
    subject: 'Recibimos tu orden',
    to: order.email,
    at,
    sentAt: at,
    state: 'sent',
  };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: {
        status: 200,
        data: { ...order, mails: [{ ...mail, isOpen: true, isOwn: true }], actions: ['resend'] },
      },
      resendOrderMail: refusal('RATE_LIMITED', {}, 'Ya se reenviaron 5 correos de esta orden hoy.'),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Reenviar correo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reenviar correo' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Reenviar correo' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Ya se reenviaron 5 correos de esta orden hoy\.$/);
});

test('[WORK-23] if "Reenviar correo" fails, the choices stay, and the next press is the same request', async () => {
  const mail = { id: support, to: order.email, at, sentAt: at, state: 'sent', isOpen: true, isOwn: true } as const;
  const mails = [
    { ...mail, kind: 'placed', subject: 'Recibimos tu orden', to: 'otra@correo.gt' },
    { ...mail, id: brenda, kind: 'shipped', subject: 'Tu orden va en camino' },
  ];
  const words = 'Elige otra dirección.';
  const answers = [noAnswer, refusal('VALIDATION_ERROR', { fields: {} }, words)];
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: { status: 200, data: { ...order, mails, actions: ['resend'] } },
      resendOrderMail: () => answers.pop() ?? { status: 200, data: order },
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Reenviar correo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reenviar correo' }));
  const [kind, to] = [dialog.getByRole('combobox', { name: 'Correo' }), dialog.getByRole('combobox', { name: 'Para' })];
  await desk.user.selectOptions(kind, 'Recibimos tu orden');
  await desk.user.selectOptions(to, 'otra@correo.gt');
  const press = () => desk.user.click(dialog.getByRole('button', { name: 'Reenviar correo' }));
  await press();
  expect(await dialog.findByText(words)).toBeVisible();
  await press();
  await waitFor(() => expect(dialog.queryByText(words)).toBeNull());
  expect(kind).toHaveValue('placed');
  expect(to).toHaveValue('otra@correo.gt');
  await press();
  expect(await screen.findByText('Correo enviado a otra@correo.gt')).toBeVisible();
  const sent = desk.sentTo('resendOrderMail');
  expect(sent.map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ kind: 'placed', to: 'otra@correo.gt' })));
  // The server may have received the lost request. The same key prevents a second mail.
  expect(sent[2]?.headers['idempotency-key']).toBe(sent[1]?.headers['idempotency-key']);
  expect(sent[1]?.headers['idempotency-key']).toBeDefined();
});

test('[WORK-15] a refusal about a field that no dialog has is shown too', async () => {
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('manager'),
    calls: {
      ...calls,
      getHistory: { status: 200, data: [], next: null },
      cancelOrder: refusal(
        'VALIDATION_ERROR',
        { fields: { lines: 'La línea 2 no tiene tantas unidades.' } },
        'Revisa los datos.',
      ),
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Cancelar orden' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Cancelar la orden/ }));
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Ya no lo quiere');
  await desk.user.click(dialog.getByRole('button', { name: 'Cancelar orden' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Revisa los datos. La línea 2 no tiene tantas unidades.');
});

test('leaving with an unsent note needs a confirmation', async () => {
  const desk = await openDesk('/ordenes/100104996', { session: sampleSession('support'), calls });
  await desk.user.type(await screen.findByRole('textbox', { name: 'Nota' }), 'Llamar el lunes');
  await desk.user.click(screen.getByRole('link', { name: 'Órdenes', current: 'page' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Tienes cambios sin guardar' }));
  await desk.user.click(dialog.getByRole('button', { name: 'Seguir editando' }));
  expect(screen.getByRole('textbox', { name: 'Nota' })).toHaveValue('Llamar el lunes');
});

test('[DEC-233] a warranty shows below its product, with its value, IVA and refund', async () => {
  const [television] = order.taxLines;
  if (television === undefined) throw new Error('the order has no lines');
  const warranty = {
    ...television,
    ...({ kind: 'service', isWarranty: true, sku: 'W-12', title: 'Garantía de 12 meses' } as const),
    ...{ unitPrice: 199, worth: 199, charged: 199, base: 177.68, iva: 21.32, refunded: 199, refundable: 0 },
  };
  const found = { ...order, iva: 192.74, taxLines: [television, warranty, ...order.taxLines.slice(1)] };
  await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, getDeskOrder: { status: 200, data: found } },
  });
  const lines = within(await screen.findByRole('region', { name: 'Productos sin envío' }));
  const texts = lines.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts.slice(1, 3)).toEqual([
    expect.stringMatching(/^TelevisorTV-551Q1,500\.00Q1,500\.00Q160\.71/),
    'Garantía de 12 mesesW-12 · Garantía1Q199.00Q199.00Q21.32-Q199.00',
  ]);
  expect(screen.getByText('IVA incluido: Q192.74')).toBeVisible();
});

test('[WORK-05, WORK-23] the page shows each line’s value and tax, mails as sent, and one timeline', async () => {
  const mail = {
    id: support,
    kind: 'placed',
    to: order.email,
    at,
    sentAt: at,
    state: 'sent',
    isOpen: true,
    isOwn: true,
  } as const;
  const found = {
    ...order,
    mails: [{ ...mail, subject: 'Recibimos tu orden' }],
    timeline: [
      { at, kind: 'money' as const, text: 'Reembolso de Q33.33', by: 'Brenda Coc' },
      { at, kind: 'note' as const, text: 'Llamar el lunes', by: 'Marta Xicará' },
      { at, kind: 'mail' as const, text: 'Correo: Recibimos tu orden', by: '' },
    ],
  };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: { status: 200, data: found },
      getOrderMail: {
        status: 200,
        data: { ...mail, subject: 'Recibimos tu orden', html: '', text: 'Hola, Ana:\nRecibimos tu orden 100104996.' },
      },
    },
  });
  const lines = within(await screen.findByRole('region', { name: 'Productos sin envío' }));
  expect(lines.getByRole('row', { name: /Televisor/ })).toHaveTextContent(/Q1,500\.00Q160\.71/);
  expect(lines.getByRole('row', { name: /Radio/ })).toHaveTextContent(/Q99\.99Q10\.71-Q33\.33$/);
  const talk = within(screen.getByRole('heading', { name: 'Notas e historial' }).closest('section') ?? document.body);
  // The day is shown above the entries.
  const entries = () =>
    talk
      .getAllByRole('listitem')
      .slice(1)
      .map(({ textContent }) => textContent ?? '');
  expect(entries()).toHaveLength(3);
  for (const [at, words] of [
    /Reembolso de Q33\.33Brenda Coc/,
    /NotaMarta XicaráLlamar el lunes/,
    /Recibimos/,
  ].entries())
    expect(entries()[at]).toMatch(words);
  await desk.user.selectOptions(talk.getByRole('combobox', { name: 'Filtrar historial' }), 'Dinero');
  expect(entries()).toEqual([expect.stringContaining('Reembolso de Q33.33')]);
  const mails = within(screen.getByRole('region', { name: 'Correos de la orden' }));
  expect(mails.getByRole('row', { name: /Recibimos tu orden/ })).toHaveTextContent(/ana@correo\.gt.*Enviado$/);
  await desk.user.click(mails.getByRole('button', { name: 'Recibimos tu orden' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Recibimos tu orden' }));
  expect(await dialog.findByText(/^Hola, Ana:\s+Recibimos tu orden 100104996\.$/)).toBeVisible();
  expect(dialog.getByText(/^Para ana@correo\.gt, /)).toBeVisible();
  expect(desk.sentTo('getOrderMail').map(({ params }) => params)).toEqual([{ number: order.number, id: support }]);
});

test('[WORK-23] a note mentions the chosen colleague', async () => {
  const note = { at, kind: 'note' as const, text: '¿Lo revisas?', by: 'Marta Xicará' };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, addOrderNote: { status: 200, data: { ...order, timeline: [note] } } },
  });
  await desk.user.type(await screen.findByRole('textbox', { name: 'Nota' }), '¿Lo revisas?');
  const mention = screen.getByRole('combobox', { name: 'Avisar a' });
  await desk.user.selectOptions(mention, await within(mention).findByRole('option', { name: 'Brenda Coc' }));
  await desk.user.click(screen.getByRole('button', { name: 'Agregar nota' }));
  expect(await screen.findByText('Nota agregada')).toBeVisible();
  expect(screen.getByText('¿Lo revisas?')).toBeVisible();
  expect(mention).toHaveValue('');
  expect(desk.sentTo('addOrderNote').map(({ body }) => body)).toEqual([{ text: '¿Lo revisas?', mentions: [brenda] }]);
});

test('[WORK-17] goodwill and the delivery fee are typed in the same dialog, added up, and sent as amounts', async () => {
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: { status: 200, data: { ...order, shipping: 35, shippingLeft: 35 } },
      createRefund: refunded,
    },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Reembolsar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolsar' }));
  expect(dialog.getByText('Envío (queda Q35.00)')).toBeVisible();
  await desk.user.type(dialog.getByRole('textbox', { name: 'Envío' }), '35');
  await desk.user.type(dialog.getByRole('textbox', { name: 'Cortesía' }), '12,50');
  await desk.user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Llegó tarde');
  expect(dialog.getByText('A reembolsar').nextSibling).toHaveTextContent('Q47.50');
  await desk.user.click(dialog.getByRole('button', { name: 'Reembolsar Q47.50' }));
  await waitFor(() => expect(desk.sentTo('createRefund')).toHaveLength(1));
  expect(desk.sentTo('createRefund')[0]?.body).toEqual({
    ...{ orderNumber: order.number, version: 4, lines: [], shipping: 35, goodwill: 12.5, reason: 'Llegó tarde' },
    to: 'origin',
  });
});

test('[WORK-23] tags of an order are added on its page, show beside its number, and can be removed', async () => {
  let now = { ...order, tags: ['frágil'] };
  const desk = await openDesk(`/ordenes/${order.number}`, {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: () => ({ status: 200, data: now }),
      correctOrder: ({ body }) => {
        const tags = JSON.stringify(body).includes('urgente') ? ['urgente', 'llamar antes'] : [];
        now = { ...now, tags, version: now.version + 1 };
        return { status: 200, data: now };
      },
    },
  });
  const field = await screen.findByRole('textbox', { name: /Etiquetas/ });
  expect(field).toHaveValue('frágil');
  expect(screen.getByText('frágil')).toBeVisible();
  await desk.user.clear(field);
  await desk.user.type(field, ' urgente, ,llamar antes,');
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  for (const tag of ['urgente', 'llamar antes']) expect(await screen.findByText(tag)).toBeVisible();
  expect(screen.queryByText('frágil')).toBeNull();
  await waitFor(() => expect(field).toHaveValue('urgente, llamar antes'));
  await desk.user.clear(field);
  await desk.user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() => expect(screen.queryByText('urgente')).toBeNull());
  expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
    { version: 4, tags: ['urgente', 'llamar antes'] },
    { version: 5, tags: [] },
  ]);
});

test('[OFF-08] a person who may not tag an order can read its tags', async () => {
  await openDesk(`/ordenes/${order.number}`, {
    session: sampleSession('warehouse'),
    calls: { ...calls, getDeskOrder: { status: 200, data: { ...order, tags: ['frágil'], actions: [] } } },
  });
  expect(await screen.findAllByText('frágil')).toHaveLength(2);
  expect(screen.queryByRole('textbox', { name: /Etiquetas/ })).toBeNull();
});

test('[WORK-05, WORK-23] an order’s page starts with colleagues’ notes, and shows pictures, card and plan', async () => {
  const note = { id: support, isOwn: false, mentions: [], at };
  const internal = '01a21b45-9d58-7b10-8d76-792b15967a77';
  await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: {
      ...calls,
      getDeskOrder: {
        status: 200,
        data: {
          ...order,
          payment: 'CardInstallments',
          installments: 12,
          notes: [
            { ...note, text: 'Llamó por la mañana', by: 'Brenda Coc' },
            { ...note, id: brenda, text: 'Entregar después de las cinco', by: 'Brenda Coc' },
          ],
          movements: [
            {
              kind: 'capture',
              amount: 1_599.99,
              at,
              by: 'Cliente',
              acquirer: 'sandbox',
              reference: 'CARGO-1',
              reason: null,
            },
            {
              kind: 'points_given',
              amount: 5,
              at,
              by: 'Brenda Coc',
              acquirer: null,
              reference: internal,
              reason: null,
            },
          ],
        },
      },
    },
  });
  const notes = await screen.findByRole('list', { name: 'Notas de la orden' });
  expect(within(notes).getAllByRole('listitem')[0]).toHaveTextContent('Entregar después de las cinco');
  const lines = screen.getByRole('region', { name: 'Productos sin envío' });
  // The notes come before all other parts of the order.
  expect(notes.compareDocumentPosition(lines) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  const pictures = [...lines.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
  expect(pictures).toEqual(['/media/tv-55.webp', '/media/radio.webp']);
  const money = screen.getByRole('heading', { name: 'Dinero' }).closest('section') ?? document.body;
  expect(within(money).getByRole('row', { name: /Cobro/ })).toHaveTextContent('Tarjeta •••• 1111, 12 cuotas');
  expect(money).not.toHaveTextContent(internal);
});

test('[WORK-16] units canceled before payment have a line, so that the column adds up', async () => {
  const bill = { id: support, amount: 169.95, iva: 0, to: 'bill', state: 'done', reason: null, at };
  const amounts = { total: 539.85, paid: 0, refunded: 0, due: 369.9 };
  const data = { ...order, ...amounts, movements: [], refunds: [bill] };
  await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, getDeskOrder: { status: 200, data } },
  });
  expect((await screen.findByText('Cancelado')).nextSibling).toHaveTextContent('-Q169.95');
});

test('[WORK-22] a corrected phone also changes the delivery’s equal phone, unless deselected', async () => {
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, correctOrder: { status: 200, data: { ...order, version: 5 } } },
  });
  const { user } = desk;
  await user.click(await screen.findByRole('button', { name: 'Editar' }));
  expect(screen.queryByRole('checkbox', { name: 'También es el teléfono de entrega' })).toBeNull();
  const phone = screen.getByRole('textbox', { name: 'Teléfono' });
  await user.clear(phone);
  await user.type(phone, '44710932');
  const both = await screen.findByRole('checkbox', { name: 'También es el teléfono de entrega' });
  expect(both).toBeChecked();
  const delivery = screen.getByRole('textbox', { name: 'Teléfono de entrega' });
  await waitFor(() => expect(delivery).toHaveValue('44710932'));
  await user.click(both);
  expect(delivery).toHaveValue('55124087');
  await user.click(both);
  await user.click(screen.getByRole('button', { name: /^Guardar/ }));
  await waitFor(() =>
    expect(desk.sentTo('correctOrder').map(({ body }) => body)).toEqual([
      { version: 4, contact: { phone: '44710932' }, shippingAddress: { telephone: '44710932' } },
    ]),
  );
});

test('[WORK-17] a cash order offers the till only once, as the origin of its money', async () => {
  const data = { ...order, card: null, payment: 'StorePayment' };
  const desk = await openDesk('/ordenes/100104996', {
    session: sampleSession('support'),
    calls: { ...calls, getDeskOrder: { status: 200, data } },
  });
  await desk.user.click(await screen.findByRole('button', { name: 'Reembolsar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reembolsar' }));
  expect(dialog.getAllByRole('option', { name: /^Caja/ }).map(({ textContent }) => textContent)).toEqual([
    'Caja (origen)',
  ]);
});
