import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { ImportedPicture } from './import-picture.ts';
import { openPictureChild, type PictureChild, PictureFailed } from './picture-child.ts';
import type { PictureRecipe } from './picture-recipe.ts';

/** Request to the picture process. */
export const pictureRequest = z.object({
  source: z.union([z.string(), z.instanceof(Uint8Array)]),
  recipe: z.record(z.enum(['avif', 'webp', 'jpg']), z.array(z.int())),
});

/** What the picture process answers: the stored picture, or why it could not be made. */
const pictureAnswer = z.union([
  z.object({ key: z.string(), width: z.int(), height: z.int() }),
  z.object({ error: z.string() }),
]);

/** A drawing (SVG text) or an encoded picture to store: a function, so that a thousand of them are not held at once. */
export interface PictureSource {
  draw: () => string | Promise<Uint8Array>;
  recipe: PictureRecipe;
}

/** Why a source is no picture. */
export interface RefusedPicture {
  error: string;
}

/** As `tryPictures`; throws on the first that cannot be made. */
export async function importPictures(
  mediaDir: string,
  sources: readonly PictureSource[],
  onProgress: (done: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ImportedPicture[]> {
  const onAnswer = (done: number, answer: ImportedPicture | RefusedPicture, nth: number): void => {
    if ('error' in answer) throw new Error(`Picture ${nth} could not be made: ${answer.error}`);
    onProgress(done, sources.length);
  };
  const stored = await tryPictures(mediaDir, sources, onAnswer, signal);
  return stored.flatMap((one) => ('error' in one ? [] : [one]));
}

/** A hundred megapixels, whichever way they are packed, need less. */
const limits = { ms: 60_000, megabytes: 2_000 };

/** Bytes of sources that are held at once, beyond which no more are drawn: a picture may have 20 MB. */
const mostInHand = 32 * 1024 * 1024;

/**
 * Stores many pictures in `mediaDir`, in the order given, by processes of their own: the decoders' native code and memory never
 * enter this process. Pictures already stored are not encoded again. Answers for each what it became, or why it is none; ends with
 * what `onAnswer` throws, and at once when `signal` ends it: the processes are killed in the middle of what they encode.
 */
export async function tryPictures(
  mediaDir: string,
  sources: readonly PictureSource[],
  onAnswer: (done: number, answer: ImportedPicture | RefusedPicture, nth: number) => void = () => {},
  signal?: AbortSignal,
): Promise<(ImportedPicture | RefusedPicture)[]> {
  signal?.throwIfAborted();
  const answers: (ImportedPicture | RefusedPicture)[] = [];
  const drawNext = drawInTurn(sources);
  let done = 0;
  /** One process, and a new one after each picture that it did not survive. */
  const work = async (lane: Lane): Promise<void> => {
    for (let drawn = await drawNext(); drawn !== undefined; drawn = await drawNext()) {
      const { id, source, recipe } = drawn;
      const answer = await lane.try(source, recipe);
      drawn.release();
      answers[id] = answer;
      done += 1;
      onAnswer(done, answer, id);
    }
  };
  const lanes = Array.from({ length: Math.min(availableParallelism(), sources.length) }, () => openLane(mediaDir));
  const stop = (): void => {
    for (const one of lanes) one.close();
  };
  signal?.addEventListener('abort', stop);
  try {
    await Promise.all(lanes.map(work));
    return answers;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}

interface Lane {
  try(source: string | Uint8Array, recipe: PictureRecipe): Promise<ImportedPicture | RefusedPicture>;
  /** For good: what is tried now fails. */
  close(): void;
}

const openLane = (mediaDir: string): Lane => {
  let child: PictureChild | undefined;
  let isClosed = false;
  return {
    try: async (source, recipe) => {
      child ??= await openPictureChild('picture-process', [mediaDir], limits);
      if (isClosed) {
        child.close();
        throw new Error('the pictures are not wanted any more');
      }
      try {
        return pictureAnswer.parse(await child.ask({ source, recipe }));
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

interface Drawn {
  id: number;
  source: string | Uint8Array;
  recipe: PictureRecipe;
  /** Its bytes are not held any more. */
  release(): void;
}

/** Draws one source after the other, as how large one is, is known once it is drawn; while too much is held, the next one waits. */
const drawInTurn = (sources: readonly PictureSource[]): (() => Promise<Drawn | undefined>) => {
  let next = 0;
  let held = 0;
  let released = Promise.withResolvers<void>();
  let turn: Promise<unknown> = Promise.resolve();
  const draw = async (): Promise<Drawn | undefined> => {
    while (held >= mostInHand) await released.promise;
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
