import type { Field } from './fields.ts';

export const tillNameField = { kind: 'text', label: 'Nombre', max: 60 } as const satisfies Field;

/** Fields of a payment at a till (CASH-02). */
export const tillPaymentFields = {
  /** Empty for exactly the due amount. */
  received: { kind: 'money', label: 'Recibido', min: 0.01, isOptional: true },
  voucher: { kind: 'text', label: 'Número del voucher', max: 60 },
} as const satisfies Readonly<Record<string, Field>>;
