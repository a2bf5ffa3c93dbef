import { declareEntity } from '../entity.ts';
import { reasonField } from '../fields.ts';
import { skuMaxLength } from '../product-fields.ts';

/** The most products of one list of flash sales (PROD-11). */
export const maxListedSales = 500;

/** Flash sales (DEC-27, PROD-11). Two sales of one product never overlap. */
export const flashSales = declareEntity({
  name: 'flash-sales',
  slice: 'promotions',
  calls: ['FlashSale', 'FlashSales'],
  words: {
    one: 'oferta relámpago',
    many: 'ofertas relámpago',
    isFeminine: true,
    note: 'El precio vale entre las dos fechas, al segundo. Un producto tiene una a la vez.',
  },
  permissions: { read: 'promotions.edit', edit: 'promotions.edit' },
  canRemove: true,
  key: 'id',
  title: 'product',
  fields: {
    sku: { kind: 'text', label: 'SKU', max: skuMaxLength, editable: 'once' },
    product: { kind: 'text', label: 'Producto', max: 300, editable: 'never' },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'En curso', planned: 'Programada', ended: 'Terminada' },
      editable: 'never',
    },
    price: { kind: 'money', label: 'Precio', min: 0.01, hint: 'Mientras dura, con IVA. Menor que el de siempre.' },
    salesPrice: { kind: 'money', label: 'Precio de siempre', isOptional: true, editable: 'never' },
    startsAt: { kind: 'moment', label: 'Desde' },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true },
    reason: {
      ...reasonField,
      isOptional: true,
      hint: 'Se pide si el precio cambia más de 40 % o queda por debajo del costo.',
    },
  },
  list: {
    columns: ['product', 'sku', 'state', 'price', 'salesPrice', 'startsAt', 'endsAt'],
    filters: ['state', 'sku', 'startsAt', 'endsAt'],
    sorts: ['-startsAt', 'endsAt', 'product', 'price'],
    search: 'Producto o SKU',
  },
});
