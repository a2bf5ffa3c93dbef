import { box, type DrawOptions, type S } from './ceiba-illustrations.mjs';

/** A Wi-Fi repeater with two antennas. */
export function drawRepeater(s: S, o: DrawOptions): void {
  const { f } = o;
  const antenna = (x: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} 460)">${s.rect(
      x - 20,
      110,
      40,
      380,
      18,
      s.lg(
        [
          [0, '#9ba2a6'],
          [0.35, '#fafafa'],
          [0.7, '#cfd4d6'],
          [1, '#7e868a'],
        ],
        0,
        0,
        1,
        0,
      ),
    )}</g>`;
  s.add(
    `<ellipse cx="400" cy="690" rx="230" ry="26" fill="${s.rg([
      [0, '#10201b', 0.26],
      [1, '#10201b', 0],
    ])}"/>`,
    antenna(236, -8),
    antenna(564, 8),
  );
  const body = box(s, { x: 246, y: 240, w: 270, h: 400, d: 62, k: 0.03, ks: 0.18, f, r: 46 });
  body.front(
    [
      s.rect(30, 40, 210, 320, 34, '#000', 'fill-opacity=".05"'),
      ...[0, 1, 2, 3].map((i) => s.rect(96 + i * 22, 190 - i * 18, 13, 40 + i * 18, 5, i < 3 ? o.accent : '#8d979c')),
      s.brand(o.brand, 135, 300, 18, f.lo, 0.95),
      ...[0, 1, 2, 3, 4].map((i) => s.rect(60, 322 + i * 9, 150, 4, 2, '#000', 'fill-opacity=".16"')),
    ].join(''),
  );
}
