import { firstPartySellerId, type PricedLine } from '../carts/cart-line.ts';
import { lineAmount, lineWarranty } from '../carts/cart-totals.ts';
import { add, type Centavos, subtract, sum, zero } from '../money/money.ts';
import { containedTax, ivaBasisPoints, splitOver } from '../money/shares.ts';

/** What a line of an order comes to, all its units and their warranties together. `net` = `gross` − `discount`. */
export interface LineAmounts {
  gross: Centavos;
  /** Its share of every discount but points. */
  discount: Centavos;
  /** What a points certificate pays of it. */
  pointsShare: Centavos;
  net: Centavos;
  /** Basis points. */
  taxRate: number;
  /** Contained in `net`. */
  iva: Centavos;
}

/** Gift cards and donations are no sale of goods: a card is taxed where it pays. */
export const taxRateOf = ({ kind }: Pick<PricedLine, 'kind'>): number =>
  kind === 'giftCard' || kind === 'donation' ? 0 : ivaBasisPoints;

/** What a discount is taken off, as `calculateCartTotals` cuts it: own merchandise without its warranties; points, all but cards and donations. */
const baseOf = (id: string, line: PricedLine, taken: Centavos): Centavos => {
  if (id === 'DISCOUNT_POINTS')
    return line.kind === 'giftCard' || line.kind === 'donation'
      ? lineWarranty(line)
      : subtract(add(lineAmount(line), lineWarranty(line)), taken);
  const isOwn = line.kind === 'product' && line.sellerId === firstPartySellerId;
  return isOwn ? subtract(lineAmount(line), taken) : zero;
};

/** The amounts of each line, in their order; discounts are split one after the other over what is left of the lines they apply to. */
export function lineAmountsOf(
  lines: readonly PricedLine[],
  discounts: readonly { id: string; amount: Centavos }[],
): LineAmounts[] {
  let taken = lines.map(() => zero);
  let points = lines.map(() => zero);
  // Points pay what is left, whatever their place in the list.
  const inTurn = [...discounts].sort((a, b) => Number(a.id === 'DISCOUNT_POINTS') - Number(b.id === 'DISCOUNT_POINTS'));
  for (const { id, amount } of inTurn) {
    const shares = splitOver(
      amount,
      lines.map((line, at) => baseOf(id, line, taken[at] ?? zero)),
    );
    const added = (before: Centavos[]) => before.map((share, at) => add(share, shares[at] ?? zero));
    if (id === 'DISCOUNT_POINTS') points = added(points);
    else taken = added(taken);
  }
  return lines.map((line, at) => {
    const [gross, discount] = [add(lineAmount(line), lineWarranty(line)), taken[at] ?? zero];
    const net = subtract(gross, discount);
    const taxRate = taxRateOf(line);
    return { gross, discount, pointsShare: points[at] ?? zero, net, taxRate, iva: containedTax(net, taxRate) };
  });
}

/** The IVA of an order: of its lines and of its delivery. */
export const orderTax = (lines: readonly Pick<LineAmounts, 'iva'>[], shipping: Centavos): Centavos =>
  add(sum(lines.map(({ iva }) => iva)), containedTax(shipping));
