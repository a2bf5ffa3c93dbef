import {
  getProductStock,
  listCategoryThresholds as listCategoryThresholdsCall,
  listProductMovements as listProductMovementsCall,
  moveProductStock,
  setCategoryThreshold as setCategoryThresholdCall,
  setProductThreshold as setProductThresholdCall,
} from '@ceiba/contract/desk/stock';
import { stockReasons } from '@ceiba/contract/desk/stock-fields';
import { ok, refuse } from '@ceiba/domain/result';
import { brokenRuleOf, type Database, type Tx } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { moveGoods } from './goods.store.ts';
import {
  findCategoryThreshold,
  findStockProduct,
  findThreshold,
  listCategoryThresholds,
  listProductMovements,
  listProductPlaces,
  setCategoryThreshold,
  setProductThreshold,
} from './product-stock.store.ts';

type Found = Awaited<ReturnType<typeof findStockProduct>>[number];

/** Movements on the card of a product, and on a page of its movements. */
const [onCard, onPage] = [20, 50];

type FoundMovement = Awaited<ReturnType<typeof listProductMovements>>[number];

/** Returns a movement in the form of the API. People of some stores (`seen`) do not see documents and people of other stores. */
const toMovement =
  (seen: readonly string[] | null) =>
  ({ createdAt, delta, reason, ...movement }: FoundMovement) => ({
    ...movement,
    ...(seen?.includes(movement.storeCode) === false && { orderNumber: null, document: null, by: null }),
    at: createdAt.toISOString(),
    units: delta,
    cause: reason,
  });

async function detail(tx: Tx, { id, sku, title, hasStock }: Found, staff: StaffCaller) {
  if (!hasStock) return { sku, title, hasStock, places: [], threshold: null, movements: [], mayMove: [] };
  const [seen, mayMove] = [storesSeenBy(staff), staff.permissions.has('stock.move')];
  const places = await listProductPlaces(tx, id);
  const movements = await listProductMovements(tx, id, { limit: onCard });
  const threshold = await findThreshold(tx, id);
  return {
    ...{ sku, title, hasStock },
    places: places.map((place) => ({ ...place, onHand: Math.max(0, place.salable + place.claimed - place.presale) })),
    threshold:
      threshold === undefined
        ? null
        : { units: threshold.units, of: threshold.isOwn ? ('product' as const) : ('category' as const) },
    movements: movements.map(toMovement(seen)),
    mayMove: mayMove ? places.map(({ storeCode }) => storeCode).filter((code) => seen?.includes(code) ?? true) : [],
  };
}

/** Moves goods (`moveGoods`). `noPresale`: units of a presale were to be opened, but the product is no presale (WORK-32). */
async function movedOrNoPresale(...of: Parameters<typeof moveGoods>): Promise<boolean | 'noPresale'> {
  try {
    return await moveGoods(...of);
  } catch (error) {
    if (brokenRuleOf(error) === 'presale_units_of_presale') return 'noPresale';
    throw error;
  }
}

/** The section "Existencias" of a product: units by place, movements, and differences with a reason (PROD-18, PROD-19, BUY-10). */
export const productStockRoutes = ({ db }: { db: Database }): Route[] => [
  route(getProductStock, async ({ params: { sku } }, { staff }) => {
    const [found] = await findStockProduct(db.write, [sku]);
    if (found === undefined) return refuse({ code: 'NOT_FOUND' });
    // Services have no places, so the permission for places is checked here.
    storesSeenBy(staff);
    return ok({ status: 200, data: await detail(db.write, found, staff) });
  }),
  route(listProductMovementsCall, async ({ params: { sku }, query: { storeCode, before } }, { staff }) => {
    const [found] = await findStockProduct(db.read, [sku]);
    if (found === undefined) return refuse({ code: 'NOT_FOUND' });
    const seen = storesSeenBy(staff);
    const rows = await listProductMovements(db.read, found.id, {
      storeCode: storeCode ?? null,
      limit: onPage + 1,
      ...(before !== undefined && { before: Number(before) }),
    });
    const data = rows.slice(0, onPage).map(toMovement(seen));
    return ok({ status: 200, data, next: rows.length > onPage ? (data.at(-1)?.id ?? null) : null });
  }),
  changeRoute(moveProductStock, db, async ({ tx, params: { sku }, body, staff }) => {
    const { storeCode, units, reason, note } = body;
    const [found] = await findStockProduct(tx, [sku]);
    if (found?.hasStock !== true) return refuse({ code: 'NOT_FOUND' });
    if (!maySeeStore(staff, storeCode)) return refuse({ code: 'STORE_NOT_FOUND' });
    const place = (await listProductPlaces(tx, found.id)).find((each) => each.storeCode === storeCode);
    if (place === undefined) return refuse({ code: 'STORE_NOT_FOUND' });
    const moved = [{ productId: found.id, storeCode, units }];
    const isMoved = await movedOrNoPresale(tx, moved, { reason, document: null, staffId: staff.id });
    if (isMoved === 'noPresale') {
      const message = 'Solo un producto en preventa tiene cupo: márcalo primero en su página.';
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { reason: message } } });
    }
    if (!isMoved) {
      const message =
        reason === 'presale'
          ? `En ${place.name} el cupo sin vender es menor.`
          : `En ${place.name} no hay tantas unidades para quitar.`;
      return refuse({ code: 'STOCK_WOULD_BE_NEGATIVE', message, metadata: { fields: { units: message } } });
    }
    const change = {
      entity: 'stock',
      entityId: found.sku,
      after: { storeCode, units, reason: stockReasons[reason], ...(note !== null && note !== '' && { note }) },
    };
    return ok({ answer: { status: 200, data: await detail(tx, found, staff) }, change });
  }),
  changeRoute(setProductThresholdCall, db, async ({ tx, params: { sku }, body: { units } }) => {
    const [found] = await findStockProduct(tx, [sku]);
    if (found?.hasStock !== true) return refuse({ code: 'NOT_FOUND' });
    const known = await findThreshold(tx, found.id);
    const before = known?.isOwn === true ? known.units : null;
    const answer = { status: 200, data: { units } };
    if (before === units) return ok({ answer, change: null });
    await setProductThreshold(tx, found.id, units);
    const change = { entity: 'stock', entityId: found.sku, before: { threshold: before }, after: { threshold: units } };
    return ok({ answer, change });
  }),
  route(listCategoryThresholdsCall, async () => ok({ status: 200, data: await listCategoryThresholds(db.read, []) })),
  changeRoute(setCategoryThresholdCall, db, async ({ tx, body: { categoryId, units } }) => {
    const [category] = await findCategoryThreshold(tx, [categoryId]);
    if (category === undefined) return refuse({ code: 'NOT_FOUND' });
    if (category.units !== units) await setCategoryThreshold(tx, categoryId, units);
    const answer = { status: 200, data: await listCategoryThresholds(tx, []) };
    if (category.units === units) return ok({ answer, change: null });
    const change = {
      entity: 'categories',
      entityId: String(categoryId),
      before: { threshold: category.units },
      after: { threshold: units },
    };
    return ok({ answer, change });
  }),
];
