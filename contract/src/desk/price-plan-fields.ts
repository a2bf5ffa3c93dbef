import type { Field } from './fields.ts';
import { productFields } from './product-fields.ts';

/** Fields of a planned price (PROD-09). Labels, limits and messages of form and call come from here. */
export const pricePlanFields = {
  at: {
    kind: 'moment',
    label: 'Empieza',
    hint: 'Hora de Guatemala. Ocurre en ese minuto o el siguiente, nunca antes.',
  },
  regularPrice: { kind: 'money', label: 'Precio', min: 0.01 },
  salesPrice: productFields.salesPrice,
  discountEndsAt: {
    kind: 'moment',
    label: 'La oferta termina',
    isEnd: true,
    isOptional: true,
    hint: 'Después queda el precio normal. Vacío: no termina sola.',
  },
} as const satisfies Readonly<Record<string, Field>>;

/** The start of a price list (BULK-12). */
export const listStartField = {
  kind: 'moment',
  label: 'Empieza',
  isOptional: true,
  hint: 'Hora de Guatemala. Vacío: al aplicarla. Entran todos los precios o ninguno.',
} as const satisfies Field;

/** Maximum number of rows of a price list with a start. The rows are applied in one transaction. */
export const maxPlannedRows = 5_000;
