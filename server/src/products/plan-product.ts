import { cancelProductPlan, planProduct } from '@ceiba/contract/desk/products';
import { jobActor } from '@ceiba/domain/actors/actor';
import { planFault } from '@ceiba/domain/catalog/product-plan';
import { ok, refuse } from '@ceiba/domain/result';
import { recordChange } from '../platform/audit/record-change.ts';
import type { Database } from '../platform/db/database.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { entity, moveProduct } from './change-product.ts';
import { deletePlan, insertPlan, noteFailedPlan, takeDuePlan } from './product-plans.store.ts';
import { toProduct } from './product-view.ts';
import { getProduct, lockProduct } from './products.store.ts';

/** The name of the job in the queue, and of the author in the audit. */
export const planJob = 'act-on-plans';

/**
 * Calls about planned publications and their ends (PROD-01). If two people plan for one product at the same time, its lock makes
 * one of them wait.
 */
export const planRoutes = ({ db }: { db: Database }): Route[] => [
  changeRoute(planProduct, db, async ({ tx, params: { sku }, body: { state, at }, staff, author }) => {
    const row = await lockProduct(tx, sku);
    if (row === undefined) return refuse({ code: 'NOT_FOUND' });
    const others = row.plans.map((plan) => ({ state: plan.state, at: new Date(plan.at) }));
    const fault = planFault({ state, at: new Date(at) }, { now: author.now, present: row.state, others });
    if (fault !== null) {
      const metadata = { fields: { [fault.field]: fault.text } };
      return fault.field === 'state'
        ? refuse({ code: 'IN_USE', message: fault.text, metadata })
        : refuse({ code: 'VALIDATION_ERROR', metadata });
    }
    await insertPlan(tx, row.id, { state, at: new Date(at), by: author.name }, author.now);
    const change = { entity, entityId: sku, after: { state, plan: at } };
    return ok({ answer: { status: 200, data: toProduct(await getProduct(tx, sku), staff) }, change });
  }),
  changeRoute(cancelProductPlan, db, async ({ tx, params: { sku }, body: { planId }, staff }) => {
    const row = await lockProduct(tx, sku);
    const plan = row?.plans.find(({ id }) => id === planId);
    // The plan has taken effect, or another person canceled it.
    if (row === undefined || plan === undefined) return refuse({ code: 'NOT_FOUND' });
    await deletePlan(tx, row.id, planId);
    const change = { entity, entityId: sku, before: { state: plan.state, plan: new Date(plan.at).toISOString() } };
    return ok({ answer: { status: 200, data: toProduct(await getProduct(tx, sku), staff) }, change });
  }),
];

/** The calls that move a product to these states. */
const operations = { published: 'publishProduct', draft: 'unpublishProduct', archived: 'archiveProduct' } as const;

/**
 * Applies the earliest due plan, and removes it in the same transaction. A second node, or a second run after a crash, finds no
 * plan. An incomplete product is not changed, and the people who publish get a notice. Returns whether a plan was due.
 */
export const actOnNextPlan = (db: Database, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const plan = await takeDuePlan(tx, now);
    if (plan === undefined) return false;
    const { sku, state } = plan;
    const row = await getProduct(tx, sku);
    const moved = await moveProduct(tx, row, state, now);
    if (!moved.ok) {
      const faults = Object.values(moved.error.metadata?.fields ?? {}).join(' ');
      await noteFailedPlan(tx, { sku, title: row.title, faults });
      return true;
    }
    if (moved.value === null) return true;
    const author = { actor: jobActor(planJob), name: `Fecha planeada por ${plan.plannedBy}`, requestId: null, now };
    await recordChange(tx, author, { operation: operations[state], ...moved.value });
    return true;
  });
