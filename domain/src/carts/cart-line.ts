import type { Centavos } from '../money/money.ts';
import type { VisitRefusal } from '../visits/visit.ts';

/** The seller id of the store itself (CONST-48). */
export const firstPartySellerId = 1;

/** The sku that marks the donation (CONST-30). The database constraint `donation_is_no_product` forbids it for products. */
export const donationSku = 'DONAPUENTE';

/** `service` = tech support; `gift_card` = virtual gift card. Both are digital (DEC-84). */
export type LineKind = 'goods' | 'service' | 'gift_card' | 'donation';

/** The fields of a line that pricing needs. Amounts are per unit and ≥ 0; `quantity` is an integer ≥ 1. */
export interface PricedLine {
  kind: LineKind;
  sellerId: number;
  quantity: number;
  salesPrice: Centavos;
  /** The list price. For a donation, the donated amount (DON-05). */
  regularPrice: Centavos;
  /** Price of the chosen extended warranty for one unit. Null without a warranty. */
  warrantyAmount: Centavos | null;
}

/** A line that may be a visit: a service at the buyer's home (record 0105). */
export interface VisitedLine {
  kind: LineKind;
  /** The reason why a visit cannot be ordered in this cart. Null if the visit can be ordered. Missing for all other lines. */
  visitRefusal?: VisitRefusal | null | undefined;
}

export type StockStatus = 'IN_STOCK' | 'OUT_OF_STOCK';

/** The fields of a line that the removal and readiness rules need. */
export interface StockedLine extends VisitedLine {
  quantity: number;
  status: StockStatus;
  salableQuantity: number;
  onSale: boolean;
}

/** True if any seller except the store itself sells the line (SEL-01, DEC-75). */
export const isThirdParty = (line: { sellerId: number }): boolean => line.sellerId !== firstPartySellerId;

/** Digital lines need no delivery (DEC-84). */
export const isDigital = (line: { kind: LineKind }): boolean => line.kind === 'gift_card' || line.kind === 'service';

/**
 * True if the cart has only digital lines (DEC-84). A donation does not count, because it is not merchandise.
 * `touch_cart` and `set_cart_donation` in the database apply the same rule.
 */
export function isDigitalOnly(lines: readonly { kind: LineKind }[]): boolean {
  const merchandise = lines.filter((line) => line.kind !== 'donation');
  return merchandise.length > 0 && merchandise.every(isDigital);
}

export const isVisit = (line: VisitedLine): boolean => line.visitRefusal !== undefined;

/** True if the cart has no deliveries and no visits. Such a cart needs no address (DEC-84). */
export const needsNoPlace = (lines: readonly VisitedLine[]): boolean => isDigitalOnly(lines) && !lines.some(isVisit);

export const hasDonation = (lines: readonly { kind: LineKind }[]): boolean =>
  lines.some((line) => line.kind === 'donation');

/** True if the cart has only a donation. Such a cart is emptied (DON-07). */
export const isDonationOnly = (lines: readonly { kind: LineKind }[]): boolean =>
  lines.length > 0 && lines.every((line) => line.kind === 'donation');

/** Counts the units in the cart, without the donation (DEC-178). */
export const totalQuantity = (lines: readonly { kind: LineKind; quantity: number }[]): number =>
  lines.reduce((total, line) => (line.kind === 'donation' ? total : total + line.quantity), 0);

export interface GroupedLine {
  kind: LineKind;
  seller: { id: number; title: string };
}

export interface SellerGroup<L extends GroupedLine> {
  sellerId: number;
  sellerTitle: string;
  lines: L[];
}

/** Groups lines by seller, in the order of each seller's first line. The donation is in no group (SEL-05, DON-04, DEL-33). */
export function groupBySeller<L extends GroupedLine>(lines: readonly L[]): SellerGroup<L>[] {
  const groups = new Map<number, SellerGroup<L>>();
  for (const line of lines) {
    if (line.kind === 'donation') continue;
    const { id, title } = line.seller;
    const group = groups.get(id) ?? { sellerId: id, sellerTitle: title, lines: [] };
    group.lines.push(line);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Seller names are visible only if a third party sells some of the lines (SEL-05). */
export const areSellerNamesVisible = (groups: readonly { sellerId: number }[]): boolean => groups.some(isThirdParty);

/** True if a third party sells any line except the donation (SEL-06, DEC-75). */
export const isThirdPartyCart = (lines: readonly { kind: LineKind; seller: { id: number } }[]): boolean =>
  lines.some((line) => line.kind !== 'donation' && line.seller.id !== firstPartySellerId);
