import { gifts } from '@ceiba/contract/desk/entities/gifts';
import { ok, refuse } from '@ceiba/domain/result';
import { statement } from '../platform/db/statement.ts';
import { tableOf } from '../platform/entities/entity-table.ts';
import { noProduct, productColumn, searchedProduct, titleColumn } from './product-column.ts';

const selectPicture = statement(
  'promotions.picture',
  `select i.media_key from products p join product_images i on i.product_id = p.id where p.sku = $1 order by i.position limit 1`,
);

const noPicture = 'No hay un producto con ese SKU y una foto.';

/** The table of free gifts. */
export const giftTable = tableOf(gifts, {
  table: 'free_gifts',
  key: { column: 'id', type: 'integer' },
  columns: {
    title: 'title',
    sku: productColumn('product_id'),
    product: titleColumn('product_id'),
    pictureOf: {
      column: 'media_key',
      read: `select p.sku from product_images i join products p on p.id = i.product_id where i.media_key = t.media_key order by p.id limit 1`,
      write: (sku) =>
        `(select i.media_key from products p join product_images i on i.product_id = p.id where p.sku = ${sku} order by i.position limit 1)`,
    },
    endDate: 'end_date',
    state: {
      computed: `case when t.end_date < (now() at time zone 'America/Guatemala')::date then 'ended' else 'current' end`,
    },
  },
  constraints: [{ field: 'sku', constraint: 'free_gifts_product_id_fkey', text: noProduct, isCheck: true }],
  search: `t.title || ' ' || ${searchedProduct('product_id')}`,
  before: async (tx, { values, before }) => {
    const asked = values['pictureOf'];
    if (before !== undefined || typeof asked !== 'string') return ok(values);
    const [picture] = await selectPicture(tx, [asked]);
    if (picture !== undefined) return ok(values);
    const metadata = { fields: { pictureOf: noPicture } };
    return refuse({ code: 'VALIDATION_ERROR', message: noPicture, metadata });
  },
});
