import type { ErrorCode } from '@ceiba/contract/errors';
import { alertDurationMs } from '@ceiba/domain/alerts/alert';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findAlert } from '../testing/find-alert.ts';
import { garbled, noAnswer, refusal } from '../testing/network.ts';
import { sampleStore } from '../testing/open-checkout.ts';
import {
  bearer,
  cartOfLink,
  copyId,
  linkAddress,
  linkCart,
  linkId,
  opened,
  openLink,
  ownCheckout,
  ownLocal,
  usedLinkText,
} from '../testing/open-link.ts';
import { dearerCart, fryerCart, order } from '../testing/open-payment.ts';
import { watchReloads, watchTimers } from '../testing/page-reloads.ts';
import { gtq, sampleCart, sampleCartId, sampleChallenge, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

test('[ADV-18, ADV-19, ADV-20, ADV-21, ADV-22, APP-13, DEC-147, DIF-28] a link opens a cart with its token, and with completed steps', async () => {
  const shop = await openLink();
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Editar' })).toHaveLength(2);
  expect(screen.getByText('lucia@correo.gt')).toBeVisible();
  expect(await screen.findByText(/12 calle 1-25/)).toBeVisible();
  expect(shop.sentTo('openPaymentLink').map(({ params, body }) => [params, body])).toEqual([[{ quoteId: linkId }, {}]]);
  const [read] = shop.sentTo('getLinkCart');
  expect(read?.query.fields).toBe(
    'email,shippingAddress,billingAddress,paymentMethod,products,totalQuantity,totals,coupons,employeeInfo',
  );
  expect(read?.headers.authorization).toBe(bearer);
  const carts = shop.sentTo('getCart');
  expect(carts.map(({ params, headers }) => [params.id, headers.authorization])).toEqual(
    carts.map(() => [copyId, bearer]),
  );
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  expect(localStorage.getItem('ceiba.checkout')).toBe(ownCheckout);
  expect(localStorage.getItem('ceiba.checkout.link')).toContain(copyId);
  expect(JSON.parse(localStorage.getItem('ceiba.link') ?? 'null')).toMatchObject({
    id: linkId,
    expiresAt: opened.data.expiresAt,
  });
});

test('[DEC-146, DEC-148] the page of a link starts with advisor, store, expiry and products', async () => {
  const pair = sampleLine({ ...cartOfLink().items[0], quantity: 2, salesPrice: gtq(349.95), lineTotal: gtq(699.9) });
  await openLink({
    getCart: { ...cartOfLink(), ...sampleCart([pair]), id: copyId, cartId: copyId },
    openPaymentLink: { ...opened, data: { ...opened.data, expiresAt: '2999-12-24T20:05:00.000Z' } },
    listStores: [
      {
        ...sampleStore({ name: 'Tienda Zona 10' }),
        slug: 'tienda-zona-10',
        type: 'tienda',
        hours: [],
        exceptions: [],
        phone: null,
        services: [],
        department: 'Guatemala',
        today: { isHoliday: false, reason: null, windows: [], isOpen: false, changesAt: '2999-01-01T06:00:00.000Z' },
      },
    ],
  });
  const intro = await screen.findByRole('region', {
    name: 'Andrea, de la tienda Zona 10, preparó este pedido para ti',
  });
  expect(within(intro).getByText(/^Puedes pagarlo hasta el \S+ 24 de diciembre a las 14:05\.$/)).toBeVisible();
  for (const text of ['2 productos', pair.title, '2 × Q349.95', 'Q699.90'])
    expect(within(intro).getAllByText(text)[0]).toBeVisible();
  // The part comes before all forms.
  const [form] = screen.getAllByRole('region', { name: 'Información' });
  expect(intro.compareDocumentPosition(form ?? intro) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a link with an unknown store still names its advisor', async () => {
  await openLink({ listStores: noAnswer });
  expect(await screen.findByRole('heading', { name: 'Andrea preparó este pedido para ti' })).toBeVisible();
});

test('[ORD-13, API-44, APP-07, DEC-14, DEC-44] a link’s order uses a special call, and leaves the browser’s cart unchanged', async () => {
  const shop = await openLink({ placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } } });
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
  expect(shop.address()).toBe('/confirmation?from=/wa-link');
  const [sent] = shop.sentTo('placeLinkOrder');
  expect(sent).toMatchObject({ headers: { authorization: bearer }, body: { cartId: copyId } });
  expect(shop.sentTo('placeOrder')).toEqual([]);
  for (const name of ['setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart'] as const)
    expect(shop.sentTo(name).map(({ headers }) => headers.authorization)).toEqual([bearer]);
  expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  expect(localStorage.getItem('ceiba.checkout')).toBe(ownCheckout);
  await waitFor(() => expect(localStorage.getItem('ceiba.checkout.link') ?? '').not.toContain('lucia@correo.gt'));
  // The link's token gives access to the e-mail and the addresses of the buyer.
  expect(localStorage.getItem('ceiba.link')).toBeNull();
});

