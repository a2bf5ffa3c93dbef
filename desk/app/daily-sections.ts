import { refundList } from '@ceiba/contract/desk/lists/refunds';
import { entityPages } from './entity/entity-routes.ts';
import type { Section } from './shell/section.ts';

/** The sections of daily work, from the home page to returns, in the menu's order. */
export const dailySections: readonly Section[] = [
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
];
