import type { SystemHeadings } from './heading-targets.ts';
import { magentoHeadings } from './magento-headings.ts';
import { odooHeadings } from './odoo-headings.ts';
import { prestashopHeadings } from './prestashop-headings.ts';
import { shopifyHeadings } from './shopify-headings.ts';
import { woocommerceHeadings } from './woocommerce-headings.ts';

/**
 * Headings in the product exports of five other systems, with the column that each heading fills. A target is
 * `kind.column`; `sku` means the sku of products, prices, stock, costs and barcodes. A heading without a target has no column in this
 * shop. Headings are compared after `plainHeading`.
 */

export type ForeignSystem = 'Shopify' | 'WooCommerce' | 'Magento' | 'PrestaShop' | 'Odoo';

/** Returns a heading without accents, capitals and outer spaces. Inner spaces and hyphens become `_`. */
export const plainHeading = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\s-]+/g, '_');

const systems: readonly [ForeignSystem, SystemHeadings][] = [
  ['Shopify', shopifyHeadings],
  ['WooCommerce', woocommerceHeadings],
  ['Magento', magentoHeadings],
  ['PrestaShop', prestashopHeadings],
  ['Odoo', odooHeadings],
];

/** Columns of WooCommerce's attributes: `Attribute 1 name`, `Attribute 1 value(s)`; in Spanish `Nombre del atributo 1`. */
const wooAttribute =
  /^(?:attribute_\d+_(?:name|value\(s\)|visible|global|default)|(?:nombre|valor\(es\)|visibilidad|valor_predeterminado)_del_atributo_\d+|atributo_\d+_(?:.*)|(?:nombre|valores|valor\(es\))_de_atributo_\d+)$/;

const tables = systems.map(([system, { signature, targets, families }]) => ({
  system,
  signature: new Set(signature.map(plainHeading)),
  targets: new Map(
    Object.entries(targets).map(([heading, words]): [string, readonly string[]] => [
      plainHeading(heading),
      words === '' ? [] : words.split(' '),
    ]),
  ),
  families: families.map((family) => plainHeading(`${family}|`).slice(0, -1)),
}));

/** Every kind of another system's export has the product's code. */
export const skuTargets = ['products.sku', 'prices.sku', 'stock.sku', 'costs.sku', 'barcodes.sku'] as const;

/**
 * Returns the targets of a system's heading, such as `products.titulo`. Empty if this shop has no column for it.
 * Undefined if the system has no such heading.
 */
export function targetsOf(system: ForeignSystem, heading: string): readonly string[] | undefined {
  const table = tables.find((one) => one.system === system);
  const plain = plainHeading(heading);
  const known = table?.targets.get(plain);
  if (known !== undefined) return known.flatMap((word) => (word === 'sku' ? skuTargets : [word]));
  if (system === 'WooCommerce' && wooAttribute.test(plain)) return ['products.atributos'];
  const isMetafield = system === 'Shopify' && plain.includes('(product.metafields.');
  return isMetafield || table?.families.some((family) => plain.startsWith(family)) === true ? [] : undefined;
}

/** Returns the rank of a heading. If two headings with a value fill the same column, the lower rank wins. */
export const rankOf = (system: ForeignSystem, heading: string): number => {
  const plain = plainHeading(heading);
  return [...(tables.find((one) => one.system === system)?.targets.keys() ?? [])].indexOf(plain);
};

/** Returns the system whose export has these headings. One heading identifies the system, and the system knows most of the others. */
export function systemOf(headings: readonly string[]): ForeignSystem | undefined {
  const plain = headings.map(plainHeading);
  let found: { system: ForeignSystem; known: number } | undefined;
  for (const { system, signature } of tables) {
    if (!plain.some((heading) => signature.has(heading))) continue;
    const known = headings.filter((heading) => targetsOf(system, heading) !== undefined).length;
    if (found === undefined || known > found.known) found = { system, known };
  }
  return found?.system;
}
