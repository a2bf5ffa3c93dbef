import { pricePlanList } from '@ceiba/contract/desk/lists/price-plans';
import {
  cancelPricePlan,
  exportPricePlans,
  getProductPricePlans,
  listPricePlans,
  type PricePlan,
  planPrice,
} from '@ceiba/contract/desk/price-plans';
import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { type Centavos, centavos, formatQ, toQuetzales } from '@ceiba/domain/money/money';
import { pricePlanFaults } from '@ceiba/domain/price-plans/price-plan';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { pricesToConfirm } from '../prices/check-prices.ts';
import { centavosOf, confirmText, entity } from '../products/change-product.ts';
import { findProduct, lockProduct } from '../products/products.store.ts';
import {
  deletePlan,
  findOverlapping,
  findPriceAt,
  findProductOfPlan,
  insertPlan,
  listPlans,
  lockPlannedProduct,
  type PlanRow,
  planStateSql,
  salesPriceAfter,
} from './price-plans.store.ts';

const toPlan = ({ id, startsAt, regularPrice, salesPrice, ...row }: PlanRow): PricePlan => ({
  id,
  state: row.why === null ? 'planned' : 'failed',
  at: startsAt.toISOString(),
  regularPrice: toQuetzales(regularPrice),
  salesPrice: salesPrice === regularPrice ? null : toQuetzales(salesPrice),
  discountEndsAt: row.discountEndsAt?.toISOString() ?? null,
  by: row.plannedBy,
  reason: row.reason,
  why: row.why,
  list: row.listId === null ? null : { id: row.listId, name: row.listName ?? '' },
});

const answerOf = async (tx: Tx, productId: number): Promise<PricePlan[]> =>
  (await listPlans(tx, productId)).map(toPlan);

const momentText = (moment: Date): string => {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${formatDate(date)} a las ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;
};

/** Text of a plan in the history of its product: "Q1,234.00 desde el 30 de noviembre de 2026 a las 06:00". */
const planText = ({ regularPrice, salesPrice, startsAt }: Pick<PlanRow, 'regularPrice' | 'salesPrice' | 'startsAt'>) =>
  `${formatQ(salesPrice)}${salesPrice === regularPrice ? '' : ` (normal ${formatQ(regularPrice)})`} desde el ${momentText(startsAt)}`;

const overlapText = ({ startsAt, discountEndsAt, listName }: PlanRow): string =>
  `Ya hay un precio planeado${listName === null ? '' : ` por la lista «${listName}»`} desde el ${momentText(startsAt)}${
    discountEndsAt === null ? '' : ` hasta el ${momentText(discountEndsAt)}`
  }: cancélalo primero o elige otra fecha.`;

const centavosIn = (quetzales: number): Centavos => centavosOf(quetzales) ?? centavos(0);

const source: ListSource<typeof pricePlanList> = {
  list: pricePlanList,
  from: 'from price_plans n join products p on p.id = n.product_id left join runs u on u.id = n.list_id',
  key: { sql: 'n.id', type: 'bigint' },
  columns: {
    title: 'p.title',
    sku: 'p.sku',
    state: planStateSql,
    startsAt: 'n.starts_at',
    presentPrice: salesPriceAfter('p', 'now()'),
    price: 'n.sales_price',
    regularPrice: 'n.regular_price',
    discountEndsAt: 'n.discount_ends_at',
    list: `coalesce(u.file_name, '')`,
    why: `coalesce(n.why, '')`,
    by: 'n.planned_by',
  },
  filters: { state: planStateSql, startsAt: 'n.starts_at', price: 'n.sales_price' },
  search: (words) => (p) => `(strpos(folded(p.title), folded(${p(words)}::text)) > 0 or p.sku = ${p(words)}::text)`,
  isOfShop: true,
};

const money = (amount: unknown): number => toQuetzales(centavos(Number(amount)));
const moment = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * Planned prices of products (PROD-09). Plans of one product are written one after the other, because each writer locks
 * the product.
 */
