import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { ObjectStore } from '../platform/operations/object-store.ts';

/** The encrypted pieces of backups. A piece's name depends on its content, so that backups share unchanged pieces. */
export interface Pieces {
  /** Stores a stream. Returns its bytes, and the names of its pieces in order. */
  write(stream: AsyncIterable<Buffer | Uint8Array>): Promise<{ pieces: string[]; bytes: number }>;
  /** Returns the stream again. @throws if a piece is missing, truncated or changed, before any of that piece is returned */
  read(pieces: readonly string[]): AsyncGenerator<Buffer>;
  /** Encrypts data that is found only by its name, such as a manifest. */
  seal(name: string, bytes: Buffer): Buffer;
  /** @throws if the data was truncated, changed, renamed, or encrypted with another key */
  open(name: string, sealed: Buffer): Buffer;
}

/** Bytes of a piece. A process needs this much memory for a backup, and it is the size of a bucket's largest object. */
const pieceBytes = 16 * 1024 * 1024;

const ivBytes = 12;
const tagBytes = 16;

/** Splits a stream into pieces of one size. The last piece may be shorter. An empty stream becomes one empty piece. */
async function* inPieces(stream: AsyncIterable<Buffer | Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (size + rest.length >= pieceBytes) {
      const taken = rest.subarray(0, pieceBytes - size);
      yield Buffer.concat([...held, taken]);
      rest = rest.subarray(taken.length);
      held = [];
      size = 0;
    }
    // Copied, because a stream may reuse its memory.
    if (rest.length > 0) held.push(Buffer.from(rest));
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

export const pieceName = (id: string): string => `pieces/${id.slice(0, 2)}/${id}`;

/**
 * Encrypts pieces with AES-256-GCM and authenticates each with its name. Names are keyed hashes, so that nobody without
 * the key can tell whether a known file is included. `key`: 32 bytes.
 */
export const openPieces = (store: ObjectStore, key: Buffer): Pieces => {
  const keyFor = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `ceiba backup ${use}`, 32));
  const [cipherKey, nameKey] = [keyFor('content'), keyFor('names')];
  const seal = (name: string, bytes: Buffer): Buffer => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(Buffer.from(name));
    return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const open = (name: string, sealed: Buffer): Buffer => {
    if (sealed.length < ivBytes + tagBytes) throw new Error(`${name} is cut`);
    const decipher = createDecipheriv('aes-256-gcm', cipherKey, sealed.subarray(0, ivBytes))
      .setAAD(Buffer.from(name))
      .setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new Error(`${name} was changed, is cut, or BACKUP_KEY is another`, { cause });
    }
  };
  /** Names of stored pieces that this process knows. */
  let known: Set<string> | undefined;
  return {
    seal,
    open,
    write: async (stream) => {
      known ??= new Set(await store.list('pieces/'));
      const pieces: string[] = [];
      let bytes = 0;
      for await (const piece of inPieces(stream)) {
        const id = createHmac('sha256', nameKey).update(piece).digest('hex');
        const name = pieceName(id);
        if (!known.has(name)) await store.put(name, seal(name, piece));
        known.add(name);
        pieces.push(id);
        bytes += piece.length;
      }
      return { pieces, bytes };
    },
    async *read(pieces) {
      for (const id of pieces) {
        const name = pieceName(id);
        const sealed = await store.get(name);
        if (sealed === undefined) throw new Error(`${name} is missing`);
        yield open(name, sealed);
      }
    },
  };
};
