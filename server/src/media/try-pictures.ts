import { availableParallelism } from 'node:os';
import type { ImportedPicture } from './import-picture.ts';
import { openPictureLane, type PictureLane, type RefusedPicture } from './picture-lane.ts';
import type { PictureRecipe } from './picture-recipe.ts';

/**
 * A function that returns a drawing (SVG text) or an encoded picture to store. Functions keep a thousand pictures from
 * being in memory at the same time.
 */
export interface PictureSource {
  draw: () => string | Promise<Uint8Array>;
  recipe: PictureRecipe;
}

/** Maximum bytes of sources in memory. Beyond this, the next drawing waits, because a picture may have 20 MB. */
const maxInHand = 32 * 1024 * 1024;

/**
 * Stores many pictures in `mediaDir`, in the given order. Child processes decode them, so native code and memory of the
 * decoders never enter this process. Pictures that are already stored are not encoded again. Returns each stored
 * picture, or the reason why a source is not a picture. Rejects if `onAnswer` throws.
 */
export async function tryPictures(
  mediaDir: string,
  sources: readonly PictureSource[],
  onAnswer: (done: number) => void = () => {},
): Promise<(ImportedPicture | RefusedPicture)[]> {
  const answers: (ImportedPicture | RefusedPicture)[] = [];
  const drawNext = drawInTurn(sources);
  let done = 0;
  /** If a picture ends the lane's process, the lane starts a new process. */
  const work = async (lane: PictureLane): Promise<void> => {
    for (let drawn = await drawNext(); drawn !== undefined; drawn = await drawNext()) {
      const { id, source, recipe } = drawn;
      const answer = await lane.try(source, recipe);
      drawn.release();
      answers[id] = answer;
      done += 1;
      onAnswer(done);
    }
  };
  const lanes = Array.from({ length: Math.min(availableParallelism(), sources.length) }, () =>
    openPictureLane(mediaDir),
  );
  try {
    await Promise.all(lanes.map(work));
    return answers;
  } finally {
    for (const lane of lanes) lane.close();
  }
}

interface Drawn {
  id: number;
  source: string | Uint8Array;
  recipe: PictureRecipe;
  /** Frees the memory that the source counts for. */
  release(): void;
}

/**
 * Draws one source after the other, because the size of a source is known only when it is drawn. The next source waits while too many bytes
 * are in memory.
 */
const drawInTurn = (sources: readonly PictureSource[]): (() => Promise<Drawn | undefined>) => {
  let next = 0;
  let held = 0;
  let released = Promise.withResolvers<void>();
  let turn: Promise<unknown> = Promise.resolve();
  const draw = async (): Promise<Drawn | undefined> => {
    while (held >= maxInHand) await released.promise;
    const id = next;
    const wanted = sources[id];
    if (wanted === undefined) return undefined;
    next += 1;
    const source = await wanted.draw();
    held += source.length;
    const release = (): void => {
      held -= source.length;
      released.resolve();
      released = Promise.withResolvers();
    };
    return { id, source, recipe: wanted.recipe, release };
  };
  return () => {
    const drawn = turn.then(draw);
    turn = drawn;
    return drawn;
  };
};
