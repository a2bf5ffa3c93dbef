import type { EndpointSpec } from '../endpoint.ts';
import * as accounts from './accounts.ts';
import * as audit from './audit.ts';
import * as cashRefunds from './cash-refunds.ts';
import * as coupons from './coupons.ts';
import * as manifests from './couriers.ts';
import * as doctor from './doctor.ts';
import * as doorCash from './door-cash.ts';
import { entities } from './entities/all.ts';
import { callsOfAll } from './entity-calls.ts';
import * as home from './home.ts';
import * as imports from './imports.ts';
import * as jobs from './jobs.ts';
import * as locations from './locations.ts';
import * as orders from './orders.ts';
import * as papers from './papers.ts';
import * as picks from './picks.ts';
import * as refunds from './refunds.ts';
import * as returns from './returns.ts';
import * as shipments from './shipments.ts';
import * as staff from './staff.ts';
import * as tillCounts from './till-counts.ts';
import * as tills from './tills.ts';

type EndpointsIn<M> = { [K in keyof M as M[K] extends EndpointSpec ? K : never]: Extract<M[K], EndpointSpec> };

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'answers' in value && 'path' in value;

/** The calls that a file of the contract exports, by their names. */
const endpointsIn = <M extends object>(module: M): EndpointsIn<M> =>
  // Which exports are calls their types say, too: this is the one place where both are joined. By name, as not every runtime lists exports so.
  Object.fromEntries(
    Object.entries(module)
      .filter(([, value]) => isEndpoint(value))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ) as EndpointsIn<M>;

/** Every call of the desk by its name. The shop's own are in `contract/src/endpoints.ts`: nothing of the shop's browser imports this file. */
export const deskEndpoints = {
  ...endpointsIn(accounts),
  ...endpointsIn(audit),
  ...endpointsIn(cashRefunds),
  ...endpointsIn(manifests),
  ...endpointsIn(doctor),
  ...endpointsIn(doorCash),
  ...endpointsIn(home),
  ...endpointsIn(imports),
  ...endpointsIn(jobs),
  ...endpointsIn(locations),
  ...endpointsIn(orders),
  ...endpointsIn(papers),
  ...endpointsIn(picks),
  ...endpointsIn(refunds),
  ...endpointsIn(returns),
  ...endpointsIn(shipments),
  ...endpointsIn(staff),
  ...endpointsIn(tillCounts),
  ...endpointsIn(tills),
  ...endpointsIn(coupons),
  ...callsOfAll(entities),
};

export type DeskEndpoints = typeof deskEndpoints;
