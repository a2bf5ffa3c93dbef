import { outcomeReasonMaxLength } from '@ceiba/domain/returns/return-outcome';
import { returnDescriptionMaxLength, returnReasons } from '@ceiba/domain/returns/return-window';
import type { Field } from './fields.ts';

/** Fields of a return that support opens for a buyer on the phone (WORK-20). */
export const newReturnFields = {
  orderNumber: { kind: 'text', label: 'Orden', max: 9 },
  sku: { kind: 'text', label: 'Producto', max: 64 },
  quantity: { kind: 'whole', label: 'Cantidad', min: 1, max: 999 },
  reason: { kind: 'choice', label: 'Motivo', values: Object.fromEntries(returnReasons.map((text) => [text, text])) },
  description: { kind: 'text', label: 'Qué dijo', max: returnDescriptionMaxLength, isLong: true, isOptional: true },
} as const satisfies Readonly<Record<string, Field>>;

/** How rejected units go back to the buyer, and the text of a buyer who does not want the units. */
export const sendBackFields = {
  back: {
    kind: 'text',
    label: 'Cómo le llega',
    max: 300,
    hint: 'La mensajería y su guía, o en qué tienda pasa por él. Le llega un correo con lo que escribas.',
  },
  kept: {
    kind: 'text',
    label: 'Qué dijo el cliente',
    max: 300,
    hint: 'Le llega un correo con lo que escribas, por si no fue así.',
  },
} as const satisfies Readonly<Record<string, Field>>;

/** The reason for rejecting a unit, which the buyer reads. For other units, a comment. */
export const outcomeFields = {
  reject: { kind: 'text', label: 'Por qué no se acepta', max: outcomeReasonMaxLength, hint: 'Lo lee quien compró' },
  others: { kind: 'text', label: 'Comentario', max: outcomeReasonMaxLength, isOptional: true, hint: 'Opcional' },
} as const satisfies Readonly<Record<string, Field>>;
