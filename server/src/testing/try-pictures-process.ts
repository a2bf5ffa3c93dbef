// Stores drawings in the folder of the first argument. The drawing takes so long that the picture process must wait for it.
import { tryPictures } from '../media/try-pictures.ts';

const [, , dir] = process.argv;
if (dir === undefined) throw new Error('The media folder is missing.');

const drawSlowly = (colour: string) => (): string => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${colour}"/></svg>`;
};

const stored = await tryPictures(
  dir,
  Array.from({ length: 24 }, (_, n) => ({
    draw: drawSlowly(`#0000${10 + n}`),
    recipe: { avif: [], webp: [8], jpg: [] },
  })),
);
process.send?.(stored.length);