export const pricePlanRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listPricePlans,
    csv: exportPricePlans,
    more: { id: 'n.id::text' },
    toRow: ({ startsAt, presentPrice, price, regularPrice, discountEndsAt, ...row }) => ({
      ...row,
      startsAt: moment(startsAt),
      presentPrice: presentPrice === null ? null : money(presentPrice),
      price: money(price),
      regularPrice: money(regularPrice),
      discountEndsAt: moment(discountEndsAt),
    }),
  }),
  route(getProductPricePlans, async ({ params: { sku } }) => {
    const product = await findProduct(db.read, sku);
    if (product === undefined) return refuse({ code: 'NOT_FOUND' });
    return ok({ status: 200, data: await answerOf(db.read, product.id) });
  }),
  changeRoute(planPrice, db, async ({ tx, params: { sku }, body, staff, author }) => {
    const row = await lockProduct(tx, sku);
    if (row === undefined) return refuse({ code: 'NOT_FOUND' });
    if (row.state === 'archived')
      return refuse({ code: 'TRANSITION_NOT_ALLOWED', message: 'Está archivado: no se le planea un precio.' });
    const plan = {
      at: new Date(body.at),
      regularPrice: centavosIn(body.regularPrice),
      salesPrice: body.salesPrice === null ? null : centavosIn(body.salesPrice),
      discountEndsAt: body.discountEndsAt === null ? null : new Date(body.discountEndsAt),
    };
    const faults = pricePlanFaults(plan, author.now);
    if (Object.keys(faults).length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: faults } });
    const other = await findOverlapping(tx, row.id, { from: plan.at, until: plan.discountEndsAt });
    if (other !== undefined) {
      const text = overlapText(other);
      return refuse({ code: 'OVERLAPPING_PERIOD', message: text, metadata: { fields: { at: text } } });
    }
    const former = await findPriceAt(tx, row.id, plan.at);
    if (former.isDuringOffer && former.discountEndsAt !== null) {
      const text = `Ya corre una oferta planeada hasta el ${momentText(former.discountEndsAt)}: quítala primero o elige otra fecha.`;
      return refuse({ code: 'OVERLAPPING_PERIOD', message: text, metadata: { fields: { at: text } } });
    }
    const wanted = { ...plan, sku, salesPrice: plan.salesPrice ?? plan.regularPrice };
    // A price is compared with the price at its moment, and a discount is judged as of then (PROD-10, PRICE-05).
    const before = { ...row, regularPrice: former.regularPrice, salesPrice: former.salesPrice };
    const checkedFor = { now: plan.at, seesCosts: staff.permissions.has('costs.read') };
    const doubt =
      body.reason === undefined ? (await pricesToConfirm(tx, [before], [wanted], checkedFor)).get(sku) : undefined;
    if (doubt !== undefined)
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { reason: confirmText(doubt) } } });
    const reason = body.reason ?? null;
    await insertPlan(tx, row.id, { ...wanted, reason, by: author.name }, author.now);
    const after = { pricePlan: planText({ ...wanted, startsAt: plan.at }) };
    return ok({
      answer: { status: 201, data: await answerOf(tx, row.id) },
      change: { entity, entityId: sku, after, reason },
    });
  }),
  changeRoute(cancelPricePlan, db, async ({ tx, params: { id } }) => {
    const product = await findProductOfPlan(tx, id);
    if (product === undefined) return refuse({ code: 'NOT_FOUND' });
    await lockPlannedProduct(tx, product.id);
    const plan = (await listPlans(tx, product.id)).find((each) => each.id === id);
    // The plan was applied already, or another person canceled it.
    if (plan === undefined) return refuse({ code: 'NOT_FOUND' });
    if (plan.listId !== null)
      return refuse({ code: 'IN_USE', message: 'Es de una lista de precios: se cancela con la lista.' });
    await deletePlan(tx, id);
    const change = { entity, entityId: product.sku, before: { pricePlan: planText(plan) } };
    return ok({ answer: { status: 200, data: await answerOf(tx, product.id) }, change });
  }),
];
