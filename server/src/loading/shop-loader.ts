import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Task } from '../jobs/worker.ts';
import type { Database } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';

/** How far a load is; `done` of `total` pictures, or of groups of rows. */
export interface LoadProgress {
  step: 'pictures' | 'rows' | 'search' | 'orders';
  done: number;
  total: number;
}

/** What is loaded into, at which moment. */
export interface LoadTarget {
  db: Database;
  mediaDir: string;
  now: Date;
  /** Ends a load that is under way; what was made of it is found again. */
  signal?: AbortSignal | undefined;
}

/** What is made ready at every start; `sealedSecrets` keeps the second factors of the desk's people. */
export interface PrepareTarget extends LoadTarget {
  sealedSecrets: SealedSecrets;
  say: (text: string) => void;
}

interface SeedTarget extends LoadTarget {
  products: number;
  orders: number;
  onProgress: (progress: LoadProgress) => void;
}

/** What the demo room gives the server, and all the server knows of it (record 0008). */
export interface ShopLoader {
  /** Sets what the demo shop has and a real shop does not: its cards, its flags. What somebody has set stays. Idempotent. */
  loadSettings(db: Database): Promise<void>;
  /** At every start, before the first request: fills an empty database and renews what has run out. Idempotent. */
  prepare(target: PrepareTarget): Promise<void>;
  /**
   * Fills the shop until it has `products`, 1 or more, and as many made `orders`, 0 or more; returns how many were added.
   * One that was stopped goes on.
   */
  seed(target: SeedTarget): Promise<{ products: number; orders: number }>;
  tasks(db: Database): Task[];
  /** Lines of a crontab in UTC for `tasks`. */
  crontab: string;
}

/**
 * Loads the file whose export `shopLoader` fills the shop: the only way in which code of the demo room enters a process
 * of the server. Throws when the file is missing or exports something else.
 */
export const importShopLoader = async (file: string): Promise<ShopLoader> => {
  if (!existsSync(file)) throw new Error(`The demo shop is not installed (${file}). A real shop sets DEMO=false.`);
  const module: unknown = await import(pathToFileURL(file).href);
  if (!isObject(module) || !('shopLoader' in module) || !isShopLoader(module.shopLoader))
    throw new Error(`${file} exports no shop loader.`);
  return module.shopLoader;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isShopLoader = (value: unknown): value is ShopLoader =>
  isObject(value) &&
  'loadSettings' in value &&
  typeof value.loadSettings === 'function' &&
  'prepare' in value &&
  typeof value.prepare === 'function' &&
  'seed' in value &&
  typeof value.seed === 'function' &&
  'tasks' in value &&
  typeof value.tasks === 'function' &&
  'crontab' in value &&
  typeof value.crontab === 'string';