test('[DEC-108, DEC-03] a signed-in buyer of a link pays with a new card, and cannot save it', async () => {
  const shop = await openLink(
    {
      getCustomer: sampleCustomer(),
      listAddresses: [],
      listSavedCards: [
        {
          instrumentIdentifier: '00000000-0000-4000-8000-0000000000a1',
          instrumentToken: '00000000-0000-4000-8000-0000000000b1',
          maskedInstrument: '411111******1111',
          expirationMonth: 12,
          expirationYear: 2099,
          isExpired: false,
          isAmex: false,
        },
      ],
    },
    { ...ownLocal, ...storedSession() },
  );
  await shop.user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  expect(await screen.findByLabelText(/Número de tarjeta/)).toBeVisible();
  expect(screen.queryByText('Tus tarjetas guardadas')).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Guardar tarjeta para futuras compras' })).toBeNull();
  expect(shop.sentTo('listSavedCards')).toEqual([]);
});

test('[ORD-09] a refused link order shows the refusal’s text, otherwise an unknown error that is polled', async () => {
  let answer: ReturnType<typeof refusal | typeof garbled> = refusal('PAY_INSUFFICIENT_FUNDS');
  const shop = await openLink({ placeLinkOrder: () => answer });
  await order(shop);
  const refused = await findAlert('Tu tarjeta no tiene fondos suficientes. Intenta con otra tarjeta.');
  expect(refused).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(refused).toHaveTextContent('Fondos insuficientes');
  expect(await screen.findByText('No se hizo ningún cobro')).toBeVisible();
  expect(shop.measured()).toContainEqual(expect.objectContaining({ event: 'purchase_failed' }));
  expect(shop.address()).toBe(`/wa-link/${linkId}`);
  answer = garbled('<html>502</html>', 502);
  await order(shop);
  const unread = await findAlert('Ocurrió un error inesperado. Por favor intenta de nuevo o contacta a soporte.');
  expect(unread).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(unread).toHaveTextContent('Error Desconocido');
  expect(await screen.findByText('No encontramos tu pedido')).toBeVisible();
  expect(shop.sentTo('placeLinkOrder')).toHaveLength(2);
});

test.each([
  [
    'an expired or forged',
    'PAYMENT_LINK_NOT_FOUND',
    'Pide a tu asesor un enlace nuevo, o sigue comprando en la tienda.',
  ],
  ['a used', 'PAYMENT_LINK_USED', usedLinkText],
] as const)(
  '[ADV-23, DEC-146] %s link shows an explanation, the next step and a link home, but no cart',
  async (_, code, next) => {
    const shop = await openLink({ openPaymentLink: refusal(code) });
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible.' })).toBeVisible();
    expect(screen.getByText(next)).toBeVisible();
    const tracking = screen.queryAllByRole('link', { name: 'Seguir mi pedido' });
    expect(tracking.map((link) => link.getAttribute('href'))).toEqual(
      code === 'PAYMENT_LINK_USED' ? ['/track-order'] : [],
    );
    expect(screen.getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('heading', { name: 'Resumen de compra' })).toBeNull();
    expect(shop.sentTo('getCart')).toEqual([]);
    expect(localStorage.getItem('ceiba.cart')).toBe(sampleCartId);
  },
);

