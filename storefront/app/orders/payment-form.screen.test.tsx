import { quetzales } from '@ceiba/domain/money/money';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { findAlert } from '../testing/find-alert.ts';
import { noAnswer, refusal, type Sent } from '../testing/network.ts';
import { openPayment, order } from '../testing/open-payment.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const offer = { status: 200, installments: [6, 10, 12], bankName: 'Banco Industrial', hasDiscount: false };

const open = async (method: 'Cuotas' | 'Tarjeta al contado', calls = {}): Promise<Screen> => {
  const shop = await openPayment({ getInstallments: offer, ...calls });
  await shop.user.click(screen.getByRole('button', { name: method }));
  return shop;
};

const number = () => screen.getByLabelText(/Número de tarjeta/);
const rest = () => [
  screen.getByLabelText(/Vencimiento/),
  screen.getByLabelText(/CVV/),
  screen.getByLabelText(/titular/),
];

test('[PAY-10, PAY-20, PAY-11] the card’s fields have documented names, and unlock after a valid number', async () => {
  const { user } = await open('Tarjeta al contado');
  expect(number()).toHaveAttribute('name', 'cardNumber');
  expect(rest().map((field) => field.getAttribute('name'))).toEqual(['expirationDate', 'cvv', 'cardHolderName']);
  for (const field of rest()) expect(field).toBeDisabled();
  await user.type(number(), '411111111111111');
  for (const field of rest()) expect(field).toBeDisabled();
  await user.type(number(), '1');
  expect(number()).toHaveValue('4111 1111 1111 1111');
  for (const field of rest()) expect(field).toBeEnabled();
  await user.type(screen.getByLabelText(/Vencimiento/), '1239');
  expect(screen.getByLabelText(/Vencimiento/)).toHaveValue('12 / 39');
});

test.each([
  ['with dashes', '4111-1111-1111-1111', '4111 1111 1111 1111'],
  ['with dots and spaces', ' 4111.1111 11111111 ', '4111 1111 1111 1111'],
  ['of American Express', '378282246310005', '3782 822463 10005'],
])('[PAY-11] a number pasted %s is grouped', async (_, pasted, shown) => {
  const { user } = await open('Tarjeta al contado');
  await user.click(number());
  await user.paste(pasted);
  expect(number()).toHaveValue(shown);
});

test('[PAY-11, PAY-14, DEC-234] a card number, date or code that is too long stays as typed and is refused', async () => {
  const { user } = await open('Tarjeta al contado');
  await user.click(number());
  await user.paste('41111111111111119');
  expect(number()).toHaveValue('41111111111111119');
  await user.tab();
  await waitFor(() => expect(number()).toHaveAccessibleDescription('El número de tarjeta no es válido'));
  for (const field of rest()) expect(field).toBeDisabled();
  await user.clear(number());
  await user.type(number(), '4111111111111111');
  const expiry = screen.getByLabelText(/Vencimiento/);
  await user.click(expiry);
  await user.paste('12391');
  expect(expiry).toHaveValue('12391');
  await user.tab();
  await waitFor(() => expect(expiry).toBeInvalid());
  await user.paste('123456');
  expect(screen.getByLabelText(/CVV/)).toHaveValue('123456');
  await user.tab();
  await waitFor(() => expect(screen.getByLabelText(/CVV/)).toBeInvalid());
});

test.each([
  ['Visa of 13 digits', '4222222222222', '4222 2222 2222 2'],
  ['Visa of 16 digits', '4242424242424242', '4242 4242 4242 4242'],
  ['American Express that begins with 34', '343434343434343', '3434 343434 34343'],
  ['American Express that begins with 37', '371449635398431', '3714 496353 98431'],
  ['Mastercard that begins with 51', '5105105105105100', '5105 1051 0510 5100'],
  ['Mastercard that begins with 55', '5555555555554444', '5555 5555 5555 4444'],
  ['Mastercard that begins with 2221', '2221000000000009', '2221 0000 0000 0009'],
  ['Mastercard that begins with 2720', '2720990000000007', '2720 9900 0000 0007'],
])('[PAY-12] %s: the number is accepted and the other card fields open', async (_, pasted, shown) => {
  const { user } = await open('Tarjeta al contado');
  await user.click(number());
  await user.paste(pasted);
  await user.tab();
  await waitFor(() => expect(rest()[0]).toBeEnabled());
  expect(number()).toHaveValue(shown);
  expect(number()).not.toHaveAccessibleDescription();
});

