import { productFields, skuMaxLength } from '@ceiba/contract/desk/product-fields';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { auditedKind } from './audited-kind.ts';
import {
  given,
  type Kind,
  objectOf,
  reference,
  rowsToWrite,
  textColumn,
  valuesOf,
  wholeColumn,
} from './import-kind.ts';

const offerColumns = [
  textColumn('sku', 'p.sku', skuMaxLength, {
    about: 'El código del producto.',
    example: 'SKU-1',
    isRequired: true,
    isCode: true,
    refersTo: reference('El producto', 'products', 'sku', { isLong: true }),
  }),
  wholeColumn('vendedor', 'p.seller_id', 1, 1_000_000, {
    about: 'El número de quien lo vende. El 1 es la propia tienda. Vacío: el que ya tiene.',
    example: '2',
    refersTo: reference('El vendedor', 'sellers', 'id', { type: 'integer', offered: 'is_active', isExample: true }),
  }),
  textColumn('oferta_id', 'p.offer_id', productFields.offerId.max, {
    about: 'El código que le da su vendedor. Lo necesita todo producto de otro vendedor.',
    example: 'OFERTA-1',
    isCode: true,
    isClearable: true,
  }),
];

const sellerId = `(m.is ->> 'vendedor')::integer`;

const rows: Kind = {
  name: 'seller-offers',
  one: 'seller-offer',
  key: ['sku'],
  columns: offerColumns,
  tables: ['products'],
  // The first offer of another seller.
  isNew: `(m.was ->> 'vendedor')::integer = ${firstPartySellerId} and ${sellerId} <> ${firstPartySellerId}`,
  current: `select ${objectOf(offerColumns)} as now from products p where p.sku = r.key[1]`,
  all: `select ${objectOf(offerColumns)} as now from products p where p.seller_id <> ${firstPartySellerId} order by p.id`,
  lock: `select from products p, ${rowsToWrite()} r where p.sku = r.key[1] order by p.id for no key update of p`,
  isRechecked: true,
  checks: [
    {
      column: 'oferta_id',
      code: 'REQUIRED',
      text: 'Un producto de otro vendedor necesita su oferta.',
      isBroken: `${sellerId} <> ${firstPartySellerId} and m.is ->> 'oferta_id' is null`,
    },
    {
      column: 'vendedor',
      code: 'RETIRED',
      text: 'Ese vendedor está retirado: elige otro.',
      // An export of older products can be imported. Drafts may wait for their seller, as at the desk.
      isBroken: `m.was is distinct from m.is and exists (select from sellers s where s.id = ${sellerId} and not s.is_active)
        and exists (select from products p where p.sku = r.key[1] and p.is_published)`,
    },
  ],
  apply: async (tx, portion) => {
    await tx.run({
      text: `update products p set seller_id = coalesce(${given('vendedor')}::integer, p.seller_id),
          offer_id = case when r.given ? 'oferta_id' then ${given('oferta_id')} else p.offer_id end, updated_at = now()
        from ${rowsToWrite()} r where p.sku = r.key[1]`,
      values: valuesOf(portion),
    });
    return [];
  },
};

/** Who sells a product, and under which offer (SEL-01, CAT-26), by sku. Each row leaves an audit row of its product. */
export const sellerOfferKind: Kind = {
  ...auditedKind(rows, {
    entity: 'products',
    calls: ['changeProduct', 'changeProduct'],
    id: 'r.key[1]',
    fields: [
      { name: 'seller', heading: 'vendedor', valueIn: (source) => `to_jsonb(${source} ->> 'vendedor')` },
      { name: 'offerId', heading: 'oferta_id' },
    ],
  }),
  calls: ['changeProduct'],
};