test('[ADV-18, ADV-22] a link is opened again with the stored token', async () => {
  const { token, expiresAt } = opened.data;
  const stored = { id: linkId, cartId: copyId, token, expiresAt };
  const shop = await openLink({}, { 'ceiba.link': JSON.stringify(stored) });
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
  expect(shop.sentTo('openPaymentLink').map(({ body }) => body)).toEqual([{ token }]);
});

test('[DEC-129] a link’s changed total must be accepted before payment', async () => {
  let isRisen = false;
  const dearer = { items: dearerCart.items, prices: dearerCart.prices };
  const shop = await openLink({
    getCart: () => cartOfLink(isRisen ? dearer : {}),
    placeLinkOrder: () => {
      if (isRisen) return { status: 200, data: { orderNumber: '100000001' } };
      isRisen = true;
      return refusal('PAY_AMOUNT_MISMATCH');
    },
    setCartPaymentMethod: () => ({
      status: 201,
      data: {
        selectedPaymentMethod: { code: 'kosmos_payment', title: 'Efectivo contra entrega' },
        prices: (isRisen ? dearerCart : cartOfLink()).prices,
      },
    }),
  });
  await order(shop);
  const accept = await screen.findByRole('button', { name: 'Acepto el nuevo total' });
  await order(shop);
  expect(shop.sentTo('placeLinkOrder')).toHaveLength(1);
  await shop.user.click(accept);
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
});

test('[PRICE-09] a price that rose after the link was made must be accepted before payment', async () => {
  const { prices } = dearerCart;
  const items = dearerCart.items.map((line) => ({ ...line, seenPrice: gtq(699) }));
  const shop = await openLink({
    getCart: cartOfLink({ items, prices }),
    placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } },
    changeCartProduct: cartOfLink({ items: dearerCart.items, prices }),
    setCartPaymentMethod: {
      status: 201,
      data: { selectedPaymentMethod: { code: 'kosmos_payment', title: 'Efectivo contra entrega' }, prices },
    },
  });
  await order(shop);
  expect(shop.sentTo('placeLinkOrder')).toEqual([]);
  await shop.user.click(await screen.findByRole('button', { name: 'Acepto el nuevo total' }));
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
  expect(shop.sentTo('changeCartProduct').map(({ params, headers }) => [params.id, headers.authorization])).toEqual([
    [copyId, bearer],
  ]);
});

test('without a connection the link can be tried again', async () => {
  let isThere = false;
  const shop = await openLink({ openPaymentLink: () => (isThere ? opened : noAnswer) });
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  isThere = true;
  await shop.user.click(retry);
  expect(await screen.findByRole('button', { name: 'Efectivo contra entrega' })).toBeVisible();
});

const invoice = {
  firstname: 'Comercial La Aurora, S.A.',
  lastname: '',
  street: ['6a avenida 3-10'],
  city: 'Guatemala',
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  region: { regionId: 485, region: 'Guatemala' },
  nit: '576937K',
  documentType: 'NIT' as const,
};

const field = (name: string) => screen.getByRole('textbox', { name });

