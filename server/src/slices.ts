import { accounts } from './accounts/index.ts';
import { addresses } from './addresses/index.ts';
import { advisors } from './advisors/index.ts';
import { analytics } from './analytics/index.ts';
import { apiTokens } from './api-tokens/index.ts';
import { audit } from './audit/index.ts';
import { auth } from './auth/index.ts';
import { backups } from './backups/index.ts';
import { billing } from './billing/index.ts';
import { captcha } from './captcha/index.ts';
import { cartCodes } from './cart-codes/index.ts';
import { carts } from './carts/index.ts';
import { catalog } from './catalog/index.ts';
import { categories } from './categories/index.ts';
import { checkout } from './checkout/index.ts';
import { complaints } from './complaints/index.ts';
import { content } from './content/index.ts';
import { coupons } from './coupons/index.ts';
import { couriers } from './couriers/index.ts';
import { customers } from './customers/index.ts';
import { delivery } from './delivery/index.ts';
import { doctor } from './doctor/index.ts';
import { donations } from './donations/index.ts';
import { doorCash } from './door-cash/index.ts';
import { events } from './events/index.ts';
import { flags } from './flags/index.ts';
import { giftCards } from './gift-cards/index.ts';
import { help } from './help/index.ts';
import { home } from './home/index.ts';
import { identity } from './identity/index.ts';
import { imports } from './imports/index.ts';
import { invariants } from './invariants/index.ts';
import { jobs } from './jobs/index.ts';
import type { Task } from './jobs/worker.ts';
import { locations } from './locations/index.ts';
import { loyalty } from './loyalty/index.ts';
import { notices } from './notices/index.ts';
import { notifications } from './notifications/index.ts';
import { orders } from './orders/index.ts';
import { papers } from './papers/index.ts';
import { passkeys } from './passkeys/index.ts';
import { paymentLinks } from './payment-links/index.ts';
import { payments } from './payments/index.ts';
import { entityRoutes } from './platform/entities/entity-routes.ts';
import type { EntityTable } from './platform/entities/entity-table.ts';
import type { Route } from './platform/http/route.ts';
import { sitemapLimit } from './platform/limits/rate-limit.ts';
import { healthMeasures } from './platform/operations/health.ts';
import type { Measure } from './platform/operations/metrics.ts';
import { registerSitemap } from './platform/pages/sitemap.ts';
import { points } from './points/index.ts';
import { policies } from './policies/index.ts';
import { presales } from './presales/index.ts';
import { pricePlans } from './price-plans/index.ts';
import { prices } from './prices/index.ts';
import { productGrid } from './product-grid/index.ts';
import { products } from './products/index.ts';
import { promotions } from './promotions/index.ts';
import { purchases } from './purchases/index.ts';
import { recommendations } from './recommendations/index.ts';
import { refunds } from './refunds/index.ts';
import { restock } from './restock/index.ts';
import { returns } from './returns/index.ts';
import { runs } from './runs/index.ts';
import { search } from './search/index.ts';
import { secrets } from './secrets/index.ts';
import { sellers } from './sellers/index.ts';
import type { Services } from './services.ts';
import { shipments } from './shipments/index.ts';
import type { Register, Slice } from './slice.ts';
import { staff } from './staff/index.ts';
import { stock } from './stock/index.ts';
import { stockCounts } from './stock-counts/index.ts';
import { supplierNotes } from './supplier-notes/index.ts';
import { suppliers } from './suppliers/index.ts';
import { tills } from './tills/index.ts';
import { transfers } from './transfers/index.ts';
import { views } from './views/index.ts';
import { wishlists } from './wishlists/index.ts';

/** All slices. `ceiba` prints their commands in this order. */
export const slices: readonly Slice[] = [
  invariants,
  doctor,
  doorCash,
  backups,
  secrets,
  staff,
  audit,
  orders,
  shipments,
  refunds,
  returns,
  tills,
  couriers,
  complaints,
  customers,
  advisors,
  giftCards,
  points,
  policies,
  identity,
  payments,
  flags,
  imports,
  runs,
  coupons,
  search,
  accounts,
  addresses,
  analytics,
  apiTokens,
  auth,
  billing,
  captcha,
  cartCodes,
  carts,
  catalog,
  categories,
  checkout,
  content,
  delivery,
  donations,
  events,
  help,
  home,
  jobs,
  locations,
  loyalty,
  notices,
  notifications,
  papers,
  passkeys,
  paymentLinks,
  presales,
  pricePlans,
  prices,
  productGrid,
  products,
  promotions,
  purchases,
  recommendations,
  restock,
  sellers,
  stock,
  stockCounts,
  supplierNotes,
  transfers,
  suppliers,
  views,
  wishlists,
];

/** Every simple entity with its table. */
export const entityTables: readonly EntityTable[] = slices.flatMap(({ entities }) => entities ?? []);

/** Every route of the API. */
export const routesOf = (services: Services): Route[] => {
  const given = { ...services, crontab: () => crontabOf(services), kinds: () => kindsOf(services) };
  const bound = entityTables.flatMap((table) => entityRoutes(table, services));
  return [...bound, ...slices.flatMap(({ routes }) => routes?.(given) ?? [])];
};

/** Every page and hook that is not a call of the contract. */
export const registerOf = (services: Services): Register[] => {
  const { db, config, policy } = services;
  const sitemap = registerSitemap(db, {
    publicUrl: config.publicUrl,
    offers: policy,
    limit: sitemapLimit(config.rateLimitFactor),
  });
  return [sitemap, ...slices.flatMap(({ register }) => register?.(services) ?? [])];
};

/** The slices' measures at /metrics. */
export const measuresOf = (services: Services): Measure[] => [
  ...healthMeasures(services),
  ...slices.flatMap(({ measures }) => measures?.(services) ?? []),
];

/** Every kind of job, including the jobs of the demo shop. */
export const tasksOf = (services: Services): Task[] => {
  const { jobsDb: db, loader } = services;
  return [...slices.flatMap(({ tasks }) => tasks?.({ ...services, db }) ?? []), ...(loader?.tasks(db) ?? [])];
};

/** Kinds of jobs that wait for external responses. */
export const sendersOf = (services: Services): Task[] =>
  slices.flatMap(({ senders }) => senders?.({ ...services, db: services.jobsDb }) ?? []);

/** The names of all kinds of jobs. */
const kindsOf = (services: Services): string[] =>
  [...tasksOf(services), ...sendersOf(services)].map(({ name }) => name);

/** Lines of a crontab, in UTC. */
export const crontabOf = ({ loader }: Services): string =>
  [...slices.map(({ cron }) => cron), loader?.crontab].filter((lines) => lines !== undefined).join('\n');
