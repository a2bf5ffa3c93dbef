import { timingSafeEqual } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isDatabaseAway } from '../db/connection-settings.ts';
import type { Database, ReplicaReads } from '../db/database.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { overloadRefusals } from '../limits/concurrency-limit.ts';
import { breakerOpen, outboundSeconds } from '../limits/outbound-call.ts';
import { budgetRefusals } from '../limits/rate-limit.ts';
import type { Config } from './config.ts';
import { isPortTaken, portTaken } from './lifecycle.ts';

/**
 * The content of /metrics (DEC-08): requests by route, statements by name, connections, page cache, and the process. `registerMetricsPage`
 * and `openOperations` decide who may read it.
 */
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

/**
 * A gauge that is read from the database for each `/metrics` call. Every node reports the same value. A slice declares its own gauges
 * (`Slice.measures`).
 */
export interface Measure {
  name: `ceiba_${string}`;
  help: string;
  /** Names of the samples' labels. */
  labels?: readonly string[];
  read(): Promise<readonly { value: number; labels?: Readonly<Record<string, string>> }[]>;
}

/** Registers gauges. A gauge that cannot be read is missing, and all others are still reported. */
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
    help: 'Time from the arrival of a request until its answer was sent',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // The counter has no labels, so it starts at 0. Prometheus misses the increase of a series that appears with its first count.
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
  // Cached, because to look up a histogram by its labels costs more than counting.
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

/** Returns whether the request comes from this machine itself, and not through a proxy. */
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
 * Serves `/metrics` on the shop's own port (DEC-08) to requests with METRICS_TOKEN as bearer token. If neither a token nor OPERATIONS_PORT
 * is set, a demo shop answers its own machine. All other requests get 404.
 */
export const registerMetricsPage = (app: FastifyInstance, registry: Registry, config: Config): void => {
  const { metricsToken, operationsPort, isDemo } = config;
  sendMetrics(app, registry, (request) => {
    if (metricsToken !== undefined) return bringsToken(request, metricsToken);
    return isDemo && operationsPort === undefined && isFromThisMachine(request);
  });
};

/**
 * Serves `/metrics` on OPERATIONS_PORT of OPERATIONS_HOST, and requires METRICS_TOKEN if it is set. Everybody who reaches the port can also
 * use the routes that `register` adds. Throws, in Spanish and English, if another program uses the port.
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
