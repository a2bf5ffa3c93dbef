import { mergeBrand } from '@ceiba/contract/desk/brands';
import { ok, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import { inBatches } from '../jobs/batches.ts';
import { type Task, task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import { findEntity, getEntity } from '../platform/entities/entity.store.ts';
import { answerOf, lockForEdit } from '../platform/entities/entity-routes.ts';
import type { Route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { brandTable } from './brands.table.ts';
import { leaveProducts, lockBrands, moveMergedProducts, retireInto } from './merge-brands.store.ts';

/** Number of products that the call itself moves. A job moves the others in portions, because the search row of each is rewritten. */
const atOnce = 1_000;
const portion = 500;

const wrongBrand = (text: string) =>
  refuse({ code: 'VALIDATION_ERROR' as const, message: text, metadata: { fields: { intoId: text } } });

export const mergeBrandRoute = ({ db }: { db: Database }): Route =>
  changeRoute(mergeBrand, db, async ({ tx, params: { id }, body: { version, intoId } }) => {
    if (/^\d{1,9}$/.test(id)) await lockBrands(tx, [Number(id), Number(intoId)]);
    const locked = await lockForEdit(tx, brandTable, { key: id, version, conflicts: ['state'] });
    if (!locked.ok) return locked;
    if (locked.value['state'] === 'retired')
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Esta marca ya está retirada.' });
    const into = await findEntity(tx, brandTable, intoId);
    if (into === undefined) return wrongBrand('Esa marca ya no existe.');
    if (Number(intoId) === Number(id)) return wrongBrand('Elige otra marca.');
    if (into['state'] === 'retired') return wrongBrand('Esa marca está retirada. Elige otra.');
    await retireInto(tx, Number(id), Number(intoId));
    if ((await moveMergedProducts(tx, Number(id), atOnce)) === atOnce) await leaveProducts(tx, Number(id));
    const merged = await getEntity(tx, brandTable, id);
    const fieldsOf = ({ state, replacement, products }: Readonly<Record<string, unknown>>) => ({
      state,
      replacement,
      products,
    });
    const change = { entity: 'brands', entityId: id, before: fieldsOf(locked.value), after: fieldsOf(merged) };
    const others = [{ entity: 'brands', entityId: intoId, after: { merged: locked.value['title'] } }];
    return ok({ answer: { status: 200, data: answerOf(brandTable, merged) }, change, others });
  });

/** Moves the products that the call of a merge did not move. An interrupted run starts again. */
export const moveMergedProductsTask = ({ db }: { db: Database }): Task =>
  task('move-merged-products', z.object({ brand: z.int() }), async ({ brand }, { log }) => {
    const products = await inBatches(() => moveMergedProducts(db.write, brand, portion));
    log.info({ brand, products }, 'products of a merged brand moved');
  });
