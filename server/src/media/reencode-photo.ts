import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';

/** A process has a picture of some ten megapixels in memory: two at once, one of a client. */
const photoGate = { atOnce: 2, atOnceEach: 1, waiting: 100, waitMs: 20_000 };

/** Milliseconds in which any honest picture is done. */
const timeLimitMs = 20_000;

/**
 * Makes WebP of a picture that a stranger sent, at most 1,600 pixels wide and high. Undefined: it is neither JPEG nor PNG
 * by its content, or not whole. @throws Overloaded, and when its process dies or takes too long
 */
export type ReencodePhoto = (bytes: Uint8Array, client: string) => Promise<Uint8Array | undefined>;

/** `factor`: RATE_LIMIT_FACTOR. */
export const createReencodePhoto = (factor: number): ReencodePhoto => {
  const gate = createFairGate(perClient(photoGate, factor));
  return (bytes, client) => gate.run(client, () => inProcess(bytes));
};

/** One process for one picture: its memory and what was done to it end with it. */
const inProcess = (bytes: Uint8Array): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./photo-process.ts', import.meta.url)), {
      // Nothing of the shop's: whoever breaks the decoder finds no secret in there.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('a picture took too long to open'));
    }, timeLimitMs);
    child.once('error', reject);
    child.once('message', (webp) => {
      resolve(webp instanceof Uint8Array ? webp : undefined);
      child.disconnect();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the photo process ended early (${signal ?? code})`));
    });
    child.send(bytes);
  });
