import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Task } from '../jobs/worker.ts';
import type { PictureQueue } from '../media/picture-queue.ts';
import type { PictureSource } from '../media/try-pictures.ts';
import type { Database } from '../platform/db/database.ts';
import type { SealedSecrets } from '../platform/db/sealed-secrets.store.ts';

/** The progress of a load: `done` of `total` groups of rows. */
export interface LoadProgress {
  step: 'rows' | 'search' | 'orders';
  done: number;
  total: number;
}

/** Called with the number of stored pictures, and of all pictures, of a shop. */
export type OnPictures = (stored: number, total: number) => void;

/** The shop that a load fills, and the moment of the load. */
export interface LoadTarget {
  db: Database;
  pictures: PictureQueue;
  now: Date;
}

/** The shop that is prepared at every start. `sealedSecrets` stores the second factors of the desk's people. */
export interface PrepareTarget extends LoadTarget {
  sealedSecrets: SealedSecrets;
  say: (text: string) => void;
}

interface SeedTarget extends LoadTarget {
  products: number;
  orders: number;
  onProgress: (progress: LoadProgress) => void;
}

/** The functions that the demo room provides to the server. The server knows nothing else about the demo room (record 0008). */
export interface ShopLoader {
  /**
   * Loads the demo shop's cards and flags, which a real shop does not have. Does not change values that were already
   * set. Idempotent.
   */
  loadSettings(db: Database): Promise<void>;
  /** Returns the drawing of a picture that the shop's rows name. Undefined if there is no drawing. */
  findDrawing(key: string): PictureSource | undefined;
  /**
   * Runs at every start, before the first request. Fills an empty database, renews sales that have ended, and makes the pictures that a
   * visitor sees first. Idempotent.
   */
  prepare(target: PrepareTarget): Promise<void>;
  /** Makes all other pictures while the shop is open. */
  makePictures(target: Pick<LoadTarget, 'db' | 'pictures'> & { onProgress: OnPictures }): Promise<void>;
  /**
   * Fills the shop until it has `products` (1 or more) and `orders` (0 or more), and creates all its pictures. Returns
   * the number of each that was added. If a run was stopped, the next run continues there.
   */
  seed(target: SeedTarget): Promise<{ products: number; orders: number }>;
  tasks(db: Database): Task[];
  /** Lines of a crontab in UTC for `tasks`. */
  crontab: string;
}

/**
 * Loads the file that exports `shopLoader`. A server process runs code of the demo room only by this function. Throws if the file is
 * missing, or exports something else.
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
  'findDrawing' in value &&
  typeof value.findDrawing === 'function' &&
  'prepare' in value &&
  typeof value.prepare === 'function' &&
  'makePictures' in value &&
  typeof value.makePictures === 'function' &&
  'seed' in value &&
  typeof value.seed === 'function' &&
  'tasks' in value &&
  typeof value.tasks === 'function' &&
  'crontab' in value &&
  typeof value.crontab === 'string';
