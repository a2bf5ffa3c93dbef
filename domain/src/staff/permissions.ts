/** The permissions of desk users with their labels (desk.md §0.3). The type is derived from this list. */
export const permissionLabels = {
  'orders.read': 'Ver órdenes',
  'orders.create': 'Crear órdenes',
  'orders.edit': 'Corregir órdenes',
  'orders.cancel': 'Cancelar órdenes',
  'orders.refund': 'Reembolsar',
  'orders.review': 'Liberar órdenes detenidas',
  'shipments.read': 'Ver envíos',
  'shipments.pick': 'Preparar envíos',
  'shipments.send': 'Enviar',
  'shipments.deliver': 'Entregar',
  'tills.use': 'Usar caja',
  'tills.read': 'Ver cajas',
  'cash.read': 'Ver efectivo',
  'cash.settle': 'Liquidar efectivo',
  'cash.close': 'Cerrar el día',
  'refunds.approve': 'Aprobar reembolsos',
  'returns.approve': 'Aprobar devoluciones',
  'returns.receive': 'Recibir devoluciones',
  'complaints.edit': 'Atender quejas',
  'customers.read': 'Ver clientes',
  'customers.edit': 'Corregir clientes',
  'customers.export': 'Exportar datos personales',
  'customers.erase': 'Borrar datos personales',
  'giftcards.edit': 'Tarjetas de regalo',
  'catalog.read': 'Ver catálogo',
  'catalog.edit': 'Editar catálogo',
  'catalog.publish': 'Publicar productos',
  'prices.edit': 'Cambiar precios',
  'costs.read': 'Ver costos',
  'promotions.edit': 'Editar promociones',
  'content.edit': 'Editar contenido',
  'stock.read': 'Ver inventario',
  'stock.move': 'Mover inventario',
  'stock.count': 'Contar inventario',
  'purchases.read': 'Ver compras',
  'purchases.edit': 'Editar compras',
  'purchases.receive': 'Recibir mercadería',
  'settings.edit': 'Cambiar ajustes',
  'flags.edit': 'Cambiar interruptores',
  'imports.run': 'Importar archivos',
  'documents.read': 'Ver facturas',
  'documents.issue': 'Emitir facturas',
  'documents.annul': 'Anular facturas',
  'sellers.edit': 'Editar vendedores',
  'settlements.prepare': 'Preparar liquidaciones',
  'settlements.approve': 'Aprobar liquidaciones',
  'settlements.pay': 'Pagar liquidaciones',
  'advisors.edit': 'Editar asesores',
  'commissions.read': 'Ver comisiones',
  'commissions.approve': 'Aprobar comisiones',
  'reports.read': 'Ver reportes',
  'webhooks.edit': 'Editar integraciones',
  'tokens.edit': 'Editar llaves de acceso',
  'staff.edit': 'Administrar personal',
  'audit.read': 'Ver auditoría',
  'ops.read': 'Ver operación',
  'ops.act': 'Operar el sistema',
  'views.share': 'Compartir vistas',
} as const;

export type Permission = keyof typeof permissionLabels;

/** The permission that a call or a page needs. If there are several, one is enough. */
export type NeededPermission = Permission | 'signedIn' | readonly [Permission, ...Permission[]];

/** Returns whether a person has the needed permission. */
export const hasNeeded = (needed: NeededPermission, has: (permission: Permission) => boolean): boolean => {
  if (needed === 'signedIn') return true;
  return typeof needed === 'string' ? has(needed) : needed.some(has);
};

/** Returns the permission to name if the person lacks all of these permissions: the first one. */
export const namedPermission = (needed: NeededPermission): string => (typeof needed === 'string' ? needed : needed[0]);

export const isPermission = (text: string): text is Permission => Object.hasOwn(permissionLabels, text);
export const permissions: readonly Permission[] = Object.keys(permissionLabels).filter(isPermission);

const all = (...groups: readonly string[]): Permission[] =>
  permissions.filter((permission) => groups.includes(permission.split('.')[0] ?? ''));

const allBut = (...without: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => !without.includes(permission));

/** The built-in roles, with their labels and permissions (desk.md §0.3). */
export const builtInRoles = {
  owner: { label: 'Dueña', permissions },
  manager: { label: 'Gerencia', permissions: allBut('staff.edit', 'tokens.edit', 'ops.act', 'settlements.pay') },
  catalogue: {
    label: 'Catálogo',
    permissions: [
      ...all('catalog'),
      'prices.edit',
      'costs.read',
      'promotions.edit',
      'content.edit',
      'stock.read',
      'imports.run',
      'reports.read',
    ],
  },
  warehouse: {
    label: 'Bodega',
    permissions: [
      'orders.read',
      ...all('shipments', 'stock'),
      'purchases.read',
      'purchases.receive',
      'returns.receive',
    ],
  },
  support: {
    label: 'Soporte',
    permissions: [
      ...all('orders', 'returns'),
      'customers.read',
      'customers.edit',
      'customers.export',
      'complaints.edit',
      'giftcards.edit',
      'shipments.read',
      'documents.read',
    ],
  },
  accounting: {
    label: 'Contabilidad',
    permissions: [
      'orders.read',
      ...all('documents', 'cash', 'settlements', 'commissions', 'reports'),
      'refunds.approve',
      'tills.read',
      'costs.read',
      'purchases.read',
    ],
  },
  cashier: { label: 'Caja', permissions: ['orders.read', 'tills.use', 'shipments.deliver', 'giftcards.edit'] },
  advisor: { label: 'Asesoría', permissions: ['orders.read', 'orders.create', 'commissions.read'] },
  seller: { label: 'Vendedor', permissions: [] },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>;

export type BuiltInRole = keyof typeof builtInRoles;

export const isBuiltInRole = (text: string): text is BuiltInRole => Object.hasOwn(builtInRoles, text);

/** Returns the label of a role for staff. For a role that the shop created, returns the name of the role. */
export const roleLabel = (role: string): string => (isBuiltInRole(role) ? builtInRoles[role].label : role);

/**
 * Returns whether permissions show an order's amounts. Other users see no billing, and no amounts except cash to
 * collect (desk.md §0.3). These are users who move shipments, but do not refund, correct or read cash.
 */
export const seesAmounts = (granted: readonly Permission[]): boolean =>
  ['orders.edit', 'orders.refund', 'tills.use', 'cash.read', 'orders.create'].some((each) =>
    granted.some((permission) => permission === each),
  );
