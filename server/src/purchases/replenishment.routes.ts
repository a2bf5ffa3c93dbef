import { findGoods as findGoodsCall, getProductSupply } from '@ceiba/contract/desk/purchases';
import { draftReplenishment, listReplenishment, maxProposed } from '@ceiba/contract/desk/replenishment';
import { type Centavos, zero } from '@ceiba/domain/money/money';
import { purchaseNumberText } from '@ceiba/domain/purchases/purchase';
import { daysOfCover, proposedQuantity } from '@ceiba/domain/purchases/replenishment';
import { ok, refuse } from '@ceiba/domain/result';
import { productWordsQuery } from '../catalog/product-terms.ts';
import { isStore } from '../locations/locations.store.ts';
import type { Database } from '../platform/db/database.ts';
import { storesSeenBy } from '../platform/http/places.ts';
import { type Route, route, type StaffCaller } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import { pictureUrl, quetzalesOf, seesCosts } from './purchase-view.ts';
import {
  findCostedProduct,
  findGoods,
  findGoodsBySku,
  findLastCosts,
  findSupplier,
  insertPurchase,
  listComing,
  writeLines,
} from './purchases.store.ts';
import { listDemand } from './replenishment.store.ts';

const shownCost = (staff: StaffCaller, cost: Centavos | null): number | null =>
  seesCosts(staff) ? quetzalesOf(cost) : null;

/** "Por reponer", and the units of one product that are on the way (BUY-05, BUY-06). */
export const replenishmentRoutes = ({ db }: { db: Database }): Route[] => [
  route(listReplenishment, async (_, { staff, now }) => {
    const rows = await listDemand(db.read, now, maxProposed);
    const data = rows
      .map(({ id: _id, picture, supplierId, lastCost, ...row }) => ({
        ...row,
        picture: pictureUrl(picture),
        supplierId: supplierId === null ? null : String(supplierId),
        coverDays: daysOfCover(row) ?? 0,
        proposed: proposedQuantity(row),
        lastCost: shownCost(staff, lastCost),
      }))
      .filter(({ proposed }) => proposed > 0);
    return ok({ status: 200, data });
  }),
  changeRoute(draftReplenishment, db, async ({ tx, body: { storeCode, rows }, author }) => {
    if (!(await isStore(tx, storeCode))) return refuse({ code: 'STORE_NOT_FOUND' });
    const goods = await findGoodsBySku(
      tx,
      rows.map(({ sku }) => sku),
    );
    if (goods.size < rows.length) return refuse({ code: 'NOT_FOUND' });
    const costs = await findLastCosts(tx, [...goods.values()]);
    const made: { number: string; supplier: string }[] = [];
    const suppliers = [...new Set(rows.map(({ supplierId }) => Number(supplierId)))].sort((a, b) => a - b);
    for (const supplierId of suppliers) {
      const supplier = await findSupplier(tx, supplierId);
      if (supplier === undefined) return refuse({ code: 'NOT_FOUND' });
      const lines = rows
        .filter((row) => Number(row.supplierId) === supplierId)
        .flatMap(({ sku, quantity }) => {
          const productId = goods.get(sku);
          return productId === undefined ? [] : [{ productId, quantity, unitCost: costs.get(productId) ?? null }];
        });
      const draft = { supplierId, storeCode, isDirect: false, expectedOn: null, extraCost: zero, note: '' };
      const id = await insertPurchase(tx, draft, author);
      await writeLines(tx, id, lines, zero);
      made.push({ number: purchaseNumberText(id), supplier: supplier.name });
    }
    const others = made.map(({ number, supplier }) => ({
      entity: 'purchases',
      entityId: number,
      after: { supplier, storeCode, state: 'draft' },
    }));
    return ok({ answer: { status: 201, data: made }, change: null, others });
  }),
  route(findGoodsCall, async ({ query: { q, supplierId } }, { staff }) => {
    const rows = await findGoods(
      db.write,
      q,
      supplierId === undefined ? null : Number(supplierId),
      productWordsQuery(q),
    );
    const data = rows.map(({ picture, lastCost, ...row }) => ({
      ...row,
      picture: pictureUrl(picture),
      lastCost: shownCost(staff, lastCost),
    }));
    return ok({ status: 200, data });
  }),
  route(getProductSupply, async ({ params: { sku } }, { staff }) => {
    const product = await findCostedProduct(db.write, sku);
    if (product === undefined) return refuse({ code: 'NOT_FOUND' });
    const coming = await listComing(db.write, product.id, storesSeenBy(staff));
    const mayRead = staff.permissions.has('purchases.read');
    const data = {
      onOrder: coming.reduce((all, { units }) => all + units, 0),
      purchases: coming.map(({ id, ...purchase }) => ({
        number: mayRead ? purchaseNumberText(id) : null,
        ...purchase,
      })),
      showsCosts: seesCosts(staff),
      averageCost: shownCost(staff, product.average),
    };
    return ok({ status: 200, data });
  }),
];
