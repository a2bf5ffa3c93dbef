/** The shop's pages that a banner may link to, in addition to products, categories and content pages (PROD-15). */
export const linkedPages: readonly string[] = [
  '/search',
  '/compare',
  '/gift-card',
  '/wishlist',
  '/track-order',
  '/tiendas',
  '/ayuda',
  '/libro-de-quejas',
  '/login',
  '/register',
  '/dashboard',
];
