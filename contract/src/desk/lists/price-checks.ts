import { priceDoubts, priceProofs } from '@ceiba/domain/prices/price-doubts';
import { declareList } from '../list.ts';

/** Discounts that are active now, with the doubts about each (PRICE-06). Its CSV is the report for DIACO. */
export const priceCheckList = declareList({
  name: 'price-checks',
  title: 'Revisión de ofertas',
  slice: 'prices',
  permission: 'catalog.read',
  id: 'title',
  exportsAll: true,
  columns: {
    title: { label: 'Producto', kind: 'link' },
    sku: { label: 'Código', kind: 'text', isNumber: true, isHidden: true },
    proof: { label: 'Prueba', kind: 'state', values: priceProofs },
    doubts: { label: 'Duda', kind: 'text', values: priceDoubts },
    regularPrice: { label: 'Precio normal', kind: 'money' },
    offeredDays: { label: 'Días así', kind: 'number' },
    reference: { label: 'Más bajo antes', kind: 'money' },
    price: { label: 'Oferta', kind: 'money' },
    since: { label: 'En oferta desde', kind: 'moment', isHidden: true },
    endsAt: { label: 'Termina', kind: 'moment', isHidden: true },
    knownDays: { label: 'Días conocidos', kind: 'number', isHidden: true },
  },
  filters: {
    proof: { kind: 'choice', label: 'Prueba', values: priceProofs },
    doubt: { kind: 'choice', label: 'Duda', values: priceDoubts },
    since: { kind: 'dates', label: 'En oferta desde' },
    price: { kind: 'amounts', label: 'Oferta' },
  },
  sorts: ['proof', 'title', '-since', 'offeredDays', 'price'],
  search: 'Nombre o código',
});