test.each([
  ['below Mastercard’s second range', '2220000000000000'],
  ['above Mastercard’s second range', '2721000000000004'],
  ['below Mastercard’s first range', '5018000000000009'],
  ['above Mastercard’s first range', '5600000000000003'],
  ['Visa of 14 digits', '41111111111116'],
  ['American Express of 14 digits', '37828224631000'],
  ['a wrong check digit', '4111111111111112'],
])('[PAY-12] %s (%s): the number is refused, and the other card fields stay disabled', async (_, pasted) => {
  const { user } = await open('Tarjeta al contado');
  await user.click(number());
  await user.paste(pasted);
  await user.tab();
  await waitFor(() => expect(number()).toHaveAccessibleDescription('El número de tarjeta no es válido'));
  for (const field of rest()) expect(field).toBeDisabled();
});

test('[PAY-24] a card shows the plans and bank of the API’s answer, and its discount is sent to the cart', async () => {
  const plans = { status: 200, installments: [18, 3], bankName: 'Banco Promerica', hasDiscount: true };
  const shop = await open('Cuotas', { getInstallments: plans });
  await shop.user.type(number(), '4111111111111111');
  expect(await screen.findByText('Banco Promerica · cuotas disponibles')).toBeVisible();
  const shown = await screen.findAllByRole('radio', { name: /^\d+ cuotas/ });
  expect(shown.map((radio) => radio.closest('label')?.textContent)).toEqual(['3 cuotasQ243.00', '18 cuotasQ40.50']);
  await waitFor(() =>
    expect(shop.sentTo('setCartPaymentMethod').at(-1)?.body).toEqual({
      paymentMethod: 'bamMaxVisaInstallments',
      bin: '411111',
    }),
  );
});

test('after a digit is corrected in the middle, the caret stays behind it', async () => {
  const { user } = await open('Tarjeta al contado');
  await user.type(number(), '411111111111111');
  const field = number();
  if (!(field instanceof HTMLInputElement)) throw new Error('a text field');
  field.setSelectionRange(6, 6);
  await user.keyboard('2');
  expect(field).toHaveValue('4111 1211 1111 1111');
  expect(field.selectionStart).toBe(7);
});

test('[DEC-35] above the cash limit cash is disabled with the reason, and no donation can be removed', async () => {
  const policy = toPublicPolicy({ ...defaultShopPolicy, cashLimit: quetzales(500) });
  await openPayment({ getPolicy: { policy, offers: demoOffersAnswer, tagContainer: null } });
  const cash = await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  expect(cash).toBeDisabled();
  expect(cash).toHaveAccessibleDescription('El pago en efectivo se acepta hasta Q500.');
  expect(screen.queryByRole('button', { name: 'Quitar donación' })).toBeNull();
});

test.each([
  [
    'a guest',
    {},
    ' Te enviaremos un correo: confirma tu pedido con su enlace en las próximas 2 horas, o se cancelará.',
  ],
  ['a customer', storedSession(), ''],
])('[DEC-218] before a large cash order, %s sees whether the order must be confirmed', async (_, local, wish) => {
  const policy = toPublicPolicy({ ...defaultShopPolicy, guestConfirmationFrom: quetzales(500) });
  const calls = {
    getPolicy: { policy, offers: demoOffersAnswer, tagContainer: null },
    getCustomer: sampleCustomer(),
    listAddresses: [],
  };
  await openPayment(calls, { local });
  const cash = await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  expect(cash).toHaveAccessibleDescription(
    `Un agente de mensajería entregará tu pedido y cobrará únicamente en efectivo. Recibirás tu factura electrónica después de recibir tu pedido.${wish}`,
  );
});

