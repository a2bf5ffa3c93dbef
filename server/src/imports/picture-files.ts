import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { cleanCell } from '@ceiba/domain/imports/clean-cell';
import {
  largestPicture,
  largestUnpackedZip,
  largestZip,
  maxPicturesOfZip,
  tooLargeText,
} from '@ceiba/domain/imports/file-limits';
import { S3mini } from 's3mini';
import yauzl from 'yauzl';
import type { S3Access } from '../platform/operations/config.ts';
import { UnreadableFile } from './read-file.ts';

/** A picture's file in a folder, a ZIP or a bucket. Its bytes are only read when needed. */
export interface PictureFile {
  /** The file's name, without folders. */
  name: string;
  read: () => Promise<Uint8Array>;
}

/** The files of a source: readable pictures, and the names of all other files. */
export interface PictureFiles {
  files: readonly PictureFile[];
  others: readonly string[];
}

const isPicture = (name: string): boolean => /\.(?:jpe?g|jfif|png|webp|avif)$/i.test(name);

/** Files that operating systems add next to pictures. */
const isLitter = (path: string): boolean =>
  path.endsWith('/') || /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** A file's name in composed characters, because some systems write an accent as a separate character. */
const nameOf = (path: string): string => cleanCell(basename(path));

const heic =
  'es una foto HEIC: guárdala como JPG (en un iPhone: Ajustes, Cámara, Formatos, «Más compatible») y súbela de nuevo';
const drawing = 'es un dibujo o un documento: expórtalo como PNG o JPG y súbelo de nuevo';
const otherPicture = 'es una imagen de otro tipo: guárdala como JPG o PNG y súbela de nuevo';

/** Returns advice for a picture of an unreadable kind. Undefined if the file is not a picture. */
export function adviceFor(name: string): string | undefined {
  if (/\.(?:heic|heif)$/i.test(name)) return heic;
  if (/\.(?:svg|ai|eps|psd|pdf|indd|cdr)$/i.test(name)) return drawing;
  return /\.(?:gif|bmp|dib|tiff?|ico|jp2|jxl|raw|dng|cr[23]|nef|arw|orf|apng|tga)$/i.test(name)
    ? otherPicture
    : undefined;
}

const refuseLarge = (bytes: number): void => {
  if (bytes > largestPicture) throw new Error('over 20 MB');
};

/** Reads a picture of up to 20 MB. Checks the size before reading. Throws if the file is larger or missing. */
export const readPicture = async (path: string): Promise<Uint8Array> => {
  refuseLarge((await stat(path)).size);
  return readFile(path);
};

const inFolder = async (folder: string): Promise<PictureFiles> => {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.flatMap((entry) => (entry.isDirectory() || isLitter(entry.name) ? [] : [entry.name])).sort();
  return {
    files: names.filter(isPicture).map((name) => ({ name: nameOf(name), read: () => readPicture(join(folder, name)) })),
    others: names.filter((name) => !isPicture(name)).map(nameOf),
  };
};

/**
 * The entries of a ZIP, and how to close it. The reader itself refuses an entry whose size the directory does not
 * state.
 */
async function inZip(path: string): Promise<PictureFiles & { close: () => void }> {
  if ((await stat(path)).size > largestZip) throw new UnreadableFile(tooLargeText(largestZip));
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const files: PictureFile[] = [];
  const others: string[] = [];
  const refuseZip = (text: string): never => {
    zip.close();
    throw new UnreadableFile(text);
  };
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (isLitter(entry.fileName)) continue;
    if (!isPicture(entry.fileName)) {
      if (others.length < maxPicturesOfZip) others.push(nameOf(entry.fileName));
      continue;
    }
    if (files.length === maxPicturesOfZip) refuseZip(`Un ZIP tiene a lo más ${maxPicturesOfZip} fotos: divídelo.`);
    // An entry larger than the directory states is refused during reading. Many entries may share the same bytes.
    unpacked += entry.uncompressedSize;
    if (unpacked > largestUnpackedZip) refuseZip('Las fotos pesan juntas más de 400 MB sin comprimir: divide el ZIP.');
    files.push({
      name: nameOf(entry.fileName),
      read: async () => {
        refuseLarge(entry.uncompressedSize);
        return buffer(await zip.openReadStreamPromise(entry));
      },
    });
  }
  return { files, others, close: () => zip.close() };
}

async function inBucket(access: S3Access, prefix: string): Promise<PictureFiles> {
  const bucket = new S3mini({ ...access, requestAbortTimeout: 60_000 });
  const objects = (await bucket.listObjects('/', prefix)) ?? [];
  const keys = objects.flatMap(({ Key }) => (isLitter(Key) ? [] : [Key]));
  return {
    files: keys.filter(isPicture).map((key) => ({
      name: nameOf(key),
      read: async () => {
        const bytes = await bucket.getObjectArrayBuffer(key);
        if (bytes === null) throw new Error('no longer exists');
        refuseLarge(bytes.byteLength);
        return new Uint8Array(bytes);
      },
    })),
    others: keys.filter((key) => !isPicture(key)).map(nameOf),
  };
}

/**
 * Runs `work` on the pictures of a folder, a ZIP, or a prefix of the configured bucket (`s3://prefix`). Throws
 * UnreadableFile if there is no such place.
 */
export async function withPictureFiles<T>(
  source: string,
  s3: S3Access | undefined,
  work: (found: PictureFiles) => Promise<T>,
): Promise<T> {
  const [, prefix] = /^s3:\/\/(.*)$/.exec(source) ?? [];
  if (prefix !== undefined) {
    if (s3 === undefined) throw new UnreadableFile('No hay un bucket declarado: FILES_STORE=s3 y sus ajustes.');
    return work(await inBucket(s3, prefix));
  }
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) throw new UnreadableFile('No hay tal carpeta ni tal archivo.');
  if (found.isDirectory()) return work(await inFolder(source));
  const { close, ...zipped } = await inZip(source).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('El archivo no es un ZIP que se pueda leer.');
  });
  return work(zipped).finally(close);
}

/** Parses a file's name: `SKU.jpg` is the first picture, `SKU-2.jpg` the second. Returns both meanings if both are possible. */
export function readingsOf(name: string): { sku: string; position: number }[] {
  const stem = name.replace(/\.[^.]+$/, '');
  const [, sku, position] = /^(.+)-(\d{1,2})$/.exec(stem) ?? [];
  const numbered = sku === undefined || Number(position) === 0 ? [] : [{ sku, position: Number(position) }];
  return [{ sku: stem, position: 1 }, ...numbered];
}
