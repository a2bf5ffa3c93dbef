import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import { isPortTaken, portTaken } from './ports.ts';
import { sendRefusal } from './send-refusal.ts';

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const loopback = /^(?:::ffff:)?127\.|^::1$/;

/** Asked on this machine, and not by a proxy for somebody else. */
const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

const bringsToken = ({ headers }: FastifyRequest, token: string): boolean =>
  isSame(headers.authorization ?? '', `Bearer ${token}`);

const sendMetrics = (app: FastifyInstance, registry: Registry, mayRead: (request: FastifyRequest) => boolean): void => {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return sendRefusal(reply, { code: 'NOT_FOUND' });
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
};

/**
 * `/metrics` on the shop's own port (DEC-08): for whoever brings METRICS_TOKEN as a bearer; with neither token nor
 * OPERATIONS_PORT set, a demo shop tells it to its own machine. To everybody else it is no address.
 */
export const registerMetricsPage = (app: FastifyInstance, registry: Registry, config: Config): void => {
  const { metricsToken, operationsPort, isDemo } = config;
  sendMetrics(app, registry, (request) => {
    if (metricsToken !== undefined) return bringsToken(request, metricsToken);
    return isDemo && operationsPort === undefined && isFromThisMachine(request);
  });
};

/**
 * `/metrics` on OPERATIONS_PORT of OPERATIONS_HOST, for whoever reaches that port and brings METRICS_TOKEN where one is
 * set. Throws, in Spanish and English, where the port is somebody else's.
 */
export const openOperations = async (
  registry: Registry,
  port: number,
  { operationsHost: host, metricsToken }: Pick<Config, 'operationsHost' | 'metricsToken'>,
): Promise<FastifyInstance> => {
  const app = Fastify();
  sendMetrics(app, registry, (request) => metricsToken === undefined || bringsToken(request, metricsToken));
  await app.listen({ host, port }).catch((error: unknown) => {
    throw isPortTaken(error) ? portTaken('OPERATIONS_PORT', port) : error;
  });
  return app;
};
