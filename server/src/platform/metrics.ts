import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from './database.ts';

/** What /metrics tells (DEC-08): requests by route, statements by name, connections, page cache, the process itself. */
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

export const registerMetrics = (
  app: FastifyInstance,
  metrics: Metrics,
  db: Database,
  cachedPages: () => number,
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
  const pages = new Gauge({
    name: 'ceiba_cached_pages',
    help: 'Pages in this process’s page cache',
    registers: [registry],
    collect() {
      this.set(cachedPages());
    },
  });
  void connections;
  void pages;
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
};
