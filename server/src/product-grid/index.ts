import { changeProductGrid, type GridRow, getProductGrid } from '@ceiba/contract/desk/product-grid';
import { type Centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import { route } from '../platform/http/route.ts';
import { changeRoute } from '../platform/http/staff-route.ts';
import type { Slice } from '../slice.ts';
import { changeGrid } from './change-grid.ts';
import { listGridRows, type StoredGridRow } from './product-grid.store.ts';

const quetzales = (amount: Centavos | null): number | null => (amount === null ? null : toQuetzales(amount));

const toRow = ({ regularPrice, salesPrice, discountEndsAt, ...row }: StoredGridRow): GridRow => ({
  ...row,
  regularPrice: quetzales(regularPrice),
  salesPrice: salesPrice === regularPrice ? null : quetzales(salesPrice),
  discountEndsAt: discountEndsAt?.toISOString() ?? null,
});

/** Prices, shelves and publication of chosen products in a grid (PROD-26). */
export const productGrid: Slice = {
  routes: ({ db }) => [
    route(getProductGrid, async ({ query: { skus, place = null } }) =>
      ok({ status: 200, data: (await listGridRows(db.write, skus, place)).map(toRow) }),
    ),
    changeRoute(changeProductGrid, db, async ({ tx, body, staff, author }) => {
      const done = await changeGrid(tx, body, { staff, author });
      if (!done.ok) return refuse(done.error) as never;
      const { run, results, changes } = done.value;
      const rows = await listGridRows(
        tx,
        body.rows.map(({ sku }) => sku),
        body.place ?? null,
      );
      const change =
        run === null
          ? null
          : { entity: 'product-runs', entityId: run, after: { name: 'Cuadrícula', total: results.length } };
      return ok({
        answer: { status: 200, data: { run, rows: rows.map(toRow), results } },
        change,
        others: changes,
      });
    }),
  ],
};
