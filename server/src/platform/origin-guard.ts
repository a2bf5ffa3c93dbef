import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { securityHeadersOf } from './content-security.ts';
import { isApiPath } from './request-paths.ts';
import { sendRefusal } from './send-refusal.ts';

/** An image or a script of another site's page asks; browsers send no Origin with it. A script elsewhere says nothing, and counts for itself. */
const isOfForeignPage = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'cross-site';

/**
 * Before anything else: security headers on every answer, and no call of a foreign origin that changes something (DEC-04, DEC-08). What
 * the request calls this host proves nothing: a name of somebody else's can be made to lead here.
 */
export const guardOrigin = (app: FastifyInstance, config: Config): void => {
  const securityHeaders = securityHeadersOf(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    if (request.url.includes('%00')) return sendRefusal(reply, { code: 'VALIDATION_ERROR' });
    const { origin } = request.headers;
    // By the route too: the router also knows a call whose address is escaped or absolute.
    const isCall = isApiPath(request.url) || isApiPath(request.routeOptions.url ?? '');
    if (origin === undefined && 'ownPagesOnly' in request.routeOptions.config && isOfForeignPage(request))
      return sendRefusal(reply, { code: 'ORIGIN_NOT_ALLOWED' });
    if (origin === undefined || !isCall) return done();
    if (config.allowedOrigins.includes(origin)) {
      reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
      if (request.method !== 'OPTIONS') return done();
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
          'access-control-allow-headers': 'Authorization, Content-Type, x-recaptcha, Idempotency-Key',
          'access-control-max-age': '600',
        })
        .send();
    }
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || 'ownPagesOnly' in request.routeOptions.config)
      return sendRefusal(reply, { code: 'ORIGIN_NOT_ALLOWED' });
    done();
  });
};
