import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { createFairGate, type FairGateOptions } from './fair-gate.ts';

const pack = promisify(gzip);

/**
 * Longest a file is kept, and the most memory all of them take: a million products fill fifty files of some megabytes,
 * 200 kB each when packed, so that all stay.
 */
const keptMs = 600_000;
const keptBytes = 32 * 1024 * 1024;

/** One file at a time; who waits longer than a crawler would is told to come back (503). */
const makingGate: FairGateOptions = { atOnce: 1, atOnceEach: 1, restEach: 1, waiting: 64, waitMs: 10_000 };

/** Asks for a file, packed; `make` is called when it is not kept. @throws Overloaded */
export type PackedFiles = (name: string, who: string, make: () => Promise<string>) => Promise<Buffer>;

/** A packed file's text, unpacked while it is read: whoever asks and does not read holds some kilobytes, not megabytes. */
export const unpacked = (packed: Buffer): Readable => createGunzip().end(packed);

/** Files made lately, packed; whoever asks while one is being made waits for it. */
export const createPackedFiles = (): PackedFiles => {
  const files = new LRUCache<string, Buffer>({
    maxSize: keptBytes,
    sizeCalculation: ({ length }) => length,
    ttl: keptMs,
  });
  const making = new Map<string, Promise<Buffer>>();
  const gate = createFairGate(makingGate);
  return (name, who, make) => {
    const kept = files.get(name);
    if (kept !== undefined) return Promise.resolve(kept);
    const current = making.get(name);
    if (current !== undefined) return current;
    const next = gate
      .run(who, async () => {
        const packed = await pack(await make());
        files.set(name, packed);
        return packed;
      })
      .finally(() => making.delete(name));
    making.set(name, next);
    return next;
  };
};
