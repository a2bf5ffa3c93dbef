import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { mediaFolderPath } from './media-store.ts';
import { openPictureQueue } from './picture-queue.ts';
import { pictureKey } from './picture-recipe.ts';

const recipe = { avif: [], webp: [64], jpg: [] };

const drawing = (colour: string) => ({
  draw: () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="${colour}"/></svg>`,
  recipe,
});
const keyOf = (colour: string): string => pictureKey(drawing(colour).draw(), recipe);

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-queue-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Opens a queue with drawings in these colours. Returns also the keys in the order of drawing. */
const openColours = (colours: readonly string[]) => {
  const drawn: string[] = [];
  const sources = new Map(
    colours.map((colour) => {
      const { draw } = drawing(colour);
      const record = (): string => {
        drawn.push(keyOf(colour));
        return draw();
      };
      return [keyOf(colour), { draw: record, recipe }];
    }),
  );
  const queue = openPictureQueue(dir, (key) => sources.get(key));
  onTestFinished(() => queue.close());
  return { queue, drawn };
};

const manyColours = Array.from({ length: 40 }, (_, n) => `rgb(${n},0,0)`);

test('a picture that a reader waits for is made before the pictures in the background', async () => {
  const { queue, drawn } = openColours(manyColours);
  const stored: number[] = [];
  const all = queue.makeAll(manyColours.map(keyOf), (count) => stored.push(count));
  const lastKey = keyOf(manyColours.at(-1) ?? '');
  // The background work has started once its first picture is drawn.
  while (drawn.length === 0) await new Promise(setImmediate);
  expect(await queue.make(lastKey)).toBe(true);
  expect(await readdir(mediaFolderPath(dir, lastKey))).toEqual(['64.webp']);
  expect(drawn.indexOf(lastKey)).toBeLessThan(manyColours.length / 2);
  queue.close();
  await expect(all).rejects.toThrow('closed');
});

test('the background work makes each missing picture once and counts all pictures', async () => {
  const colours = ['teal', 'coral', 'gold'];
  const { queue, drawn } = openColours(colours);
  const key = keyOf('teal');
  expect(await Promise.all([queue.make(key), queue.make(key)])).toEqual([true, true]);
  const stored: number[] = [];
  await queue.makeAll(colours.map(keyOf), (count) => stored.push(count));
  await queue.makeAll(colours.map(keyOf));
  expect(await queue.make(key)).toBe(true);
  expect(drawn.toSorted()).toEqual(colours.map(keyOf).toSorted());
  expect(stored).toEqual([1, 2, 3]);
});

test('a key without a drawing has no picture, and a failed drawing rejects', async () => {
  const { queue } = openColours([]);
  expect(await queue.make('0'.repeat(32))).toBe(false);
  const broken = openPictureQueue(dir, () => ({ draw: () => 'no drawing', recipe }));
  onTestFinished(() => broken.close());
  await expect(broken.make('1'.repeat(32))).rejects.toThrow('could not be made');
  await expect(broken.makeAll(['1'.repeat(32)])).rejects.toThrow('could not be made');
});

test('closing ends the picture in progress and rejects the waiting pictures', async () => {
  const { queue, drawn } = openColours(manyColours);
  const all = queue.makeAll(manyColours.map(keyOf));
  all.catch(() => {});
  while (drawn.length === 0) await new Promise(setImmediate);
  queue.close();
  await expect(all).rejects.toThrow('closed');
  expect(drawn.length).toBeLessThan(manyColours.length / 2);
  await expect(queue.make(keyOf('rgb(39,0,0)'))).rejects.toThrow('closed');
});
