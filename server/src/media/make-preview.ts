import { openPictureChild, PictureFailed } from './picture-child.ts';

/** A banner of 1,600 pixels takes a tenth of a second, mostly to start the process. */
const limits = { ms: 20_000, megabytes: 1_200 };

/**
 * Creates a JPEG of 1200 × 630 pixels from one of the shop's own pictures. Undefined if the picture cannot be decoded.
 */
export async function makePreview(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const child = await openPictureChild('preview-process', [], limits);
  try {
    const jpeg = await child.ask(bytes);
    return jpeg instanceof Uint8Array ? jpeg : undefined;
  } catch (error) {
    if (error instanceof PictureFailed) return undefined;
    throw error;
  } finally {
    child.close();
  }
}
