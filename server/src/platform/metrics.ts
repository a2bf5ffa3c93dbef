import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database.ts';
import type { ReplicaReads } from './replica-reads.ts';

/** What /metrics tells (DEC-08; who may ask: operations.ts): requests by route, statements by name, connections, page cache, the process itself. */
export interface Metrics {
  registry: Registry;
  countStatement(name: string | undefined): void;
}

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'ceiba_' });
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

const registerReplicaMetrics = (registry: Registry, replica: ReplicaReads): void => {
  const used = new Gauge({
    name: 'ceiba_replica_used',
    help: '1 while catalogue reads go to the replica, 0 while they go to the primary',
    registers: [registry],
    collect() {
      this.set(replica.status().isUsed ? 1 : 0);
    },
  });
  const lag = new Gauge({
    name: 'ceiba_replica_lag_seconds',
    help: 'Age of the oldest change the replica does not have yet',
    registers: [registry],
    collect() {
      this.set(replica.status().lagMs / 1000);
    },
  });
  const repeated = new Gauge({
    name: 'ceiba_replica_repeated_reads',
    help: 'Reads that failed at the replica and were sent to the primary since the process started',
    registers: [registry],
    collect() {
      this.set(replica.status().repeated);
    },
  });
  void [used, lag, repeated];
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
    done();
  });
};
