import { type BillingPolicy, type DocumentType, needsTaxId } from '../billing/tax-document.ts';
import { type FlashSale, isFlashSaleActive } from '../catalog/price.ts';
import type { DeliveryType } from '../delivery/delivery-fee.ts';
import { type Centavos, formatQ } from '../money/money.ts';
import { ok, type Result, refuse } from '../result.ts';
import { needsNoPlace, type StockedLine } from './cart-line.ts';
import { isUnavailable } from './line-removal.ts';

/** The checks when a cart is confirmed, in this order (DEC-135). */
export const confirmCartCodes = [
  'NO_PRODUCTS',
  'OUT_OF_STOCK',
  'QUANTITY_GREATER_THAN_STOCK',
  'PRODUCT_ON_SALE_IN_CART',
  'EMAIL_REQUIRED',
  'SHIPPING_METHOD_REQUIRED',
  'STORE_REQUIRED',
  'VISIT_NOT_COVERED',
  'VISIT_DOES_NOT_FIT',
] as const;

/** The checks when a cart becomes an order. */
export const readinessCodes = [
  ...confirmCartCodes,
  'BILLING_ADDRESS_REQUIRED',
  'REQUIRED_NIT_MAX_AMOUNT',
  'PAYMENT_METHOD_REQUIRED',
] as const;

export type ReadinessCode = (typeof readinessCodes)[number];

/** Messages that need no amount (ERR-02..ERR-11, DEC-40). */
export const readinessMessages: Record<Exclude<ReadinessCode, 'REQUIRED_NIT_MAX_AMOUNT'>, string> = {
  NO_PRODUCTS: 'El carrito no tiene productos',
  OUT_OF_STOCK: 'El carrito contiene productos sin stock',
  QUANTITY_GREATER_THAN_STOCK: 'El carrito contiene productos con cantidad mayor al stock disponible',
  PRODUCT_ON_SALE_IN_CART:
    '¡Lo sentimos! Este producto ya no está disponible, te invitamos a visitar nuestra sección de ofertas para descubrir más opciones.',
  EMAIL_REQUIRED: 'El carrito debe tener un correo electrónico',
  SHIPPING_METHOD_REQUIRED: 'No se ha seleccionado un método de envío',
  STORE_REQUIRED: 'El carrito de tipo pickup debe tener una tienda seleccionada',
  VISIT_NOT_COVERED:
    'Llevas un servicio que no se presta en ese municipio. Quítalo de tu carrito o elige otra dirección.',
  VISIT_DOES_NOT_FIT: 'Este servicio no es para los productos de tu carrito. Revisa la medida o quítalo.',
  BILLING_ADDRESS_REQUIRED: 'El carrito debe tener una dirección de facturación',
  PAYMENT_METHOD_REQUIRED: 'El carrito debe tener un metodo de pago seleccionado',
};

/** Returns the message of a failed check. Server and browser show the same text (DEC-135, ERR-10). */
export const readinessMessage = (code: ReadinessCode, { finalConsumerLimit }: BillingPolicy): string =>
  code === 'REQUIRED_NIT_MAX_AMOUNT'
    ? `El NIT es requerido para compras mayores a ${formatQ(finalConsumerLimit)}`
    : readinessMessages[code];

export interface CartToPlace {
  lines: readonly StockedLine[];
  email: string | null;
  deliveryType: DeliveryType | null;
  storeCode: string | null;
  billing: { documentType: DocumentType; nit: string } | null;
  hasPaymentMethod: boolean;
  isEmployee: boolean;
  grandTotal: Centavos;
}

/** `confirmCart`: the shopper confirms the cart; runs the checks of the first list. `placeOrder`: runs all checks (DEC-135). */
export type ReadinessScope = 'confirmCart' | 'placeOrder';

/**
 * Returns the first check that fails, in the order of DEC-135. The check of visits follows the check of the store.
 * Digital-only carts without a visit skip the two shipping checks. A cart with only a donation counts as empty. Gift
 * cards and services have no stock limit (DEC-81). `refuse_units_of` in the database applies the same stock rule.
 */
export function checkReadiness(
  cart: CartToPlace,
  scope: ReadinessScope,
  policy: BillingPolicy,
): Result<null, { code: ReadinessCode; message: string }> {
  const scoped: readonly ReadinessCode[] = scope === 'placeOrder' ? readinessCodes : confirmCartCodes;
  const failed = scoped.find((code) => checks[code](cart, policy));
  return failed === undefined ? ok(null) : refuse({ code: failed, message: readinessMessage(failed, policy) });
}

type Fails = (cart: CartToPlace, policy: BillingPolicy) => boolean;

const checks: Record<ReadinessCode, Fails> = {
  NO_PRODUCTS: (cart) => cart.lines.every((line) => line.kind === 'donation'),
  OUT_OF_STOCK: (cart) => cart.lines.some(isUnavailable),
  QUANTITY_GREATER_THAN_STOCK: (cart) => stockLines(cart).some((line) => line.quantity > line.salableQuantity),
  PRODUCT_ON_SALE_IN_CART: (cart) => stockLines(cart).some((line) => line.onSale),
  EMAIL_REQUIRED: (cart) => isBlank(cart.email),
  SHIPPING_METHOD_REQUIRED: (cart) => !needsNoPlace(cart.lines) && cart.deliveryType === null,
  STORE_REQUIRED: (cart) => !needsNoPlace(cart.lines) && cart.deliveryType === 'storepickup' && isBlank(cart.storeCode),
  VISIT_NOT_COVERED: (cart) => cart.lines.some((line) => line.visitRefusal === 'VISIT_NOT_COVERED'),
  VISIT_DOES_NOT_FIT: (cart) => cart.lines.some((line) => line.visitRefusal === 'VISIT_DOES_NOT_FIT'),
  BILLING_ADDRESS_REQUIRED: (cart) => cart.billing === null,
  REQUIRED_NIT_MAX_AMOUNT: (cart, policy) =>
    cart.billing !== null &&
    needsTaxId({ ...cart.billing, isEmployee: cart.isEmployee, grandTotal: cart.grandTotal }, policy),
  PAYMENT_METHOD_REQUIRED: (cart) => !cart.hasPaymentMethod,
};

const stockLines = (cart: CartToPlace): StockedLine[] => cart.lines.filter((line) => line.kind === 'goods');

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

/**
 * Returns `onSale` of a line: true if the running flash sale began after the line was added. The shopper must then add
 * the product again, through the offers (DEC-80). Lines that were added during the sale are not flagged. After the
 * sale, no line is flagged.
 */
export function isOnSaleSinceAdded(addedAt: Date, sale: FlashSale | null, now: Date): boolean {
  return sale !== null && sale.startsAt > addedAt && isFlashSaleActive(sale, now);
}
