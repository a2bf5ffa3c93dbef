import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Actor } from '@ceiba/domain/actors/actor';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { ImportedPicture } from '../media/import-picture.ts';
import type { RefusedPicture } from '../media/picture-lane.ts';
import { galleryRecipe } from '../media/picture-recipe.ts';
import { tryPictures } from '../media/try-pictures.ts';
import type { Database } from '../platform/db/database.ts';
import type { S3Access } from '../platform/operations/config.ts';
import { beginRun } from '../runs/runs.store.ts';
import {
  type CheckedImport,
  findEarlier,
  finishReading,
  type ImportRefusal,
  runKindOf,
  stageAll,
} from './import-file.ts';
import { findSkus, type ReadRow } from './import-rows.store.ts';
import { type Notice, namesText } from './notices.ts';
import type { FileRefusal, OpenRows } from './open-rows.ts';
import { adviceFor, type PictureFile, type PictureFiles, readingsOf, withPictureFiles } from './picture-files.ts';
import { UnreadableFile } from './read-file.ts';
import { pictureKind } from './supply-kinds.ts';

export interface PicturesRequest {
  /** A folder, a ZIP, or `s3://prefix`. */
  source: string;
  s3: S3Access | undefined;
  mediaDir: string;
  actor: Actor;
  isAgain?: boolean;
}

type Stored = ImportedPicture | RefusedPicture;

const columns = pictureKind.columns.map(({ name }) => name);

/** Returns the row of a refused file, with the reason. */
const wrongRow = (row: number, name: string, code: string, text: string): ReadRow => ({
  row_no: row,
  key: [],
  cells: { imagen: name },
  given: {},
  errors: [{ column: 'imagen', value: name, code, text }],
});

const rowOf = (row: number, { name }: PictureFile, picture: Stored, skus: ReadonlySet<string>): ReadRow => {
  const known = readingsOf(name).filter(({ sku }) => skus.has(sku));
  const [reading] = known;
  const error = (code: string, text: string): ReadRow => wrongRow(row, name, code, text);
  if (reading === undefined) return error('UNKNOWN_REFERENCE', `Ningún producto tiene el código que dice «${name}».`);
  if (known.length > 1) {
    return error(
      'AMBIGUOUS_NAME',
      `«${name}» puede ser de dos productos: escribe también su número, como «${reading.sku}-1».`,
    );
  }
  if ('error' in picture)
    return error(
      'INVALID_VALUE',
      `«${name}» no es una imagen que se pueda leer. Sirven JPG, PNG, WebP y AVIF de hasta 20 MB.`,
    );
  const { key, width, height } = picture;
  return {
    row_no: row,
    key: [reading.sku, String(reading.position)],
    cells: { imagen: name, ancho: width, alto: height },
    given: { sku: reading.sku, posicion: reading.position, imagen: key },
    errors: [],
  };
};

/** A file that is unreadable or too large is not read as a picture. Its row reports this. */
const drawn = (file: PictureFile) => (): Promise<Uint8Array> => file.read().catch(() => new Uint8Array());

/** Converts pictures of existing products and names the product of each. Pictures without a product are errors. */
const readPictures = async (
  db: Database,
  { files, others }: PictureFiles,
  mediaDir: string,
): Promise<{ rows: ReadRow[]; hash: string; notices: Notice[] }> => {
  const skus = await findSkus(db.write, [
    ...new Set(files.flatMap(({ name }) => readingsOf(name).map(({ sku }) => sku))),
  ]);
  const known = files.filter(({ name }) => readingsOf(name).some(({ sku }) => skus.has(sku)));
  const tried = await tryPictures(
    mediaDir,
    known.map((file) => ({ draw: drawn(file), recipe: galleryRecipe })),
  );
  const stored = new Map(known.map((file, at) => [file, tried[at]]));
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.name}\n${JSON.stringify(stored.get(file))}\n`);
  const rows = files.map((file, at) => rowOf(at + 2, file, stored.get(file) ?? { error: 'not asked' }, skus));
  const ofOtherKinds = others.flatMap((name) => {
    const advice = adviceFor(name);
    return advice === undefined ? [] : [{ name, advice }];
  });
  for (const { name, advice } of ofOtherKinds) {
    hash.update(`${name}\n`);
    rows.push(wrongRow(rows.length + 2, name, 'OTHER_PICTURE', `«${name}» ${advice}.`));
  }
  const rest = others.filter((name) => adviceFor(name) === undefined);
  const notices: Notice[] =
    rest.length === 0
      ? []
      : [{ code: 'OTHER_FILES', text: `No son fotos y no se leen: ${namesText(rest)}.`, rows: [] }];
  return { rows, hash: hash.digest('hex'), notices };
};

/** Opens the rows of a ZIP, like `openRows` for a file. */
export const openPictures = (
  db: Database,
  { path, mediaDir }: { path: string; mediaDir: string },
): Promise<Result<OpenRows, FileRefusal>> =>
  unlessUnreadable(async () => {
    const { rows, notices } = await withPictureFiles(path, undefined, (found) => readPictures(db, found, mediaDir));
    return ok({ columns, rows, notices: () => notices });
  });

const unlessUnreadable = async <T, E extends { code: string }>(
  work: () => Promise<Result<T, E>>,
): Promise<Result<T, E | { code: 'IMPORT_UNREADABLE'; text: string }>> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refuse({ code: 'IMPORT_UNREADABLE' as const, text: error.message });
  }
};

/**
 * Reads pictures into a run. A separate process converts each picture. It is stored under its content's hash, and no
 * page shows it before the run is applied. Each picture is compared with the product's picture at its place.
 */
export const checkPictures = (
  db: Database,
  { source, s3, mediaDir, actor, isAgain = false }: PicturesRequest,
): Promise<Result<CheckedImport, ImportRefusal>> =>
  unlessUnreadable(() =>
    withPictureFiles(source, s3, async (found): Promise<Result<CheckedImport, ImportRefusal>> => {
      const { rows, hash, notices } = await readPictures(db, found, mediaDir);
      const earlier = await findEarlier(db, pictureKind, hash, isAgain);
      if (!earlier.ok) return earlier;
      if (earlier.value !== undefined) return ok(earlier.value);
      const run = await beginRun(db.write, {
        kind: runKindOf(pictureKind),
        options: { columns },
        fileName: basename(source),
        fileHash: hash,
        actor,
      });
      const total = await stageAll(db, pictureKind, run.id, rows);
      return ok(await finishReading(db, pictureKind, run.id, { total, notices }));
    }),
  );
