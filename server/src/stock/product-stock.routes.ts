import { getProductStock, moveProductStock } from '@ceiba/contract/desk/stock';
import { stockReasons } from '@ceiba/contract/desk/stock-fields';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database, Tx } from '../platform/db/database.ts';
import { maySeeStore, storesSeenBy } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { findStockProduct, listProductMovements, listProductPlaces, moveStock } from './product-stock.store.ts';

type Found = Awaited<ReturnType<typeof findStockProduct>>[number];

async function detail(tx: Tx, { id, hasStock }: Found, staff: StaffCaller) {
  if (!hasStock) return { hasStock, places: [], movements: [], mayMove: [] };
  const [seen, mayMove] = [storesSeenBy(staff), staff.permissions.has('stock.move')];
  const places = await listProductPlaces(tx, id);
  const movements = await listProductMovements(tx, id);
  return {
    hasStock,
    places,
    movements: movements.map(({ id: movementId, createdAt, storeName, delta, reason, orderNumber }) => ({
      id: movementId ?? '',
      at: createdAt.toISOString(),
      storeName,
      units: delta,
      cause: reason,
      orderNumber,
    })),
    mayMove: mayMove ? places.map(({ storeCode }) => storeCode).filter((code) => seen?.includes(code) ?? true) : [],
  };
}

/** The section "Existencias" of a product: units by place, and differences with a reason (PROD-18). */
export const productStockRoutes = ({ db }: { db: Database }): Route[] => [
  route(getProductStock, async ({ params: { sku } }, { staff }) => {
    const [found] = await findStockProduct(db.write, [sku]);
    if (found === undefined) return refuse({ code: 'NOT_FOUND' });
    return ok({ status: 200, data: await detail(db.write, found, staff) });
  }),
  changeRoute(moveProductStock, db, async ({ tx, params: { sku }, body, staff }) => {
    const { storeCode, units, reason, note } = body;
    const [found] = await findStockProduct(tx, [sku]);
    if (found?.hasStock !== true) return refuse({ code: 'NOT_FOUND' });
    if (!maySeeStore(staff, storeCode)) return refuse({ code: 'STORE_NOT_FOUND' });
    const place = (await listProductPlaces(tx, found.id)).find((each) => each.storeCode === storeCode);
    if (place === undefined) return refuse({ code: 'STORE_NOT_FOUND' });
    if (!(await moveStock(tx, { productId: found.id, storeCode, units, reason }))) {
      const message = `En ${place.name} no hay tantas unidades para quitar.`;
      return refuse({ code: 'STOCK_WOULD_BE_NEGATIVE', message, metadata: { fields: { units: message } } });
    }
    const change = {
      entity: 'stock',
      entityId: sku,
      after: { storeCode, units, reason: stockReasons[reason], ...(note !== null && note !== '' && { note }) },
    };
    return ok({ answer: { status: 200, data: await detail(tx, found, staff) }, change });
  }),
];
