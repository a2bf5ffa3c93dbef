import { z } from 'zod';
import type { BackupConfig } from '../platform/operations/config.ts';
import { type ObjectStore, openObjectStore } from '../platform/operations/object-store.ts';
import type { Pieces } from './pieces.ts';

const stored = z.strictObject({ pieces: z.array(z.string().regex(/^[0-9a-f]{64}$/)), bytes: z.number().int().min(0) });

/** A file of the shop: a product's picture, or a private file. */
const storedFile = stored.extend({ store: z.enum(['media', 'files']), path: z.string() });

const manifest = z.strictObject({
  version: z.literal(1),
  /** The time of the snapshot, which contains everything committed before. */
  takenAt: z.iso.datetime(),
  /** `server_version_num` of the original server. */
  serverVersion: z.number().int(),
  database: stored,
  files: z.array(storedFile),
  /** The highest assigned number of each kind (`findNumbers`). Backups of older releases lack this field. */
  numbers: z.record(z.string(), z.number().int()).default({}),
});

export type Manifest = z.infer<typeof manifest>;
export type StoredFile = z.infer<typeof storedFile>;

const place = (copy: string): string => `copies/${copy}`;

/** Returns the name of a backup made at that time: `2026-11-26t093000z`. */
export const copyNameOf = (moment: Date): string =>
  `${moment.toISOString().slice(0, 19).replaceAll(':', '').toLowerCase()}z`;

/** Returns the time in a backup's name. Undefined for any other name. */
export const momentOfCopy = (copy: string): Date | undefined => {
  const [, date, hour, minute, second] = /^(\d{4}-\d\d-\d\d)t(\d\d)(\d\d)(\d\d)z$/.exec(copy) ?? [];
  return date === undefined ? undefined : new Date(`${date}T${hour}:${minute}:${second}Z`);
};

/** Returns the names of the complete backups, the oldest first. */
export const listCopies = async (store: ObjectStore): Promise<string[]> =>
  (await store.list('copies/'))
    .map((name) => name.slice('copies/'.length))
    .filter((copy) => momentOfCopy(copy) !== undefined);

/** Opens a place with backups. @throws if the place has no backups, because an unmounted disk looks like an empty folder */
export const openPlaceOfCopies = async (place: BackupConfig['place']): Promise<ObjectStore> => {
  const store = openObjectStore(place);
  if ((await listCopies(store)).length === 0) throw new Error('there is no copy');
  return store;
};

/** Written last, so that an interrupted backup has no manifest and does not count. */
export const saveManifest = (store: ObjectStore, pieces: Pieces, copy: string, saved: Manifest): Promise<void> =>
  store.put(place(copy), pieces.seal(place(copy), Buffer.from(JSON.stringify(saved))));

/** @throws if there is no such backup, or if it was truncated or changed */
export const readManifest = async (store: ObjectStore, pieces: Pieces, copy: string): Promise<Manifest> => {
  const sealed = await store.get(place(copy));
  if (sealed === undefined) throw new Error(`There is no copy ${copy}.`);
  return manifest.parse(JSON.parse(pieces.open(place(copy), sealed).toString()));
};

/**
 * Returns the highest numbers in backups made after that time. Skips an unreadable backup, because a newer backup has
 * higher numbers.
 */
export const readNumbersSince = async (
  store: ObjectStore,
  pieces: Pieces,
  since: Date,
): Promise<Record<string, number>> => {
  const highest: Record<string, number> = {};
  for (const copy of await listCopies(store)) {
    if ((momentOfCopy(copy) ?? since) <= since) continue;
    const { numbers } = await readManifest(store, pieces, copy).catch(() => ({ numbers: {} }));
    for (const [name, value] of Object.entries(numbers)) highest[name] = Math.max(highest[name] ?? 0, value);
  }
  return highest;
};

export const removeManifest = (store: ObjectStore, copy: string): Promise<void> => store.remove(place(copy));
