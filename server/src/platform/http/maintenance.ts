import type { EndpointSpec } from '@ceiba/contract/endpoint';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyInstance } from 'fastify';
import { isApiPath } from './caller.ts';
import type { Refusal } from './route.ts';
import { sendRefusal } from './send-refusal.ts';

type Mode = ShopPolicy['maintenance'];

/** Seconds after which browsers and search engines ask again. */
const retryAfter = 300;

/** What is refused in a mode, and when to come back. */
export const maintenanceRefusal = (mode: 'on' | 'read-only'): Refusal<'MAINTENANCE' | 'READ_ONLY'> => ({
  code: mode === 'on' ? 'MAINTENANCE' : 'READ_ONLY',
  metadata: { retryAfter },
});

/** Whether a call only reads: `limit` says so of the few that read by POST. */
const isReading = ({ method, limit }: Pick<EndpointSpec, 'method' | 'limit'>): boolean =>
  method === 'GET' || limit === 'read';

/** The calls that place an order, the one that finds what became of it, and that of the link in its mail, which has its time. */
const isOfPlacement = ({ name, slice, idempotent }: Pick<EndpointSpec, 'name' | 'slice' | 'idempotent'>): boolean =>
  slice === 'orders' && (idempotent === true || name === 'findPlacement' || name === 'confirmOrder');

/**
 * What a call is answered while the shop is being worked on; undefined: it goes on. Calls of staff do, and so do those that find or
 * finish an order that was begun: those that place one look at their Idempotency-Key themselves.
 */
export const refusalOfCall = (
  mode: Mode,
  spec: Pick<EndpointSpec, 'name' | 'slice' | 'path' | 'method' | 'limit' | 'idempotent'>,
): Refusal | undefined => {
  if (mode === 'off' || spec.path.startsWith('/v1/admin/') || isOfPlacement(spec)) return undefined;
  return mode === 'read-only' && isReading(spec) ? undefined : maintenanceRefusal(mode);
};

/** Files that pages are made of, the desk's page with its own, and what balancers and operators ask. */
const isForOperation = (path: string): boolean =>
  /^\/(?:(?:health|ready|readable|metrics)(?:\?|$)|admin(?:[/?]|$)|(?:assets|art|media)\/|favicon\.|offline\.|sw\.js)/.test(
    path,
  );

/** With `maintenance on` every page is one that says so, kept ones too; what is posted to one is refused in both modes. */
export const registerMaintenance = (app: FastifyInstance, policy: () => ShopPolicy): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { maintenance: mode } = policy();
    if (mode === 'off' || isApiPath(request.url) || isForOperation(request.url)) return done();
    if (mode === 'read-only' && (request.method === 'GET' || request.method === 'HEAD')) return done();
    void sendRefusal(reply, maintenanceRefusal(mode));
  });
};
