import type { ShopOffers } from '../policies/shop-offers.ts';

/** The first page of the help. */
export const helpPath = '/ayuda';

/** All help pages, in the order in which they are listed. Their texts are rows that an operator can change (record 0048). */
const allHelpPages = [
  { name: 'entregas', title: 'Entregas', icon: 'truck' },
  { name: 'pagos', title: 'Pagos y cuotas', icon: 'credit-card' },
  { name: 'devoluciones', title: 'Devoluciones', icon: 'rotate-ccw' },
  { name: 'garantias', title: 'Garantías', icon: 'shield-check' },
  { name: 'puntos', title: 'Puntos', icon: 'coins' },
  { name: 'facturas', title: 'Facturas', icon: 'receipt-text' },
  { name: 'contacto', title: 'Contacto', icon: 'headset' },
] as const;

/** The page that a shop without points hides. */
const pointsPageName = 'puntos';

/** Returns whether a shop shows this help page: `puntos` only if points can pay or are earned (record 0096). */
export const isHelpPageShown = (name: string, { acceptsPoints, earnsPoints }: ShopOffers): boolean =>
  name !== pointsPageName || acceptsPoints || earnsPoints;

/** Returns whether the page at a path is shown. Applies `isHelpPageShown` to the name in the path. */
export const isHelpPathShown = (path: string, offers: ShopOffers): boolean =>
  path !== helpPagePath(pointsPageName) || isHelpPageShown(pointsPageName, offers);

/** Returns the help pages of this shop. Other pages link to them. */
export const helpPagesOf = (offers: ShopOffers): { name: string; title: string; icon: string }[] =>
  allHelpPages
    .filter(({ name }) => isHelpPageShown(name, offers))
    .map((page) =>
      page.name === 'pagos' && offers.installmentPlans.length === 0 ? { ...page, title: 'Pagos' } : page,
    );

export const helpPagePath = (name: string): string => `${helpPath}/${name}`;

/** The page about delivery times and costs of each delivery type. */
export const deliveryHelpPath = helpPagePath('entregas');

export const storesPage = { path: '/tiendas', title: 'Tiendas', text: 'Direcciones, horarios y qué recoger.' } as const;
export const complaintsPage = {
  path: '/libro-de-quejas',
  title: 'Libro de quejas',
  text: 'Escribe una queja: recibes su número y te contestamos por correo.',
} as const;

/** Returns the fixed pages for the sitemap, without products and the content pages of categories. */
export const fixedPathsOf = (offers: ShopOffers): string[] => [
  helpPath,
  ...helpPagesOf(offers).map(({ name }) => helpPagePath(name)),
  storesPage.path,
  complaintsPage.path,
];
