import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { eraseAgain, readErasures } from '../accounts/erase-person.ts';
import type { Erasure } from '../accounts/erasures.store.ts';
import { checkDatabase, type Finding } from '../invariants/check-invariants.ts';
import { type FileStore, openFileStore } from '../media/file-store.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { dumpDatabase, faultOfTools, findPostgresTools, restoreDatabase } from '../platform/db/postgres-tools.ts';
import { type ArchivedDatabase, withRecoveredDatabase } from '../platform/db/recovered-database.ts';
import type { BackupConfig, DatabaseConfig } from '../platform/operations/config.ts';
import { nameOfPlace, type ObjectStore, openObjectStore, writeWhole } from '../platform/operations/object-store.ts';
import {
  endStaffAccess,
  findDrillLeftovers,
  isEmptyDatabase,
  moveNumbersOn,
  nameForDrill,
  recordRun,
  urlOf,
} from './backups.store.ts';
import { listCopies, openPlaceOfCopies, readManifest, readNumbersSince, type StoredFile } from './manifest.ts';
import { openPieces, type Pieces } from './pieces.ts';

interface RestoreOptions {
  backup: BackupConfig;
  config: Pick<DatabaseConfig, 'mediaDir' | 'files' | 'pgBin'>;
  /** The place of the settings, where the copy comes from another: whoever was erased is known there too. */
  ownPlace?: BackupConfig['place'] | undefined;
  /** Its name, or `latest`. */
  copy: string;
  now: () => Date;
}

/** What fills an empty database. */
interface Filled {
  /** Whatever was committed by then is there. */
  takenAt: Date;
  bytes: number;
}

export interface Restored extends Filled {
  copy: string;
  /** Persons who were erased after the copy was taken, or within the hour before, and are erased again. */
  erased: number;
  /** Those who could not be yet, by their e-mail: an order of theirs was being placed when the copy was taken. */
  waiting: string[];
  /** Why the place of the settings was not asked who was erased; null: it was. */
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

/** Reads pieces to their end, and keeps nothing: what is cut or missing is thrown. */
const tryPieces = async (pieces: Pieces, ids: readonly string[]): Promise<void> => {
  for await (const _ of pieces.read(ids));
};

const bytesOf = async (pieces: Pieces, ids: readonly string[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of pieces.read(ids)) parts.push(part);
  return Buffer.concat(parts);
};

/** What a file of the store is: they are pictures. */
const typeOf = (path: string): string => (path.endsWith('.webp') ? 'image/webp' : 'application/octet-stream');

/** A file that is there stays as it is: pictures of products never change, and others may be newer than the copy. */
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
 * Whoever was erased this long before the copy may be in it still: an erasure bears the moment it was asked for, by its machine's clock, and is
 * committed later. Milliseconds.
 */
const aroundCopyMs = 3_600_000;

type Erasures = Pick<Restored, 'unasked'> & { erasures: Erasure[] };

/** Who was erased, by the list of the settings' place. */
const askOwnPlace = async (ownPlace: BackupConfig['place']): Promise<Erasures> => {
  try {
    return { erasures: await readErasures(await openPlaceOfCopies(ownPlace)), unasked: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { erasures: [], unasked: `${nameOfPlace(ownPlace)}: ${reason}` };
  }
};

/** Who was erased, by the list beside the copy and that of the settings' place. */
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
  /** The highest numbers that copies made after that moment know. */
  readNumbers: (since: Date) => Promise<Record<string, number>>;
  /** When it is, for the run of a nightly copy; undefined: it is none, and the guard goes on asking for them. */
  now?: () => Date;
}

/** Fills an empty database, and does what every one that is brought back needs. @throws where it has tables */
const fillEmpty = async (url: string, { copy, fill, readErased, readNumbers, now }: Filling): Promise<Restored> => {
  const db = openDatabase({ url, maxConnections: 2 });
  try {
    if (!(await isEmptyDatabase(db.write))) throw new Error('The database has tables: name an empty one.');
    const filled = await fill();
    const { erasures, unasked } = await readErased();
    const numbers = await readNumbers(filled.takenAt);
    const later = erasures.filter(({ erasedAt }) => erasedAt.getTime() >= filled.takenAt.getTime() - aroundCopyMs);
    const finish = async (): Promise<Restored> => {
      await moveNumbersOn(db.write, numbers);
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
 * Brings a copy back: its database into an empty one, its files where the settings say. Those are looked through first, and the database
 * comes in one transaction, so that a copy that was cut is refused whole. @throws where it cannot be brought back
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
 * Brings the database back as it was at a moment, out of a base copy and the archived log, into an empty one (OPS-06). Its files are where
 * they are. @throws where that moment cannot be had
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
  /** What `ceiba check` finds in the restored database, the bank's books apart, at the moment it was copied: no job has run in it since. */
  findings: Finding[];
  /** Milliseconds from the first byte to the last look. */
  tookMs: number;
}

/** A database beside the shop's, which goes again, as those that earlier ones have left. @throws where this user may not create one */
const withDatabaseAside = async <T>(db: Database, work: (aside: string) => Promise<T>): Promise<T> => {
  const url = urlOf(db);
  const name = await nameForDrill(db.write);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    // What an interrupted one has left. Not by force: where another has begun meanwhile, it is in use.
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

/** Restores a copy's database aside, looks through it and reads its files to their end (OPS-07). @throws where it cannot be brought back */
export async function drillBackup(db: Database, options: RestoreOptions): Promise<Drill> {
  const opened = await openCopy(options);
  return recordRun(db.write, { kind: 'drill', copy: opened.copy, now: options.now }, async () => {
    const begun = performance.now();
    for (const file of opened.manifest.files) await tryPieces(opened.pieces, file.pieces);
    return withDatabaseAside(db, async (aside) => {
      const restored = await restoreInto(aside, options, opened);
      const restoredDb = openDatabase({ url: aside, maxConnections: 2 });
      try {
        const findings = await checkDatabase(restoredDb, restored.takenAt);
        return { ...restored, findings, tookMs: performance.now() - begun };
      } finally {
        await restoredDb.close();
      }
    });
  });
}
