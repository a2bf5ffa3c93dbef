import { changedPriceList } from '@ceiba/contract/desk/lists/changed-prices';
import { exportChangedPrices, listChangedPrices, printShelfLabels } from '@ceiba/contract/desk/shelf-labels';
import { centavos, toQuetzales } from '@ceiba/domain/money/money';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { drawShelfSheet, shelfSheets } from './draw-shelf-labels.ts';
import { printPapers } from './paper.ts';
import { selectShelfLabels, todayStart } from './shelf-labels.store.ts';

/** The most labels of one file: more than a day's changed prices. */
const mostLabels = 2_000;

const source: ListSource<typeof changedPriceList> = {
  list: changedPriceList,
  from: `from prices_changed_since(${todayStart}) c join products p on p.id = c.product_id and p.is_published`,
  key: { sql: 'p.id', type: 'bigint' },
  columns: {
    title: 'p.title',
    sku: 'p.sku',
    before: 'c.before',
    price: 'c.price',
    changedAt: 'c.changed_at',
  },
  filters: { price: 'c.price' },
  search: (words) => (p) => `position(folded(${p(words)}) in folded(p.sku || ' ' || p.title)) > 0`,
  isOfShop: true,
  isComputed: true,
};

const money = (amount: unknown): number => toQuetzales(centavos(Number(amount)));

/** The calls of labels for shelves (BUY-08). */
export const shelfLabelRoutes = ({ db }: { db: Database }): Route[] => [
  ...listRoutes({
    db,
    source,
    page: listChangedPrices,
    csv: exportChangedPrices,
    toRow: ({ title, sku, before, price, changedAt }) => ({
      ...{ title, sku, changedAt },
      before: before === null ? null : money(before),
      price: money(price),
    }),
  }),
  route(printShelfLabels, async ({ query: { skus, changed } }, context) => {
    if ((skus === undefined) === (changed === undefined))
      return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { skus: 'Elige productos.' } } });
    const labels = await selectShelfLabels(db.read, [skus === undefined ? null : [...new Set(skus)], mostLabels]);
    if (labels.length === 0) return refuse({ code: 'NOT_FOUND' });
    context.setHeader('content-disposition', 'inline; filename="etiquetas-de-estante.pdf"');
    return ok(printPapers('Etiquetas de estante', shelfSheets(labels), drawShelfSheet));
  }),
];
