import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { eraseAgain, readErasures } from '../accounts/erase-person.ts';
import type { Erasure } from '../accounts/erasures.store.ts';
import { checkDatabase, type Finding } from '../invariants/check-invariants.ts';
import { type FileStore, openFileStore } from '../media/file-store.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { dumpDatabase, faultOfTools, findPostgresTools, restoreDatabase } from '../platform/db/postgres-tools.ts';
import { type ArchivedDatabase, withRecoveredDatabase } from '../platform/db/recovered-database.ts';
import type { BackupConfig, DatabaseConfig } from '../platform/operations/config.ts';
import { nameOfPlace, type ObjectStore, openObjectStore, writeWhole } from '../platform/operations/object-store.ts';
import {
  advanceSequences,
  endStaffAccess,
  findDrillLeftovers,
  isEmptyDatabase,
  nameForDrill,
  recordRun,
  urlOf,
} from './backups.store.ts';
import { listCopies, openPlaceOfCopies, readManifest, readNumbersSince, type StoredFile } from './manifest.ts';
import { openPieces, type Pieces } from './pieces.ts';

interface RestoreOptions {
  backup: BackupConfig;
  config: Pick<DatabaseConfig, 'mediaDir' | 'files' | 'pgBin'>;
  /** The configured place, if the backup comes from another place. Its list of erased people is applied, too. */
  ownPlace?: BackupConfig['place'] | undefined;
  /** The backup's name, or `latest`. */
  copy: string;
  now: () => Date;
}

/** The result of filling an empty database. */
interface Filled {
  /** Everything committed before this time is included. */
  takenAt: Date;
  bytes: number;
}

export interface Restored extends Filled {
  copy: string;
  /** Number of people who were erased again, because they were erased after the backup, or up to an hour before. */
  erased: number;
  /** The e-mails of people who could not be erased, because an order of theirs was being placed at the time of the backup. */
  waiting: string[];
  /** The reason why the configured place's list of erased people could not be read. Null if the list was read. */
  unasked: string | null;
}

export interface RestoredBackup extends Restored {
  files: number;
}

const isThere = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  );

const openCopy = async ({ backup, copy: wanted }: Pick<RestoreOptions, 'backup' | 'copy'>) => {
  const store = openObjectStore(backup.place);
  const pieces = openPieces(store, backup.key);
  const copy = wanted === 'latest' ? (await listCopies(store)).at(-1) : wanted;
  if (copy === undefined) throw new Error('There is no copy.');
  return { store, pieces, copy, manifest: await readManifest(store, pieces, copy) };
};

/** Reads pieces to their end and discards them. Throws if a piece is truncated or missing. */
const tryPieces = async (pieces: Pieces, ids: readonly string[]): Promise<void> => {
  for await (const _ of pieces.read(ids));
};

const bytesOf = async (pieces: Pieces, ids: readonly string[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of pieces.read(ids)) parts.push(part);
  return Buffer.concat(parts);
};

/** Returns the content type of a stored file, which is usually a picture. */
const typeOf = (path: string): string => (path.endsWith('.webp') ? 'image/webp' : 'application/octet-stream');

/**
 * Restores a file unless it exists. Product pictures never change, and other existing files may be newer than the
 * backup.
 */
const restoreFile = async (pieces: Pieces, file: StoredFile, mediaDir: string, files: FileStore): Promise<void> => {
  if (file.store === 'media') {
    const place = join(mediaDir, file.path);
    if (!(await isThere(place))) await writeWhole(place, await bytesOf(pieces, file.pieces));
    return;
  }
  if ((await files.read(file.path)) === undefined)
    await files.save(file.path, await bytesOf(pieces, file.pieces), typeOf(file.path));
};

/**
 * The backup may still contain people erased this long before it, in milliseconds. An erasure has the time of its
 * request by its machine's clock, and is committed later.
 */
const aroundCopyMs = 3_600_000;

