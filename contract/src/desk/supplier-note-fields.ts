import type { Field } from './fields.ts';

/** Products of one note, at most. */
export const maxNoteLines = 100;

/** The outcome of a note: how the supplier compensated the shop (BUY-09). */
export const settledAs = { credited: 'Nos dieron crédito', replaced: 'Repusieron los productos' } as const;
export type SettledAs = keyof typeof settledAs;

/** Fields of "Nueva devolución al proveedor", and of its end. */
export const supplierNoteFields = {
  supplier: { kind: 'text', label: 'Proveedor', max: 120 },
  reason: { kind: 'text', label: 'Por qué regresan', max: 300 },
  reference: { kind: 'text', label: 'Número de la nota de crédito o del envío', max: 50 },
  outcome: { kind: 'choice', label: 'Cómo terminó', values: settledAs },
} as const satisfies Readonly<Record<string, Field>>;
