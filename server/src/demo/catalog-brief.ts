import { readFileSync } from 'node:fs';
import { z } from 'zod';

const attribute = z.object({
  name: z.string(),
  slug: z.string(),
  unit: z.string().nullable(),
  kind: z.enum(['enum', 'number', 'boolean']),
  values: z.array(z.union([z.string(), z.number()])).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
});
export type BriefAttribute = z.infer<typeof attribute>;

const leaf = z.object({
  path: z.string(),
  name: z.string(),
  isService: z.boolean(),
  /** Quetzales; most products lie between the typical bounds. */
  priceGTQ: z.object({ min: z.number(), typicalMin: z.number(), typicalMax: z.number(), max: z.number() }),
  warrantyMonths: z.int(),
  attributes: z.array(attribute),
});
export type BriefLeaf = z.infer<typeof leaf>;

const schema = z.object({
  leafCategories: z.array(leaf),
  parentCategories: z.array(z.object({ path: z.string(), name: z.string(), level: z.int() })),
  brands: z.array(z.object({ name: z.string(), slug: z.string(), categories: z.array(z.string()) })),
});

/** Categories, attributes, price ranges and invented brands of the demo shop (data/catalog-brief.json). */
export const catalogBrief = schema.parse(
  JSON.parse(readFileSync(new URL('../../../data/catalog-brief.json', import.meta.url), 'utf8')),
);
