import { declareList } from '../list.ts';

/** Orders that used a coupon, newest first (PROD-13). */
export const couponUseList = declareList({
  name: 'coupon-uses',
  title: 'Usos de cupones',
  slice: 'coupons',
  permission: 'promotions.edit',
  id: 'number',
  columns: {
    number: { label: 'Orden', kind: 'link' },
    code: { label: 'Cupón', kind: 'text' },
    series: { label: 'Serie', kind: 'text' },
    usedAt: { label: 'Usado', kind: 'moment' },
  },
  filters: {
    code: { kind: 'text', label: 'Cupón' },
    series: { kind: 'text', label: 'Serie' },
    usedAt: { kind: 'dates', label: 'Usado' },
  },
  sorts: ['-usedAt', 'code', 'number'],
  search: 'Número de orden o cupón',
});
