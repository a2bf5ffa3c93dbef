import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FilesAway, openFileStore } from '../media/file-store.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { readConfig } from '../platform/operations/config.ts';
import { openObjectStore } from '../platform/operations/object-store.ts';
import { migrateAll } from '../shop-database.ts';
import { type DebianPostgres, debianBin, startDebianPostgres } from '../testing/debian-postgres.ts';
import { type DebianSwift, openDebianSwift } from '../testing/debian-swift.ts';
import { realShop } from '../testing/test-shop.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// Uses Debian's Swift with its S3 API instead of `testing/s3-server.ts`.

let dir: string;
let swift: DebianSwift;
let server: DebianPostgres;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-bucket-'));
  server = await startDebianPostgres(dir);
  swift = await openDebianSwift(await mkdtemp(join(dir, 'swift-')));
  await swift.start();
});
afterAll(async () => {
  await swift.stop();
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

test('a bucket’s files can be read, listed, replaced and removed, and an outage hides no file', async () => {
  const s3 = await swift.createBucket('archivos');
  const store = openFileStore({ s3 });
  const paths = Array.from({ length: 8 }, (_, number) => `returns/0199-${number}/photo-1.webp`);
  const bytes = randomBytes(300_000);
  expect(await store.read('returns/0199-0/photo-1.webp')).toBeUndefined();
  for (const path of paths) await store.save(path, bytes, 'image/webp');
  expect(Buffer.from((await store.read('returns/0199-7/photo-1.webp')) ?? [])).toEqual(bytes);
  expect(await store.list()).toEqual(paths);
  expect(await openObjectStore({ s3 }).list('returns/0199-3/')).toEqual([paths[3]]);
  const kept = await new S3mini(s3).getObjectRaw('returns/0199-7/photo-1.webp', true);
  expect(kept.headers.get('content-type')).toBe('image/webp');

  await store.save('returns/0199-7/photo-1.webp', Uint8Array.of(7), 'image/webp');
  expect(Buffer.from((await store.read('returns/0199-7/photo-1.webp')) ?? [])).toEqual(Buffer.of(7));
  await swift.stop();
  await expect(store.read('returns/0199-7/photo-1.webp')).rejects.toBeInstanceOf(FilesAway);
  await swift.start();
  for (const path of [...paths, ...paths]) await store.remove(path);
  expect(await store.list()).toEqual([]);
  expect(await store.read('returns/0199-7/photo-1.webp')).toBeUndefined();
});

test.each([
  ['another secret', { secretAccessKey: 'none of theirs' }],
  ['another key', { accessKeyId: 'shop:other' }],
  ['another region', { region: 'gt-2' }],
])('with %s the bucket refuses reads and writes', async (_, wrong) => {
  const s3 = await swift.createBucket('cerrado');
  await openFileStore({ s3 }).save('a/b.webp', Uint8Array.of(1), 'image/webp');
  const store = openFileStore({ s3: { ...s3, ...wrong } });
  await expect(store.save('forged/a.webp', Uint8Array.of(1), 'image/webp')).rejects.toBeInstanceOf(FilesAway);
  await expect(store.read('a/b.webp')).rejects.toBeInstanceOf(FilesAway);
  await expect(store.list()).rejects.toBeInstanceOf(FilesAway);
  expect(await openFileStore({ s3 }).list()).toEqual(['a/b.webp']);
});

test('a bucket stores backups, restores them with their files, and deletes old ones', async () => {
  const [files, copies] = [await swift.createBucket('archivos-tienda'), await swift.createBucket('copias')];
  const url = await server.create('ceiba');
  const db = openDatabase({ url });
  await migrateAll(db, url);
  const configOf = (name: string) =>
    readConfig({
      ...realShop,
      DATABASE_URL: url,
      DATA_DIR: join(dir, name),
      PG_BIN: debianBin,
      BACKUP_TO: copies.endpoint,
      BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
      BACKUP_S3_REGION: copies.region,
      BACKUP_S3_ACCESS_KEY_ID: copies.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: copies.secretAccessKey,
    });
  const { backup, ...config } = configOf('shop');
  if (backup === undefined) throw new Error('no place for copies');
  const shop = { ...config, files: { s3: files } };
  const photo = randomBytes(200_000);
  await openFileStore(shop.files).save('returns/0199/photo-1.webp', photo, 'image/webp');
  const copyAt = (now: Date) => makeBackup({ db, config: shop, backup, now: () => now });
  const early = await copyAt(new Date('2026-03-03T15:00:00Z'));
  const late = await copyAt(new Date('2026-03-03T16:00:00Z'));
  const last = await copyAt(new Date('2026-03-09T16:00:00Z'));
  expect([early.files, early.removed, late.removed, last.removed]).toEqual([1, [], [], [early.copy]]);
  await db.close();

  const elsewhere = configOf('elsewhere');
  const restored = await server.create('restored');
  const from = { config: elsewhere, backup, now: () => new Date() };
  expect(await restoreBackup(restored, { ...from, copy: 'latest' })).toMatchObject({ copy: last.copy, files: 1 });
  const found = await openFileStore(elsewhere.files).read('returns/0199/photo-1.webp');
  expect(Buffer.from(found ?? [])).toEqual(photo);
});
