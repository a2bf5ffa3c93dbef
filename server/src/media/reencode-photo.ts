import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';
import { openPictureChild, PictureFailed } from './picture-child.ts';

/** A process has a picture of some ten megapixels in memory: two at once, one of a client. */
const photoGate = { atOnce: 2, atOnceEach: 1, waiting: 100, waitMs: 20_000 };

/** Any honest picture of a telephone needs less. */
const limits = { ms: 20_000, megabytes: 1_200 };

/**
 * Makes WebP of a picture that a stranger sent, at most 1,600 pixels wide and high. Undefined: it is neither JPEG nor PNG
 * by its content, or not whole, or too dear to decode. @throws Overloaded, and when the process does not start
 */
export type ReencodePhoto = (bytes: Uint8Array, client: string) => Promise<Uint8Array | undefined>;

/** `factor`: RATE_LIMIT_FACTOR. */
export const createReencodePhoto = (factor: number): ReencodePhoto => {
  const gate = createFairGate(perClient(photoGate, factor));
  return (bytes, client) => gate.run(client, () => inProcess(bytes));
};

/** One process for one picture: its memory, and any damage the picture did, end with it. */
async function inProcess(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const child = await openPictureChild('photo-process', [], limits);
  try {
    const webp = await child.ask(bytes);
    return webp instanceof Uint8Array ? webp : undefined;
  } catch (error) {
    if (error instanceof PictureFailed) return undefined;
    throw error;
  } finally {
    child.close();
  }
}