test('[DEC-147] the invoice shows the advisor’s data with the looked-up NIT, and can be edited', async () => {
  const shop = await openLink({
    getCart: cartOfLink({ billingAddress: invoice }),
    lookUpTaxpayer: { status: 200, data: { name: 'Comercial La Aurora, S.A.' } },
    placeLinkOrder: { status: 200, data: { orderNumber: '100000001' } },
  });
  expect(await screen.findByRole('radio', { name: 'NIT' })).toBeChecked();
  expect(field('NIT')).toHaveValue('576937K');
  expect(field('Nombre completo')).toHaveValue('Comercial La Aurora, S.A.');
  expect(field('Dirección fiscal')).toHaveValue('6a avenida 3-10');
  await shop.user.clear(field('Dirección fiscal'));
  await shop.user.type(field('Dirección fiscal'), 'Zona 4');
  // The order is blocked until the NIT's name is found.
  await waitFor(() => expect(field('NIT')).toHaveAccessibleDescription('NIT válido'));
  await order(shop);
  expect(await screen.findByText(/100000001/)).toBeVisible();
  expect(shop.sentTo('lookUpTaxpayer').map(({ query }) => query)).toEqual([{ type: 'nit', identifier: '576937K' }]);
  const { region: _region, ...sent } = { ...invoice, street: ['Zona 4'] };
  expect(shop.sentTo('setCartBillingAddress')).toMatchObject([{ headers: { authorization: bearer }, body: sent }]);
});

test('[DEC-147] an invoice by passport or for a final consumer shows the advisor’s data', async () => {
  await openLink({
    getCart: cartOfLink({
      billingAddress: {
        ...invoice,
        firstname: 'Ana',
        lastname: 'Ruiz Paz',
        nit: 'A1234567',
        documentType: 'Pasaporte',
      },
    }),
  });
  expect(await screen.findByRole('radio', { name: 'Pasaporte' })).toBeChecked();
  expect(field('Pasaporte')).toHaveValue('A1234567');
  expect(field('Nombre completo')).toHaveValue('Ana Ruiz Paz');
  cleanup();
  await openLink({ getCart: cartOfLink({ billingAddress: { ...invoice, nit: 'CF', documentType: 'CF' } }) });
  expect(await screen.findByRole('radio', { name: 'CF' })).toBeChecked();
});

