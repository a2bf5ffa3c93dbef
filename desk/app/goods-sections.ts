import { entityPages } from './entity/entity-routes.ts';
import type { Section } from './shell/section.ts';

/** The sections of products, stock and purchases, in the menu's order. */
export const goodsSections: readonly Section[] = [
  {
    label: 'Productos',
    icon: 'package',
    permission: 'catalog.read',
    group: 2,
    pages: [
      { path: 'productos', load: () => import('./products/products-page.tsx') },
      {
        path: 'productos/ofertas',
        label: 'Revisión de ofertas',
        permission: 'catalog.read',
        load: () => import('./prices/price-checks-page.tsx'),
      },
      {
        path: 'productos/etiquetas',
        label: 'Cambiaron de precio hoy',
        permission: ['catalog.read', 'stock.read'],
        load: () => import('./products/changed-prices-page.tsx'),
      },
      { path: 'productos/preventas', label: 'Preventas', load: () => import('./presales/presales-page.tsx') },
      {
        path: 'productos/precios',
        label: 'Precios planeados',
        permission: 'catalog.read',
        load: () => import('./price-plans/price-plans-page.tsx'),
      },
      {
        path: 'productos/categorias',
        label: 'Categorías',
        load: () => import('./categories/categories-page.tsx'),
      },
      { path: 'productos/categorias/:id', load: () => import('./categories/category-page.tsx') },
      ...entityPages(
        { path: 'productos/atributos', label: 'Atributos' },
        async () => (await import('@ceiba/contract/desk/entities/attributes')).attributes,
      ),
      ...entityPages(
        {
          path: 'productos/marcas',
          label: 'Marcas',
          verbs: async () => (await import('./brands/brand-verbs.tsx')).brandVerbs,
        },
        async () => (await import('@ceiba/contract/desk/entities/brands')).brands,
      ),
      ...entityPages(
        { path: 'productos/marcas-ajenas', label: 'Marcas ajenas' },
        async () => (await import('@ceiba/contract/desk/entities/other-brands')).otherBrands,
      ),
      ...entityPages(
        { path: 'productos/vendedores', label: 'Vendedores' },
        async () => (await import('@ceiba/contract/desk/entities/sellers')).sellers,
      ),
      {
        path: 'productos/cuadricula',
        label: 'Cuadrícula',
        permission: ['catalog.edit', 'catalog.publish', 'stock.move'],
        load: () => import('./product-grid/product-grid-page.tsx'),
      },
      { path: 'productos/cambios', label: 'Cambios en lote', load: () => import('./products/product-runs-page.tsx') },
      { path: 'productos/cambios/:id', load: () => import('./products/product-run-page.tsx') },
      { path: 'productos/familias/:parentSku', load: () => import('./products/family-page.tsx') },
      {
        path: 'productos/+',
        label: 'Nuevo producto',
        permission: 'catalog.edit',
        load: () => import('./products/new-product-page.tsx'),
      },
      { path: 'productos/:sku', load: () => import('./products/product-page.tsx') },
    ],
  },
  {
    label: 'Inventario',
    icon: 'boxes',
    permission: ['stock.read', 'stock.move', 'stock.count'],
    group: 2,
    isOnPhone: true,
    pages: [
      {
        path: 'inventario',
        label: 'Por agotarse',
        permission: ['stock.read', 'stock.move'],
        load: () => import('./stock/low-stock-page.tsx'),
      },
      {
        path: 'inventario/traslados',
        label: 'Traslados',
        permission: ['stock.read', 'stock.move'],
        load: () => import('./transfers/transfers-page.tsx'),
      },
      {
        path: 'inventario/traslados/:number',
        permission: ['stock.read', 'stock.move'],
        load: () => import('./transfers/transfer-page.tsx'),
      },
      {
        path: 'inventario/conteos',
        label: 'Conteos',
        permission: 'stock.count',
        load: () => import('./stock-counts/counts-page.tsx'),
      },
      {
        path: 'inventario/conteos/:number',
        permission: 'stock.count',
        load: () => import('./stock-counts/count-page.tsx'),
      },
      {
        path: 'inventario/proveedores',
        label: 'Devoluciones al proveedor',
        permission: ['stock.read', 'stock.move'],
        load: () => import('./supplier-notes/notes-page.tsx'),
      },
      {
        path: 'inventario/proveedores/:number',
        permission: ['stock.read', 'stock.move'],
        load: () => import('./supplier-notes/note-page.tsx'),
      },
      {
        path: 'inventario/:sku',
        permission: ['stock.read', 'stock.move'],
        load: () => import('./stock/product-stock-page.tsx'),
      },
    ],
  },
  {
    label: 'Compras',
    icon: 'shopping-basket',
    permission: 'purchases.read',
    group: 2,
    pages: [
      { path: 'compras', load: () => import('./purchases/purchases-page.tsx') },
      {
        path: 'compras/por-reponer',
        label: 'Por reponer',
        permission: 'purchases.edit',
        load: () => import('./purchases/replenishment-page.tsx'),
      },
      {
        path: 'compras/recibir',
        label: 'Recibir sin orden',
        permission: 'purchases.receive',
        load: async () => ({ Component: (await import('./purchases/new-purchase-page.tsx')).ReceiveWithoutPurchase }),
      },
      ...entityPages(
        { path: 'compras/proveedores', label: 'Proveedores' },
        async () => (await import('@ceiba/contract/desk/entities/suppliers')).suppliers,
      ),
      ...entityPages(
        { path: 'compras/codigos', label: 'Códigos de proveedores' },
        async () => (await import('@ceiba/contract/desk/entities/supplier-codes')).supplierCodes,
      ),
      {
        path: 'compras/+',
        label: 'Nueva orden de compra',
        permission: 'purchases.edit',
        load: () => import('./purchases/new-purchase-page.tsx'),
      },
      { path: 'compras/:number/recibir', load: () => import('./purchases/receive-page.tsx') },
      { path: 'compras/:number', load: () => import('./purchases/purchase-page.tsx') },
    ],
  },
  {
    label: 'Códigos de barras',
    icon: 'barcode',
    // The warehouse reads the codes that it scans (BUY-07).
    permission: ['catalog.read', 'stock.read'],
    group: 2,
    pages: [
      ...entityPages(
        { path: 'codigos', label: 'Códigos de barras' },
        async () => (await import('@ceiba/contract/desk/entities/product-codes')).productCodes,
      ),
      {
        path: 'codigos/sin-producto',
        label: 'Códigos sin producto',
        permission: ['catalog.edit', 'stock.read'],
        load: () => import('./catalog/unknown-codes-page.tsx'),
      },
    ],
  },
];
