import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isOverTime } from '../db/connection-settings.ts';
import { Overloaded, overloadRefusals } from '../limits/concurrency-limit.ts';
import type { Config } from '../operations/config.ts';
import { isApiPath } from './caller.ts';
import { securityHeadersOf } from './content-security.ts';
import type { Refusal, Route } from './route.ts';
import { errorAnswer, sendRefusal } from './send-refusal.ts';
import { closeAfterAnswer, drainBeforeClosing, isBodyUnread, lingerMs } from './unread-bodies.ts';

/** Translates Fastify's own errors into refusals. Undefined for a defect. */
const refusalOfFrameworkError = (error: FastifyError): Refusal | undefined => {
  switch (error.statusCode) {
    case 400:
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { body: 'El cuerpo de la solicitud no es JSON válido.' } },
      };
    // The path of a file leads out of its folder.
    case 403:
      return { code: 'NOT_FOUND' };
    case 413:
      return { code: 'PAYLOAD_TOO_LARGE' };
    case 415:
      return { code: 'UNSUPPORTED_MEDIA_TYPE' };
    case 429:
      return { code: 'RATE_LIMITED' };
    default:
      return undefined;
  }
};

/** True if the browser left while its answer was being sent. This is not a defect, and nobody reads the answer. */
const isLeft = (error: FastifyError, { raw }: FastifyReply): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;

/** "Client closed request", as proxies log it. No standard defines this status, and it is never sent. */
const leftStatus = 499;

/** Returns the refusal for a handler that threw: NOT_READY (try again), or UNEXPECTED for a defect. Logs the error. */
export const refusalOfFailure = (
  error: Error & { code?: string },
  { id: reqId, log }: Pick<FastifyRequest, 'id' | 'log'>,
): Refusal & { code: 'NOT_READY' | 'UNEXPECTED' } => {
  if (isDatabaseAway(error)) {
    log.warn({ reqId, err: { message: error.message, code: error.code } }, 'database away');
    return { code: 'NOT_READY' };
  }
  if (error instanceof Overloaded) {
    overloadRefusals.inc({ what: 'call' });
    return { code: 'NOT_READY' };
  }
  if (isOverTime(error)) {
    log.warn({ reqId, err: error }, 'statement over its time');
    return { code: 'NOT_READY' };
  }
  log.error({ reqId, err: error }, 'unexpected');
  return { code: 'UNEXPECTED' };
};

/** Answers errors in or before a handler with the error body of DEC-01. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOfFrameworkError(error);
    if (refusal !== undefined) return sendRefusal(reply, refusal);
    if (isLeft(error, reply)) {
      request.log.info({ reqId: request.id, route: request.routeOptions.url }, 'aborted');
      return reply.code(leftStatus).send();
    }
    const failure = refusalOfFailure(error, request);
    return sendRefusal(failure.code === 'NOT_READY' ? reply.header('retry-after', '1') : reply, failure);
  });
};

/** Answers 404 for unknown API addresses, and 405 for a wrong method. Pages and files can only be read. */
export const handleUnknownCalls = (app: FastifyInstance, routes: readonly Route[]): void => {
  const patterns = routes.map(({ spec }) => ({
    method: spec.method,
    pattern: new RegExp(`^${spec.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  const methodsOf = (path: string): string[] =>
    isApiPath(path)
      ? patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      : ['GET', 'HEAD'];
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '/');
    if (methods.length === 0 || methods.includes(request.method)) return sendRefusal(reply, { code: 'NOT_FOUND' });
    return sendRefusal(reply.header('allow', methods.join(', ')), { code: 'METHOD_NOT_ALLOWED' });
  };
  app.setNotFoundHandler(answer);
  for (const prefix of ['/v1/*', '/v2/*', '/api/*', '/demo/api/*']) app.get(prefix, answer);
};

/** Maximum bytes of request line and headers together (Node's default). Longer ones are answered with 400 (DEC-191). */
export const maxHeaderBytes = 16 * 1024;

const refusalOfBrokenRequest = (code: string | undefined): Refusal => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { headers: 'La dirección o los encabezados de la solicitud son demasiado largos.' } },
      };
    case 'HPE_INVALID_METHOD':
      return { code: 'METHOD_NOT_ALLOWED' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { body: 'La solicitud tardó demasiado en llegar.' } },
      };
    default:
      return { code: 'VALIDATION_ERROR' };
  }
};

/**
 * Writes a refusal to a connection without a request, and closes the connection. Before that, reads for a moment what the client still
 * sends. Closing with unread bytes resets the connection, and the client loses the answer.
 */
const refuseOnSocket = (socket: Duplex, refusal: Refusal): void => {
  if (socket.destroyed || !socket.writable) return;
  const answer = errorAnswer(refusal);
  const body = JSON.stringify(answer);
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
};

/** Answers what Node cannot parse as a request (DEC-191): headers that are too long, other protocols, or a request that was never completed. */
export const clientErrorHandler =
  (log: FastifyBaseLogger) =>
  (error: { code?: string }, socket: Duplex): void => {
    log.debug({ code: error.code }, 'no request');
    if (error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    refuseOnSocket(socket, refusalOfBrokenRequest(error.code));
  };

/** Answers refusals of the router: an address that cannot be decoded (400), or a path part longer than any ID (404). */
export const frameworkErrors =
  (securityHeaders: Record<string, string>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // Fastify runs none of the shop's hooks for these errors.
    if (isBodyUnread(request)) closeAfterAnswer(request, reply);
    const code = error.code === 'FST_ERR_BAD_URL' ? 'VALIDATION_ERROR' : 'NOT_FOUND';
    sendRefusal(reply.headers(securityHeaders), { code });
  };

/** Refuses requests that Node would answer without the error body: a CONNECT tunnel, and an Expect header other than 100-continue. */
export const refuseOddRequests = (server: Server): void => {
  server.on('connect', (_request, socket) => refuseOnSocket(socket, { code: 'METHOD_NOT_ALLOWED' }));
  server.on('checkExpectation', (request, response) => {
    const answer = errorAnswer({ code: 'VALIDATION_ERROR', metadata: { fields: { expect: 'No se admite.' } } });
    drainBeforeClosing(request);
    const body = JSON.stringify(answer);
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });
};

/** Refuses HTTP/1.1 requests without a Host header, which Node would refuse without a body. HTTP/1.0 has no such header. */
export const refuseWithoutHost = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
  const { headers, httpVersion } = request.raw;
  if (headers.host !== undefined || httpVersion === '1.0') done();
  else {
    reply.header('connection', 'close');
    sendRefusal(reply, { code: 'VALIDATION_ERROR', metadata: { fields: { host: 'Falta el encabezado Host.' } } });
  }
};

/**
 * True for an image or a script that another site's page loads. Browsers send no Origin with such a request. A script outside a browser
 * sends no such header, and counts as its own client.
 */
const isOfForeignPage = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'cross-site';

/**
 * Runs before every other hook. Adds security headers to every answer, and refuses changes from foreign origins (DEC-04, DEC-08). The
 * request's Host header proves nothing, because anybody can point a name at this server.
 */
export const guardOrigin = (app: FastifyInstance, config: Config): void => {
  const securityHeaders = securityHeadersOf(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders);
    if (request.url.includes('%00')) return sendRefusal(reply, { code: 'VALIDATION_ERROR' });
    const { origin } = request.headers;
    // Also checks the route, because the router recognizes calls with an escaped or absolute address.
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