test('[DEC-147] a cart without a delivery opens at that step, with its contact done', async () => {
  await openLink({ getLinkCart: linkCart({ shippingAddress: { ...linkAddress, selectedShippingMethod: null } }) });
  expect(await screen.findByRole('button', { name: 'Continuar a pago' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Editar' })).toHaveLength(1);
});

test('[DEC-147] a cart without a contact opens at its first step without a sign-in', async () => {
  await openLink({ getLinkCart: linkCart({ shippingAddress: null, email: 'lucia@correo.gt' }) });
  expect(await screen.findByLabelText(/^Correo electrónico/)).toHaveValue('lucia@correo.gt');
  expect(screen.queryByRole('button', { name: 'Iniciar sesión' })).toBeNull();
});

const stayingRows: [ErrorCode, string][] = [
  ['STORE_REQUIRED', 'El carrito de tipo pickup debe tener una tienda seleccionada'],
  ['EMAIL_REQUIRED', 'El carrito debe tener un correo electrónico'],
  ['BILLING_ADDRESS_REQUIRED', 'El carrito debe tener una dirección de facturación'],
  ['REQUIRED_NIT_MAX_AMOUNT', 'El NIT es requerido para compras mayores a Q2,500.00'],
  ['PAYMENT_METHOD_REQUIRED', 'El carrito debe tener un metodo de pago seleccionado'],
];

const staysAfter = (call: 'confirmCart' | 'placeLinkOrder') => async (code: ErrorCode, message: string) => {
  const shop = await openLink({ [call]: refusal(code) });
  const reloads = watchReloads();
  const pass = watchTimers();
  await order(shop);
  const alert = await findAlert(message);
  expect(alert).toHaveTextContent('Revisa tu pedido');
  await pass(alertDurationMs('PaymentError', 'checkout') ?? 0);
  expect([reloads(), shop.address()]).toEqual([0, `/wa-link/${linkId}`]);
};

test.each(stayingRows)(
  '[ERR-13, DIF-43] a link’s order refused with %s shows its alert, and the page stays',
  staysAfter('placeLinkOrder'),
);

test.each(stayingRows.slice(0, 2))(
  '[ERR-13, DIF-43] a link’s cart that is not ready (%s) shows its alert, and the page stays',
  staysAfter('confirmCart'),
);

test('[ERR-06, ERR-13] a missing shipping method reloads a link’s page after the alert’s time', async () => {
  const shop = await openLink({ placeLinkOrder: refusal('SHIPPING_METHOD_REQUIRED') });
  const reloads = watchReloads();
  const pass = watchTimers();
  await order(shop);
  await screen.findByText('No se ha seleccionado un método de envío');
  await pass(alertDurationMs('PaymentError', 'checkout') ?? 0);
  expect(reloads()).toBe(1);
});

test('[PTS-12, PTS-15, PTS-16] points of a link’s cart: options, request and certificate use the link’s token', async () => {
  const coupon = {
    couponCode: 'code-100',
    uid: 'offer-1',
    optionID: 'puntos-max',
    formValues: {},
    ruleId: 'puntos-max-100',
    discountAmount: 100,
  };
  const option = {
    optionID: 'puntos-max',
    name: 'MaxpointsPoints' as const,
    title: 'Puntos MAX',
    iconUrl: '/a.svg',
    index: 0,
  };
  const offer = { optionID: 'puntos-max', uid: 'offer-1', availablePoints: 1_000, availableBalance: 100, message: '' };
  const shop = await openLink({
    getPointsOptions: [{ ...option, inputs: [] }],
    getCaptchaChallenge: sampleChallenge,
    requestPoints: { ...offer, status: 200, coupons: [coupon] },
    applyPoints: refusal('CERTIFICATE_EXPIRED'),
  });
  await shop.user.click(await screen.findByRole('button', { name: /Puntos MAX/ }));
  await shop.user.click(await screen.findByRole('button', { name: 'Consultar puntos' }));
  await shop.user.click(await screen.findByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(shop.sentTo('applyPoints')).toHaveLength(1));
  expect(shop.sentTo('getPointsOptions')[0]).toMatchObject({
    headers: { authorization: bearer },
    query: { cartId: copyId },
  });
  expect(shop.sentTo('requestPoints')).toMatchObject([
    { headers: { authorization: bearer }, body: { cartId: copyId } },
  ]);
  expect(shop.sentTo('applyPoints')).toMatchObject([{ headers: { authorization: bearer }, body: { cartId: copyId } }]);
});

test('[CHK-13] a reload removes the coupon of an advisor’s link, with the link’s token', async () => {
  const load = Object.create(PerformanceEntry.prototype, {
    type: { value: 'reload' },
    name: { value: `${location.origin}/wa-link/${linkId}` },
  });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load]);
  window.history.replaceState(null, '', `/wa-link/${linkId}`);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const set = vi.spyOn(globalThis, 'setTimeout');
  const discount = { id: 'DISCOUNT_UNDEFINED', amount: 10, label: ['Q10 de descuento'], currency: 'GTQ' as const };
  const shop = await openLink({
    getCart: cartOfLink({
      appliedCoupons: [{ code: 'MENOS10' }],
      prices: { ...fryerCart.prices, discount: gtq(10), discounts: [discount], grandTotal: gtq(719) },
    }),
    applyCoupon: {
      status: 200,
      data: { appliedCoupon: { code: 'MENOS10', discountAmount: 10, label: 'Q10 de descuento' } },
    },
    removeCoupon: { status: 200, data: { grandTotal: gtq(729) } },
  });
  await waitFor(() => expect(shop.sentTo('removeCoupon')).toHaveLength(1));
  expect(shop.sentTo('removeCoupon')[0]).toMatchObject({ params: { id: copyId }, headers: { authorization: bearer } });
  expect(set.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(500);
});
