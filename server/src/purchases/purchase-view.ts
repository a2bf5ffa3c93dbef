import type { Purchase } from '@ceiba/contract/desk/purchases';
import { add, type Centavos, centavos, sum, times, toQuetzales } from '@ceiba/domain/money/money';
import {
  type PurchaseStep,
  purchaseNumberText,
  purchaseStepPermissions,
  purchaseSteps,
} from '@ceiba/domain/purchases/purchase';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { mediaUrl } from '../media/media-store.ts';
import type { NamedChange } from '../platform/audit/record-change.ts';
import type { StaffCaller } from '../platform/http/route.ts';
import type { FoundPurchase } from './purchases.store.ts';

/** Only people with this permission see costs (BUY-04). Calls, files and histories for other people contain no costs. */
export const seesCosts = ({ permissions }: { permissions: ReadonlySet<Permission> }): boolean =>
  permissions.has('costs.read');

/** The cost of all ordered units with freight and duty. Null if a line has no cost. */
export function totalOf({ lines, extraCost }: Pick<FoundPurchase, 'lines' | 'extraCost'>): Centavos | null {
  const costs = lines.map(({ unitCost, quantity }) => unitCost && times(unitCost, quantity));
  const known = costs.filter((cost) => cost !== null);
  return known.length < costs.length ? null : add(sum(known), extraCost);
}

/** A change of a product's average cost for the audit. Only people who see costs read its values. */
export const costChange = (sku: string, before: Centavos | null, after: Centavos | null): NamedChange => ({
  entity: 'costs',
  entityId: sku,
  before: { average: quetzalesOf(before) },
  after: { average: quetzalesOf(after) },
});

export const quetzalesOf = (cost: Centavos | null): number | null =>
  cost === null ? null : toQuetzales(centavos(cost));

export const pictureUrl = (key: string | null): string | null => key && mediaUrl(key, 64, 'webp');

const isStep = (name: string): name is PurchaseStep => Object.hasOwn(purchaseStepPermissions, name);

/** The steps that this person may take now. */
const actionsOf = ({ state, lines }: FoundPurchase, { permissions }: StaffCaller): string[] =>
  purchaseSteps[state].filter(
    (step) => isStep(step) && permissions.has(purchaseStepPermissions[step]) && (step !== 'order' || lines.length > 0),
  );

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Returns a purchase in the form of the API for this person. */
export function toAnswered(found: FoundPurchase, staff: StaffCaller): Purchase {
  const showsCosts = seesCosts(staff);
  const shown = (cost: Centavos | null): number | null => (showsCosts ? quetzalesOf(cost) : null);
  const { lines, receipts } = found;
  return {
    number: purchaseNumberText(found.id),
    state: found.state,
    isDirect: found.isDirect,
    supplierId: String(found.supplierId),
    supplier: found.supplier,
    supplierEmail: found.supplierEmail,
    storeCode: found.storeCode,
    storeName: found.storeName,
    expectedOn: found.expectedOn,
    note: found.note,
    createdAt: found.createdAt.toISOString(),
    orderedAt: iso(found.orderedAt),
    endedAt: iso(found.endedAt),
    closeReason: found.closeReason,
    units: lines.reduce((all, { quantity }) => all + quantity, 0),
    received: lines.reduce((all, { received }) => all + received, 0),
    showsCosts,
    extraCost: shown(found.extraCost),
    total: shown(totalOf(found)),
    lines: lines.map(({ productId: _, extraCost: __, picture, unitCost, ...line }) => ({
      ...line,
      picture: pictureUrl(picture),
      unitCost: shown(unitCost),
    })),
    receipts: receipts.map(({ at, lines: rows, ...receipt }) => ({
      ...receipt,
      at: new Date(at).toISOString(),
      lines: rows.map(({ picture, landedValue, ...row }) => ({
        ...row,
        hasPicture: picture !== null,
        landedValue: shown(landedValue),
      })),
    })),
    version: found.version,
    actions: actionsOf(found, staff),
  };
}
