import type { EndpointSpec } from '@ceiba/contract/endpoint';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyInstance } from 'fastify';
import { isApiPath } from './caller.ts';
import type { Refusal } from './route.ts';
import { sendRefusal } from './send-refusal.ts';

type Mode = ShopPolicy['maintenance'];

/** Seconds after which browsers and search engines may try again. */
const retryAfter = 300;

/** Returns the refusal of a maintenance mode, with the time to wait. */
export const maintenanceRefusal = (mode: 'on' | 'read-only'): Refusal<'MAINTENANCE' | 'READ_ONLY'> => ({
  code: mode === 'on' ? 'MAINTENANCE' : 'READ_ONLY',
  metadata: { retryAfter },
});

/** Returns whether a call only reads. The few POST calls that only read have `limit: 'read'`. */
const isReading = ({ method, limit }: Pick<EndpointSpec, 'method' | 'limit'>): boolean =>
  method === 'GET' || limit === 'read';

/** True for calls that place an order, for the call that finds its outcome, and for the call of the mail's link, which expires. */
const isOfPlacement = ({ name, slice, idempotent }: Pick<EndpointSpec, 'name' | 'slice' | 'idempotent'>): boolean =>
  slice === 'orders' && (idempotent === true || name === 'findPlacement' || name === 'confirmOrder');

/**
 * Returns the refusal of a call during maintenance. Undefined if the call is answered. Calls of staff are always answered, and so
 * are calls that find or finish a started order. Calls that place an order check their Idempotency-Key themselves.
 */
export const refusalOfCall = (
  mode: Mode,
  spec: Pick<EndpointSpec, 'name' | 'slice' | 'path' | 'method' | 'limit' | 'idempotent'>,
): Refusal | undefined => {
  if (mode === 'off' || spec.path.startsWith('/v1/admin/') || isOfPlacement(spec)) return undefined;
  return mode === 'read-only' && isReading(spec) ? undefined : maintenanceRefusal(mode);
};

/** True for assets of pages, the desk's page, and the endpoints that load balancers and operators poll. */
const isForOperation = (path: string): boolean =>
  /^\/(?:(?:health|ready|readable|metrics)(?:\?|$)|admin(?:[/?]|$)|(?:assets|art|media)\/|favicon\.|offline\.|sw\.js)/.test(
    path,
  );

/** With `maintenance on`, a notice replaces every page, even a cached page. Posts to pages are refused in both modes. */
export const registerMaintenance = (app: FastifyInstance, policy: () => ShopPolicy): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { maintenance: mode } = policy();
    if (mode === 'off' || isApiPath(request.url) || isForOperation(request.url)) return done();
    if (mode === 'read-only' && (request.method === 'GET' || request.method === 'HEAD')) return done();
    void sendRefusal(reply, maintenanceRefusal(mode));
  });
};
