import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';
import { openPictureChild, PictureFailed } from './picture-child.ts';

/** Two pictures are decoded at once, one per client, because each process has some ten megapixels in memory. */
const photoGate = { atOnce: 2, atOnceEach: 1, waiting: 100, waitMs: 20_000 };

/** Any honest picture of a telephone needs less time and memory. */
const limits = { ms: 20_000, megabytes: 1_200 };

/**
 * Converts a picture that a stranger sent to WebP, at most 1,600 pixels wide and high. Undefined: the content is neither JPEG nor PNG, is incomplete,
 * or costs too much to decode. @throws Overloaded, and if the process does not start
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
