import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ImportedPicture } from './import-picture.ts';
import type { PictureRecipe } from './picture-recipe.ts';

/** What the web process asks of the picture process. */
export const pictureRequest = z.object({
  id: z.int(),
  source: z.union([z.string(), z.instanceof(Uint8Array)]),
  recipe: z.record(z.enum(['avif', 'webp', 'jpg']), z.array(z.int())),
});

/** What the picture process answers: the stored picture, or why it could not be made. */
const pictureAnswer = z.union([
  z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() }),
  z.object({ id: z.int(), error: z.string() }),
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

/**
 * Stores many pictures in `mediaDir`, in the order given, by a child process: the encoder's native code and memory never
 * enter this process. Pictures already stored are not encoded again. Answers for each what it became, or why it is none; ends with
 * what `onAnswer` throws, and at once when `signal` ends it: the child is killed in the middle of what it encodes.
 */
export async function tryPictures(
  mediaDir: string,
  sources: readonly PictureSource[],
  onAnswer: (done: number, answer: ImportedPicture | RefusedPicture, nth: number) => void = () => {},
  signal?: AbortSignal,
): Promise<(ImportedPicture | RefusedPicture)[]> {
  signal?.throwIfAborted();
  const cores = availableParallelism();
  const child = fork(fileURLToPath(new URL('./picture-process.ts', import.meta.url)), [mediaDir], {
    // Not this process's own options: what `npm start` loads lets a program end that has nothing in hand, as this one often
    // has while the next drawing is made.
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(Math.max(4, cores * 2)) },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    return await feed(child, sources, cores * 2, onAnswer);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    child.removeAllListeners();
    stop();
  }
}

/** Bytes of sources that the child has at once, beyond which no more are drawn: a picture may have 20 MB. */
const mostInHand = 32 * 1024 * 1024;

/** Keeps up to `lanes` requests with the child until every source has its answer. */
function feed(
  child: ChildProcess,
  sources: readonly PictureSource[],
  lanes: number,
  onAnswer: (done: number, answer: ImportedPicture | RefusedPicture, nth: number) => void,
): Promise<(ImportedPicture | RefusedPicture)[]> {
  return new Promise((resolve, reject) => {
    const answers: (ImportedPicture | RefusedPicture)[] = [];
    const sizes = new Map<number, number>();
    const bytesInHand = (): number => sizes.values().reduce((sum, size) => sum + size, 0);
    let next = 0;
    let done = 0;
    let isDrawing = false;
    // One after the other: how large a source is, is known once it is drawn.
    const send = async (): Promise<void> => {
      if (isDrawing) return;
      isDrawing = true;
      for (;;) {
        const id = next;
        const source = sources[id];
        if (source === undefined || id - done >= lanes || bytesInHand() >= mostInHand) break;
        next += 1;
        const drawn = await source.draw();
        sizes.set(id, drawn.length);
        if (child.connected) child.send({ id, source: drawn, recipe: source.recipe });
      }
      isDrawing = false;
    };
    const sendNext = (): void => void send().catch(reject);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The picture process ended early with code ${code}.`)));
    child.on('message', (message) => {
      const { id, ...answer } = pictureAnswer.parse(message);
      answers[id] = answer;
      sizes.delete(id);
      done += 1;
      try {
        onAnswer(done, answer, id);
      } catch (error) {
        return reject(error);
      }
      if (done === sources.length) resolve(answers);
      else sendNext();
    });
    sendNext();
    if (sources.length === 0) resolve([]);
  });
}
