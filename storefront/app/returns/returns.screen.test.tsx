import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { findAlert } from '../testing/find-alert.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.tsx';
import { sampleOrder, sampleTracking } from '../testing/sample-order.ts';
import { sampleChallenge } from '../testing/samples.ts';
import { storedSession } from '../testing/signed-in.ts';
import type { ShownReturn } from './own-returns.ts';

const returnable = { units: 2, until: '2026-12-30' };

/** Two speakers are the only returnable product of the sample order. */
const order = () =>
  sampleOrder({
    products: sampleOrder().products.map((product) =>
      product.productSku === 'SPEAKER' ? { ...product, status: 'delivered', returnable } : product,
    ),
  });

const sampleReturn = (changes: Partial<ShownReturn> = {}): ShownReturn => ({
  returnNumber: 'D-100007',
  status: 'requested',
  orderNumber: '100000042',
  productName: 'Bocina',
  productSku: 'SPEAKER',
  productsThumbnail: { url: '/media/bocina/160.webp' },
  quantity: 1,
  reason: 'Falla de fábrica',
  description: 'No enciende',
  requestedAt: '2026-11-22T15:00:00Z',
  receivedAt: null,
  answer: null,
  images: 0,
  outcomes: [],
  sentBack: null,
  refunded: { value: 0, currency: 'GTQ' },
  ...changes,
});

const page = (returns: ShownReturn[], next: string | null = null) => ({ status: 200, returns, next });

const open = (address: string, calls: ScreenOptions['calls'] = {}) =>
  renderScreen(address, {
    local: storedSession(),
    calls: {
      getDashboardTexts: noAnswer,
      getCaptchaChallenge: sampleChallenge,
      getOrder: order(),
      listReturns: page([]),
      ...calls,
    },
  });

const photo = (name: string, type = 'image/jpeg', size = 3) => new File([new Uint8Array(size)], name, { type });

const fillForm = async ({ user }: Awaited<ReturnType<typeof open>>) => {
  const form = within(await screen.findByRole('form', { name: 'Devolución del pedido 100000042' }));
  await user.selectOptions(form.getByLabelText(/^Cantidad/), '2');
  await user.selectOptions(form.getByLabelText(/^Motivo/), 'Producto dañado');
  await user.type(form.getByLabelText(/^Descripción/), 'Llegó rota.');
  await user.upload(form.getByLabelText(/^Fotos/), [photo('frente.jpg'), photo('atras.png', 'image/png')]);
  return form;
};

