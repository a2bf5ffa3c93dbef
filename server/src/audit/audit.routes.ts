import { exportAudit, getHistory, listAudit } from '@ceiba/contract/desk/audit';
import { allEntities } from '@ceiba/contract/desk/entities/all';
import { auditList } from '@ceiba/contract/desk/lists/audit';
import { ok, refuse } from '@ceiba/domain/result';
import { hasNeeded, type NeededPermission, namedPermission, seesAmounts } from '@ceiba/domain/staff/permissions';
import { ownOrdersOf } from '../orders/desk/own-orders.ts';
import type { Database } from '../platform/db/database.ts';
import { storesSeenBy } from '../platform/http/places.ts';
import { type Route, route } from '../platform/http/route.ts';
import { codesOf } from '../platform/lists/list-names.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { type AuditEntry, afterOf, beforeOf, findHistory, isEntityOf } from './audit.store.ts';

const source: ListSource<typeof auditList> = {
  list: auditList,
  from: 'from audit_entries e',
  key: { sql: 'e.id', type: 'bigint' },
  columns: {
    id: 'e.id',
    at: 'e.at',
    actor: `coalesce(nullif(e.actor_name, ''), e.actor_id, '')`,
    actorKind: 'e.actor_kind',
    operation: 'e.operation',
    entity: 'e.entity',
    entityId: 'e.entity_id',
    reason: `coalesce(e.reason, '')`,
    requestId: `coalesce(e.request_id, '')`,
  },
  filters: {
    // Filters by the author's id, or by the names that match the text.
    actor: (value) => (p) =>
      `(e.actor_id = ${p(value)}::text or e.actor_name = any (${codesOf('actor', String(value))(p)}))`,
    actorKind: 'e.actor_kind',
    operation: 'e.operation',
    entity: 'e.entity',
    entityId: 'e.entity_id',
    at: 'e.at',
  },
};

/**
 * The permissions to read an entity's history: the permissions to read the entity. An entity that is not listed here
 * needs the permission to read the audit.
 */
const readers = new Map<string, NeededPermission>(
  Object.entries({
    ...Object.fromEntries(allEntities.map(({ name, permissions }) => [name, permissions.read])),
    orders: 'orders.read',
    shipments: 'shipments.read',
    picks: 'shipments.read',
    manifests: 'shipments.read',
    returns: 'orders.read',
    refunds: 'orders.read',
    tills: 'tills.read',
    'cash-settlements': 'cash.read',
    customers: 'customers.read',
    flags: 'flags.edit',
    imports: 'imports.run',
    jobs: 'ops.read',
    roles: 'staff.edit',
    staff: 'staff.edit',
    products: 'catalog.read',
    categories: 'catalog.read',
    prices: 'catalog.read',
    stock: 'stock.read',
    'stock-counts': 'stock.count',
    'supplier-notes': ['stock.read', 'stock.move'],
    transfers: ['stock.read', 'stock.move'],
    purchases: 'purchases.read',
    costs: 'costs.read',
  }),
);

/** Entities whose changes contain amounts, which not every person may see (desk.md §0.3). */
const withAmounts = new Set(['orders', 'refunds', 'returns', 'shipments', 'tills', 'cash-settlements']);

const toRow = ({ at, ...entry }: AuditEntry) => ({ ...entry, at: at.toISOString() });

export const auditRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listAudit,
    csv: exportAudit,
    more: {
      actorId: 'e.actor_id',
      actorName: 'e.actor_name',
      request: 'e.request_id',
      before: beforeOf('e'),
      after: afterOf('e'),
      why: 'e.reason',
    },
    toRow: (
      { id, at, actorKind, actorId, actorName, request, operation, entity, entityId, before, after, why },
      staff,
    ) => ({
      id: String(id),
      at,
      actor: { kind: actorKind, id: actorId, name: actorName },
      requestId: request,
      operation,
      entity,
      entityId,
      ...(entity === 'costs' && !staff.permissions.has('costs.read') ? { before: {}, after: {} } : { before, after }),
      reason: why,
    }),
  }),
  route(getHistory, async ({ params: { entity, entityId }, query: { before } }, { staff }) => {
    const needed = readers.get(entity) ?? 'audit.read';
    if (!hasNeeded(needed, (permission) => staff.permissions.has(permission)))
      return refuse({ code: 'FORBIDDEN', metadata: { permission: namedPermission(needed) } });
    const seen = { stores: storesSeenBy(staff), assignee: ownOrdersOf(staff) };
    const isNarrowed = seen.stores !== null || seen.assignee !== null;
    if (isNarrowed && !(await isEntityOf(db.read, { entity, entityId }, seen))) return refuse({ code: 'NOT_FOUND' });
    const { rows, next } = await findHistory(db.read, { entity, entityId, before: before ?? null });
    const areAmountsHidden = withAmounts.has(entity) && !seesAmounts([...staff.permissions]);
    const data = rows.map((row) => toRow(areAmountsHidden ? { ...row, before: {}, after: {} } : row));
    return ok({ status: 200, data, next });
  }),
];
