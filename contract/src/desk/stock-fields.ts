import { readTypedGoods } from '@ceiba/domain/stock/typed-goods';
import type { Field } from './fields.ts';

/** Reasons that a person may give for a change of stock (PROD-18), in the order of the form. */
export const stockReasons = {
  initial: 'Existencia inicial',
  received: 'Llegó mercadería',
  adjusted: 'Corrección',
  damaged: 'Se dañó o se perdió',
  presale: 'Cupo de preventa',
} as const;
export type StockReason = keyof typeof stockReasons;

/** Texts for the causes of all movements. A movement of an order has a link to the order. */
export const movementWords: Readonly<Record<string, string>> = {
  ...stockReasons,
  counted: 'Conteo',
  order: 'Orden',
  order_released: 'Regresó de una orden',
  returned: 'Devolución',
  to_supplier: 'Al proveedor',
  transfer_out: 'Salió en un traslado',
  transfer_in: 'Llegó de un traslado',
};

/** Maximum number of units that one change adds or removes. */
export const maxUnits = 100_000;

/** Fields of "Ajustar existencias": a difference, never an absolute level. */
export const stockFields = {
  units: {
    kind: 'whole',
    label: 'Unidades que entran o salen',
    min: -maxUnits,
    max: maxUnits,
    hint: 'Escribe la diferencia: 5 agrega cinco, -2 quita dos.',
  },
  reason: {
    kind: 'choice',
    label: 'Motivo',
    values: stockReasons,
    hint: 'El cupo de preventa se vende antes de llegar: lo que llegue después lo cubre.',
  },
  note: { kind: 'text', label: 'Nota', max: 200, isOptional: true },
} as const satisfies Readonly<Record<string, Field>>;

/** The number of free units at which a product is listed in "Por agotarse" (PROD-19). */
export const thresholdField = {
  kind: 'whole',
  label: 'Avisar cuando queden',
  min: 0,
  max: maxUnits,
  isOptional: true,
  hint: 'Vacío quita el aviso. Cero avisa cuando se agota.',
} as const satisfies Field;

/** A list of goods: typed, pasted from a spreadsheet, or scanned into the field. */
export const goodsField = {
  kind: 'text',
  label: 'Productos',
  max: 20_000,
  isLong: true,
  form: {
    pattern: /\S/,
    words: 'un producto por línea: su SKU o código, un espacio y cuántas unidades',
    refuses: (text: string) => readTypedGoods(text) === null,
  },
  hint: 'Uno por línea: SKU o código, espacio y cuántas. También puedes escanear aquí.',
} as const satisfies Field;

/** Returns the message for a difference that its reason forbids. Null if the difference is valid. */
export function unitsFault(units: number, reason: StockReason): string | null {
  if (units === 0) return 'Escribe una diferencia distinta de cero.';
  if (reason === 'damaged' && units > 0) return 'Lo dañado o perdido sale: escribe un número negativo.';
  if ((reason === 'initial' || reason === 'received') && units < 0)
    return 'Lo que llega entra: escribe un número positivo.';
  return null;
}
