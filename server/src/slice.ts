import type { FastifyInstance } from 'fastify';
import type { Task } from './jobs/worker.ts';
import type { EntityTable } from './platform/entities/entity-table.ts';
import type { Route } from './platform/http/route.ts';
import type { Command } from './platform/operations/command-line.ts';
import type { Measure } from './platform/operations/metrics.ts';
import type { Services } from './services.ts';

export type Register = (app: FastifyInstance) => Promise<void> | void;

/** What a slice brings to the server. Its `index.ts` exports one, which `slices.ts` lists. */
export interface Slice {
  /** Its simple entities (record 0130): their calls are bound by `entityRoutes`. */
  entities?: readonly EntityTable[];
  /** The calls of the contract that it answers; `crontab` and `kinds`: lines and kinds of jobs of all slices. */
  routes?: (services: Services & { crontab: () => string; kinds: () => string[] }) => readonly Route[];
  /** Pages and hooks of its own, which are no calls of the contract. */
  register?: (services: Services) => readonly Register[];
  /** Its kinds of jobs; `services.db` has the patience of jobs. */
  tasks?: (services: Services) => readonly Task[];
  /** Those that wait for what strangers answer: they have places of their own, so that a silent one keeps no other job waiting. */
  senders?: (services: Services) => readonly Task[];
  /** Lines of a crontab, in UTC: when its tasks are run by themselves. */
  cron?: string;
  /** What it tells at /metrics of what stands in the database. */
  measures?: (services: Services) => readonly Measure[];
  /** What operators type behind `ceiba`. */
  commands?: readonly Command[];
}