test('[DEC-103] each payment method is sent to the cart, with the bin for cards only', async () => {
  const sentBy = async (method: 'Cuotas' | 'Tarjeta al contado' | null, given: object = offer): Promise<unknown> => {
    const shop = await openPayment({ getInstallments: given });
    if (method === null) await order(shop);
    else {
      await shop.user.click(screen.getByRole('button', { name: method }));
      await shop.user.type(number(), '4111111111111111');
      if (method === 'Cuotas') await screen.findByRole('radio', { name: /^6 cuotas/ });
      const [expiry, cvv, owner] = rest();
      if (!expiry || !cvv || !owner) throw new Error('a card has three more fields');
      await shop.user.type(expiry, '1239');
      await shop.user.type(cvv, '123');
      await shop.user.type(owner, 'Lucía Paz');
      const [pay] = await screen.findAllByRole('button', { name: /Realizar pedido/ });
      await waitFor(() => expect(pay).toBeEnabled());
      await shop.user.click(pay ?? document.body);
    }
    // Until its confirmation shows, a reload leads to it.
    expect(await screen.findByText('100000001')).toBeVisible();
    const sent = shop.sentTo('setCartPaymentMethod').at(-1)?.body;
    cleanup();
    return sent;
  };
  expect(await sentBy(null)).toEqual({ paymentMethod: 'kosmos_payment' });
  expect(await sentBy('Tarjeta al contado')).toEqual({ paymentMethod: 'kosmos_payment', bin: '411111' });
  expect(await sentBy('Cuotas')).toEqual({ paymentMethod: 'otherVisaInstallments', bin: '411111' });
  expect(await sentBy('Cuotas', { ...offer, hasDiscount: true })).toEqual({
    paymentMethod: 'bamMaxVisaInstallments',
    bin: '411111',
  });
});

test('the browser may fill in the card, also with a four-digit year', async () => {
  await open('Tarjeta al contado');
  const kinds = [number(), ...rest()].map((field) => field.getAttribute('autocomplete'));
  expect(kinds).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  fireEvent.change(number(), { target: { value: '4111111111111111' } });
  const expiry = screen.getByLabelText(/Vencimiento/);
  await waitFor(() => expect(expiry).toBeEnabled());
  fireEvent.change(expiry, { target: { value: '12/2039' } });
  expect(expiry).toHaveValue('12 / 39');
});

test('[PAY-15] the number field explains its purpose in cuotas, but not in a single payment', async () => {
  const { user } = await open('Cuotas');
  expect(number()).toHaveAccessibleDescription('Ingresa el número de tarjeta para validar las cuotas disponibles');
  await user.click(screen.getByRole('button', { name: 'Tarjeta al contado' }));
  expect(number()).not.toHaveAccessibleDescription();
});

test('the card option shows the longest plan of all banks, then of the card', async () => {
  const { user } = await open('Cuotas');
  expect(screen.getByText('48 cuotas de Q15.19')).toBeVisible();
  await user.type(number(), '4111111111111111');
  expect(await screen.findByText('12 cuotas de Q60.75')).toBeVisible();
  expect(screen.queryByText(/^48 cuotas/)).toBeNull();
});