test('[RET-01, RET-02, DEC-142, DEC-185] a return is sent from its order with every field, its captcha and pictures', async () => {
  const requestedReturns: ShownReturn[] = [];
  const shop = await open('/dashboard/returns?order=100000042', {
    listReturns: () => page(requestedReturns),
    requestReturn: () => {
      requestedReturns.push(sampleReturn());
      return { status: 201, data: { returnNumber: 'D-100007' } };
    },
  });
  const form = await fillForm(shop);
  expect(
    within(form.getByLabelText(/^Producto/))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Bocina']);
  const names = ['Producto', 'Cantidad', 'Motivo', 'Descripción', 'Fotos'].map((label) =>
    form.getByLabelText(new RegExp(`^${label}`), { selector: 'input, select, textarea' }).getAttribute('name'),
  );
  expect(names).toEqual(['sku', 'quantity', 'reason', 'description', 'images']);
  expect(form.getByText('Puedes devolverlo hasta el 30 de diciembre de 2026.')).toBeVisible();
  expect(
    within(form.getByLabelText(/^Motivo/))
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Elige un motivo', 'Producto dañado', 'No es lo que pedí', 'Falla de fábrica', 'Otro']);
  await shop.user.click(form.getByRole('button', { name: 'Solicitar devolución' }));
  const confirmation = await findAlert('Hemos recibido tu solicitud de devolución D-100007.');
  expect(confirmation).toHaveAttribute('data-alert-id', 'returns-alert');
  expect(await screen.findByRole('heading', { name: 'Devolución D-100007' })).toBeVisible();
  await waitFor(() => expect(shop.address()).toBe('/dashboard/returns'));
  expect(shop.sentTo('getCaptchaChallenge')).toHaveLength(1);
  // The solution of the sample challenge.
  const [proof] = shop.sentTo('requestReturn').map(({ headers }) => headers['x-recaptcha']);
  expect(JSON.parse(atob(proof ?? ''))).toMatchObject({ number: 0, signature: 'signed' });
  expect(shop.sentTo('requestReturn').map(({ body }) => body)).toEqual([
    {
      orderNumber: '100000042',
      sku: 'SPEAKER',
      quantity: '2',
      reason: 'Producto dañado',
      description: 'Llegó rota.',
      images: [expect.objectContaining({ name: 'frente.jpg' }), expect.objectContaining({ name: 'atras.png' })],
    },
  ]);
});

test('[DEC-142] a product on two lines is listed once, with the units of one line', async () => {
  const [speaker, glasses] = order().products;
  if (speaker === undefined || glasses === undefined) throw new Error('the sample order has two products');
  const products = [{ ...speaker, returnable: { ...returnable, units: 1 } }, glasses, { ...speaker, id: '3' }];
  await open('/dashboard/returns?order=100000042', { getOrder: sampleOrder({ products }) });
  const form = within(await screen.findByRole('form'));
  const optionsOf = (label: RegExp) =>
    within(form.getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect([optionsOf(/^Producto/), optionsOf(/^Cantidad/)]).toEqual([['Bocina'], ['1', '2']]);
});

test('[DEC-142] a reason is required, and a fourth, too large or wrong picture is left out', async () => {
  const shop = await open('/dashboard/returns?order=100000042');
  const form = within(await screen.findByRole('form'));
  await shop.user.click(form.getByRole('button', { name: 'Solicitar devolución' }));
  expect(await form.findByText('Elige el motivo de la devolución.')).toBeVisible();
  const choose = form.getByLabelText(/^Fotos/);
  await shop.user.upload(choose, photo('grande.jpg', 'image/jpeg', 5_242_881));
  expect(await form.findByText('Cada foto puede pesar 5 MB como máximo.')).toBeVisible();
  await shop.user.upload(
    choose,
    ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => photo(name)),
  );
  expect(await form.findByText('Puedes enviar hasta 3 fotos.')).toBeVisible();
  const chosen = () =>
    within(form.getByRole('list', { name: 'Fotos elegidas' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  expect(chosen()).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  await shop.user.click(form.getByRole('button', { name: 'Quitar 2.jpg' }));
  await waitFor(() => expect(chosen()).toEqual(['1.jpg', '3.jpg']));
  expect(shop.sentTo('requestReturn')).toEqual([]);
});

test('[DEC-142] a phone’s photo above 5 MB is sent in the stored size', async () => {
  const bitmap = { width: 4_000, height: 3_000, close: () => {} };
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap));
  const sides: number[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    sides.push([this.width, this.height]);
    done(new Blob(['small'], { type: 'image/jpeg' }));
  });
  const shop = await open('/dashboard/returns?order=100000042');
  const form = within(await screen.findByRole('form'));
  await shop.user.upload(form.getByLabelText(/^Fotos/), photo('patio.jpg', 'image/jpeg', 8_000_000));
  const list = within(await form.findByRole('list', { name: 'Fotos elegidas' }));
  expect(list.getByText('patio.jpg')).toBeVisible();
  expect([sides, form.queryByText('Cada foto puede pesar 5 MB como máximo.')]).toEqual([[[1_600, 1_200]], null]);
});

test.each([
  ['the server’s message', refusal('RETURN_TOO_LATE', { message: 'El plazo terminó ayer.' }), 'El plazo terminó ayer.'],
  [
    'the message of a field',
    refusal('VALIDATION_ERROR', { message: 'Revisa', metadata: { fields: { images: 'Las fotos no son válidas.' } } }),
    'Las fotos no son válidas.',
  ],
  ['a text about the connection', noAnswer, 'Revisa tu conexión a internet y vuelve a intentarlo.'],
])('[DEC-18] a return that fails shows %s, and typed values stay', async (_, requestReturn, words) => {
  const shop = await open('/dashboard/returns?order=100000042', { requestReturn });
  const form = await fillForm(shop);
  await shop.user.click(form.getByRole('button', { name: 'Solicitar devolución' }));
  expect(await findAlert(words)).toHaveAttribute('data-alert-id', 'returns-alert');
  expect(form.getByLabelText(/^Descripción/)).toHaveValue('Llegó rota.');
  expect(form.getByText('frente.jpg')).toBeVisible();
  expect(shop.address()).toBe('/dashboard/returns?order=100000042');
});

test.each([
  ['no product to return', { getOrder: sampleOrder() }, 'Este pedido no tiene productos que puedas devolver'],
  ['another customer’s number', { getOrder: refusal('ORDER_NOT_FOUND') }, 'No encontramos ese pedido'],
])('an order with %s shows a message in place of the form', async (_, calls, words) => {
  await open('/dashboard/returns?order=100000042', calls);
  expect(await screen.findByRole('heading', { name: words })).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
});

test('an order links to its return, from its delivery until the last day', async () => {
  await open('/dashboard/orders/100000042', { getTracking: { status: 200, data: sampleTracking() } });
  const first = within(await screen.findByRole('region', { name: 'Envío 1' }));
  expect(first.getByRole('link', { name: 'Solicitar devolución' })).toHaveAttribute(
    'href',
    '/dashboard/returns?order=100000042&sku=SPEAKER',
  );
  expect(first.getByText('Hasta el 30 de diciembre de 2026')).toBeVisible();
  const second = within(screen.getByRole('region', { name: 'Envío 2' }));
  expect(second.queryByRole('link', { name: 'Solicitar devolución' })).toBeNull();
});

test('the link of a shipment preselects one of its products', async () => {
  const products = sampleOrder().products.map((product) => ({ ...product, status: 'delivered' as const, returnable }));
  const last = products.at(-1);
  if (last === undefined) throw new Error('no product');
  const shop = await open('/dashboard/orders/100000042', {
    getOrder: sampleOrder({ products }),
    getTracking: { status: 200, data: sampleTracking() },
  });
  const second = within(await screen.findByRole('region', { name: 'Envío 2' }));
  expect(last.subOrderId).toBe('100000042-2');
  await shop.user.click(second.getByRole('link', { name: 'Solicitar devolución' }));
  expect(await screen.findByLabelText(/^Producto/)).toHaveDisplayValue(last.productName);
});

test('[DEC-13] the list shows each return’s status, and its pictures on request', async () => {
  const shop = await open('/dashboard/returns', {
    listReturns: ({ query }) =>
      query.after === undefined
        ? page([sampleReturn({ images: 2 })], 'D-100007')
        : page([sampleReturn({ returnNumber: 'D-100006', status: 'received', receivedAt: '2026-11-24T15:00:00Z' })]),
    getReturnImage: ({ params }) =>
      params.image === '1' ? { status: 200, data: { type: 'image/webp', base64: 'AAAA' } } : refusal('NOT_FOUND'),
  });
  const first = (await screen.findByRole('heading', { name: 'Devolución D-100007' })).closest('li');
  for (const text of [
    'Solicitada',
    '22 de noviembre de 2026',
    'Bocina',
    'Cantidad: 1 · Falla de fábrica',
    'No enciende',
  ])
    expect(first).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: 'Orden 100000042' })).toHaveAttribute('href', '/dashboard/orders/100000042');
  expect(shop.sentTo('getReturnImage')).toEqual([]);
  await shop.user.click(screen.getByRole('button', { name: 'Ver las 2 fotos' }));
  expect(await screen.findByRole('list', { name: 'Fotos de la devolución D-100007' })).toHaveFocus();
  expect(await screen.findByRole('img', { name: 'Foto 1 de la devolución' })).toHaveAttribute(
    'src',
    'data:image/webp;base64,AAAA',
  );
  expect(await screen.findByText('No pudimos cargar esta foto.')).toBeVisible();
  await shop.user.click(screen.getByRole('button', { name: 'Ver más devoluciones' }));
  const second = (await screen.findByRole('heading', { name: 'Devolución D-100006' })).closest('li');
  expect(second).toHaveTextContent('Recibida');
  expect(second).toHaveTextContent('La recibimos el 24 de noviembre de 2026.');
});

