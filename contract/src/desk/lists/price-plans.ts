import { declareList } from '../list.ts';

export const pricePlanStates = { planned: 'Planeado', failed: 'No se aplicó' } as const;

/** Planned prices, and prices that could not be applied (PROD-09). An applied plan is in the history of its product. */
export const pricePlanList = declareList({
  name: 'price-plans',
  title: 'Precios planeados',
  slice: 'price-plans',
  permission: 'catalog.read',
  id: 'title',
  columns: {
    title: { label: 'Producto', kind: 'link' },
    sku: { label: 'Código', kind: 'text', isNumber: true },
    state: { label: 'Estado', kind: 'state', values: pricePlanStates },
    startsAt: { label: 'Empieza', kind: 'moment' },
    presentPrice: { label: 'Precio de hoy', kind: 'money' },
    price: { label: 'Precio planeado', kind: 'money' },
    regularPrice: { label: 'Precio normal', kind: 'money', isHidden: true },
    discountEndsAt: { label: 'La oferta termina', kind: 'moment', isHidden: true },
    list: { label: 'Lista', kind: 'text' },
    why: { label: 'Por qué no', kind: 'text', isHidden: true },
    by: { label: 'Quién', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: pricePlanStates },
    startsAt: { kind: 'dates', label: 'Empieza' },
    price: { kind: 'amounts', label: 'Precio planeado' },
  },
  sorts: ['startsAt', 'title', 'price'],
  search: 'Nombre o código',
});
