import { createFairGate, perClient } from '../platform/limits/concurrency-limit.ts';
import { openPictureChild, PictureFailed } from './picture-child.ts';

/**
 * Only two pictures are decoded at the same time, one per client, because each process has some ten megapixels in
 * memory.
 */
const photoGate = { atOnce: 2, atOnceEach: 1, waiting: 100, waitMs: 20_000 };

/** Every real picture of a telephone needs less time and memory. */
const limits = { ms: 20_000, megabytes: 1_200 };

/**
 * Converts a stranger's picture to WebP, at most 1,600 pixels wide and high. Undefined if the content is neither JPEG
 * nor PNG, is incomplete, or is too expensive to decode. @throws Overloaded; also throws if the process does not start
 */
export type ReencodePhoto = (bytes: Uint8Array, client: string) => Promise<Uint8Array | undefined>;

/** `factor`: RATE_LIMIT_FACTOR. */
export const createReencodePhoto = (factor: number): ReencodePhoto => {
  const gate = createFairGate(perClient(photoGate, factor));
  return (bytes, client) => gate.run(client, () => inProcess(bytes));
};

/** Opens one process for each picture, so that its memory, and any damage by the picture, end with the process. */
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
