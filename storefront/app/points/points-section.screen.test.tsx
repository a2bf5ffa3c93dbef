import type { Cart } from '@ceiba/contract/carts';
import type { PointsCoupon, PointsOffer, PointsOption } from '@ceiba/contract/points';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { continueToPayment, openCheckout, withAddress } from '../testing/open-checkout.ts';
import { gtq, sampleCart, sampleChallenge, sampleLine } from '../testing/samples.ts';

const plainCart = sampleCart([sampleLine()]);
const total = plainCart.prices.grandTotal.value;

/** The same cart with this certificate. */
const withCertificate = (amount: number): Cart => ({
  ...plainCart,
  appliedCoupons: [{ code: 'c-1' }],
  certificate: { code: 'c-1', program: 'MaxpointsPoints', amount },
  prices: {
    ...plainCart.prices,
    grandTotal: gtq(total - amount),
    discount: gtq(amount),
    discounts: [{ id: 'DISCOUNT_POINTS', amount, label: ['Puntos aplicados'], currency: 'GTQ' }],
  },
});

/** The same cart with a coupon of ten percent. */
const withCoupon: Cart = {
  ...plainCart,
  appliedCoupons: [{ code: 'BIENVENIDO10' }],
  prices: {
    ...plainCart.prices,
    grandTotal: gtq(629.1),
    discount: gtq(69.9),
    discounts: [{ id: 'DISCOUNT_UNDEFINED', amount: 69.9, label: ['10% de bienvenida'], currency: 'GTQ' }],
  },
};

const field = (
  name: PointsOption['inputs'][number]['name'],
  label: string,
  format: PointsOption['inputs'][number]['format'],
) => ({ name, label, format, maxLength: 20, required: true });

const max: PointsOption = {
  optionID: 'puntos-max',
  name: 'MaxpointsPoints',
  title: 'Puntos MAX',
  iconUrl: '/art/puntos-max.svg',
  index: 0,
  inputs: [field('dpi', 'DPI', 'document'), field('birthDate', 'Fecha de nacimiento', 'birthDate')],
};

const bi: PointsOption = {
  ...max,
  optionID: 'puntos-bi',
  name: 'BiPoints',
  title: 'Puntos BI',
  index: 1,
  inputs: [
    field('ccNumber', 'Número de tarjeta', 'cardNumber'),
    field('ccDate', 'Vencimiento', 'date'),
    field('ccCVV', 'CVV', 'cvv'),
    field('ccOwner', 'Nombre del titular', 'text'),
  ],
};

const couponOf = (discountAmount: number): PointsCoupon => ({
  couponCode: `code-${discountAmount}`,
  uid: 'offer-1',
  optionID: 'puntos-max',
  formValues: { dpi: '*********0101' },
  ruleId: `puntos-max-${discountAmount}`,
  discountAmount,
});

const offerOf = (...amounts: number[]): PointsOffer => ({
  status: 200,
  optionID: 'puntos-max',
  uid: 'offer-1',
  coupons: amounts.map(couponOf),
  availablePoints: 12_345,
  availableBalance: 1_234.5,
  message: '',
});

/** Opens the payment step. The mocked cart follows each certificate that is applied and reverted. */
const openPayment = async (calls: Calls = {}, cart = plainCart) => {
  let current = cart;
  const page = await openCheckout({
    cart,
    kept: withAddress,
    calls: {
      getCart: () => current,
      getPointsOptions: [bi, max],
      getCaptchaChallenge: sampleChallenge,
      requestPoints: offerOf(25, 50, 100),
      applyPoints: ({ body }) => {
        const [, amount = '0'] = /code-(\d+)/.exec(JSON.stringify(body)) ?? [];
        current = withCertificate(Number(amount));
        const appliedCoupon = { code: 'c-1', discountAmount: Number(amount), label: `Certificado de Q${amount}.00` };
        return { status: 200, data: { appliedCoupon, grandTotal: current.prices.grandTotal } };
      },
      removeCoupon: () => {
        current = plainCart;
        return { status: 200, data: { grandTotal: gtq(total) } };
      },
      ...calls,
    },
  });
  await continueToPayment(page);
  return page;
};

