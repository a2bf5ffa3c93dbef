import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockDataFolder } from '../platform/db/embedded-postgres.ts';
import { missingMigrations } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { type Config, readConfig } from '../platform/operations/config.ts';
import { deleteShopData, migrateAll, openShopDatabase } from '../shop-database.ts';

let dir: string;
let config: Config;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-anew-'));
  await chmod(dir, 0o755);
  config = readConfig({ DEMO: 'true', DATA_DIR: dir, LOG_LEVEL: 'silent' });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const say = (): void => {};
const isThere = (path: string): Promise<boolean> =>
  access(join(dir, path)).then(
    () => true,
    () => false,
  );

test('a data folder of an earlier build is refused, or created again with its pictures on request', async () => {
  const database = await openShopDatabase(config, say);
  const db = openDatabase({ url: database.url });
  try {
    await db.pool.query('create table migrations (name text); create table orders (id uuid)');
    for (const folder of ['bank', 'files', 'media']) {
      await mkdir(join(dir, folder));
      await writeFile(join(dir, folder, 'kept'), '');
    }
    await expect(migrateAll(db, database.url)).rejects.toThrow('npm start -- --fresh');
    expect((await db.pool.query('select from pg_tables where schemaname = $1', ['graphile_worker'])).rowCount).toBe(0);

    const { release } = await lockDataFolder(database.url, dir);
    await expect(deleteShopData(config, say)).rejects.toThrow('is in use by another running shop');
    await release();
    expect(await isThere('bank/kept')).toBe(true);

    await deleteShopData(config, say);
    expect([await isThere('bank'), await isThere('files'), await isThere('media/kept')]).toEqual([false, false, true]);
    await migrateAll(db, database.url);
    expect(await missingMigrations(db.pool)).toEqual([]);
  } finally {
    await db.close();
    await database.stop();
  }
});
