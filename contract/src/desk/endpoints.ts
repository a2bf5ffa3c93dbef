import type { EndpointSpec } from '../endpoint.ts';
import * as accounts from './accounts.ts';
import * as advisors from './advisors.ts';
import * as audit from './audit.ts';
import * as banners from './banners.ts';
import * as brandVerbs from './brands.ts';
import * as cartCodes from './cart-codes.ts';
import * as cashRefunds from './cash-refunds.ts';
import * as categories from './categories.ts';
import * as coupons from './coupons.ts';
import * as manifests from './couriers.ts';
import * as doctor from './doctor.ts';
import * as doorCash from './door-cash.ts';
import { entities } from './entities/all.ts';
import { callsOfAll } from './entity-calls.ts';
import * as families from './families.ts';
import * as flags from './flags.ts';
import * as flashSaleVerbs from './flash-sales.ts';
import * as home from './home.ts';
import * as importTemplates from './import-templates.ts';
import * as imports from './imports.ts';
import * as jobs from './jobs.ts';
import * as locations from './locations.ts';
import * as mailPreviews from './mail-previews.ts';
import * as notices from './notices.ts';
import * as orderChanges from './order-changes.ts';
import * as orders from './orders.ts';
import * as papers from './papers.ts';
import * as picks from './picks.ts';
import * as points from './points.ts';
import * as presales from './presales.ts';
import * as pricePlans from './price-plans.ts';
import * as prices from './prices.ts';
import * as productGrid from './product-grid.ts';
import * as productOffers from './product-offers.ts';
import * as productRuns from './product-runs.ts';
import * as products from './products.ts';
import * as purchases from './purchases.ts';
import * as refunds from './refunds.ts';
import * as replenishment from './replenishment.ts';
import * as returns from './returns.ts';
import * as searches from './searches.ts';
import * as settings from './settings.ts';
import * as shelfLabels from './shelf-labels.ts';
import * as shipments from './shipments.ts';
import * as staff from './staff.ts';
import * as staffPasskeys from './staff-passkeys.ts';
import * as stock from './stock.ts';
import * as stockCounts from './stock-counts.ts';
import * as supplierNotes from './supplier-notes.ts';
import * as tillCounts from './till-counts.ts';
import * as tills from './tills.ts';
import * as transfers from './transfers.ts';
import * as unknownCodes from './unknown-codes.ts';
import * as views from './views.ts';

type EndpointsIn<M> = { [K in keyof M as M[K] extends EndpointSpec ? K : never]: Extract<M[K], EndpointSpec> };

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'answers' in value && 'path' in value;

/** Returns the calls that a contract file exports, by name. */
const endpointsIn = <M extends object>(module: M): EndpointsIn<M> =>
  // The cast combines the run-time filter with the same filter in types. Sorted by name, because runtimes list exports in
  // different orders.
  Object.fromEntries(
    Object.entries(module)
      .filter(([, value]) => isEndpoint(value))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ) as EndpointsIn<M>;

/** All calls of the desk by name. The shop's calls are in `contract/src/endpoints.ts`. Code for the shop's browser never imports this file. */
export const deskEndpoints = {
  ...endpointsIn(accounts),
  ...endpointsIn(advisors),
  ...endpointsIn(audit),
  ...endpointsIn(banners),
  ...endpointsIn(brandVerbs),
  ...endpointsIn(cartCodes),
  ...endpointsIn(cashRefunds),
  ...endpointsIn(categories),
  ...endpointsIn(manifests),
  ...endpointsIn(doctor),
  ...endpointsIn(doorCash),
  ...endpointsIn(flags),
  ...endpointsIn(flashSaleVerbs),
  ...endpointsIn(home),
  ...endpointsIn(imports),
  ...endpointsIn(importTemplates),
  ...endpointsIn(jobs),
  ...endpointsIn(locations),
  ...endpointsIn(notices),
  ...endpointsIn(mailPreviews),
  ...endpointsIn(orders),
  ...endpointsIn(orderChanges),
  ...endpointsIn(papers),
  ...endpointsIn(picks),
  ...endpointsIn(families),
  ...endpointsIn(points),
  ...endpointsIn(presales),
  ...endpointsIn(pricePlans),
  ...endpointsIn(prices),
  ...endpointsIn(productGrid),
  ...endpointsIn(productRuns),
  ...endpointsIn(productOffers),
  ...endpointsIn(products),
  ...endpointsIn(purchases),
  ...endpointsIn(refunds),
  ...endpointsIn(replenishment),
  ...endpointsIn(returns),
  ...endpointsIn(searches),
  ...endpointsIn(settings),
  ...endpointsIn(shelfLabels),
  ...endpointsIn(shipments),
  ...endpointsIn(staff),
  ...endpointsIn(staffPasskeys),
  ...endpointsIn(stock),
  ...endpointsIn(stockCounts),
  ...endpointsIn(supplierNotes),
  ...endpointsIn(tillCounts),
  ...endpointsIn(tills),
  ...endpointsIn(transfers),
  ...endpointsIn(views),
  ...endpointsIn(coupons),
  ...endpointsIn(unknownCodes),
  ...callsOfAll(entities),
};

export type DeskEndpoints = typeof deskEndpoints;

/** The name of a call of the desk. */
export type DeskCall = keyof DeskEndpoints & string;
