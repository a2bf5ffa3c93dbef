import { z } from 'zod';
import { dateTime } from '../shapes.ts';
import { skuMaxLength } from './product-fields.ts';

/** A name within an address, without control characters. `max`: its longest length, in characters. */
export const pathName = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u);

export const productSku = pathName(skuMaxLength);

/**
 * The result of one row of a grid of products. `changed`: saved. `equal`: it already had these values. `refused`: `fields` has the
 * reasons, and nothing of the row is saved. `conflict`: another person changed the row since it was read.
 */
export const rowResult = z.object({
  sku: z.string(),
  outcome: z.enum(['changed', 'equal', 'refused', 'conflict']),
  /** Spanish messages by field of the grid, or of the product if the grid does not have the field. */
  fields: z.record(z.string(), z.string()),
  changedBy: z.string().nullable(),
  changedAt: dateTime.nullable(),
});
