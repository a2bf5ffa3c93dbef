import { entityPages } from './entity/entity-routes.ts';
import type { Section } from './shell/section.ts';

const searchCrumb = { label: 'Búsqueda', to: '/contenido/busqueda' };

/** The sections of promotions and content, and those of the shop itself, in the menu's order. */
export const shopSections: readonly Section[] = [
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
