import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { folderMediaStore } from './media-store.ts';
import { openPictureLane, type PictureLane } from './picture-lane.ts';
import type { PictureSource } from './try-pictures.ts';

/** Makes the files of pictures whose rows are already stored, so that a demo shop opens long before its last picture is drawn. */
export interface PictureQueue {
  /**
   * Creates one picture immediately, because a request waits for it. Returns false if no drawing has this key. Rejects
   * if the picture cannot be created.
   */
  make(key: string): Promise<boolean>;
  /** Creates the missing pictures of these keys, in this order and at low priority. */
  makeAll(keys: readonly string[], onProgress?: (stored: number) => void): Promise<void>;
  /** Ends the processes. The promises of waiting pictures reject. */
  close(): void;
}

/** @param findDrawing returns the drawing of a key. Undefined if the shop has no drawing with this key */
export function openPictureQueue(
  mediaDir: string,
  findDrawing: (key: string) => PictureSource | undefined,
): PictureQueue {
  const { hasPicture } = folderMediaStore(mediaDir);
  const urgent = openPool(mediaDir, 0);
  const background = openPool(mediaDir, 15);
  const underWay = new Map<string, Promise<void>>();

  const makeOnce = (key: string, drawing: PictureSource): Promise<void> => {
    const before = underWay.get(key);
    if (before !== undefined) return before;
    const made = urgent.make(key, drawing).finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  };

  return {
    make: async (key) => {
      const drawing = findDrawing(key);
      if (drawing === undefined) return false;
      if (!(await hasPicture(key))) await makeOnce(key, drawing);
      return true;
    },
    makeAll: async (keys, onProgress = () => {}) => {
      let stored = 0;
      const makeMissing = async (key: string): Promise<void> => {
        const drawing = (await hasPicture(key)) ? undefined : findDrawing(key);
        if (drawing !== undefined) await background.make(key, drawing);
        stored += 1;
        onProgress(stored);
      };
      await Promise.all(keys.map(makeMissing));
    },
    close: () => {
      urgent.close();
      background.close();
    },
  };
}

/** Opens processes that make pictures in parallel, one for each core. `niceness`: as in `openPictureLane`. */
function openPool(mediaDir: string, niceness: number) {
  const queue = new PQueue({ concurrency: availableParallelism() });
  const closed = new AbortController();
  const lanes = new Set<PictureLane>();
  const freeLanes: PictureLane[] = [];
  const closeLanes = (): void => {
    freeLanes.length = 0;
    for (const lane of lanes) lane.close();
    lanes.clear();
  };
  // An idle shop closes these processes, which hold some 100 MB each.
  queue.addEventListener('idle', closeLanes);

  const makeFiles = async (key: string, { draw, recipe }: PictureSource): Promise<void> => {
    const lane = freeLanes.pop() ?? openPictureLane(mediaDir, niceness);
    lanes.add(lane);
    const made = await lane.try(await draw(), recipe);
    freeLanes.push(lane);
    if ('error' in made) throw new Error(`picture ${key} could not be made: ${made.error}`);
  };
  return {
    make: (key: string, drawing: PictureSource): Promise<void> =>
      queue.add(() => makeFiles(key, drawing), { signal: closed.signal }),
    close: (): void => {
      closed.abort(new Error('the picture queue is closed'));
      closeLanes();
    },
  };
}