const billingAddress = {
  firstname: 'Consumidor',
  lastname: 'Final',
  street: ['Ciudad'],
  city: 'Guatemala',
  region: { regionId: 485, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  nit: 'CF',
  documentType: 'CF',
};

type Page = Awaited<ReturnType<typeof openPayment>>;

const section = async () => within(await screen.findByRole('region', { name: 'Canje de puntos' }));

/** Opens the drawer of a program and returns queries for its content. */
const openDrawer = async ({ user }: Page, title = 'Puntos MAX') => {
  await user.click(await (await section()).findByRole('button', { name: new RegExp(title) }));
  const dialog = await screen.findByRole('dialog', { name: title });
  return within(dialog);
};

const fillMember = async (page: Page) => {
  const drawer = await openDrawer(page);
  await page.user.type(await drawer.findByLabelText('DPI'), '1234 56789 0101');
  fireEvent.change(drawer.getByLabelText('Fecha de nacimiento'), { target: { value: '1990-05-15' } });
  return drawer;
};

const ask = async (page: Page) => {
  const drawer = await fillMember(page);
  await page.user.click(drawer.getByRole('button', { name: 'Consultar puntos' }));
  return drawer;
};

const applied = async (page: Page) => {
  const drawer = await ask(page);
  await page.user.click(await drawer.findByRole('button', { name: 'Aplicar' }));
  await drawer.findByRole('button', { name: 'Listo' });
  return drawer;
};

describe('options', () => {
  test('[PTS-01, PTS-07, CONST-37, DEC-39] the section "Canje de puntos" shows each program in its place, and an example', async () => {
    await openPayment();
    const points = await section();
    expect(await points.findAllByRole('button')).toHaveLength(2);
    expect(points.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Puntos MAXConsulta tu saldo',
      'Puntos BIConsulta tu saldo',
    ]);
    expect(points.getByText('Certificado de Q2,000.00')).toBeInTheDocument();
    expect(points.getByText('Es un ejemplo: para esta compra, hasta Q500.00.')).toBeVisible();
  });

  test('[DIF-33] with a coupon the section says beforehand that it must be removed first', async () => {
    const page = await openPayment(
      {
        applyCoupon: {
          status: 200,
          data: { appliedCoupon: { code: 'BIENVENIDO10', discountAmount: 69.9, label: '10%' } },
        },
      },
      withCoupon,
    );
    const words = 'Tienes un cupón aplicado: quítalo primero para canjear tus puntos.';
    expect(await (await section()).findByText(words)).toBeVisible();
    expect((await section()).getByRole('button', { name: /Puntos MAX/ })).toHaveAccessibleDescription(words);
    await page.user.click(await screen.findByRole('button', { name: 'Quitar' }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
    expect((await section()).getByRole('button', { name: /Puntos MAX/ })).toHaveAccessibleDescription('');
  });

  test('[DIF-33] with points the coupon box says that they must be reverted first', async () => {
    const page = await openPayment({}, withCertificate(50));
    const words = 'Hay puntos aplicados: revierte el canje primero para usar un cupón.';
    const code = await screen.findByRole('textbox', { name: 'Cupón' });
    await waitFor(() => expect(code).toHaveAccessibleDescription(words));
    await page.user.click(await (await section()).findByRole('button', { name: 'Revertir canje' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(''));
  });

  test('[FLAG-02] without a program there is no section', async () => {
    const options = Promise.withResolvers<PointsOption[]>();
    const current = { cart: plainCart };
    const page = await openPayment({ getPointsOptions: () => options.promise, getCart: () => current.cart });
    await waitFor(() => expect(page.sentTo('getPointsOptions')).toHaveLength(1));
    options.resolve([]);
    // Changes the cart after the programs have loaded, so that the shown total proves that programs and cart have loaded.
    current.cart = { ...plainCart, prices: { ...plainCart.prices, grandTotal: gtq(650) } };
    fireEvent(window, new Event('focus'));
    expect(await screen.findAllByText('Q650.00')).not.toEqual([]);
    expect(screen.queryByRole('heading', { name: 'Canje de puntos' })).toBeNull();
  });

  test('[ERR-19] programs that cannot be loaded can be loaded again', async () => {
    let isDown = true;
    const page = await openPayment({ getPointsOptions: () => (isDown ? noAnswer : [max]) });
    const points = await section();
    isDown = false;
    await page.user.click(await points.findByRole('button', { name: 'Reintentar' }));
    // The section disappears while the programs load; then a new one renders.
    expect(await screen.findByRole('button', { name: /Puntos MAX/ })).toBeEnabled();
  });

  test('[DIF-17] with a donation the programs are disabled, with the reason', async () => {
    const donation = sampleLine({ sku: 'DONAPUENTE', kind: 'donation', isDonation: true });
    const cart = { ...sampleCart([sampleLine(), { ...donation, cartItemId: plainCart.id }]), donation: 25 };
    await openPayment({}, cart);
    const points = await section();
    expect(await points.findByRole('button', { name: /Puntos MAX/ })).toBeDisabled();
    expect(points.getByText('La donación solo puede pagarse en efectivo.')).toBeInTheDocument();
  });
});

describe('a points card', () => {
  test('[DIF-02] its form has the same error messages as every card form', async () => {
    const page = await openPayment();
    const drawer = await openDrawer(page, 'Puntos BI');
    const says = async (label: RegExp, text: string, message: string) => {
      const input = drawer.getByLabelText(label);
      await page.user.clear(input);
      if (text !== '') await page.user.type(input, text);
      await page.user.click(drawer.getByRole('button', { name: 'Consultar puntos' }));
      await waitFor(() => expect(input).toHaveAccessibleDescription(message));
    };
    await drawer.findByLabelText(/Número de tarjeta/);
    await says(/Número de tarjeta/, '', 'El número de tarjeta es obligatorio');
    await says(/Número de tarjeta/, '4111111111111112', 'El número de tarjeta no es válido');
    await says(/Vencimiento/, '', 'Fecha de expiración es obligatoria');
    await says(/Vencimiento/, '1339', 'Mes inválido');
    await says(/Vencimiento/, '1220', 'Fecha de expiración debe ser en futuro');
    await says(/CVV/, '12', 'CVV debe tener al menos 3 digitos');
    await says(/CVV/, '12345', 'CVV debe tener máximo 4 digitos');
  });
});

describe('the drawer', () => {
  test('[PTS-02, PTS-03, PTS-05, PTS-06, DEC-38] the three steps of the drawer apply a certificate, which can be reverted', async () => {
    const page = await openPayment();
    const drawer = await ask(page);
    expect(await drawer.findByText('12,345 puntos')).toBeInTheDocument();
    expect(drawer.getByText('Equivale a Q1,234.50')).toBeInTheDocument();
    await page.user.click(drawer.getByRole('button', { name: 'Aplicar' }));
    expect(
      await drawer.findByText(
        'Tus puntos se descontarán al momento de facturar. Puedes revertir el canje antes de finalizar tu compra.',
      ),
    ).toBeInTheDocument();
    await page.user.click(drawer.getByRole('button', { name: 'Listo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const points = await section();
    expect(await points.findByRole('status')).toHaveTextContent('Puntos aplicadosCertificado de Q100.00');
    expect(page.sentTo('applyPoints').map(({ body }) => body)).toEqual([
      { cartId: plainCart.id, couponCode: 'code-100' },
    ]);
    await page.user.click(points.getByRole('button', { name: 'Revertir canje' }));
    // The first visit was completed, so the next one starts with an empty form.
    const again = await openDrawer(page);
    expect(await again.findByLabelText('DPI')).toHaveValue('');
    expect(page.sentTo('removeCoupon')).toHaveLength(1);
  });

  test('[PTS-03] "Regresar" returns from the certificates to the typed data', async () => {
    const page = await openPayment();
    const drawer = await ask(page);
    await page.user.click(await drawer.findByRole('button', { name: 'Regresar' }));
    expect(await drawer.findByLabelText('DPI')).toHaveValue('1234567890101');
    expect(drawer.queryByRole('slider')).toBeNull();
  });

  test('[PTS-04] the slider steps through the certificates', async () => {
    const page = await openPayment();
    const drawer = await ask(page);
    const slider = await drawer.findByRole('slider', { name: 'Elige tu certificado' });
    expect(slider).toMatchObject({ min: '0', max: '2', step: '1' });
    for (const [place, label] of [
      ['0', 'Certificado de Q25.00'],
      ['1', 'Certificado de Q50.00'],
    ] as const) {
      fireEvent.change(slider, { target: { value: place } });
      expect(slider).toHaveAttribute('aria-valuetext', label);
      expect(drawer.getByText(label)).toBeInTheDocument();
    }
    await page.user.click(drawer.getByRole('button', { name: 'Aplicar' }));
    await drawer.findByRole('button', { name: 'Listo' });
    expect(page.sentTo('applyPoints')[0]?.body).toMatchObject({ couponCode: 'code-50' });
  });

  test('[PTS-14] fields are formatted while typing', async () => {
    const shapes: PointsOption = {
      ...bi,
      inputs: [
        ...bi.inputs.slice(0, 3),
        field('ccOwner', 'Teléfono', 'phone'),
        field('birthDate', 'Puntos', 'points'),
        field('dpi', 'NIT', 'document'),
      ],
    };
    const page = await openPayment({ getPointsOptions: [shapes] });
    const drawer = await openDrawer(page, 'Puntos BI');
    for (const [label, typed, shown] of [
      ['Número de tarjeta', '4111111111111111', '4111 1111 1111 1111'],
      ['Vencimiento', '1239', '12 / 39'],
      // A text that is too long stays as typed and is refused.
      ['CVV', '123456', '123456'],
      ['Teléfono', '55554444', '5555-4444'],
      ['Puntos', '12345', '12,345'],
      ['NIT', '576937-k', '576937K'],
      ['NIT', '12345678901234', '576937K12345678901234'],
    ] as const) {
      const input = await drawer.findByLabelText(label);
      await page.user.type(input, typed);
      expect(input).toHaveValue(shown);
    }
  });

  test('[DEC-113] an error shows beside its field, and nothing is sent', async () => {
    const page = await openPayment();
    const drawer = await openDrawer(page);
    await page.user.type(await drawer.findByLabelText('DPI'), '123');
    await page.user.click(drawer.getByRole('button', { name: 'Consultar puntos' }));
    expect(await drawer.findByText('El DPI debe contener exactamente 13 dígitos.')).toBeInTheDocument();
    expect(await drawer.findByText('Fecha de nacimiento es requerida')).toBeInTheDocument();
    expect(page.sentTo('requestPoints')).toEqual([]);
  });

  test('[DEC-113] an error from the server shows beside its field, too', async () => {
    const fields = { dpi: 'El DPI debe contener exactamente 13 dígitos.' };
    const page = await openPayment({ requestPoints: refusal('VALIDATION_ERROR', { metadata: { fields } }) });
    const drawer = await ask(page);
    expect(await drawer.findByText(fields.dpi)).toBeInTheDocument();
  });
});

test('[DEC-113] a certificate larger than the purchase shows a warning', async () => {
  const covering = withCertificate(100);
  const [points] = covering.prices.discounts;
  const smaller = { ...covering.prices, discounts: points === undefined ? [] : [{ ...points, amount: 60 }] };
  await openPayment({}, { ...covering, prices: smaller });
  const status = await (await section()).findByRole('status');
  expect(status).toHaveTextContent(
    'Puntos aplicadosCertificado de Q100.00Es mayor que tu compra: revierte el canje y elige uno más pequeño.',
  );
});

test('[DEC-113] a certificate equal to the purchase is not called larger', async () => {
  await openPayment({}, withCertificate(100));
  const status = await (await section()).findByRole('status');
  expect(status).toHaveTextContent('Certificado de Q100.00');
  expect(status).not.toHaveTextContent('Es mayor');
});

test.each([
  [24.5, 'Es un ejemplo: tu compra no llega a Q25.00, el certificado más pequeño.'],
  [25, 'Es un ejemplo: para esta compra, hasta Q25.00.'],
  [699, 'Es un ejemplo: para esta compra, hasta Q500.00.'],
])('[PTS-01, DEC-113] for a purchase of Q%d the example says: %s', async (price, text) => {
  const small = sampleCart([sampleLine({ salesPrice: gtq(price), regularPrice: gtq(price) })]);
  await openPayment({}, small);
  expect(await (await section()).findByText(text)).toBeInTheDocument();
});

test('[PTS-11, PAY-01] a certificate that covers everything leaves no other method, and pays for the order', async () => {
  const covered = withCertificate(total);
  const free = { ...covered, prices: { ...covered.prices, grandTotal: gtq(0) } };
  let isApplied = false;
  const page = await openPayment({
    applyPoints: () => {
      isApplied = true;
      return {
        status: 200,
        data: { appliedCoupon: { code: 'c-1', discountAmount: total, label: '' }, grandTotal: gtq(0) },
      };
    },
    getCart: () => (isApplied ? free : plainCart),
    setCartBillingAddress: { status: 201, data: { billingAddress } },
    setCartPaymentMethod: {
      status: 201,
      data: { selectedPaymentMethod: { code: 'kosmos_payment', title: '' }, prices: free.prices },
    },
    confirmCart: { status: 200, data: { cartId: plainCart.id, email: 'lucia@correo.gt' } },
    placeOrder: { status: 200, data: { orderNumber: '100000001' } },
  });
  const drawer = await applied(page);
  await page.user.click(drawer.getByRole('button', { name: 'Listo' }));
  expect(await screen.findByText('Tu certificado cubre todo: no necesitas otro método de pago.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Tarjeta al contado' })).toBeNull();
  const [pay] = await screen.findAllByRole('button', { name: 'Realizar pedido' });
  if (pay) await page.user.click(pay);
  await waitFor(() => expect(page.sentTo('placeOrder')).toHaveLength(1));
  expect(page.sentTo('placeOrder')[0]?.body).toMatchObject({
    payments: expect.arrayContaining([{ paymentType: 'MaxpointsPoints', paymentPlan: 0, paymentAmount: 0 }]),
  });
});

test('[CHK-21] the payment step: methods, cash, billing, coupon box, points, summary and "Realizar pedido"', async () => {
  await openPayment();
  await section();
  for (const name of ['Cuotas', 'Tarjeta al contado', 'Efectivo contra entrega']) {
    expect(screen.getByRole('button', { name })).toBeEnabled();
  }
  expect(screen.getByRole('heading', { name: 'Datos de facturación' })).toBeInTheDocument();
  expect(screen.getByRole('form', { name: 'Cupón' })).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { name: 'Resumen de compra' })).not.toEqual([]);
  expect(screen.getAllByRole('button', { name: 'Realizar pedido' })).not.toEqual([]);
});

test('[CHK-15] a program’s answer stays while the checkout is open, even after the drawer closes', async () => {
  const page = await openPayment();
  const drawer = await ask(page);
  await drawer.findByText('12,345 puntos');
  await page.user.click(drawer.getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await openDrawer(page);
  expect(await again.findByText('12,345 puntos')).toBeInTheDocument();
  expect(page.sentTo('requestPoints')).toHaveLength(1);
});

describe('failures', () => {
  test.each([
    ['Necesitas al menos 250 puntos para un certificado.', 'Necesitas al menos 250 puntos para un certificado.'],
    ['', 'No se encontraron cupones disponibles para la opción seleccionada'],
  ])('[PTS-17] without certificates the server’s message shows: %j', async (message, shown) => {
    const page = await openPayment({ requestPoints: { ...offerOf(), message } });
    const drawer = await ask(page);
    expect(await drawer.findByText(shown)).toBeInTheDocument();
    expect(drawer.getByRole('button', { name: 'Aplicar' })).toHaveAttribute('aria-disabled', 'true');
  });

  test.each(['CERTIFICATE_NOT_VALID', 'CERTIFICATE_EXPIRED', 'COUPON_ALREADY_APPLIED'] as const)(
    '[PTS-18, DIF-32, DIF-33] a certificate refused with %s shows the reason',
    async (code) => {
      const page = await openPayment({ applyPoints: refusal(code, { message: 'Consulta tus puntos de nuevo.' }) });
      const drawer = await ask(page);
      const slider = await drawer.findByRole('slider', { name: 'Elige tu certificado' });
      fireEvent.change(slider, { target: { value: '1' } });
      await page.user.click(drawer.getByRole('button', { name: 'Aplicar' }));
      // The reason shows beside the certificate; choice and typed values stay.
      expect(await drawer.findByText('Consulta tus puntos de nuevo.')).toBeInTheDocument();
      expect(slider).toHaveAttribute('aria-valuetext', 'Certificado de Q50.00');
      const alert = await screen.findByText('Lo sentimos, no podemos procesar la solicitud');
      expect(alert.closest('[role="alert"]')).toHaveTextContent('Hemos encontrado un error');
      await page.user.click(drawer.getByRole('button', { name: 'Regresar' }));
      expect(await drawer.findByLabelText('DPI')).toHaveValue('1234567890101');
      expect(drawer.getByLabelText('Fecha de nacimiento')).toHaveValue('1990-05-15');
      expect(drawer.getByRole('button', { name: 'Consultar puntos' })).toBeEnabled();
    },
  );

  test('a delivery that another tab’s change starts again leaves the typed values', async () => {
    const more = { ...plainCart, items: plainCart.items.map((item) => ({ ...item, quantity: 2 })), totalQuantity: 2 };
    let now = plainCart;
    const page = await openPayment({
      getCart: () => now,
      applyPoints: () => {
        now = more;
        return refusal('CERTIFICATE_ABOVE_TOTAL');
      },
    });
    const drawer = await ask(page);
    await page.user.click(await drawer.findByRole('button', { name: 'Aplicar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click(await screen.findByRole('button', { name: 'Usar los datos de antes' }));
    await continueToPayment(page);
    const again = await openDrawer(page);
    expect(await again.findByRole('slider')).toBeInTheDocument();
    await page.user.click(again.getByRole('button', { name: 'Regresar' }));
    expect(await again.findByLabelText('DPI')).toHaveValue('1234567890101');
  });

  test('[DIF-33] if another tab has filled the slot, the page shows the slot’s content', async () => {
    let isTaken = false;
    const page = await openPayment({
      getCart: () => (isTaken ? withCertificate(50) : plainCart),
      applyPoints: () => {
        isTaken = true;
        return refusal('COUPON_ALREADY_APPLIED');
      },
    });
    const drawer = await ask(page);
    await page.user.click(await drawer.findByRole('button', { name: 'Aplicar' }));
    expect(await screen.findByText('Certificado de Q50.00')).toBeInTheDocument();
    expect(screen.getAllByText('Puntos aplicados')).not.toEqual([]);
  });

  test.each(['requestPoints', 'applyPoints'] as const)(
    '%s of a cart that is already an order shows a message and leaves the checkout',
    async (call) => {
      const page = await openPayment({ [call]: refusal('CART_CLOSED', { metadata: { orderNumber: '100000045' } }) });
      const drawer = await ask(page);
      if (call === 'applyPoints') await page.user.click(await drawer.findByRole('button', { name: 'Aplicar' }));
      await waitFor(() => expect(page.address()).toBe('/cart'));
      expect(await screen.findByText('Este carrito ya es un pedido')).toBeInTheDocument();
      expect(localStorage.getItem('ceiba.cart')).toBeNull();
    },
  );

  test('an unknown account shows the server’s message', async () => {
    const message = 'No encontramos una cuenta de puntos con estos datos.';
    const page = await openPayment({ requestPoints: refusal('POINTS_ACCOUNT_NOT_FOUND', { message }) });
    await ask(page);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('a revert that fails leaves the certificate, and an alert says so', async () => {
    const page = await openPayment({ removeCoupon: noAnswer });
    const drawer = await applied(page);
    await page.user.click(drawer.getByRole('button', { name: 'Listo' }));
    await page.user.click(await (await section()).findByRole('button', { name: 'Revertir canje' }));
    expect(await screen.findByText('No hay conexión con la tienda')).toBeInTheDocument();
    expect((await section()).getByText('Puntos aplicados')).toBeInTheDocument();
  });
});
