import { firstPartySellerId, type PricedLine } from '../carts/cart-line.ts';
import { lineAmount, lineWarranty } from '../carts/cart-totals.ts';
import { add, type Centavos, subtract, sum, zero } from '../money/money.ts';
import { containedTax, splitOver } from '../money/shares.ts';

/** A line with its IVA rate: `issuerRate` is the rate, in basis points, of the seller who invoices the line. */
export interface SoldAtRate extends PricedLine {
  sku: string;
  issuerRate: number;
}

/**
 * A line of an invoice: the goods (or service, or gift card) of an order line, or its warranties (DEC-233). `charged` = `gross` −
 * `discount` − `points`, and contains the IVA.
 */
export interface TaxLine {
  gross: Centavos;
  /** The line's share of every discount except points. */
  discount: Centavos;
  /** The line's share of the points certificate. */
  points: Centavos;
  charged: Centavos;
  /** The IVA rate in basis points. */
  taxRate: number;
  iva: Centavos;
}

/** The amounts of an order line: all its units and their warranties. `net` = `gross` − `discount`. */
export interface LineAmounts {
  gross: Centavos;
  discount: Centavos;
  /** The part of `net` that a points certificate pays. */
  pointsShare: Centavos;
  net: Centavos;
  goods: TaxLine;
  /** The shop itself invoices the warranty as a service. Null without a warranty. */
  warranty: TaxLine | null;
}

/** One line of an invoice while discounts are split. */
interface Part {
  line: SoldAtRate;
  isWarranty: boolean;
  gross: Centavos;
  taxRate: number;
  discount: Centavos;
  points: Centavos;
}

/** True for gift cards and donations, which are not taxed when they are sold. Goods paid with a gift card are taxed at their purchase. */
const isNoSale = ({ kind }: Pick<PricedLine, 'kind'>): boolean => kind === 'gift_card' || kind === 'donation';

const partsOf = (line: SoldAtRate, shopRate: number): Part[] => {
  const none = { line, discount: zero, points: zero };
  const taxRate = isNoSale(line) ? 0 : line.issuerRate;
  const goods: Part = { ...none, isWarranty: false, gross: lineAmount(line), taxRate };
  if (line.warrantyAmount === null) return [goods];
  return [goods, { ...none, isWarranty: true, gross: lineWarranty(line), taxRate: shopRate }];
};

/** Returns the amount of a part that a discount applies to, as in `calculateCartTotals`. */
const baseOf = (id: string, { line, isWarranty, gross, discount }: Part): Centavos => {
  const left = subtract(gross, discount);
  if (id === 'DISCOUNT_POINTS') return !isWarranty && isNoSale(line) ? zero : left;
  const isOwnProduct = !isWarranty && line.kind === 'goods' && line.sellerId === firstPartySellerId;
  return isOwnProduct ? left : zero;
};

const textOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Sorts parts by their values, so that the split of odd centavos does not depend on the order of the lines. */
const byItself = (a: Part, b: Part): number =>
  b.gross - a.gross ||
  b.taxRate - a.taxRate ||
  Number(a.isWarranty) - Number(b.isWarranty) ||
  a.line.sellerId - b.line.sellerId ||
  textOrder(a.line.sku, b.line.sku) ||
  textOrder(a.line.kind, b.line.kind) ||
  a.line.quantity - b.line.quantity ||
  (a.line.warrantyAmount ?? -1) - (b.line.warrantyAmount ?? -1);

const taxLineOf = ({ gross, discount, points, taxRate }: Part): TaxLine => {
  const charged = subtract(subtract(gross, discount), points);
  return { gross, discount, points, charged, taxRate, iva: containedTax(charged, taxRate) };
};

/**
 * Returns the amounts of each line, in the order of the lines. Each discount is split over the amounts that remain
 * after the previous discounts. Points come last. `shopRate`: the IVA rate of the shop, because the shop invoices the
 * warranties.
 */
export function lineAmountsOf(
  lines: readonly SoldAtRate[],
  discounts: readonly { id: string; amount: Centavos }[],
  shopRate: number,
): LineAmounts[] {
  const ofLines = lines.map((line) => partsOf(line, shopRate));
  const parts = ofLines.flat().toSorted(byItself);
  const inTurn = discounts.toSorted((a, b) => Number(a.id === 'DISCOUNT_POINTS') - Number(b.id === 'DISCOUNT_POINTS'));
  for (const { id, amount } of inTurn) {
    const shares = splitOver(
      amount,
      parts.map((part) => baseOf(id, part)),
    );
    for (const [at, part] of parts.entries()) {
      const share = shares[at] ?? zero;
      if (id === 'DISCOUNT_POINTS') part.points = add(part.points, share);
      else part.discount = add(part.discount, share);
    }
  }
  return ofLines.map(amountsOfParts);
}

function amountsOfParts(parts: readonly Part[]): LineAmounts {
  const [goods, warranty] = parts.map(taxLineOf);
  if (goods === undefined) throw new Error('a line has no part');
  const of = (field: 'gross' | 'discount' | 'points'): Centavos => add(goods[field], warranty?.[field] ?? zero);
  const [gross, discount] = [of('gross'), of('discount')];
  return {
    gross,
    discount,
    pointsShare: of('points'),
    net: subtract(gross, discount),
    goods,
    warranty: warranty ?? null,
  };
}

/** Returns the IVA of an order's goods, warranties and delivery. The shop itself invoices the delivery. */
export const orderTax = (
  lines: readonly Pick<LineAmounts, 'goods' | 'warranty'>[],
  shipping: Centavos,
  shopRate: number,
): Centavos =>
  add(sum(lines.map(({ goods, warranty }) => add(goods.iva, warranty?.iva ?? zero))), containedTax(shipping, shopRate));
