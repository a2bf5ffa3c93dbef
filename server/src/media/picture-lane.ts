import { z } from 'zod';
import type { ImportedPicture } from './import-picture.ts';
import { openPictureChild, type PictureChild, PictureFailed } from './picture-child.ts';
import type { PictureRecipe } from './picture-recipe.ts';

/** A request to the picture process. */
export const pictureRequest = z.object({
  source: z.union([z.string(), z.instanceof(Uint8Array)]),
  recipe: z.record(z.enum(['avif', 'webp', 'jpg']), z.array(z.int())),
  /** Minimum pixels of the shorter side. */
  leastSide: z.int().default(0),
});

/** An answer of the picture process: the stored picture, or the reason why it could not be created. */
const pictureAnswer = z.union([
  z.object({ key: z.string(), width: z.int(), height: z.int() }),
  z.object({ error: z.string() }),
]);

/** The reason why a source is not accepted as a picture. */
export interface RefusedPicture {
  error: string;
}

/** Limits for one picture. A hundred megapixels in any format need less. */
const limits = { ms: 60_000, megabytes: 2_000 };

/** Runs one picture process at a time. If a picture ends the process, a new process starts. */
export interface PictureLane {
  /** Stores one picture. The next call may follow after the answer. */
  try(
    source: string | Uint8Array,
    recipe: PictureRecipe,
    leastSide?: number,
  ): Promise<ImportedPicture | RefusedPicture>;
  /** Kills the process for good. A picture in progress fails. */
  close(): void;
}

/**
 * Opens a lane that stores pictures in `mediaDir`. Its process starts with the first picture. `niceness`: from 0 (the priority of this
 * process) to 19 (runs only while nothing else runs).
 */
export const openPictureLane = (mediaDir: string, niceness = 0): PictureLane => {
  let child: PictureChild | undefined;
  let isClosed = false;
  return {
    try: async (source, recipe, leastSide = 0) => {
      child ??= await openPictureChild('picture-process', [mediaDir], { ...limits, niceness });
      if (isClosed) {
        child.close();
        throw new Error('the picture lane is closed');
      }
      try {
        return pictureAnswer.parse(await child.ask({ source, recipe, leastSide }));
      } catch (error) {
        if (isClosed || !(error instanceof PictureFailed)) throw error;
        child = undefined;
        return { error: error.message };
      }
    },
    close: () => {
      isClosed = true;
      child?.close();
    },
  };
};
