import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { pino } from 'pino';

/**
 * What the framework says of a request: only what names nobody. Addresses, cart ids and query values (a NIT, an e-mail)
 * never reach the log.
 */
const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
  res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
};

/** Lines wait for this many bytes or milliseconds: a write for each would cost a fifth of a kept page. */
const batch = { minLength: 8_192, periodicFlush: 500 };

/**
 * The process's log: lines of JSON to its output, written together; which machine's they are, whoever collects them knows.
 * What waits is written when the process ends, also by an error; only killed hard does it lose its last half second.
 */
export const createLog = (level: string): FastifyBaseLogger =>
  pino({ level, serializers, base: null }, pino.destination({ dest: 1, sync: false, ...batch }));
