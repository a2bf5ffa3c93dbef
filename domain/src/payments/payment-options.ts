import { removalTexts } from '../carts/line-removal.ts';
import { donationTexts } from '../donations/donation-texts.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import type { ShopOffers } from '../policies/shop-offers.ts';
import type { ShopPolicy } from '../policies/shop-policy.ts';
import { type ConfirmationPolicy, cashConfirmationHours } from './cash-confirmation.ts';
import { type InstallmentPolicy, installmentsSubtitle, isInstallmentsOptionVisible } from './installments.ts';

/** The methods that a shopper can choose (PAY-02). Null means that nothing is chosen. */
export type PaymentMethod = 'monthlyPayments' | 'singlePayment' | 'cashPayments';

/** Maximum number of visible payment methods (CONST-31). */
const visiblePaymentOptions = 4;

export interface PaymentOption {
  method: PaymentMethod;
  label: string;
  subtitle: string | null;
  /** True for a method that is visible but not selectable while the cart has a donation (DIF-17). */
  isDisabled: boolean;
  notice: string | null;
}

export const singlePaymentLabel = 'Tarjeta al contado';

/** The name of payment at a store (DEC-42). */
export const storePaymentLabel = 'Pago en tienda';

/** Texts about payment in cash (DEC-35). */
export const cashTexts = {
  label: 'Efectivo contra entrega',
  deliveryNote:
    'Un agente de mensajería entregará tu pedido y cobrará únicamente en efectivo. Recibirás tu factura electrónica después de recibir tu pedido.',
  pickupNote: 'Paga en efectivo al recoger tu pedido en tienda.',
  /** Text for buyers who pay at the door (DEC-216). */
  ready: (amount: Centavos): string => `Ten listos ${formatQ(amount)} en efectivo.`,
  /** Text for an order that has to be confirmed by its mailed link (DEC-218). */
  confirmation: (hours: number): string =>
    `Te enviaremos un correo: confirma tu pedido con su enlace en ${hours === 1 ? 'la próxima hora' : `las próximas ${hours} horas`}, o se cancelará.`,
  /** Whole amounts have no decimals, as in the fixed texts (APP-03). */
  limit: (amount: Centavos): string => `El pago en efectivo se acepta hasta ${formatQ(amount).replace(/\.00$/, '')}.`,
} as const;

/** Returns whether cash may pay this total. Compares the total before the bank's promotion, as for all offers (DEC-218, DEC-212). */
export const isPayableInCash = (
  totalBeforeBankPromotion: Centavos,
  { cashLimit }: Pick<ShopPolicy, 'cashLimit'>,
): boolean => cashLimit === null || totalBeforeBankPromotion <= cashLimit;

export interface CartToPay {
  grandTotal: Centavos;
  /** The amount that is left for the chosen method after gift cards. The page shows this amount. */
  rest: Centavos;
  /** The total before the discount of a payment method. This total decides which methods are offered (DEC-212). */
  totalBeforeBankPromotion: Centavos;
  hasDonation: boolean;
  isDigitalOnly: boolean;
  deliveryType: 'delivery' | 'storepickup' | null;
  /** True if the buyer is a customer with this confirmed e-mail. */
  isContactConfirmed: boolean;
  units: number;
}

type OfferPolicy = InstallmentPolicy &
  Pick<ShopPolicy, 'cashLimit'> &
  Pick<ShopOffers, 'installmentPlans'> &
  ConfirmationPolicy;

/** Returns the methods in the order of the page (PAY-01, PAY-06, DEC-35). Omits installments if no card of the shop has any. */
export function paymentOptions(cart: CartToPay, policy: OfferPolicy): PaymentOption[] {
  const isDisabled = cart.hasDonation;
  const notice = isDisabled ? donationTexts.onlyCash : null;
  const options: PaymentOption[] = [];
  if (policy.installmentPlans.length > 0 && isInstallmentsOptionVisible(cart.totalBeforeBankPromotion, policy)) {
    const subtitle = installmentsSubtitle(cart.rest);
    options.push({ method: 'monthlyPayments', label: 'Cuotas', subtitle, isDisabled, notice });
  }
  options.push({ method: 'singlePayment', label: singlePaymentLabel, subtitle: null, isDisabled, notice });
  if (!cart.isDigitalOnly) options.push(cashOption(cart, policy));
  return firstOptions(options);
}

/** Returns the methods that are shown, even if the shop has more (PAY-01, CONST-31). */
export const firstOptions = <T>(options: readonly T[]): T[] => options.slice(0, visiblePaymentOptions);

/**
 * Returns the cash option (DEC-35). Above the limit, the option explains why it is disabled. For a large order, it
 * announces the confirmation (DEC-218).
 */
function cashOption(cart: CartToPay, policy: OfferPolicy): PaymentOption {
  if (!isPayableInCash(cart.totalBeforeBankPromotion, policy)) {
    const limit = policy.cashLimit === null ? null : cashTexts.limit(policy.cashLimit);
    return { method: 'cashPayments', label: cashTexts.label, subtitle: null, isDisabled: true, notice: limit };
  }
  const note = cart.deliveryType === 'storepickup' ? cashTexts.pickupNote : cashTexts.deliveryNote;
  // Only the server knows the budget of the buyer's network address. The confirmation page shows the result.
  const order = {
    isContactConfirmed: cart.isContactConfirmed,
    total: cart.grandTotal,
    units: cart.units,
    isOverBudget: false,
  };
  const hours = cashConfirmationHours(order, policy);
  const notice = hours === null ? note : `${note} ${cashTexts.confirmation(hours)}`;
  return { method: 'cashPayments', label: cashTexts.label, subtitle: null, isDisabled: false, notice };
}

/** The shopper's choices so far. */
export interface PaymentChoice {
  method: PaymentMethod | null;
  /** Token of the chosen saved card. */
  savedCard: string | null;
  isFormValid: boolean;
}

export const noPaymentChoice: PaymentChoice = { method: null, savedCard: null, isFormValid: false };

/**
 * Handles a click on a method's header. A second click deselects the method (PAY-03). A new method resets card and form, and only cash
 * is valid immediately (PAY-04).
 */
export function togglePaymentMethod(choice: PaymentChoice, method: PaymentMethod): PaymentChoice {
  if (choice.method === method) return noPaymentChoice;
  return { method, savedCard: null, isFormValid: method === 'cashPayments' };
}

/** Handles a click on a saved card. A second click deselects it. A selected card makes the form valid (PAY-35). */
export function toggleSavedCard(choice: PaymentChoice, token: string): PaymentChoice {
  if (choice.savedCard === token) return { ...choice, savedCard: null, isFormValid: false };
  return { ...choice, savedCard: token, isFormValid: true };
}

/** The facts that decide whether the pay button is enabled (CHK-22). */
export interface PaymentReadiness {
  isBillingValid: boolean;
  isPaymentValid: boolean;
  method: PaymentMethod | null;
  isLoading: boolean;
  hasLineToRemove: boolean;
}

/** Returns whether the pay button is disabled (CHK-22, CHK-23). */
export const isPayButtonDisabled = (readiness: PaymentReadiness): boolean =>
  readiness.isLoading ||
  readiness.hasLineToRemove ||
  readiness.method === null ||
  !readiness.isBillingValid ||
  !readiness.isPaymentValid;

/** Returns the label of the pay button (CHK-21, CHK-23). */
export const payButtonLabel = (hasLineToRemove: boolean): string =>
  hasLineToRemove ? removalTexts.button : 'Realizar pedido';
