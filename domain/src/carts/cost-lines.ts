import type { DeliveryType } from '../delivery/delivery-fee.ts';
import { add, type Centavos, formatQ, zero } from '../money/money.ts';
import type { CartTotals } from './cart-totals.ts';

export type CostKind = 'subtotal' | 'discount' | 'warranties' | 'delivery' | 'total' | 'giftCard' | 'rest';

export interface CostLine {
  kind: CostKind;
  label: string;
  /** The text that is shown: an amount, "Por calcular" or "Gratis". */
  text: string;
}

export interface DeliveryCost {
  deliveryType: DeliveryType | null;
  /** True until contact and delivery are entered in the checkout (steps 1 and 2). */
  isDeliveryOpen: boolean;
  isDigitalOnly: boolean;
}

/** The totals that are shown. A placed order has them too. */
export interface TotalsToShow extends Pick<CartTotals, 'subtotal' | 'warranties' | 'shipping' | 'grandTotal'> {
  discounts: readonly Pick<CartTotals['discounts'][number], 'label' | 'amount'>[];
}

/** Texts for a delivery cost that is not known yet, or zero (CART-31, DEC-29). */
export const deliveryCostTexts = { unknown: 'Por calcular', free: 'Gratis' } as const;

/** Returns the delivery cost as text: unknown while a step before payment is open, "Q0.00" for pickup, "Gratis" for zero (CART-31). */
export function deliveryCostText(shipping: CartTotals['shipping'], delivery: DeliveryCost): string {
  if (delivery.isDeliveryOpen) return deliveryCostTexts.unknown;
  if (delivery.deliveryType === 'storepickup') return formatQ(zero);
  return shipping === 0 ? deliveryCostTexts.free : formatQ(shipping);
}

/**
 * Returns the lines for subtotal, each discount, warranties, delivery or pickup, and total (CHK-20). Digital-only carts have no line
 * for delivery.
 */
export function costLines(totals: TotalsToShow, delivery: DeliveryCost): CostLine[] {
  const lines: CostLine[] = [{ kind: 'subtotal', label: 'Subtotal', text: formatQ(totals.subtotal) }];
  for (const discount of totals.discounts) {
    lines.push({ kind: 'discount', label: discount.label.join(', '), text: `-${formatQ(discount.amount)}` });
  }
  if (totals.warranties > 0) {
    lines.push({ kind: 'warranties', label: 'Garantías', text: formatQ(totals.warranties) });
  }
  if (!delivery.isDigitalOnly) {
    const label = delivery.deliveryType === 'storepickup' ? 'Recoger en tienda' : 'Envío';
    lines.push({ kind: 'delivery', label, text: deliveryCostText(totals.shipping, delivery) });
  }
  return [...lines, { kind: 'total', label: 'Total', text: formatQ(totals.grandTotal) }];
}

export interface PanelSubtotal {
  count: number;
  label: string;
  amount: Centavos;
}

/** Returns "1 producto" or "2 productos". */
export const productCount = (count: number): string => `${count} ${count === 1 ? 'producto' : 'productos'}`;

/** Returns the footer of the add-to-cart panel: one product, with service and warranty if they are chosen (PANEL-05). */
export function panelSubtotal(product: Centavos, service: Centavos | null, warranty: Centavos | null): PanelSubtotal {
  const count = 1 + (service === null ? 0 : 1) + (warranty === null ? 0 : 1);
  const amount = add(product, add(service ?? zero, warranty ?? zero));
  return { count, label: `Subtotal (${productCount(count)})`, amount };
}
