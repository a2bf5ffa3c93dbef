import { type Centavos, formatQ } from '../money/money.ts';
import type { CartTotals } from './cart-totals.ts';

/** A line as the shopper last saw it. */
export interface SeenLine {
  id: string;
  title: string;
  quantity: number;
  salesPrice: Centavos;
  warrantyAmount: Centavos | null;
}

/** A cart as the shopper last saw it. */
export interface SeenCart {
  lines: readonly SeenLine[];
  totals: Pick<CartTotals, 'shipping' | 'discount' | 'grandTotal'>;
}

export interface PriceChange {
  label: string;
  before: string;
  now: string;
}

const changeOf = (label: string, before: Centavos, now: Centavos, unit = ''): PriceChange[] =>
  before === now ? [] : [{ label, before: `${formatQ(before)}${unit}`, now: `${formatQ(now)}${unit}` }];

/**
 * Returns the lines whose price differs from the price that the shopper saw. Shoppers change units, coupons and delivery, but never a
 * price.
 */
export function linePriceChanges(before: SeenCart, now: SeenCart): PriceChange[] {
  return now.lines.flatMap((line) => {
    const seen = before.lines.find(({ id }) => id === line.id);
    if (seen === undefined) return [];
    const unit = line.quantity > 1 ? ' c/u' : '';
    const warranty =
      seen.warrantyAmount === null || line.warrantyAmount === null
        ? []
        : changeOf(`Garantía de ${line.title}`, seen.warrantyAmount, line.warrantyAmount, unit);
    return [...changeOf(line.title, seen.salesPrice, line.salesPrice, unit), ...warranty];
  });
}

/** Returns all changes that alter the total. The changes of the totals themselves come last. */
export const totalChanges = (before: SeenCart, now: SeenCart): PriceChange[] => [
  ...linePriceChanges(before, now),
  ...changeOf('Descuento', before.totals.discount, now.totals.discount),
  ...changeOf('Envío', before.totals.shipping, now.totals.shipping),
  ...changeOf('Total', before.totals.grandTotal, now.totals.grandTotal),
];

export const priceChangeTexts = {
  title: 'Cambió un precio de tu pedido',
  intro: 'El total cambió desde que lo viste:',
  accept: 'Acepto el nuevo total',
  acceptFirst: 'Acepta el nuevo total para continuar.',
} as const;
