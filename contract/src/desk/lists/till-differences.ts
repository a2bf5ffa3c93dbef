import { formatQ } from '@ceiba/domain/money/money';
import { differenceWithoutReason, tillDifferenceKinds } from '@ceiba/domain/tills/till';
import { declareList } from '../list.ts';

const differenceStates = {
  open: 'Sin motivo',
  explained: 'Con motivo',
  small: `Hasta ${formatQ(differenceWithoutReason)}`,
} as const;

export const differenceList = declareList({
  name: 'till-differences',
  title: 'Diferencias de caja',
  slice: 'tills',
  permission: 'tills.read',
  id: 'id',
  columns: {
    tillName: { label: 'Caja', kind: 'link' },
    storeName: { label: 'Tienda', kind: 'text' },
    kind: { label: 'Qué difiere', kind: 'state', values: tillDifferenceKinds },
    at: { label: 'Cuándo', kind: 'moment' },
    by: { label: 'Quién contó', kind: 'text' },
    difference: { label: 'Diferencia', kind: 'money' },
    expected: { label: 'Esperado', kind: 'money' },
    counted: { label: 'Contado', kind: 'money' },
    first: { label: 'Primera cuenta', kind: 'money', isHidden: true },
    counts: { label: 'Veces contado', kind: 'number', isHidden: true },
    state: { label: 'Estado', kind: 'state', values: differenceStates },
    reason: { label: 'Motivo', kind: 'text' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: differenceStates },
    kind: { kind: 'choice', label: 'Qué difiere', values: tillDifferenceKinds },
    storeCode: { kind: 'text', label: 'Tienda', names: 'place' },
    at: { kind: 'dates', label: 'Cuándo' },
  },
  sorts: ['-at', 'difference', 'tillName'],
});
