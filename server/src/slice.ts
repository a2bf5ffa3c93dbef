import type { Actor } from '@ceiba/domain/actors/actor';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { FastifyInstance } from 'fastify';
import type { Task } from './jobs/worker.ts';
import type { Database } from './platform/db/database.ts';
import type { Route } from './platform/http/route.ts';
import type { Config } from './platform/operations/config.ts';
import type { Services } from './services.ts';

export type Register = (app: FastifyInstance) => Promise<void> | void;

/** What a slice brings to the server. Its `index.ts` exports one, which `slices.ts` lists. */
export interface Slice {
  /** The calls of the contract that it answers. */
  routes?: (services: Services) => readonly Route[];
  /** Pages and hooks of its own, which are no calls of the contract. */
  register?: (services: Services) => readonly Register[];
  /** Its kinds of jobs; `services.db` has the patience of jobs. */
  tasks?: (services: Services) => readonly Task[];
  /** Those that wait for what strangers answer: they have places of their own, so that a silent one keeps no other job waiting. */
  senders?: (services: Services) => readonly Task[];
  /** Lines of a crontab, in UTC: when its tasks are run by themselves. */
  cron?: string;
  /** What operators type, by the word behind `ceiba`. */
  commands?: Readonly<Record<string, Command>>;
}

export interface Command {
  /** Its lines in what `ceiba` prints, each with its end. */
  usage: string;
  /** False where it was refused, or found what should not be: the process ends with 1. */
  run(call: CommandCall): Promise<boolean>;
}

interface TypedCall {
  /** What follows the command's word. */
  args: readonly string[];
  now: Date;
  say: (text: string) => void;
}

/** What a command is given that works on the database. */
export interface DatabaseCall extends TypedCall {
  db: Database;
}

/** The same, for what is kept with the name of whoever did it. */
export interface ActedCall extends DatabaseCall {
  actor: Actor;
}

export interface CommandCall extends TypedCall {
  /** Whoever typed it: the user of the machine. */
  actor: Actor;
  /** All settings; throws where one cannot be read. */
  readConfig: () => Config;
  /** Opens the shop's database for `work`; of the settings only those of the database need to be right. */
  onDatabase: (
    work: (opened: { db: Database; policy: () => Promise<ShopPolicy> }) => Promise<boolean>,
  ) => Promise<boolean>;
}

/** A command that needs nothing but the database. */
export const databaseCommand = (usage: string, run: (call: ActedCall) => Promise<boolean>): Command => ({
  usage,
  run: (call) => call.onDatabase(({ db }) => run({ ...call, db })),
});
