import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import type { Bank } from './bank.ts';
import { registryRoutes } from './billing/registry.routes.ts';
import { chargesRoutes } from './payments/charges.routes.ts';
import { tokensRoutes } from './payments/tokens.routes.ts';
import { InvalidRequest, sendRefusal } from './platform/http.ts';
import { pointsRoutes } from './points/points.routes.ts';

/** Receives the log's lines (JSON). */
export interface LogTarget {
  readonly write: (line: string) => void;
}

const bodyLimitBytes = 16_384;

/**
 * Every route of the bank. All except `/health` need the merchant key. Logs name the route, but never its URL, headers
 * or body, because a URL of this API can contain a token or a DPI.
 */
export function buildApp(bank: Bank, merchantKey: string, logTarget: LogTarget): FastifyInstance {
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    // `preClose` has ended every call by then, so only connections without a call are left.
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: 'info', stream: logTarget },
  });
  app.addHook('onRequest', async (_request, reply) => bank.line.begin(reply));
  app.addHook('onRequest', requireMerchant(merchantKey));
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const took = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, ms: took }, 'answered');
  });
  app.addHook('preClose', async () => bank.line.close());
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, 'NOT_FOUND'));
  app.setErrorHandler(answerError);

  app.get('/health', async () => {
    bank.database.transact((tx) => tx.first(z.object({}), 'SELECT 1', {}));
    // `ceiba doctor` recognises the sandbox by this name: no real money moves here.
    return { status: 'ok', service: 'ceiba-sandbox-bank' };
  });
  chargesRoutes(app, bank);
  tokensRoutes(app, bank);
  registryRoutes(app, bank);
  pointsRoutes(app, bank);
  return app;
}

function requireMerchant(merchantKey: string) {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${merchantKey}`);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.routeOptions.url === '/health') return undefined;
    const isMerchant = timingSafeEqual(digest(request.headers.authorization ?? ''), expected);
    return isMerchant ? undefined : sendRefusal(reply, 'UNAUTHORIZED');
  };
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof InvalidRequest) return sendRefusal(reply, 'INVALID_REQUEST', error.message);
  // The messages of the parser can quote the body, which may contain a card number.
  if (error.statusCode !== undefined && error.statusCode < 500) return sendRefusal(reply, 'INVALID_REQUEST');
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  request.log.error({ error: error.name, code: error.code, frames }, 'unexpected failure');
  return sendRefusal(reply, 'UNEXPECTED');
}
