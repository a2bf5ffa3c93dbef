import { describe, expect, test } from 'vitest';
import { donationTexts } from '../donations/donation-texts.ts';
import { centavos, quetzales } from '../money/money.ts';
import { demoTerms } from '../testing/terms.ts';
import {
  type CartToPay,
  firstOptions,
  isPayButtonDisabled,
  noPaymentChoice,
  type PaymentReadiness,
  payButtonLabel,
  paymentOptions,
  togglePaymentMethod,
  toggleSavedCard,
} from './payment-options.ts';

const cart = (different: Partial<CartToPay> = {}): CartToPay => ({
  grandTotal: quetzales(1_000),
  rest: different.grandTotal ?? quetzales(1_000),
  totalBeforeBankPromotion: different.grandTotal ?? quetzales(1_000),
  hasDonation: false,
  isDigitalOnly: false,
  deliveryType: 'delivery',
  isContactConfirmed: false,
  units: 1,
  ...different,
});

const courier =
  'Un agente de mensajería entregará tu pedido y cobrará únicamente en efectivo. Recibirás tu factura electrónica después de recibir tu pedido.';

describe('offered methods', () => {
  test('[PAY-01] [PAY-07] [PAY-08] installments come first, then the single payment, then cash', () => {
    expect(paymentOptions(cart(), demoTerms)).toEqual([
      {
        method: 'monthlyPayments',
        label: 'Cuotas',
        subtitle: 'Desde Q333.33 mensuales',
        isDisabled: false,
        notice: null,
      },
      { method: 'singlePayment', label: 'Tarjeta al contado', subtitle: null, isDisabled: false, notice: null },
      {
        method: 'cashPayments',
        label: 'Efectivo contra entrega',
        subtitle: null,
        isDisabled: false,
        notice: courier,
      },
    ]);
  });

  test.each([
    [49_999, 2],
    [50_000, 3],
  ])('[PAY-06] at %d centavos there are %d methods', (grandTotal, count) => {
    expect(paymentOptions(cart({ grandTotal: centavos(grandTotal) }), demoTerms)).toHaveLength(count);
  });

  test('[DIF-17] a donation leaves only cash, and the page says why', () => {
    const [installments, single, cash] = paymentOptions(cart({ hasDonation: true }), demoTerms);
    const reason = { isDisabled: true, notice: 'La donación solo puede pagarse en efectivo.' };
    expect(installments).toMatchObject(reason);
    expect(single).toMatchObject(reason);
    expect(cash).toMatchObject({ isDisabled: false, notice: courier });
    expect(donationTexts.remove).toBe('Quitar donación');
    expect(donationTexts.beforeAdding).toBe('Solo disponible para pagos en efectivo.');
  });

  test('[DEC-35] cash at pickup has a special note, and digital-only carts cannot be paid in cash', () => {
    const note = 'Paga en efectivo al recoger tu pedido en tienda.';
    expect(paymentOptions(cart({ deliveryType: 'storepickup' }), demoTerms).at(-1)?.notice).toBe(note);
    expect(paymentOptions(cart({ deliveryType: null }), demoTerms).at(-1)?.notice).toBe(courier);
    const digital = paymentOptions(cart({ isDigitalOnly: true }), demoTerms).map(({ method }) => method);
    expect(digital).toEqual(['monthlyPayments', 'singlePayment']);
  });

  test.each([
    [500_000, false, courier],
    [500_001, true, 'El pago en efectivo se acepta hasta Q5,000.'],
  ])('cash has the operator’s limit: %d centavos', (grandTotal, isDisabled, notice) => {
    const policy = { ...demoTerms, cashLimit: quetzales(5_000) };
    expect(paymentOptions(cart({ grandTotal: centavos(grandTotal) }), policy).at(-1)).toMatchObject({
      isDisabled,
      notice,
    });
  });

  test.each<[string, Partial<CartToPay>, string]>([
    ['below the limits, of an unconfirmed buyer', { grandTotal: quetzales(9_999.99), units: 20 }, ''],
    [
      'of Q10,000, of an unconfirmed buyer',
      { grandTotal: quetzales(10_000) },
      ' en las próximas 2 horas, o se cancelará.',
    ],
    ['of 21 units, of an unconfirmed buyer', { units: 21 }, ' en las próximas 2 horas, o se cancelará.'],
    ['of a confirmed customer', { grandTotal: quetzales(10_000), units: 21, isContactConfirmed: true }, ''],
  ])('[DEC-218] the cash option mentions whether the order must be confirmed: %s', (_, order, end) => {
    const notice = paymentOptions(cart(order), demoTerms).at(-1)?.notice;
    const confirm = end === '' ? '' : ` Te enviaremos un correo: confirma tu pedido con su enlace${end}`;
    expect(notice).toBe(`${courier}${confirm}`);
    const soon = { ...demoTerms, guestConfirmationUnits: 0, guestConfirmationHours: 1 };
    if (order.isContactConfirmed !== true)
      expect(paymentOptions(cart(order), soon).at(-1)?.notice).toContain('en la próxima hora, o se cancelará.');
  });

  test.each([
    [3, [1, 2, 3]],
    [4, [1, 2, 3, 4]],
    [5, [1, 2, 3, 4]],
  ])('[CONST-31] only the first four of %d methods show', (count, expected) => {
    expect(firstOptions(Array.from({ length: count }, (_, index) => index + 1))).toEqual(expected);
  });
});

