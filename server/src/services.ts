import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { Route } from './platform/route.ts';

export interface ServiceOptions {
  db: Database;
  config: Config;
}

/** What the slices receive: the database and the ports to the outside, opened once per process. */
export interface Services extends ServiceOptions {
  register: ((app: FastifyInstance) => Promise<void> | void)[];
  close(): Promise<void>;
}

export const openServices = (options: ServiceOptions): Services => ({
  ...options,
  register: [],
  close: async () => {},
});

/** Every route of the API. The one place where slices meet the server. */
export const routesOf = (_services: Services): Route[] => [];