test('[DEC-142] the list shows the accepted units with their value, and the refused ones with the reason', async () => {
  const decidedAt = '2026-11-25T15:00:00Z';
  const received = { status: 'received' as const, receivedAt: '2026-11-24T15:00:00Z', quantity: 3 };
  const accepted = { result: 'accepted' as const, quantity: 1, reason: null, decidedAt };
  const rejected = { result: 'rejected' as const, quantity: 1, reason: 'La pantalla está rota', decidedAt };
  await open('/dashboard/returns', {
    listReturns: page([
      sampleReturn({
        ...received,
        outcomes: [accepted, accepted, rejected],
        refunded: { value: 166.67, currency: 'GTQ' },
        sentBack: { how: 'Guatex, guía 77', at: decidedAt, isKept: false },
      }),
      sampleReturn({ ...received, returnNumber: 'D-100006', outcomes: [rejected] }),
      sampleReturn({
        ...{ ...received, returnNumber: 'D-100005', outcomes: [rejected, { ...rejected, quantity: 2 }] },
        sentBack: { how: 'Dijiste que ya no la quieres', at: decidedAt, isKept: true },
      }),
    ]),
  });
  const cardOf = async (name: string) =>
    (await screen.findByRole('heading', { name: `Devolución ${name}` })).closest('li');
  const [whole, part] = [await cardOf('D-100007'), await cardOf('D-100006')];
  expect(whole).toHaveTextContent('Revisada');
  expect(whole).toHaveTextContent('Aceptamos 2 unidades, con un valor de Q166.67: te escribimos qué pasa con tu pago.');
  expect(whole).toHaveTextContent('No aceptamos 1 unidad: La pantalla está rota');
  expect(whole).toHaveTextContent(/Te lo regresamos el \d+ de [a-z]+ de 2026: Guatex, guía 77/);
  // Two of its units are still being checked.
  expect(part).toHaveTextContent('Recibida');
  expect(part).toHaveTextContent('No aceptamos 1 unidad: La pantalla está rota');
  expect(part).not.toHaveTextContent('Aceptamos');
  const none = await cardOf('D-100005');
  expect(none).toHaveTextContent('No aceptada');
  expect(none).toHaveTextContent(/No te lo regresamos, como acordamos el .* de 2026: Dijiste que ya no la quieres/);
  expect(none).not.toHaveTextContent('Revisada');
  expect(none?.querySelector('.text-on-success-soft')).toBeNull();
});

