import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { importPicture } from './import-picture.ts';
import { folderMediaStore, mediaFileName, mediaFolderPath, mediaUrl } from './media-store.ts';
import { openPictureChild, PictureFailed } from './picture-child.ts';
import { galleryRecipe, pictureKey, productRecipe } from './picture-recipe.ts';
import { tryPictures } from './try-pictures.ts';

const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><circle cx="40" cy="40" r="30" fill="${colour}"/></svg>`;
let dir = '';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ceiba-media-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('key, width and format determine the place of a picture', () => {
  expect(join(mediaFolderPath('/m', 'ab12cd'), mediaFileName(480, 'avif'))).toBe(
    join('/m', 'ab', 'ab12cd', '480.avif'),
  );
  expect(mediaUrl('ab12cd', 480, 'webp')).toBe('/media/ab12cd/480.webp');
});

/** Returns the names of all files of a picture. */
const filesOf = async (key: string) => (await readdir(mediaFolderPath(dir, key))).sort();

test('a drawing is stored as AVIF and WebP at every width, with its transparency', async () => {
  const picture = await importPicture(folderMediaStore(dir), drawing('red'));
  expect(picture).toEqual({ key: pictureKey(drawing('red'), productRecipe), width: 960, height: 960 });
  const { avif, webp } = productRecipe;
  expect(await filesOf(picture.key)).toEqual(
    [...avif.map((width) => `${width}.avif`), ...webp.map((width) => `${width}.webp`)].sort(),
  );
  for (const [format, decoder] of [
    ['avif', 'heif'],
    ['webp', 'webp'],
  ] as const) {
    for (const width of productRecipe[format]) {
      const found = await sharp(
        await readFile(join(mediaFolderPath(dir, picture.key), mediaFileName(width, format))),
      ).metadata();
      expect([found.format, found.width, found.height, found.hasAlpha]).toEqual([decoder, width, width, true]);
    }
  }
});

test('a photograph keeps its proportions, and the same photograph has the same key', async () => {
  const photo = await sharp({ create: { width: 1200, height: 600, channels: 3, background: 'navy' } })
    .jpeg()
    .toBuffer();
  const store = folderMediaStore(dir);
  const first = await importPicture(store, photo);
  expect([first.width, first.height]).toEqual([960, 480]);
  expect(await importPicture(store, photo)).toEqual(first);
});

test('a product’s picture also has a large size, on white, but photographs are not enlarged', async () => {
  const store = folderMediaStore(dir);
  const openLarge = async (key: string) => sharp(await readFile(join(mediaFolderPath(dir, key), '1600.jpg')));
  const drawn = await importPicture(store, drawing('olive'), galleryRecipe);
  expect([drawn.width, drawn.height]).toEqual([1600, 1600]);
  const large = await openLarge(drawn.key);
  expect(await large.metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1600, hasAlpha: false });
  const { dominant } = await large.stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  const photo = (width: number) =>
    sharp({ create: { width, height: width / 2, channels: 3, background: 'navy' } })
      .png()
      .toBuffer();
  for (const width of [1200, 300]) {
    const small = await importPicture(store, await photo(width), galleryRecipe);
    expect([small.width, small.height]).toEqual([width, width / 2]);
    expect(await (await openLarge(small.key)).metadata()).toMatchObject({ width, height: width / 2 });
  }
});

test('storing a picture twice at the same time leaves one complete picture and no temporary folder', async () => {
  const store = folderMediaStore(dir);
  const both = await Promise.all([importPicture(store, drawing('green')), importPicture(store, drawing('green'))]);
  expect(both[0]).toEqual(both[1]);
  const { key } = both[0];
  expect(await readdir(join(dir, key.slice(0, 2)))).toEqual([key]);
});

test('a file that is not a picture is refused', async () => {
  await expect(importPicture(folderMediaStore(dir), new Uint8Array([1, 2, 3]))).rejects.toThrow();
});

test('many drawings are stored by another process, in order', async () => {
  const small = { avif: [480], webp: [480, 120], jpg: [] };
  const colours = ['teal', 'coral', 'gold', 'plum', 'navy', 'lime'];
  const sources = colours.map((colour) => ({ draw: () => drawing(colour), recipe: small }));
  const seen: number[] = [];
  const stored = await tryPictures(dir, sources, (done) => seen.push(done));
  expect(stored.map((one) => ('key' in one ? one.key : one.error))).toEqual(
    colours.map((colour) => pictureKey(drawing(colour), small)),
  );
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await tryPictures(dir, [])).toEqual([]);
  expect(await tryPictures(dir, [{ draw: () => 'no drawing', recipe: small }])).toEqual([
    { error: expect.any(String) },
  ]);
});

test('at most two large pictures are in memory at the same time, on any number of cores', async () => {
  let held = 0;
  let most = 0;
  const draw = async () => {
    held += 1;
    most = Math.max(most, held);
    return new Uint8Array(20 * 1024 * 1024);
  };
  const sources = Array.from({ length: 6 }, () => ({ draw, recipe: productRecipe }));
  const answers = await tryPictures(dir, sources, () => {
    held -= 1;
  });
  expect(answers).toHaveLength(6);
  expect(most).toBe(2);
});

/** A drawing that takes minutes, because the cost of each nested blur is the square of the cost before. */
const dearDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">${'<feGaussianBlur stdDeviation="90"/>'.repeat(40)}</filter><g filter="url(#f)"><rect width="2000" height="2000" fill="red"/></g></svg>`;