test('[PAY-07, CONST-12, DIF-35] "Desde" shows a third of the total, whatever the plans of the API are', async () => {
  const { user } = await open('Cuotas');
  expect(screen.getByRole('button', { name: 'Cuotas' })).toHaveAccessibleDescription('Desde Q243.00 mensuales');
  await user.type(number(), '4111111111111111');
  expect(await screen.findByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
  const plans = screen
    .getAllByRole('radio', { name: /^\d+ cuotas/ })
    .map((radio) => radio.closest('label')?.textContent);
  expect(plans).toEqual(['6 cuotasQ121.50', '10 cuotasQ72.90', '12 cuotasQ60.75']);
});

test.each(['Cuotas', 'Tarjeta al contado'] as const)(
  '[PAY-13, PAY-14, PAY-16, PAY-17, PAY-18, DIF-02, DIF-03] in "%s" each wrong field shows the same text',
  async (method) => {
    const { user } = await open(method);
    const says = async (field: HTMLElement, text: string, message: string) => {
      await user.clear(field);
      if (text !== '') await user.type(field, text);
      await user.tab();
      await waitFor(() => expect(field).toHaveAccessibleDescription(message));
    };
    await says(number(), '', 'El número de tarjeta es obligatorio');
    await says(number(), '4111111111111112', 'El número de tarjeta no es válido');
    await user.clear(number());
    await user.type(number(), '4111111111111111');
    const [expiry, cvv, holder] = rest();
    if (!expiry || !cvv || !holder) throw new Error('a field is missing');
    await waitFor(() => expect(expiry).toBeEnabled());
    await says(expiry, '', 'Fecha de expiración es obligatoria');
    await says(expiry, '1339', 'Mes inválido');
    await says(expiry, '1220', 'Fecha de expiración debe ser en futuro');
    await says(cvv, '', 'CVV es obligatorio');
    await says(cvv, '12', 'CVV debe tener al menos 3 digitos');
    await says(cvv, '12345', 'CVV debe tener máximo 4 digitos');
    await says(holder, '', 'Nombre del titular es obligatorio');
  },
);

test('[PAY-22] a shortened number clears the rest of the form and the plans', async () => {
  const { user } = await open('Cuotas');
  await user.type(number(), '4111111111111111');
  expect(await screen.findByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
  await user.type(screen.getByLabelText(/Vencimiento/), '1239');
  await user.type(screen.getByLabelText(/CVV/), '123');
  await user.type(screen.getByLabelText(/titular/), 'Lucía Paz');
  expect(rest().map((field) => field instanceof HTMLInputElement && field.value)).toEqual([
    '12 / 39',
    '123',
    'Lucía Paz',
  ]);
  await user.type(number(), '{Backspace}');
  expect(number()).toHaveValue('4111 1111 1111 111');
  await waitFor(() => {
    for (const field of rest()) expect(field).toHaveValue('');
  });
  for (const field of rest()) expect(field).toBeDisabled();
  expect(screen.queryByRole('radio', { name: /cuotas/ })).toBeNull();
});

test('[DIF-30] plans are only loaded for the installments option', async () => {
  const { user, sentTo } = await open('Tarjeta al contado');
  await user.type(number(), '4111111111111111');
  await user.type(screen.getByLabelText(/Vencimiento/), '1239');
  await user.type(screen.getByLabelText(/CVV/), '123');
  await user.type(screen.getByLabelText(/titular/), 'Lucía Paz');
  const [button] = await screen.findAllByRole('button', { name: /Realizar pedido/ });
  if (button === undefined) throw new Error('no button to pay with');
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(button);
  await waitFor(() => expect(sentTo('placeOrder')).toHaveLength(1));
  expect(sentTo('placeOrder')[0]?.body).toMatchObject({ payments: [{ paymentType: 'Card', paymentPlan: 1 }] });
  expect(sentTo('getInstallments')).toEqual([]);
});

test('[PAY-19] a plan that the next card lacks must be chosen again', async () => {
  const { user } = await open('Cuotas', {
    getInstallments: ({ query: { bin } }: Sent) => ({
      ...offer,
      installments: bin === '411111' ? [6, 10, 48] : [6, 10],
    }),
  });
  const paste = async (typed: string) => {
    await user.tripleClick(number());
    await user.paste(typed);
  };
  for (const [typed, plans] of [
    ['4012888888881881', 2],
    ['4111111111111111', 3],
  ] as const) {
    await paste(typed);
    await waitFor(() => expect(screen.queryAllByRole('radio', { name: /^\d+ cuotas/ })).toHaveLength(plans));
  }
  await user.click(screen.getByRole('radio', { name: /^48 cuotas/ }));
  expect(screen.queryByText('Debe seleccionar una cantidad de cuotas')).toBeNull();
  await paste('4012888888881881');
  expect(await screen.findByText('Debe seleccionar una cantidad de cuotas')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Cuotas' })).toHaveAccessibleDescription(
    'Debe seleccionar una cantidad de cuotas',
  );
  await user.click(screen.getByRole('radio', { name: /^10 cuotas/ }));
  await waitFor(() => expect(screen.queryByText('Debe seleccionar una cantidad de cuotas')).toBeNull());
});

test('[PAY-27, DEC-79] a card with a bank promotion shows the promotion', async () => {
  const { user } = await open('Cuotas', { getInstallments: { ...offer, hasDiscount: true } });
  await user.type(number(), '4242424242424242');
  expect(await screen.findByText('10% de descuento bancario')).toBeVisible();
  expect(await screen.findByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
});

test.each([
  [
    'PAY-28, PAY-26',
    { ...offer, installments: [] },
    'No cuenta con cuotas disponibles',
    'Por favor seleccione otro método de pago',
  ],
  ['PAY-29', noAnswer, 'Error al obtener las cuotas', 'Por favor intente más tarde'],
  ['PAY-29', refusal('UNEXPECTED'), 'Error al obtener las cuotas', 'Por favor intente más tarde'],
  ['PAY-30', refusal('BIN_INVALID'), 'Número de tarjeta no válido', 'Por favor verifique el número de su tarjeta'],
])(
  '[%s] [APP-23, DEC-188, ERR-19] why a card cannot be paid in cuotas is shown',
  async (_, getInstallments, title, message) => {
    const { user } = await open('Cuotas', { getInstallments });
    await user.type(number(), '4111111111111111');
    const alert = await findAlert(title);
    expect(alert).toHaveAttribute('data-alert-id', 'InstallmentsError');
    expect(alert).toHaveTextContent(message);
  },
);

test('[PAY-31] [APP-23, DEC-188] a card whose plans the cart refuses shows the reason', async () => {
  const { user } = await open('Cuotas', { setCartPaymentMethod: refusal('UNEXPECTED') });
  await user.type(number(), '4111111111111111');
  const alert = await findAlert('Error al procesar el pago');
  expect(alert).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(alert).toHaveTextContent('Por favor intente más tarde');
});

test('[PAY-02, PAY-03] [DEC-187] a header opens its payment method, and a second press closes the method', async () => {
  const { user } = await openPayment({ getInstallments: offer });
  const methods = () =>
    ['Cuotas', 'Tarjeta al contado', 'Efectivo contra entrega'].map(
      (name) => screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true',
    );
  expect(methods()).toEqual([false, false, false]);
  for (const [index, name] of ['Cuotas', 'Tarjeta al contado', 'Efectivo contra entrega'].entries()) {
    await user.click(screen.getByRole('button', { name }));
    expect(methods()).toEqual([0, 1, 2].map((each) => each === index));
  }
  await user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  expect(methods()).toEqual([false, false, false]);
});

test('[ORD-01] [DEC-101, DEC-104] the order is sent with its cart, its payment and the shown dates', async () => {
  const shop = await openPayment();
  await order(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  expect(shop.sentTo('placeOrder')[0]?.body).toEqual({
    cartId: expect.any(String),
    payments: [
      {
        paymentType: 'Cash',
        paymentPlan: 0,
        paymentAmount: 729,
        fingerprintSessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ],
    deliveryPromise: {
      shippingMethod: 'delivery',
      groups: [expect.objectContaining({ sellerId: 1, deliveryDate: '2026-11-24' })],
    },
  });
});

test.each([
  ['without an account', { result: true }],
  ['with an account', { result: false, suggestedEmail: 'lucia@correo.gt' }],
])('[DEC-134] a guest orders with an e-mail %s', async (_, data) => {
  const shop = await openPayment({ validateGuestCheckout: { status: 200, data } });
  await order(shop);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(shop.sentTo('validateGuestCheckout').map(({ body }) => body)).toEqual([{ email: 'lucia@correo.gt' }]);
});

test('[DEC-134] an e-mail that the shop calls invalid stops a guest’s order before anything is sent', async () => {
  const shop = await openPayment({ validateGuestCheckout: refusal('VALIDATION_ERROR') });
  await order(shop);
  expect(await findAlert('Error Desconocido')).toHaveAttribute('data-alert-id', 'PaymentError');
  for (const name of ['setCartBillingAddress', 'setCartPaymentMethod', 'confirmCart', 'placeOrder'] as const)
    expect(shop.sentTo(name)).toEqual([]);
});

test('the message about a declined card links to the chosen method', async () => {
  const shop = await open('Tarjeta al contado', { placeOrder: refusal('PAY_DECLINED') });
  await shop.user.type(number(), '4111111111111111');
  await shop.user.type(screen.getByLabelText(/Vencimiento/), '1239');
  await shop.user.type(screen.getByLabelText(/CVV/), '123');
  await shop.user.type(screen.getByLabelText(/titular/), 'Lucía Paz');
  await shop.user.click((await screen.findAllByRole('button', { name: /Realizar pedido/ }))[0] ?? document.body);
  const bar = (await screen.findByText('No se hizo ningún cobro')).closest('.pay-bar');
  expect(bar).not.toBeNull();
  await shop.user.click(await screen.findByRole('button', { name: 'Revisar mi pago' }));
  expect(screen.getByRole('button', { name: 'Tarjeta al contado' })).toHaveFocus();
  expect(bar).not.toHaveTextContent('No se hizo ningún cobro');
  expect(screen.getByText('No se hizo ningún cobro')).toBeVisible();
  await shop.user.tab();
  expect(number()).toHaveFocus();
});
