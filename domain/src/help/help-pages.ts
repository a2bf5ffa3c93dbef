/** The root of all help. */
export const helpPath = '/ayuda';

/** Pages that every shop has (other places lead to them), in the order shown; their texts are rows that an operator changes (record 0048). */
export const helpPages = [
  { name: 'entregas', title: 'Entregas', icon: 'truck' },
  { name: 'pagos', title: 'Pagos y cuotas', icon: 'credit-card' },
  { name: 'devoluciones', title: 'Devoluciones', icon: 'rotate-ccw' },
  { name: 'garantias', title: 'Garantías', icon: 'shield-check' },
  { name: 'puntos', title: 'Puntos', icon: 'coins' },
  { name: 'facturas', title: 'Facturas', icon: 'receipt-text' },
  { name: 'contacto', title: 'Contacto', icon: 'headset' },
] as const;

export const helpPagePath = (name: string): string => `${helpPath}/${name}`;

export const storesPage = { path: '/tiendas', title: 'Tiendas', text: 'Direcciones, horarios y qué recoger.' } as const;
export const complaintsPage = {
  path: '/libro-de-quejas',
  title: 'Libro de quejas',
  text: 'Escribe una queja: recibes su número y te contestamos por correo.',
} as const;

/** Pages of the shop that are neither goods nor a content page of a category: what a sitemap names besides those. */
export const fixedPaths: readonly string[] = [
  helpPath,
  ...helpPages.map(({ name }) => helpPagePath(name)),
  storesPage.path,
  complaintsPage.path,
];