const small = sharp({ create: { width: 40, height: 40, channels: 3, background: 'navy' } });
const halved = sharp({ create: { width: 600, height: 600, channels: 3, background: 'navy' } })
  .jpeg()
  .toBuffer();

test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ['a drawing', () => Buffer.from(drawing('red'))],
  ['a drawing behind a declaration', () => Buffer.from(`<?xml version="1.0"?>\n${drawing('red')}`)],
  ['a drawing that would take minutes', () => Buffer.from(dearDrawing)],
  ['a TIFF', () => small.clone().tiff().toBuffer()],
  ['a GIF', () => small.clone().gif().toBuffer()],
  ['a PDF', () => Buffer.from('%PDF-1.4\n')],
  ['a PNG that begins as one and is a drawing', () => Buffer.from(`\x89PNG\r\n\x1a\n${drawing('red')}`, 'latin1')],
  ['half a photo', async () => (await halved).subarray(0, (await halved).length / 2)],
  [
    'a PNG of 110 megapixels',
    () =>
      sharp({ create: { width: 11_000, height: 10_000, channels: 3, background: 'navy' } })
        .png()
        .toBuffer(),
  ],
])('[BULK-01] a sent file that is not an accepted picture is refused, whatever its name: %s', async (_what, make) => {
  const sent = await make();
  const [answer] = await tryPictures(dir, [{ draw: async () => sent, recipe: galleryRecipe }]);
  expect(answer).toEqual({ error: expect.any(String) });
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '[BULK-01] a sent picture may have the format %s',
  async (format) => {
    const sent = await small.clone().toFormat(format).toBuffer();
    const [answer] = await tryPictures(dir, [{ draw: async () => sent, recipe: galleryRecipe }]);
    expect(answer).toMatchObject({ width: 40, height: 40 });
  },
);

test('processes that open sent pictures do not get the shop’s environment', async () => {
  // With this NODE_OPTIONS, Node would exit immediately, and no picture would be returned.
  vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,process.exit(7)');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const [made] = await tryPictures(dir, [{ draw: () => drawing('tan'), recipe: productRecipe }]);
  expect(made).toHaveProperty('key');
});

test('a picture that takes too long is refused, and the next pictures are made', async () => {
  const child = await openPictureChild('picture-process', [dir], { ms: 1, megabytes: 1_600 });
  await expect(child.ask({ source: drawing('sienna'), recipe: galleryRecipe })).rejects.toThrow(PictureFailed);
  await expect(child.ask({ source: drawing('linen'), recipe: galleryRecipe })).rejects.toThrow(PictureFailed);
});

test('a picture that needs more memory than its limit is refused', async () => {
  const sent = await sharp({ create: { width: 10_000, height: 9_990, channels: 3, background: 'navy' } })
    .webp()
    .toBuffer();
  const child = await openPictureChild('picture-process', [dir], { ms: 60_000, megabytes: 800 });
  onTestFinished(() => child.close());
  const answer = await child.ask({ source: sent, recipe: productRecipe }).catch((error: Error) => error);
  expect(answer).toSatisfy(
    (one: unknown) => one instanceof PictureFailed || (typeof one === 'object' && one !== null && 'error' in one),
  );
});

test('a shop started by npm start waits for drawings while its picture process stays alive', async () => {
  const program = fileURLToPath(new URL('../testing/try-pictures-process.ts', import.meta.url));
  const endWithParent = new URL('../../../scripts/end-with-parent.mjs', import.meta.url).href;
  const child = fork(program, [join(dir, 'slowly')], { execArgv: ['--import', endWithParent] });
  const stored = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  expect(stored[0]).toBe(24);
});
