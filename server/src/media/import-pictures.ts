import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ImportedPicture } from './import-picture.ts';
import type { PictureRecipe } from './picture-recipe.ts';

/** What the web process asks of the picture process. */
export const pictureRequest = z.object({
  id: z.int(),
  source: z.string(),
  recipe: z.record(z.enum(['avif', 'webp', 'jpg']), z.array(z.int())),
});

/** What the picture process answers: the stored picture, or why it could not be made. */
const pictureAnswer = z.union([
  z.object({ id: z.int(), key: z.string(), width: z.int(), height: z.int() }),
  z.object({ id: z.int(), error: z.string() }),
]);

/** A drawing to store: a function, so that a thousand SVG texts are not held at once. */
export interface PictureSource {
  draw: () => string;
  recipe: PictureRecipe;
}

/**
 * Stores many drawings in `mediaDir`, in the order given, by a child process: the encoder's native code and memory never
 * enter this process. Pictures already stored are not encoded again. Throws on the first drawing that cannot be made, and
 * at once when `signal` ends it: the child is killed in the middle of what it encodes.
 */
export async function importPictures(
  mediaDir: string,
  sources: readonly PictureSource[],
  onProgress: (done: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<ImportedPicture[]> {
  signal?.throwIfAborted();
  const cores = availableParallelism();
  const child = fork(fileURLToPath(new URL('./picture-process.ts', import.meta.url)), [mediaDir], {
    // Not this process's own options: what `npm start` loads lets a program end that has nothing in hand, as this one often
    // has while the next drawing is made.
    execArgv: [],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(Math.max(4, cores * 2)) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  try {
    return await feed(child, sources, cores * 2, onProgress);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    child.removeAllListeners();
    stop();
  }
}

/** Keeps `lanes` requests with the child until every source has its answer. */
function feed(
  child: ChildProcess,
  sources: readonly PictureSource[],
  lanes: number,
  onProgress: (done: number, total: number) => void,
): Promise<ImportedPicture[]> {
  return new Promise((resolve, reject) => {
    const stored: ImportedPicture[] = [];
    let next = 0;
    let done = 0;
    const sendNext = () => {
      const source = sources[next];
      if (source === undefined) return;
      child.send({ id: next, source: source.draw(), recipe: source.recipe });
      next += 1;
    };
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The picture process ended early with code ${code}.`)));
    child.on('message', (message) => {
      const answer = pictureAnswer.parse(message);
      if ('error' in answer) return reject(new Error(`Picture ${answer.id} could not be made: ${answer.error}`));
      stored[answer.id] = { key: answer.key, width: answer.width, height: answer.height };
      done += 1;
      onProgress(done, sources.length);
      if (done === sources.length) resolve(stored);
      else sendNext();
    });
    for (let lane = 0; lane < lanes; lane += 1) sendNext();
    if (sources.length === 0) resolve([]);
  });
}
