import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isOverTime } from './database-away.ts';
import { refuseLargeBody } from './early-refusals.ts';
import { Overloaded } from './fair-gate.ts';
import { isApiPath } from './request-paths.ts';
import type { Refusal, Route } from './route.ts';
import { sendRefusal } from './send-refusal.ts';

/** Fastify's own refusals in the shop's words; `undefined` for what is a defect. */
const refusalOfFrameworkError = (error: FastifyError): Refusal | undefined => {
  switch (error.statusCode) {
    case 400:
      return {
        code: 'VALIDATION_ERROR',
        metadata: { fields: { body: 'El cuerpo de la solicitud no es JSON válido.' } },
      };
    // A file's path that leads out of its folder.
    case 403:
      return { code: 'NOT_FOUND' };
    case 415:
      return { code: 'UNSUPPORTED_MEDIA_TYPE' };
    case 429:
      return { code: 'RATE_LIMITED' };
    default:
      return undefined;
  }
};

/** A browser that left while its answer was under way: nobody's defect, and nobody reads what is answered. */
const isLeft = (error: FastifyError, { raw }: FastifyReply): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;

/** "Client closed request", as proxies count it: known to no standard, sent to nobody. */
const leftStatus = 499;

/** What a handler that threw has its call answer: come again (NOT_READY), or UNEXPECTED, which is a defect. It is logged here. */
export const refusalOfFailure = (
  error: Error & { code?: string },
  { id: reqId, log }: Pick<FastifyRequest, 'id' | 'log'>,
): Refusal & { code: 'NOT_READY' | 'UNEXPECTED' } => {
  if (isDatabaseAway(error)) {
    log.warn({ reqId, err: { message: error.message, code: error.code } }, 'database away');
    return { code: 'NOT_READY' };
  }
  if (error instanceof Overloaded) return { code: 'NOT_READY' };
  if (isOverTime(error)) {
    log.warn({ reqId, err: error }, 'statement over its time');
    return { code: 'NOT_READY' };
  }
  log.error({ reqId, err: error }, 'unexpected');
  return { code: 'UNEXPECTED' };
};

/** What went wrong on the way to a handler or in it, with the error body of DEC-01. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === 413) return refuseLargeBody(request, reply);
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

/** 404 for unknown addresses of the API, 405 where only the method is wrong; pages and files are only read. */
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