describe('choice', () => {
  test('[PAY-03] pressing the same method again deselects it', () => {
    const chosen = togglePaymentMethod(noPaymentChoice, 'singlePayment');
    expect(chosen).toEqual({ method: 'singlePayment', savedCard: null, isFormValid: false });
    const none = { method: null, savedCard: null, isFormValid: false };
    expect(togglePaymentMethod({ ...chosen, isFormValid: true }, 'singlePayment')).toEqual(none);
  });

  test('[PAY-04] a new method resets card and form, and cash is valid immediately', () => {
    const before = { method: 'singlePayment' as const, savedCard: 'token', isFormValid: true };
    const other = { method: 'monthlyPayments', savedCard: null, isFormValid: false };
    expect(togglePaymentMethod(before, 'monthlyPayments')).toEqual(other);
    expect(togglePaymentMethod(before, 'cashPayments')).toEqual({
      ...other,
      method: 'cashPayments',
      isFormValid: true,
    });
  });

  test('[PAY-35] a saved card toggles and makes the form valid', () => {
    const before = { method: 'singlePayment' as const, savedCard: null, isFormValid: false };
    const chosen = toggleSavedCard(before, 'a');
    expect(chosen).toEqual({ ...before, savedCard: 'a', isFormValid: true });
    expect(toggleSavedCard(chosen, 'b')).toEqual({ ...before, savedCard: 'b', isFormValid: true });
    expect(toggleSavedCard(chosen, 'a')).toEqual(before);
  });
});

describe('pay button', () => {
  const ready: PaymentReadiness = {
    isBillingValid: true,
    isPaymentValid: true,
    method: 'cashPayments',
    isLoading: false,
    hasLineToRemove: false,
  };

  test.each<[string, Partial<PaymentReadiness>, boolean]>([
    ['ready', {}, false],
    ['billing invalid', { isBillingValid: false }, true],
    ['payment invalid', { isPaymentValid: false }, true],
    ['no method', { method: null }, true],
    ['loading', { isLoading: true }, true],
    ['a line to remove', { hasLineToRemove: true }, true],
  ])('[CHK-22] [CHK-23] %s', (_, different, expected) => {
    expect(isPayButtonDisabled({ ...ready, ...different })).toBe(expected);
  });

  test('[CHK-21] [CHK-23] the label mentions that a line must be removed first', () => {
    expect(payButtonLabel(false)).toBe('Realizar pedido');
    expect(payButtonLabel(true)).toBe('Producto no disponible, elimínalo para continuar');
  });
});