test('without returns the page links to the orders', async () => {
  let isDown = true;
  const shop = await open('/dashboard/returns', { listReturns: () => (isDown ? refusal('NOT_READY') : page([])) });
  expect(await screen.findByText('No pudimos cargar tus devoluciones')).toBeVisible();
  isDown = false;
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('heading', { name: 'No tienes devoluciones' })).toBeVisible();
});

test.each([
  ['requested', null, 'Solicitada'],
  ['approved', 'Déjala en la tienda Zona 10.', 'Aprobada'],
  ['rejected', 'Pasó el plazo.', 'No aceptada'],
  ['canceled', null, 'Cancelada'],
] as const)('[WORK-20] a return that is %s shows its status and the shop’s answer', async (status, answer, tag) => {
  await open('/dashboard/returns', { listReturns: page([sampleReturn({ status, answer })]) });
  expect(await screen.findByText(tag)).toBeVisible();
  if (answer !== null) expect(screen.getByText(new RegExp(answer))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancelar devolución' }) !== null).toBe(
    ['requested', 'approved'].includes(status),
  );
});

test('[WORK-20] a return is canceled from the account after a confirmation', async () => {
  let status: ShownReturn['status'] = 'approved';
  const shop = await open('/dashboard/returns', {
    listReturns: () => page([sampleReturn({ status })]),
    cancelReturn: () => {
      status = 'canceled';
      return null;
    },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Cancelar devolución' }));
  expect(shop.sentTo('cancelReturn')).toHaveLength(0);
  await shop.user.click(screen.getByRole('button', { name: 'Sí, cancelar la devolución D-100007' }));
  expect(await screen.findByText('Cancelada')).toBeVisible();
  expect(shop.sentTo('cancelReturn')).toHaveLength(1);
});

test('a new return shows the next steps: address, opening hours, and refund', async () => {
  const own = { shopAddress: '6a avenida 12-31, Zona 1', shopHours: 'Lunes a sábado, 9:00 a 18:00' };
  const policy = toPublicPolicy({ ...defaultShopPolicy, ...own });
  await open('/dashboard/returns', {
    listReturns: page([sampleReturn()]),
    getPolicy: { policy, offers: demoOffersAnswer, tagContainer: null },
  });
  expect(await screen.findByText('Qué sigue')).toBeVisible();
  expect(
    screen.getByText(
      'También puedes traerlo a 6a avenida 12-31, Zona 1 (Lunes a sábado, 9:00 a 18:00) con el número D-100007 y tu factura.',
    ),
  ).toBeVisible();
  expect(screen.getByText(/te avisamos por correo cómo te devolvemos tu dinero/)).toBeVisible();
});

test('a finished return shows no next steps', async () => {
  await open('/dashboard/returns', {
    listReturns: page([sampleReturn({ status: 'rejected', answer: 'Fuera de plazo' })]),
  });
  expect(await screen.findByText(/Fuera de plazo/)).toBeVisible();
  expect(screen.queryByText('Qué sigue')).toBeNull();
});
