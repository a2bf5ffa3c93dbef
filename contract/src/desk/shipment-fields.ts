import { type Field, reasonField } from './fields.ts';

/** Fields for a step of a shipment (WORK-11 to WORK-13). The server returns the fields that a step needs. */
export const moveFields = {
  courier: { kind: 'text', label: 'Sale por', max: 60, isOptional: true },
  trackingNumber: { kind: 'text', label: 'Guía', max: 60, isOptional: true },
  parcels: { kind: 'whole', label: 'Bultos', min: 1, max: 99, isOptional: true },
  receiver: { kind: 'text', label: 'Quién recibió', max: 100, isOptional: true },
  received: { kind: 'money', label: 'Recibido en efectivo', isOptional: true },
  code: { kind: 'text', label: 'Código para recoger', max: 6, isOptional: true },
  optionalReason: { ...reasonField, label: 'Motivo, si hace falta', isOptional: true },
} as const satisfies Readonly<Record<string, Field>>;

/** The shelf of a product at a place (WORK-06). */
export const shelfFields = {
  sku: { kind: 'text', label: 'Código del producto', max: 64 },
  shelf: { kind: 'text', label: 'Estante', max: 20 },
} as const satisfies Readonly<Record<string, Field>>;
