import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { saveErasure } from '../accounts/erase-person.ts';
import { listErasures } from '../accounts/erasures.store.ts';
import { openFileStore, uploadsFolder } from '../media/file-store.ts';
import type { Database } from '../platform/db/database.ts';
import { dumpDatabase, faultOfTools, findPostgresTools } from '../platform/db/postgres-tools.ts';
import type { BackupConfig, DatabaseConfig } from '../platform/operations/config.ts';
import { filesBelow, nameOfPlace, type ObjectStore, openObjectStore } from '../platform/operations/object-store.ts';
import { findNumbers, findServerVersion, recordRun, urlOf, withDatabaseLock } from './backups.store.ts';
import {
  copyNameOf,
  listCopies,
  type Manifest,
  momentOfCopy,
  readManifest,
  removeManifest,
  type StoredFile,
  saveManifest,
} from './manifest.ts';
import { openPieces, type Pieces, pieceName } from './pieces.ts';
import { copiesToKeep } from './retention.ts';

export interface BackupDeps {
  db: Database;
  config: Pick<DatabaseConfig, 'mediaDir' | 'files' | 'pgBin'>;
  backup: BackupConfig;
  /** True if the place is not the configured place. */
  isElsewhere?: boolean;
  now: () => Date;
}

export interface MadeBackup {
  copy: string;
  /** Bytes of the database's stream and of the files. */
  bytes: number;
  files: number;
  /** Older backups that were removed, because newer backups replace them. */
  removed: string[];
}

/** Copies product pictures. A path is a hash of its content, so pictures of the last backup are not read again. */
const copyMedia = async (pieces: Pieces, dir: string, last: readonly StoredFile[]): Promise<StoredFile[]> => {
  const known = new Map(last.flatMap((file) => (file.store === 'media' ? [[file.path, file] as const] : [])));
  const files: StoredFile[] = [];
  for (const path of await filesBelow(dir)) {
    if (path.includes('.draft')) continue;
    files.push(known.get(path) ?? { store: 'media', path, ...(await pieces.write(createReadStream(join(dir, path)))) });
  }
  return files;
};

/**
 * Copies the private files, except uploads that are read only once. Skips a file that a job removes in the meantime.
 */
const copyFiles = async (pieces: Pieces, config: BackupDeps['config']): Promise<StoredFile[]> => {
  const store = openFileStore(config.files);
  const files: StoredFile[] = [];
  for (const path of await store.list()) {
    if (path.startsWith(uploadsFolder)) continue;
    const bytes = await store.read(path);
    if (bytes === undefined) continue;
    async function* whole() {
      if (bytes !== undefined) yield bytes;
    }
    files.push({ store: 'files', path, ...(await pieces.write(whole())) });
  }
  return files;
};

/**
 * Returns the manifest of the last backup. Undefined if the manifest is unreadable: the new backup then reuses nothing.
 */
const lastManifest = async (store: ObjectStore, pieces: Pieces): Promise<Manifest | undefined> => {
  const last = (await listCopies(store)).at(-1);
  return last === undefined ? undefined : readManifest(store, pieces, last).catch(() => undefined);
};

/** Removes backups beyond the retention, and pieces that no other backup uses. @throws if a remaining backup cannot be read */
const removeOld = async (store: ObjectStore, pieces: Pieces, now: Date): Promise<string[]> => {
  const copies = await listCopies(store);
  const moments = new Map(copies.flatMap((copy) => [[momentOfCopy(copy) ?? new Date(0), copy] as const]));
  const stay = copiesToKeep([...moments.keys()], now);
  const removed = [...moments].flatMap(([moment, copy]) => (stay.has(moment) ? [] : [copy]));
  const used = new Set<string>();
  for (const copy of copies) {
    if (removed.includes(copy)) continue;
    const { database, files } = await readManifest(store, pieces, copy);
    for (const part of [database, ...files]) for (const id of part.pieces) used.add(pieceName(id));
  }
  for (const copy of removed) await removeManifest(store, copy);
  for (const name of await store.list('pieces/')) if (!used.has(name)) await store.remove(name);
  return removed;
};

/**
 * Copies the database in one snapshot and then the files, so that every file named by a row is included. Only one
 * backup runs at a time, because a second would remove pieces that the first has not listed yet. @throws if another
 * backup runs, or if this one fails; a failed backup is removed
 */
export async function makeBackup(deps: BackupDeps): Promise<MadeBackup> {
  return withDatabaseLock(deps.db, () => copyShop(deps));
}

async function copyShop({ db, config, backup, isElsewhere = false, now }: BackupDeps): Promise<MadeBackup> {
  const store = openObjectStore(backup.place);
  const pieces = openPieces(store, backup.key);
  const takenAt = now();
  const copy = copyNameOf(takenAt);
  const kind = isElsewhere ? 'backup-elsewhere' : 'backup';
  return recordRun(db.write, { kind, copy, place: nameOfPlace(backup.place), now }, async () => {
    const serverVersion = await findServerVersion(db.write);
    const tools = await findPostgresTools(config.pgBin);
    const fault = faultOfTools(tools, serverVersion);
    if (tools === undefined || fault !== undefined) throw new Error(fault);
    for (const erasure of await listErasures(db.write)) await saveErasure(store, erasure);
    const last = await lastManifest(store, pieces);
    const database = await dumpDatabase(tools, urlOf(db), (stream) => pieces.write(stream));
    const files = [
      ...(await copyMedia(pieces, config.mediaDir, last?.files ?? [])),
      ...(await copyFiles(pieces, config)),
    ];
    await saveManifest(store, pieces, copy, {
      version: 1,
      takenAt: takenAt.toISOString(),
      serverVersion,
      database,
      files,
      numbers: await findNumbers(db.write),
    });
    const bytes = [database, ...files].reduce((sum, part) => sum + part.bytes, 0);
    return { copy, bytes, files: files.length, removed: await removeOld(store, pieces, takenAt) };
  });
}
