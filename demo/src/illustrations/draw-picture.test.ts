import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryPictures } from '@ceiba/server/media/try-pictures';
import { expect, onTestFinished, test } from 'vitest';
import { demoBanners } from '../content.ts';
import { demoProducts } from '../demo-products.ts';
import { drawingsByKey, planShopPictures } from '../shop-pictures.ts';
import { fingerprint, KINDS } from './ceiba-illustrations.mjs';
import { drawPicture, outlineText } from './draw-picture.ts';

const products = demoProducts(new Date('2026-11-24T16:00:00Z'));

test('texts become outlines, so that the picture needs no font', () => {
  const svg = outlineText('<text x="10" y="20" font-size="50" text-anchor="middle" fill="#fff">Q1</text>');
  expect(svg).toMatch(
    /^<g transform="translate\(10 20\) scale\(0.05 -0.05\)" fill="#fff"><path transform="translate\(-\d+ 0\)" d="M/,
  );
  expect(svg.match(/<path/g)).toHaveLength(2);
});

test('every product is drawn the same twice, without texts, invalid numbers or missing paints', () => {
  for (const { pictures, sku } of products) {
    for (const { drawing } of pictures) {
      const svg = drawPicture(drawing);
      expect([sku, /<text|NaN|undefined|url\(#\)/.exec(svg)?.[0]]).toEqual([sku, undefined]);
      const used = new Set([...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id));
      expect([sku, [...used].filter((id) => !svg.includes(`id="${id}"`))]).toEqual([sku, []]);
    }
    const [main] = pictures;
    if (main !== undefined) expect(drawPicture(main.drawing)).toBe(drawPicture(main.drawing));
  }
});

test('no two goods have the same main picture', () => {
  const goods = products.filter(({ kind }) => kind === 'goods');
  const seen = Map.groupBy(goods, ({ pictures: [main] }) =>
    main === undefined ? 0 : fingerprint(drawPicture(main.drawing)),
  );
  expect([...seen.values()].filter(({ length }) => length > 1).map((same) => same.map(({ sku }) => sku))).toEqual([]);
});

test('every kind of the generator can be drawn', () => {
  for (const kind of [...KINDS, 'motorcycle', 'tyre', 'service'])
    expect(drawPicture({ kind, seed: 'x' })).toContain('<svg');
});

test('a banner picture is wide and complete', () => {
  const wide = demoBanners.flatMap(({ picture }) => ('draw' in picture && picture.wide ? [picture.draw()] : []));
  expect(wide).toHaveLength(2);
  for (const svg of wide) {
    expect(svg).toContain('viewBox="0 0 1600 640"');
    expect(svg.match(/<svg/g)).toHaveLength(4);
    expect(svg.match(/<\/svg>/g)).toHaveLength(4);
  }
});

test('a planned picture has the key and the size of the stored picture', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'ceiba-planned-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const [first] = products;
  if (first === undefined) throw new Error('the demo shop has no product');
  const one = { ...first, pictures: first.pictures.slice(0, 1), gifts: [] };
  const drawings = drawingsByKey([one]);
  const { stored } = planShopPictures([one]);
  // One of each shape: a product picture, a wide banner, a square picture.
  const planned = [stored[0], stored.find(({ width, height }) => width !== height), stored.at(-1)].flatMap(
    (each) => each ?? [],
  );
  expect(planned).toHaveLength(3);
  const results = await tryPictures(
    dir,
    planned.flatMap(({ key }) => drawings.get(key) ?? []),
  );
  expect(results).toEqual(planned);
});
