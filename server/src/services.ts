import type { FastifyInstance } from 'fastify';
import { cartsRoutes } from './carts/carts.routes.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Route } from './platform/route.ts';
import { registerSitemap } from './platform/sitemap.ts';

export interface ServiceOptions {
  db: Database;
  config: Config;
}

/** What the slices receive: the database and the ports to the outside, opened once per process. */
export interface Services extends ServiceOptions {
  register: ((app: FastifyInstance) => Promise<void> | void)[];
  /** Before the first request: the demo shop is loaded into an empty database. */
  prepare(say: (text: string) => void): Promise<void>;
  startWorker(databaseUrl: string): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

export const openServices = (options: ServiceOptions): Services => ({
  ...options,
  register: [registerSitemap(options.db, options.config.publicUrl)],
  prepare: async () => {},
  startWorker: async () => ({ close: async () => {} }),
  close: async () => {},
});

/** Every route of the API. The one place where slices meet the server. */
export const routesOf = ({ db }: Services): Route[] => [...cartsRoutes({ db })];
