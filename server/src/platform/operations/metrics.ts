import { timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isDatabaseAway } from '../db/connection-settings.ts';
import type { Database } from '../db/database.ts';
import type { ReplicaReads } from '../db/replica-reads.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { overloadRefusals } from '../limits/concurrency-limit.ts';
import { breakerOpen, outboundSeconds } from '../limits/outbound-call.ts';
import { budgetRefusals } from '../limits/rate-limit.ts';
import type { Config } from './config.ts';
import { isPortTaken, portTaken } from './lifecycle.ts';

/** What /metrics tells (DEC-08; who may ask: `registerMetricsPage`, `openOperations`): requests by route, statements by name, connections, page cache, the process itself. */
export interface Metrics {
  registry: Registry;
  countStatement(name: string | undefined): void;
}

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'ceiba_' });
  registry.registerMetric(outboundSeconds);
  registry.registerMetric(breakerOpen);
  registry.registerMetric(budgetRefusals);
  registry.registerMetric(overloadRefusals);
  const statements = new Counter({
    name: 'ceiba_sql_statements_total',
    help: 'SQL statements sent, by statement name',
    labelNames: ['statement'],
    registers: [registry],
  });
  return {
    registry,
    countStatement: (name) => statements.inc({ statement: name ?? 'unnamed' }),
  };
};

/** A gauge of what stands in the database, read whenever `/metrics` is: the same at every node. A slice names its own (`Slice.measures`). */
export interface Measure {
  name: `ceiba_${string}`;
  help: string;
  /** Names of the labels of its samples. */
  labels?: readonly string[];
  read(): Promise<readonly { value: number; labels?: Readonly<Record<string, string>> }[]>;
}

/** Adds gauges to what is told. One that cannot be read is absent, and everything else is still told. */
export const registerMeasures = (registry: Registry, measures: readonly Measure[], log: FastifyBaseLogger): void => {
  for (const { name, help, labels = [], read } of measures) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        try {
          for (const sample of await read()) this.set(sample.labels ?? {}, sample.value);
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          if (!isDatabaseAway(error)) log.error({ err: error, metric: name }, 'a metric could not be read');
          this.reset();
        }
      },
    });
  }
};

const registerReplicaMetrics = (registry: Registry, replica: ReplicaReads): void => {
  new Gauge({
    name: 'ceiba_replica_repeated_reads',
    help: 'Reads that failed at the replica and were sent to the primary since the process started',
    registers: [registry],
    collect() {
      this.set(replica.repeated());
    },
  });
};

export const registerMetrics = (
  app: FastifyInstance,
  metrics: Metrics,
  db: Database,
  cachedResponses: () => number,
): void => {
  const { registry } = metrics;
  const duration = new Histogram({
    name: 'ceiba_http_request_seconds',
    help: 'Time from request in to answer out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // Without labels, so that it is 0 before the first: Prometheus sees no increase of a series that begins with it.
  const defects = new Counter({
    name: 'ceiba_defects_total',
    help: 'Requests answered 500',
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'ceiba_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, db.pool.idleCount);
      this.set({ state: 'busy' }, db.pool.totalCount - db.pool.idleCount);
      this.set({ state: 'waiting' }, db.pool.waitingCount);
    },
  });
  if (db.replica !== undefined) registerReplicaMetrics(registry, db.replica);
  const pages = new Gauge({
    name: 'ceiba_cached_responses',
    help: 'Pages and answers of calls in this process’s cache',
    registers: [registry],
    collect() {
      this.set(cachedResponses());
    },
  });
  void connections;
  void pages;
  // Looking a histogram up by its labels costs more than counting in it.
  const observers = new Map<string, (seconds: number) => void>();
  const observerOf = (method: string, route: string, status: number): ((seconds: number) => void) => {
    const key = `${method} ${status} ${route}`;
    const known = observers.get(key);
    if (known !== undefined) return known;
    const { observe } = duration.labels({ method, route, status });
    observers.set(key, observe);
    return observe;
  };
  app.addHook('onResponse', (request, reply, done) => {
    observerOf(request.method, request.routeOptions.url ?? 'none', reply.statusCode)(reply.elapsedTime / 1000);
    if (reply.statusCode === 500) defects.inc();
    done();
  });
};

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
 * set, and what `register` adds, for everybody who reaches it. Throws, in Spanish and English, where the port is somebody else's.
 */
export const openOperations = async (
  registry: Registry,
  port: number,
  { operationsHost: host, metricsToken }: Pick<Config, 'operationsHost' | 'metricsToken'>,
  register: (app: FastifyInstance) => void,
): Promise<FastifyInstance> => {
  const app = Fastify();
  sendMetrics(app, registry, (request) => metricsToken === undefined || bringsToken(request, metricsToken));
  register(app);
  await app.listen({ host, port }).catch((error: unknown) => {
    throw isPortTaken(error) ? portTaken('OPERATIONS_PORT', port) : error;
  });
  return app;
};
