import { availableParallelism } from 'node:os';
import type { ImportedPicture } from './import-picture.ts';
import { openPictureLane, type PictureLane, type RefusedPicture } from './picture-lane.ts';
import type { PictureRecipe } from './picture-recipe.ts';

/** A function that returns a drawing (SVG text) or an encoded picture to store. With functions, a thousand pictures are not in memory at once. */
export interface PictureSource {
  draw: () => string | Promise<Uint8Array>;
  recipe: PictureRecipe;
}

/** Bytes of sources that are in memory at once. Beyond them the next drawing waits: a picture may have 20 MB. */
const maxInHand = 32 * 1024 * 1024;

/**
 * Stores many pictures in `mediaDir`, in the order given. Child processes decode them: the decoders' native code and memory never
 * enter this process. Pictures that are stored already are not encoded again. Answers each stored picture, or why a source is no
 * picture. Rejects with what `onAnswer` throws.
 */
export async function tryPictures(
  mediaDir: string,
  sources: readonly PictureSource[],
  onAnswer: (done: number) => void = () => {},
): Promise<(ImportedPicture | RefusedPicture)[]> {
  const answers: (ImportedPicture | RefusedPicture)[] = [];
  const drawNext = drawInTurn(sources);
  let done = 0;
  /** A lane starts a new process after each picture that the old one did not survive. */
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
  /** Frees the place of its bytes. */
  release(): void;
}

/**
 * Draws one source after the other, because a source's size is known only once it is drawn. The next source waits while too many bytes are in memory.
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
