import { declareList } from '../list.ts';

/** Closed sessions of tills, each with its last count (CASH-05). */
export const closingList = declareList({
  name: 'till-closings',
  title: 'Cierres de caja',
  slice: 'tills',
  permission: 'tills.read',
  id: 'id',
  columns: {
    tillName: { label: 'Caja', kind: 'link' },
    storeName: { label: 'Tienda', kind: 'text' },
    closedAt: { label: 'Cerró', kind: 'moment' },
    closedBy: { label: 'Quién cerró', kind: 'text' },
    openedAt: { label: 'Abrió', kind: 'moment', isHidden: true },
    openedBy: { label: 'Quién abrió', kind: 'text', isHidden: true },
    // The first of the amounts. On a phone, a card shows it next to its name.
    difference: { label: 'Diferencia', kind: 'money' },
    float: { label: 'Fondo', kind: 'money', isHidden: true },
    expected: { label: 'Esperado', kind: 'money' },
    counted: { label: 'Contado', kind: 'money' },
    expectedCards: { label: 'Vouchers esperados', kind: 'money', isHidden: true },
    countedCards: { label: 'Vouchers contados', kind: 'money' },
    cardsDifference: { label: 'Diferencia de vouchers', kind: 'money' },
    counts: { label: 'Veces contado', kind: 'number', isHidden: true },
    reason: { label: 'Motivo', kind: 'text', isHidden: true },
  },
  filters: {
    storeCode: { kind: 'text', label: 'Tienda', names: 'place' },
    closed: { kind: 'dates', label: 'Cerró' },
    differs: { kind: 'flag', label: 'Con diferencia' },
  },
  sorts: ['-closedAt', 'tillName', 'difference', 'cardsDifference'],
});
