import { parseArgs } from 'node:util';
import { z } from 'zod';

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((typed) => !/\p{Cc}/u.test(typed));

/** What an operator says with a decision about money: who, and why. A movement keeps no longer reason. */
export const wordFields = { by: text(100), reason: text(300) };

/** The bank's own name of a charge. */
export const referenceField = text(60).optional();

/** Reads `--name text` for each field; undefined where one is missing or not like that, or there is anything else. */
export function readWord<Fields extends z.ZodRawShape>(
  words: readonly string[],
  fields: Fields,
): z.infer<z.ZodObject<Fields, z.core.$strict>> | undefined {
  const options = Object.fromEntries(Object.keys(fields).map((name) => [name, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true });
  const read = z.strictObject(fields).safeParse({ ...values });
  return read.success && positionals.length === 0 ? read.data : undefined;
}
