import { firstPartySellerId, isThirdParty, type LineKind } from './cart-line.ts';

export interface GroupedLine {
  kind: LineKind;
  seller: { id: number; title: string };
}

export interface SellerGroup<L extends GroupedLine> {
  sellerId: number;
  sellerTitle: string;
  lines: L[];
}

/** Lines and shipments by seller, in the order of their first line; the donation is in no group (SEL-05, DON-04, DEL-33). */
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

/** Names show only when there is more than the store itself (SEL-05). */
export const areSellerNamesVisible = (groups: readonly { sellerId: number }[]): boolean => groups.some(isThirdParty);

/** SEL-06, DEC-75. */
export const isThirdPartyCart = (lines: readonly GroupedLine[]): boolean =>
  lines.some((line) => line.kind !== 'donation' && line.seller.id !== firstPartySellerId);
