import { expect, test } from 'vitest';
import { demoBanners } from '../content.ts';
import { demoProducts } from '../demo-products.ts';
import { fingerprint, KINDS } from './ceiba-illustrations.mjs';
import { drawPicture, outlineText } from './draw-picture.ts';

const products = demoProducts(new Date('2026-11-24T16:00:00Z'));

test('texts become outlines: the picture needs no font', () => {
  const svg = outlineText('<text x="10" y="20" font-size="50" text-anchor="middle" fill="#fff">Q1</text>');
  expect(svg).toMatch(
    /^<g transform="translate\(10 20\) scale\(0.05 -0.05\)" fill="#fff"><path transform="translate\(-\d+ 0\)" d="M/,
  );
  expect(svg.match(/<path/g)).toHaveLength(2);
});

test('every product is drawn the same twice, without text, broken numbers or missing paints', () => {
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

test('every kind of the generator is used or could be', () => {
  for (const kind of [...KINDS, 'motorcycle', 'tyre', 'service'])
    expect(drawPicture({ kind, seed: 'x' })).toContain('<svg');
});

test('a banner picture is wide and whole', () => {
  const wide = demoBanners.flatMap(({ picture }) => ('draw' in picture && picture.wide ? [picture.draw()] : []));
  expect(wide).toHaveLength(2);
  for (const svg of wide) {
    expect(svg).toContain('viewBox="0 0 1600 640"');
    expect(svg.match(/<svg/g)).toHaveLength(4);
    expect(svg.match(/<\/svg>/g)).toHaveLength(4);
  }
});
