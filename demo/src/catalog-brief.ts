import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DemoAttribute } from './demo-product.ts';
import type { AttributeValues } from './leaves/leaf.ts';

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
  JSON.parse(readFileSync(new URL('../../data/catalog-brief.json', import.meta.url), 'utf8')),
);

/** Labels of the leaves the catalogue brief does not have. */
const ownLabels: Readonly<Record<string, { label: string; unit: string | null }>> = {
  estilo: { label: 'Estilo', unit: null },
  cilindraje: { label: 'Cilindraje', unit: 'cc' },
  transmision: { label: 'Transmisión', unit: null },
  frenos: { label: 'Frenos', unit: null },
  arranque: { label: 'Arranque', unit: null },
  'capacidad-del-tanque': { label: 'Capacidad del tanque', unit: 'galones' },
  producto: { label: 'Producto', unit: null },
  vehiculo: { label: 'Vehículo', unit: null },
  medida: { label: 'Medida', unit: null },
  'rendimiento-esperado': { label: 'Rendimiento esperado', unit: null },
  placas: { label: 'Placas por celda', unit: null },
  'corriente-de-arranque': { label: 'Corriente de arranque', unit: 'A' },
  'libre-de-mantenimiento': { label: 'Libre de mantenimiento', unit: null },
  monto: { label: 'Monto', unit: null },
  entrega: { label: 'Entrega', unit: null },
  vigencia: { label: 'Vigencia', unit: null },
};

/** Attributes as they are shown, in the order of the brief. Throws on a value without a known name. */
export function nameAttributes(values: AttributeValues, brief: readonly BriefAttribute[] | undefined): DemoAttribute[] {
  const names = new Map(
    brief?.map(({ slug, name, unit }) => [slug, { label: name, unit }]) ?? Object.entries(ownLabels),
  );
  const unknown = Object.keys(values).filter((slug) => !names.has(slug));
  if (unknown.length > 0) throw new Error(`Unknown attributes: ${unknown.join(', ')}`);
  return [...names]
    .filter(([slug]) => values[slug] !== undefined)
    .map(([code, { label, unit }]) => ({ code, label, value: String(values[code]), unit }));
}
