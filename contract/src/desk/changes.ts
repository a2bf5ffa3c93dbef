import { type Centavos, fromQuetzales } from '@ceiba/domain/money/money';
import { z } from 'zod';
import { enveloped } from '../shapes.ts';
import { reasonField } from './fields.ts';

/** The reason for a change (§0.2). */
export const reason = z.string().trim().min(1).max(reasonField.max);

/** Counts the changes of an entity. A change sends the version that the person saw (OFF-21). */
export const version = z.int().min(1);

/** One of the keys of a table of words, such as the states of an entity. */
export const keysOf = <T extends object>(of: T) =>
  z.enum(Object.keys(of) as [keyof T & string, ...(keyof T & string)[]]);

/** The whole entity with its version, and the actions that this person may take now (§0.2). */
export const detailOf = <S extends z.ZodRawShape>(shape: S) =>
  enveloped(z.object({ ...shape, version, actions: z.array(z.string()) }));

/** The ID in a path, if its kind has no special format. */
export const idParams = z.strictObject({ id: z.string().trim().min(1).max(64) });

/** Identifies a scan. A device repeats the scan until it gets a response, but the server counts it once (OFF-24). */
export const scanId = z.uuid();

/** An amount in decimal quetzales that a person types (DEC-06), at least `min`. The handler gets centavos. */
export const typedAmount = (min: number, max = 9_999_999) =>
  z
    .number()
    .min(min)
    .max(max)
    .transform((value, context): Centavos => {
      const read = fromQuetzales(value);
      if (read.ok) return read.value;
      context.addIssue({ code: 'custom', message: 'Escribe a lo sumo dos decimales.' });
      return z.NEVER;
    });
