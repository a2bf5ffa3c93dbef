import { maxPurchaseUnits } from '@ceiba/domain/purchases/purchase';
import { type Field, reasonField } from './fields.ts';

/** Fields of a purchase and of its lines. Forms and calls share their limits. */
export const purchaseFields = {
  supplierId: { kind: 'reference', label: 'Proveedor', names: 'supplier' },
  storeCode: { kind: 'reference', label: 'Llega a', names: 'store', isCode: true },
  expectedOn: { kind: 'day', label: 'Se espera el', isOptional: true },
  extraCost: {
    kind: 'money',
    label: 'Flete e impuestos',
    min: 0,
    isOptional: true,
    hint: 'Se reparten entre los productos según su valor.',
  },
  note: { kind: 'text', label: 'Nota para el proveedor', max: 500, isLong: true, isOptional: true },
  quantity: { kind: 'whole', label: 'Cantidad', min: 1, max: maxPurchaseUnits },
  // With the most units on each of the most lines, the sum of a purchase stays a safe integer of centavos.
  unitCost: { kind: 'money', label: 'Costo por unidad', min: 0, max: 999_999, isOptional: true },
  receiptNote: { kind: 'text', label: 'Nota o número de envío', max: 300, isOptional: true },
  rejectedWhy: { ...reasonField, label: 'Por qué se rechaza' },
} as const satisfies Readonly<Record<string, Field>>;
