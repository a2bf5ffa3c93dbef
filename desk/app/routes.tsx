import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { entityPages } from './entity/entity-routes.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { Frame } from './shell/frame.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Opening } from './shell/opening.tsx';
import type { Section } from './shell/section.ts';
import { SectionGate } from './shell/section-gate.tsx';

const searchCrumb = { label: 'Búsqueda', to: '/contenido/busqueda' };

/** The menu and the pages of the desk, in the menu's order. Each slice registers its pages here. */
export const sections: readonly Section[] = [
  {
    label: 'Inicio',
    icon: 'house',
    permission: 'signedIn',
    group: 1,
    isOnPhone: true,
    pages: [
      { path: '', load: () => import('./home/home-page.tsx') },
      {
        path: 'primeros-pasos',
        label: 'Primeros pasos',
        // Each first step needs one of these permissions.
        permission: ['settings.edit', 'catalog.edit', 'staff.edit', 'ops.read'],
        load: () => import('./home/first-steps-page.tsx'),
      },
    ],
  },
  {
    label: 'Órdenes',
    icon: 'shopping-bag',
    permission: 'orders.read',
    group: 1,
    isOnPhone: true,
    pages: [
      { path: 'ordenes', load: () => import('./orders/orders-page.tsx') },
      {
        path: 'ordenes/reembolsos',
        label: 'Reembolsos',
        permission: refundList.permission,
        load: () => import('./refunds/refunds-page.tsx'),
      },
      {
        path: 'ordenes/sin-existencias',
        label: 'Renglones sin existencias',
        permission: 'orders.edit',
        load: () => import('./orders/missing-lines-page.tsx'),
      },
      // Staff who transfer the money, or who enter the buyer's bank account, need no permission for tills.
      {
        path: 'caja/reembolsos',
        label: 'Reembolsos por pagar',
        permission: ['orders.refund', 'cash.settle', 'tills.use'],
        load: () => import('./tills/cash-refunds-page.tsx'),
      },
      { path: 'carritos/:code', load: () => import('./cart-codes/cart-code-page.tsx') },
      { path: 'ordenes/:number', load: () => import('./orders/order-page.tsx') },
    ],
  },
  {
    label: 'Clientes',
    icon: 'user-round',
    permission: 'customers.read',
    group: 1,
    pages: [
      { path: 'clientes', load: () => import('./customers/customers-page.tsx') },
      { path: 'clientes/:id', load: () => import('./customers/customer-page.tsx') },
    ],
  },
  {
    label: 'Preparación',
    icon: 'package-open',
    permission: 'shipments.read',
    group: 1,
    isOnPhone: true,
    pages: [
      { path: 'preparacion', load: () => import('./shipments/shipments-page.tsx') },
      { path: 'preparacion/tanda/:id', load: () => import('./shipments/wave-page.tsx') },
      { path: 'preparacion/:id', load: () => import('./shipments/shipment-page.tsx') },
    ],
  },
  {
    label: 'Manifiestos',
    icon: 'truck',
    permission: ['shipments.send', 'cash.read'],
    group: 1,
    isOnPhone: true,
    pages: [
      { path: 'manifiestos', load: () => import('./couriers/manifests-page.tsx') },
      {
        path: 'manifiestos/todos',
        label: 'Todos los manifiestos',
        load: async () => ({ Component: (await import('./couriers/manifests-page.tsx')).AllManifests }),
      },
      ...entityPages(
        {
          path: 'manifiestos/mensajerias',
          label: 'Mensajerías',
          permission: 'settings.edit',
          above: [{ label: 'Manifiestos', to: '/manifiestos' }],
        },
        async () => (await import('@ceiba/contract/desk/entities/couriers')).couriers,
      ),
      { path: 'manifiestos/:id', load: () => import('./couriers/manifest-page.tsx') },
    ],
  },
  {
    label: 'Entregas',
    icon: 'store',
    permission: 'shipments.deliver',
    group: 1,
    isOnPhone: true,
    pages: [{ path: 'entregas', load: () => import('./shipments/counter-page.tsx') }],
  },
  {
    label: 'Caja',
    icon: 'wallet',
    permission: ['tills.use', 'tills.read', 'cash.read'],
    group: 1,
    isOnPhone: true,
    pages: [
      { path: 'caja', load: () => import('./tills/till-page.tsx') },
      {
        path: 'caja/cierres',
        label: 'Cierres de caja',
        permission: 'tills.read',
        load: () => import('./tills/closings-page.tsx'),
      },
      {
        path: 'caja/diferencias',
        label: 'Diferencias de caja',
        permission: 'tills.read',
        load: () => import('./tills/differences-page.tsx'),
      },
      {
        path: 'caja/mensajeros',
        label: 'Efectivo con mensajeros',
        permission: 'cash.read',
        load: () => import('./door-cash/door-cash-page.tsx'),
      },
    ],
  },
  {
    label: 'Devoluciones',
    icon: 'undo-2',
    permission: 'returns.receive',
    group: 1,
    isOnPhone: true,
    pages: [
      { path: 'devoluciones', load: () => import('./returns/returns-page.tsx') },
      { path: 'devoluciones/:number', load: () => import('./returns/return-page.tsx') },
    ],
  },
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
  {
    label: 'Promociones',
    icon: 'tag',
    permission: 'promotions.edit',
    group: 2,
    pages: [
      ...entityPages(
        {
          path: 'promociones/cupones',
          label: 'Cupones',
          links: [{ label: 'Usos', to: '/promociones/cupones/usos' }],
          verbs: async () => (await import('./coupons/coupon-verbs.ts')).couponVerbs,
          parts: async () => ({
            trial: (await import('./coupons/coupon-trial.tsx')).CouponTrial,
            cards: (await import('./coupons/coupon-cards.tsx')).CouponCards,
          }),
        },
        async () => (await import('@ceiba/contract/desk/entities/coupons')).coupons,
      ),
      ...entityPages(
        {
          path: 'promociones/relampago',
          label: 'Ofertas relámpago',
          links: [{ label: 'Calendario', to: '/promociones/relampago/calendario' }],
          verbs: async () => (await import('./promotions/flash-sale-parts.tsx')).flashSaleVerbs,
          parts: async () => (await import('./promotions/flash-sale-parts.tsx')).flashSaleParts,
        },
        async () => (await import('@ceiba/contract/desk/entities/flash-sales')).flashSales,
      ),
      {
        path: 'promociones/relampago/calendario',
        label: 'Calendario de ofertas',
        load: () => import('./promotions/flash-sale-calendar-page.tsx'),
      },
      {
        path: 'promociones/relampago/lista',
        label: 'Pegar ofertas',
        permission: 'promotions.edit',
        load: () => import('./promotions/flash-sale-list-page.tsx'),
      },
      ...entityPages(
        { path: 'promociones/regalos', label: 'Regalos' },
        async () => (await import('@ceiba/contract/desk/entities/gifts')).gifts,
      ),
      ...entityPages(
        { path: 'promociones/acompanantes', label: 'Acompañantes' },
        async () => (await import('@ceiba/contract/desk/entities/companions')).companions,
      ),
      ...entityPages(
        { path: 'promociones/garantias', label: 'Garantías extendidas' },
        async () => (await import('@ceiba/contract/desk/entities/warranties')).warranties,
      ),
      ...entityPages(
        { path: 'promociones/ultimas-unidades', label: 'Últimas unidades' },
        async () => (await import('@ceiba/contract/desk/entities/stock-offers')).stockOffers,
      ),
      {
        path: 'promociones/producto',
        label: 'Qué recibe un producto',
        load: () => import('./promotions/product-offers-page.tsx'),
      },
      {
        path: 'promociones/cupones/usos',
        label: 'Usos de cupones',
        load: () => import('./coupons/coupon-uses-page.tsx'),
      },
      ...entityPages(
        {
          path: 'promociones/series',
          label: 'Series de cupones',
          verbs: async () => (await import('./coupons/coupon-verbs.ts')).seriesVerbs,
          parts: async () => ({
            trial: (await import('./coupons/coupon-trial.tsx')).CouponTrial,
            cards: (await import('./coupons/coupon-cards.tsx')).SeriesCards,
          }),
        },
        async () => (await import('@ceiba/contract/desk/entities/coupon-series')).couponSeries,
      ),
    ],
  },
  {
    label: 'Contenido',
    icon: 'file-text',
    permission: 'content.edit',
    group: 2,
    pages: [
      ...entityPages(
        {
          path: 'contenido/banners',
          label: 'Banners',
          parts: async () => (await import('./content/banner-parts.tsx')).bannerParts,
        },
        async () => (await import('@ceiba/contract/desk/entities/banners')).banners,
      ),
      {
        path: 'contenido/banners/orden',
        label: 'Orden de los banners',
        load: () => import('./content/banner-order-page.tsx'),
      },
      ...entityPages(
        {
          path: 'contenido/paginas',
          label: 'Páginas',
          parts: async () => (await import('./content/page-parts.tsx')).pageParts,
        },
        async () => (await import('@ceiba/contract/desk/entities/content-pages')).contentPages,
      ),
      { path: 'contenido/busqueda', label: 'Búsqueda', load: () => import('./search/searches-page.tsx') },
      ...entityPages(
        { path: 'contenido/busqueda/sinonimos', label: 'Sinónimos', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/synonyms')).synonyms,
      ),
      ...entityPages(
        { path: 'contenido/busqueda/no-vendemos', label: 'Cosas que no vendemos', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/absent-words')).absentWords,
      ),
      ...entityPages(
        { path: 'contenido/busqueda/ignoradas', label: 'Palabras ignoradas', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/ignored-words')).ignoredWords,
      ),
      ...entityPages(
        { path: 'contenido/busqueda/respuestas', label: 'Palabras con respuesta', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/answer-words')).answerWords,
      ),
      ...entityPages(
        { path: 'contenido/busqueda/tarjetas', label: 'Páginas que responden', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/search-answers')).searchAnswers,
      ),
      ...entityPages(
        { path: 'contenido/busqueda/fijados', label: 'Productos fijados', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/search-pins')).searchPins,
      ),
      ...entityPages(
        { path: 'contenido/busqueda/ocultos', label: 'Productos ocultos al buscar', above: [searchCrumb] },
        async () => (await import('@ceiba/contract/desk/entities/hidden-products')).hiddenProducts,
      ),
      ...entityPages(
        {
          path: 'contenido/correos',
          label: 'Textos de correos',
          parts: async () => ({ trial: (await import('./notifications/mail-trial.tsx')).MailTrial }),
        },
        async () => (await import('@ceiba/contract/desk/entities/mail-texts')).mailTexts,
      ),
      ...entityPages(
        {
          path: 'contenido/legales',
          label: 'Textos legales',
          parts: async () => ({ trial: (await import('./content/legal-trial.tsx')).LegalTrial }),
        },
        async () => (await import('@ceiba/contract/desk/entities/legal-texts')).legalTexts,
      ),
      ...entityPages(
        { path: 'contenido/redirecciones', label: 'Redirecciones' },
        async () => (await import('@ceiba/contract/desk/entities/redirects')).redirects,
      ),
    ],
  },
  {
    label: 'Tiendas',
    icon: 'map-pin',
    permission: 'settings.edit',
    group: 3,
    pages: [
      ...entityPages(
        {
          path: 'tiendas',
          label: 'Tiendas',
          links: [{ label: 'Departamentos', to: '/tiendas/departamentos' }],
          verbs: async () => (await import('./locations/store-verbs.ts')).storeVerbs,
          parts: async () => ({
            cards: (await import('./locations/store-cards.tsx')).StoreCards,
            controls: { regionId: (await import('./locations/department-control.tsx')).DepartmentControl },
            preview: (await import('./locations/point-card.tsx')).PointCard,
          }),
        },
        async () => (await import('@ceiba/contract/desk/entities/stores')).stores,
      ),
      ...entityPages(
        { path: 'tiendas/departamentos', label: 'Departamentos', above: [{ label: 'Tiendas', to: '/tiendas' }] },
        async () => (await import('@ceiba/contract/desk/entities/departments')).departments,
      ),
    ],
  },
  {
    label: 'Importaciones',
    icon: 'file-check',
    permission: 'imports.run',
    group: 3,
    pages: [
      { path: 'importaciones', load: () => import('./imports/imports-page.tsx') },
      { path: 'importaciones/plantillas', label: 'Plantillas', load: () => import('./imports/templates-page.tsx') },
      { path: 'importaciones/:id', load: () => import('./imports/import-page.tsx') },
    ],
  },
  {
    label: 'Asesores',
    icon: 'headset',
    permission: 'advisors.edit',
    group: 3,
    pages: entityPages(
      {
        path: 'asesores',
        label: 'Asesores',
        verbs: async () => (await import('./advisors/advisor-verbs.tsx')).advisorVerbs,
        parts: async () => ({ cards: (await import('./advisors/staff-card.tsx')).StaffCard }),
      },
      async () => (await import('@ceiba/contract/desk/entities/advisors')).advisors,
    ),
  },
  {
    label: 'Operación',
    icon: 'activity',
    permission: 'ops.read',
    group: 4,
    pages: [
      { path: 'operacion', load: () => import('./operation/status-page.tsx') },
      { path: 'operacion/trabajos', label: 'Trabajos', load: () => import('./operation/jobs-page.tsx') },
      { path: 'operacion/puntos', label: 'Puntos en espera', load: () => import('./operation/points-page.tsx') },
    ],
  },
  {
    label: 'Auditoría',
    icon: 'shield-check',
    permission: 'audit.read',
    group: 4,
    pages: [{ path: 'auditoria', load: () => import('./audit/audit-page.tsx') }],
  },
  {
    label: 'Personal',
    icon: 'users',
    permission: 'staff.edit',
    group: 4,
    pages: [
      { path: 'personal', load: () => import('./staff/staff-list-page.tsx') },
      { path: 'personal/roles', label: 'Roles', load: () => import('./staff/roles-page.tsx') },
      { path: 'personal/:id', load: () => import('./staff/staff-member-page.tsx') },
    ],
  },
  {
    label: 'Ajustes',
    icon: 'settings',
    permission: 'settings.edit',
    group: 4,
    pages: [
      { path: 'ajustes', load: () => import('./settings/settings-page.tsx') },
      {
        path: 'ajustes/funciones',
        label: 'Funciones',
        permission: 'flags.edit',
        load: () => import('./settings/flags-page.tsx'),
      },
      ...entityPages(
        { path: 'ajustes/tarjetas', label: 'Tarjetas con cuotas', above: [{ label: 'Ajustes', to: '/ajustes' }] },
        async () => (await import('@ceiba/contract/desk/entities/card-bins')).cardBins,
      ),
    ],
  },
];

export const sectionRoute = (section: Section): RouteObject => ({
  element: <SectionGate section={section} />,
  children: section.pages.map(({ path, load }) => ({ path: path === '' ? '/' : path, lazy: load })),
});

export const routes: RouteObject[] = [
  {
    path: 'invitacion',
    lazy: () => import('./staff/invitation-page.tsx'),
    ErrorBoundary: CrashPage,
    HydrateFallback: Opening,
  },
  {
    element: <Frame sections={sections} />,
    ErrorBoundary: CrashPage,
    HydrateFallback: Opening,
    children: [
      ...sections.map(sectionRoute),
      { path: 'mi-cuenta', lazy: () => import('./staff/own-account-page.tsx') },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

export const createDeskRouter = () => createBrowserRouter(routes, { basename: '/admin' });
