import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { enveloped } from '../shapes.ts';
import { reasonField } from './fields.ts';

/** Why somebody did it (§0.2). */
export const reason = z.string().trim().min(1).max(reasonField.max);

/** What an entity counts of its changes: a change says which it saw (OFF-21). */
export const version = z.int().min(1);

/** The whole entity with its version and the verbs that this person may use now (§0.2). */
export const detailOf = <S extends z.ZodRawShape>(shape: S) =>
  enveloped(z.object({ ...shape, version, actions: z.array(z.string()) }));

/** What a name in the path is, where it is no id of its own kind. */
export const idParams = z.strictObject({ id: z.string().trim().min(1).max(64) });

/** A scan that a device sends until it is answered, and counts once (OFF-24). */
export const scanId = z.uuid();

/** Decimal quetzales that somebody types (DEC-06), at least `min`; the handler has centavos. */
export const typedAmount = (min: number) =>
  z
    .number()
    .min(min)
    .max(9_999_999)
    .transform((value, context): Centavos => {
      const read = fromQuetzales(value);
      if (read.ok) return read.value;
      context.addIssue({ code: 'custom', message: 'Escribe a lo sumo dos decimales.' });
      return z.NEVER;
    });
