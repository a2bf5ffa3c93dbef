import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { type FileStore, FilesAway, uploadsFolder } from '../media/file-store.ts';
import { abandonFiles, announceFiles } from '../media/unclaimed-files.store.ts';
import type { Database } from '../platform/db/database.ts';

/** The size in bytes of the pieces in which a file is stored. One piece at a time is in memory. */
const pieceBytes = 4 * 1024 * 1024;

/** A stored file that no row claims yet. */
export interface Upload {
  /** Paths of its pieces, in their order. */
  pieces: readonly string[];
  /** SHA-256 of its bytes. */
  hash: string;
}

interface UploadDeps {
  db: Database;
  files: FileStore;
}

/** Regroups a stream of bytes into pieces of one size. Only the last piece may be smaller. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** Stores a file while it arrives. An interrupted or oversized upload is abandoned. */
export async function storeUpload(
  deps: UploadDeps,
  bytes: AsyncIterable<Uint8Array>,
  { most, now }: { most: number; now: Date },
): Promise<Result<Upload, StoreRefusal>> {
  const pieces: string[] = [];
  let stored: Result<Upload, StoreRefusal> | undefined;
  try {
    stored = await storePieces(deps, bytes, { most, now, pieces });
    return stored;
  } finally {
    if (stored?.ok !== true) await abandonFiles(deps.db.write, pieces, now);
  }
}

interface StoreRefusal {
  code: 'PAYLOAD_TOO_LARGE' | 'UPSTREAM_UNAVAILABLE';
}

/** Adds each piece to `pieces` once it is stored. A failed piece may still have been stored. The job for unclaimed files then removes it. */
async function storePieces(
  { db, files }: UploadDeps,
  bytes: AsyncIterable<Uint8Array>,
  { most, now, pieces }: { most: number; now: Date; pieces: string[] },
): Promise<Result<Upload, StoreRefusal>> {
  const hash = createHash('sha256');
  const folder = `${uploadsFolder}${randomUUID()}`;
  let size = 0;
  for await (const piece of inPieces(bytes)) {
    size += piece.length;
    if (size > most) return refuse({ code: 'PAYLOAD_TOO_LARGE' });
    hash.update(piece);
    const path = `${folder}/${pieces.length + 1}.bin`;
    await announceFiles(db.write, [path], now);
    try {
      await files.save(path, piece, 'application/octet-stream');
    } catch (error) {
      if (error instanceof FilesAway) return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
      throw error;
    }
    pieces.push(path);
  }
  return ok({ pieces, hash: hash.digest('hex') });
}

/**
 * Assembles the pieces of a file on this machine while `work` runs. Returns undefined if the file is no longer stored.
 */
export async function withUpload<T>(
  files: FileStore,
  { pieces, fileName }: { pieces: readonly string[]; fileName: string },
  work: (path: string | undefined) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-import-'));
  try {
    const path = join(folder, `file${extname(fileName).toLowerCase()}`);
    await writeFile(path, '', { mode: 0o600 });
    for (const piece of pieces) {
      const bytes = await files.read(piece);
      if (bytes === undefined) return await work(undefined);
      await appendFile(path, bytes);
    }
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