type Erasures = Pick<Restored, 'unasked'> & { erasures: Erasure[] };

/** Reads the list of erased people at the configured place. */
const askOwnPlace = async (ownPlace: BackupConfig['place']): Promise<Erasures> => {
  try {
    return { erasures: await readErasures(await openPlaceOfCopies(ownPlace)), unasked: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { erasures: [], unasked: `${nameOfPlace(ownPlace)}: ${reason}` };
  }
};

/** Reads the lists of erased people beside the backup and at the configured place. */
const readAllErasures = async (store: ObjectStore, ownPlace: RestoreOptions['ownPlace']): Promise<Erasures> => {
  const beside = await readErasures(store);
  if (ownPlace === undefined) return { erasures: beside, unasked: null };
  const { erasures, unasked } = await askOwnPlace(ownPlace);
  return { erasures: [...beside, ...erasures], unasked };
};

interface Filling {
  copy: string;
  fill: () => Promise<Filled>;
  readErased: () => Promise<Erasures>;
  /** Returns the highest numbers in backups made after that time. */
  readNumbers: (since: Date) => Promise<Record<string, number>>;
  /**
   * The time to record for a nightly backup. Undefined if the backup is not nightly: the guard then still requires a
   * nightly backup.
   */
  now?: () => Date;
}

/** Fills an empty database and completes the restore. @throws if the database has tables */
const fillEmpty = async (url: string, { copy, fill, readErased, readNumbers, now }: Filling): Promise<Restored> => {
  const db = openDatabase({ url, maxConnections: 2 });
  try {
    if (!(await isEmptyDatabase(db.write))) throw new Error('The database has tables: name an empty one.');
    const filled = await fill();
    const { erasures, unasked } = await readErased();
    const numbers = await readNumbers(filled.takenAt);
    const later = erasures.filter(({ erasedAt }) => erasedAt.getTime() >= filled.takenAt.getTime() - aroundCopyMs);
    const finish = async (): Promise<Restored> => {
      await advanceSequences(db.write, numbers);
      await endStaffAccess(db.write);
      return { copy, ...filled, ...(await eraseAgain(db, later)), unasked };
    };
    return await (now === undefined ? finish() : recordRun(db.write, { kind: 'restore', copy, now }, finish));
  } finally {
    await db.close();
  }
};

const restoreInto = async (
  url: string,
  { config, ownPlace, now }: RestoreOptions,
  { store, pieces, copy, manifest }: Awaited<ReturnType<typeof openCopy>>,
): Promise<RestoredBackup> => {
  const tools = await findPostgresTools(config.pgBin);
  const fault = faultOfTools(tools, manifest.serverVersion);
  if (tools === undefined || fault !== undefined) throw new Error(fault);
  const fill = async (): Promise<Filled> => {
    await restoreDatabase(tools, url, pieces.read(manifest.database.pieces));
    const bytes = [manifest.database, ...manifest.files].reduce((sum, part) => sum + part.bytes, 0);
    return { takenAt: new Date(manifest.takenAt), bytes };
  };
  const readErased = () => readAllErasures(store, ownPlace);
  const readNumbers = (since: Date) => readNumbersSince(store, pieces, since);
  const restored = await fillEmpty(url, { copy, fill, readErased, readNumbers, now });
  return { ...restored, files: manifest.files.length };
};

/**
 * Restores a backup: the database into an empty one, and the files to the configured place. Checks the files first and restores the
 * database in one transaction, so that a damaged backup is refused as a whole. @throws if it cannot be restored
 */
export async function restoreBackup(url: string, options: RestoreOptions): Promise<RestoredBackup> {
  const opened = await openCopy(options);
  const { pieces, manifest } = opened;
  for (const file of manifest.files) await tryPieces(pieces, file.pieces);
  const restored = await restoreInto(url, options, opened);
  const files = openFileStore(options.config.files);
  for (const file of manifest.files) await restoreFile(pieces, file, options.config.mediaDir, files);
  return restored;
}

interface MomentOptions extends Pick<ArchivedDatabase, 'base' | 'log' | 'to'> {
  config: Pick<DatabaseConfig, 'backup' | 'databaseUrl' | 'dataDir' | 'pgBin'>;
}

/**
 * Recovers the database to a moment into an empty database, from a base copy and the archived log (OPS-06). The files
 * are not changed. @throws if that moment cannot be recovered
 */
export async function restoreMoment(url: string, { config, ...archived }: MomentOptions): Promise<Restored> {
  const { backup, databaseUrl: shopUrl, dataDir: workDir, pgBin } = config;
  if (shopUrl === undefined)
    throw new Error('DATABASE_URL is not set: it names the database of the base copy that is the shop’s.');
  const fill = (): Promise<Filled> =>
    withRecoveredDatabase({ ...archived, shopUrl, workDir, pgBin }, async (recovered) => {
      let bytes = 0;
      await dumpDatabase(recovered.tools, recovered.url, (stream) => {
        async function* counted() {
          for await (const part of stream) {
            bytes += part.length;
            yield part;
          }
        }
        return restoreDatabase(recovered.tools, url, counted());
      });
      return { takenAt: recovered.at, bytes };
    });
  const readErased = async (): Promise<Erasures> =>
    backup === undefined ? { erasures: [], unasked: 'BACKUP_TO is not set' } : askOwnPlace(backup.place);
  const readNumbers = async (since: Date): Promise<Record<string, number>> => {
    if (backup === undefined) return {};
    const store = openObjectStore(backup.place);
    return readNumbersSince(store, openPieces(store, backup.key), since);
  };
  return fillEmpty(url, { copy: archived.base, fill, readErased, readNumbers });
}

export interface Drill extends RestoredBackup {
  /**
   * The findings of `ceiba check` in the restored database at the time of the backup, without the bank's records. No
   * job has run since then.
   */
  findings: Finding[];
  /** Milliseconds from the first byte to the last check. */
  tookMs: number;
}

/**
 * Creates a temporary database beside the shop's, and drops it afterwards, together with the databases of earlier drills. @throws if this user may not create
 * databases
 */
const withDatabaseAside = async <T>(db: Database, work: (aside: string) => Promise<T>): Promise<T> => {
  const url = urlOf(db);
  const name = await nameForDrill(db.write);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    // Drops the databases of interrupted drills, without force. The database of a running drill is in use, so it stays.
    for (const leftover of await findDrillLeftovers(db.write)) await admin.query(`drop database ${leftover}`);
    await admin.query(`create database ${name}`).catch((cause: Error) => {
      throw new Error(`A drill makes a database of its own: alter role … createdb (${cause.message}).`, { cause });
    });
    try {
      const aside = new URL(url);
      aside.pathname = `/${name}`;
      return await work(aside.href);
    } finally {
      await admin.query(`drop database ${name} with (force)`);
    }
  } finally {
    await admin.end();
  }
};

/**
 * Restores a backup's database into a separate database, checks it, and reads the backup's files to their end (OPS-07).
 * @throws if it cannot be restored
 */
export async function drillBackup(db: Database, options: RestoreOptions): Promise<Drill> {
  const opened = await openCopy(options);
  return recordRun(db.write, { kind: 'drill', copy: opened.copy, now: options.now }, async () => {
    const startedAt = performance.now();
    for (const file of opened.manifest.files) await tryPieces(opened.pieces, file.pieces);
    return withDatabaseAside(db, async (aside) => {
      const restored = await restoreInto(aside, options, opened);
      const restoredDb = openDatabase({ url: aside, maxConnections: 2 });
      try {
        const findings = await checkDatabase(restoredDb, restored.takenAt);
        return { ...restored, findings, tookMs: performance.now() - startedAt };
      } finally {
        await restoredDb.close();
      }
    });
  });
}
