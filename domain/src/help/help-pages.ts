import type { ShopOffers } from '../policies/shop-offers.ts';

/** The root of all help. */
export const helpPath = '/ayuda';

/** All pages of help, in the order shown; their texts are rows that an operator changes (record 0048). */
const allHelpPages = [
  { name: 'entregas', title: 'Entregas', icon: 'truck' },
  { name: 'pagos', title: 'Pagos y cuotas', icon: 'credit-card' },
  { name: 'devoluciones', title: 'Devoluciones', icon: 'rotate-ccw' },
  { name: 'garantias', title: 'Garantías', icon: 'shield-check' },
  { name: 'puntos', title: 'Puntos', icon: 'coins' },
  { name: 'facturas', title: 'Facturas', icon: 'receipt-text' },
  { name: 'contacto', title: 'Contacto', icon: 'headset' },
] as const;

/** The page that a shop without points does not have. */
const pointsPageName = 'puntos';

/** Whether a shop has this page of help: `puntos` only where points can pay or are earned (record 0096). */
export const isHelpPageShown = (name: string, { acceptsPoints, earnsPoints }: ShopOffers): boolean =>
  name !== pointsPageName || acceptsPoints || earnsPoints;

/** The same of an address. */
export const isHelpPathShown = (path: string, offers: ShopOffers): boolean =>
  path !== helpPagePath(pointsPageName) || isHelpPageShown(pointsPageName, offers);

/** The pages of help that this shop has; other places lead to them. */
export const helpPagesOf = (offers: ShopOffers): { name: string; title: string; icon: string }[] =>
  allHelpPages
    .filter(({ name }) => isHelpPageShown(name, offers))
    .map((page) =>
      page.name === 'pagos' && offers.installmentPlans.length === 0 ? { ...page, title: 'Pagos' } : page,
    );

export const helpPagePath = (name: string): string => `${helpPath}/${name}`;

/** Says where which delivery takes how long, and what it costs. */
export const deliveryHelpPath = helpPagePath('entregas');

export const storesPage = { path: '/tiendas', title: 'Tiendas', text: 'Direcciones, horarios y qué recoger.' } as const;
export const complaintsPage = {
  path: '/libro-de-quejas',
  title: 'Libro de quejas',
  text: 'Escribe una queja: recibes su número y te contestamos por correo.',
} as const;

/** Pages of the shop that are neither goods nor a content page of a category: what a sitemap names besides those. */
export const fixedPathsOf = (offers: ShopOffers): string[] => [
  helpPath,
  ...helpPagesOf(offers).map(({ name }) => helpPagePath(name)),
  storesPage.path,
  complaintsPage.path,
];
