import type { Field } from './fields.ts';

/** Products of one transfer, at most. */
export const maxTransferLines = 200;

/** Fields of "Nuevo traslado", and of the dialogs that end a transfer. */
export const transferFields = {
  note: { kind: 'text', label: 'Nota', max: 300, isOptional: true },
  lost: { kind: 'whole', label: 'Unidades que no llegaron', min: 1, max: 100_000 },
} as const satisfies Readonly<Record<string, Field>>;

/** Outcomes of units that are still in transit when a person closes a transfer. */
export const transferFates = { back: 'Regresaron a donde salieron', lost: 'Se perdieron' } as const;
export type TransferFate = keyof typeof transferFates;
