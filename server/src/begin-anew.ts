import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './platform/config.ts';
import { lockDataFolder } from './platform/data-folder-lock.ts';
import { openDatabase } from './platform/database.ts';
import { openShopDatabase, type Say } from './shop-database.ts';

/** What lies in the data folder and belongs to rows of the database: the sandbox bank's books, and pictures that customers sent. */
const foldersOfRows = ['bank', 'files'];

/**
 * Deletes what a shop with an embedded database has, but for its pictures, so that the next start makes it anew (`npm start -- --fresh`).
 * Throws where the database is a server's, and where another shop runs on the same data folder.
 */
export const beginAnew = async (config: Config, say: Say): Promise<void> => {
  if (config.databaseUrl !== undefined) {
    throw new Error(
      '--fresh solo borra la base de datos propia: con DATABASE_URL, indica una base vacía. · ' +
        '--fresh deletes the shop’s own database alone: with DATABASE_URL, name an empty one.',
    );
  }
  const database = await openShopDatabase(config, say);
  try {
    const lock = await lockDataFolder(database.url, config.dataDir);
    const db = openDatabase({ url: database.url, use: 'upkeep', maxConnections: 1 });
    await db.pool.query(
      'drop schema public cascade; drop schema if exists graphile_worker cascade; create schema public',
    );
    await db.close();
    for (const folder of foldersOfRows) await rm(join(config.dataDir, folder), { recursive: true, force: true });
    await lock.release();
  } finally {
    await database.stop();
  }
  say('The data of the shop was deleted; its pictures stay.');
};
