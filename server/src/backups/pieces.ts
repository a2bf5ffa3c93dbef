import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { ObjectStore } from '../platform/operations/object-store.ts';

/** What is kept of a piece: its name says what it holds, so that copies share what has not changed. */
export interface Pieces {
  /** Stores a stream; answers the names of its pieces, in order, and its bytes. */
  write(stream: AsyncIterable<Buffer | Uint8Array>): Promise<{ pieces: string[]; bytes: number }>;
  /** The stream again. @throws where a piece is missing, cut or changed, before anything of that piece is answered */
  read(pieces: readonly string[]): AsyncGenerator<Buffer>;
  /** Encrypts something that is found by its name alone, as a manifest is. */
  seal(name: string, bytes: Buffer): Buffer;
  /** @throws where it was cut, changed, renamed, or sealed with another key */
  open(name: string, sealed: Buffer): Buffer;
}

/** Bytes of a piece: what a process holds of a copy at a time, and the largest object of a bucket. */
const pieceBytes = 16 * 1024 * 1024;

const ivBytes = 12;
const tagBytes = 16;

/** The stream in pieces of one size, the last one shorter; an empty stream is one empty piece. */
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
    // A stream may use its memory again.
    if (rest.length > 0) held.push(Buffer.from(rest));
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}

export const pieceName = (id: string): string => `pieces/${id.slice(0, 2)}/${id}`;

/**
 * Pieces encrypted with AES-256-GCM, each with its name as what it is authenticated with. Names are keyed hashes: who sees them, and not the
 * key, cannot tell whether a known file is among them. `key`: 32 bytes.
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
  /** Names that this process knows to be stored. */
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
