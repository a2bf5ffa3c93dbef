import type { FastifyInstance } from 'fastify';
import type { Task } from './jobs/worker.ts';
import type { EntityTable } from './platform/entities/entity-table.ts';
import type { Route } from './platform/http/route.ts';
import type { Command } from './platform/operations/command-line.ts';
import type { Measure } from './platform/operations/metrics.ts';
import type { Services } from './services.ts';

export type Register = (app: FastifyInstance) => Promise<void> | void;

/** The parts that a slice adds to the server. Its `index.ts` exports one slice, which `slices.ts` lists. */
export interface Slice {
  /** Its simple entities (record 0130). `entityRoutes` makes their calls. */
  entities?: readonly EntityTable[];
  /** The calls of the contract that the slice answers. `crontab` and `kinds`: lines and kinds of jobs of all slices. */
  routes?: (services: Services & { crontab: () => string; kinds: () => string[] }) => readonly Route[];
  /** Its own pages and hooks, which are not calls of the contract. */
  register?: (services: Services) => readonly Register[];
  /** Its kinds of jobs. `services.db` has the time limits of jobs. */
  tasks?: (services: Services) => readonly Task[];
  /** Jobs that wait for external responses. They have separate workers, so that a silent partner delays no other job. */
  senders?: (services: Services) => readonly Task[];
  /** Lines of a crontab, in UTC, that start its tasks. */
  cron?: string;
  /** Its measures of the database's content at /metrics. */
  measures?: (services: Services) => readonly Measure[];
  /** Its commands for `ceiba`. */
  commands?: readonly Command[];
}
