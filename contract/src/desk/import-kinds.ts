import type { Permission } from '@ceiba/domain/staff/permissions';

/** Kinds of files by their names in commands and calls. The order is that for filling an empty shop. */
export const importKinds = {
  places: 'Lugares',
  stores: 'Tiendas',
  sellers: 'Vendedores',
  brands: 'Marcas',
  categories: 'Categorías',
  attributes: 'Atributos',
  products: 'Productos',
  barcodes: 'Códigos de barras',
  'seller-offers': 'Ofertas de vendedores',
  prices: 'Precios',
  stock: 'Existencias',
  costs: 'Costos',
  pictures: 'Fotos',
  warranties: 'Garantías extendidas',
  visits: 'Servicios a domicilio',
  coupons: 'Cupones',
  'flash-sales': 'Ofertas relámpago',
  banners: 'Banners',
  redirects: 'Redirecciones',
  synonyms: 'Sinónimos',
  bins: 'Tarjetas con cuotas',
  'tracking-numbers': 'Guías de envío',
} as const;
export type ImportKind = keyof typeof importKinds;

/**
 * Permissions needed in addition to `imports.run`: the permissions for the data that a file of this kind changes
 * (record 0083).
 */
export const importPermissions = {
  places: ['settings.edit'],
  stores: ['settings.edit'],
  sellers: ['sellers.edit'],
  brands: ['catalog.edit'],
  categories: ['catalog.edit'],
  attributes: ['catalog.edit'],
  // An imported product is on sale immediately, unless its file has another value.
  products: ['catalog.edit', 'catalog.publish'],
  barcodes: ['catalog.edit'],
  'seller-offers': ['catalog.edit'],
  warranties: ['catalog.edit', 'prices.edit'],
  visits: ['catalog.edit'],
  prices: ['prices.edit'],
  stock: ['stock.count'],
  // A file shows the costs that it changes.
  costs: ['costs.read', 'purchases.edit'],
  pictures: ['catalog.edit'],
  coupons: ['promotions.edit'],
  'flash-sales': ['promotions.edit', 'prices.edit'],
  banners: ['content.edit'],
  redirects: ['content.edit'],
  synonyms: ['content.edit'],
  bins: ['settings.edit'],
  'tracking-numbers': ['shipments.send'],
} as const satisfies Record<ImportKind, readonly Permission[]>;
