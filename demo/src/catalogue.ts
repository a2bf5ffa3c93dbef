import { readFileSync } from 'node:fs';
import { attributeRoles, isAttributeRole } from '@ceiba/domain/catalog/product-facts';
import { z } from 'zod';
import type { ProductDrawing } from './illustrations/ceiba-illustrations.mjs';

const roles = Object.keys(attributeRoles).filter(isAttributeRole);

/** In quetzales, with two decimals at most. */
const price = z.number().positive().multipleOf(0.01);
/** Days after the shop's first start. Negative for days before the start. */
const days = z.number();

/** The drawn object, in the terms of `illustrations/README.md`. */
const details = z.looseObject({ finish: z.string().optional() });
export const drawing = details.extend({ kind: z.string() });

/** Fields that each colour of a model may have. */
const own = {
  /** By default the address is derived from the title. */
  slug: z.string().optional(),
  salesPrice: price.optional(),
  flashSale: z.strictObject({ price, endsInHours: z.number().positive() }).optional(),
  eventUrl: z.string().optional(),
  views: z.array(z.string()).optional(),
  ageHours: z.int().nonnegative().optional(),
  soldCount: z.int().nonnegative().optional(),
  /** Units by store. */
  stock: z.record(z.string(), z.int().nonnegative()).optional(),
  /** Skus of products that are bought together with this product (DEC-85). */
  companions: z.array(z.string()).max(4).optional(),
};

const colour = z.strictObject({ sku: z.string(), colour: z.string(), drawing: details.optional(), ...own });

const model = z.strictObject({
  sku: z.string(),
  title: z.string(),
  brand: z.string(),
  seller: z.string().default('Ceiba'),
  /** Null for "Precio no disponible". */
  price: price.nullable(),
  discountEndsInDays: days.optional(),
  presale: z.strictObject({ arrivesInDays: days.nullable() }).optional(),
  isDropshipping: z.boolean().default(false),
  isRestricted: z.boolean().default(false),
  isMotorcycle: z.boolean().default(false),
  isListed: z.boolean().default(true),
  internalTags: z.array(z.string()).default([]),
  /** One entry for each paragraph. */
  description: z.array(z.string()),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** A service at the buyer's home: its business days, its places, and the size of its products (record 0105). */
  visit: z
    .strictObject({
      days: z.int().positive(),
      coverage: z.array(z.string()),
      category: z.string(),
      attribute: z.string(),
      from: z.number().optional(),
      to: z.number().optional(),
    })
    .optional(),
  drawing,
  gifts: z.array(z.strictObject({ title: z.string(), drawing, endsInDays: days.optional() })).default([]),
  ...own,
  colours: z.array(colour).min(2).optional(),
});

const category = z.strictObject({
  path: z.string(),
  id: z.int(),
  title: z.string(),
  description: z.string(),
  drawing,
  /** True if its units are sent with their serial numbers (WORK-07). */
  needsSerial: z.boolean().default(false),
  /** The kind of its products. */
  kind: z.enum(['goods', 'gift_card', 'service']).default('goods'),
  /** Pictures after the main one, for a product without `views`. */
  views: z.array(z.string()).default([]),
  /** The attributes of its products, in this order. */
  attributes: z
    .record(
      z.string(),
      z.strictObject({
        label: z.string(),
        unit: z.string().optional(),
        role: z.enum(roles).optional(),
        group: z.string().optional(),
        /** The attribute is required from this day on, counted from the shop's first start. */
        requiredInDays: days.optional(),
      }),
    )
    .default({}),
  products: z.array(model).default([]),
});

const warranty = { sku: z.string(), label: z.string(), price };
/** The message shows at this number of units and below. */
const offer = { threshold: z.int().positive(), startsInDays: days, endsInDays: days };

const catalogueFile = z.strictObject({
  about: z.array(z.string()),
  /** `accent`: the light of a brand's displays and LEDs. */
  brands: z.array(z.strictObject({ title: z.string(), slug: z.string(), accent: z.string() })),
  /** The first is the shop itself. `leadDays`: added to the delivery of a seller's offers (DEC-96). */
  sellers: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      leadDays: z.int(),
      taxRegime: z.enum(['general', 'small', 'exempt']).default('general'),
    }),
  ),
  /** A percentage or an amount (DEC-78). No coupon is used, because the invariants would report uses without orders. */
  coupons: z.array(
    z.strictObject({
      code: z.string(),
      label: z.string(),
      percent: z.number().optional(),
      amount: price.optional(),
      cap: price.optional(),
      minimumSubtotal: price.optional(),
      startsInDays: days.optional(),
      endsInDays: days.optional(),
      totalLimit: z.int().optional(),
    }),
  ),
  /** Extended warranties, and screen protection for phones (WAR-01, WAR-03). */
  warranties: z.array(
    z.union([
      z.strictObject({ ...warranty, category: z.string() }),
      z.strictObject({ ...warranty, product: z.string() }),
    ]),
  ),
  /** Messages of low stock, for a product or a category (CAT-04, CAT-16, CAT-17). */
  stockOffers: z.array(
    z.union([z.strictObject({ sku: z.string(), ...offer }), z.strictObject({ category: z.string(), ...offer })]),
  ),
  categories: z.array(category),
});

export type FiledCategory = z.infer<typeof category>;
export type FiledModel = z.infer<typeof model>;
export type FiledColour = z.infer<typeof colour>;

/** The products of the demo shop: `demo/catalogue.json`, which explains its fields (record 0063). */
export const catalogue = catalogueFile.parse(
  JSON.parse(readFileSync(new URL('../catalogue.json', import.meta.url), 'utf8')),
);

export interface DemoCategory {
  id: number;
  parentId: number | null;
  path: string;
  slug: string;
  title: string;
  /** 1 to 3. */
  level: number;
  /** Position among its siblings. */
  position: number;
  /** From the root to the category itself. */
  ancestorIds: number[];
  description: string;
  needsSerial: boolean;
  drawing: ProductDrawing;
}

/** Parents come before children, siblings in the order of the menu. The ids are those of DEC-159 and DEC-166. */
export const demoCategories: readonly DemoCategory[] = growTree();

function growTree(): DemoCategory[] {
  const grown = new Map<string, DemoCategory>();
  for (const { id, path, title, description, needsSerial, drawing } of catalogue.categories) {
    const segments = path.split('/');
    const parent = grown.get(segments.slice(0, -1).join('/'));
    if (parent === undefined && segments.length > 1) throw new Error(`The parent of ${path} must come before it.`);
    grown.set(path, {
      id,
      parentId: parent?.id ?? null,
      path,
      slug: segments.at(-1) ?? path,
      title,
      level: segments.length,
      position: [...grown.values()].filter((sibling) => sibling.parentId === (parent?.id ?? null)).length,
      ancestorIds: [...(parent?.ancestorIds ?? []), id],
      description,
      needsSerial,
      drawing: { ...drawing, seed: `categoria-${path}` },
    });
  }
  return [...grown.values()];
}

export const categoryByPath = (path: string): DemoCategory => {
  const found = demoCategories.find((category) => category.path === path);
  if (found === undefined) throw new Error(`No category ${path} in the demo shop.`);
  return found;
};
