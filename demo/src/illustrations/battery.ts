import { box, type DrawOptions, type S } from './ceiba-illustrations.mjs';
import { finishOf } from './parts.ts';

/** A car or motorcycle battery. */
export function drawBattery(s: S, o: DrawOptions): void {
  const { f } = o;
  const label = finishOf(s.pick(['jade', 'carmesi', 'medianoche', 'bosque']));
  s.shadow(420, 660, 310, 22, 0.42);
  const body = box(s, { x: 116, y: 292, w: 470, h: 316, d: 128, k: 0.035, ks: 0.3, f, r: 14 });
  body.front(
    [
      s.rect(
        0,
        0,
        470,
        52,
        14,
        s.lg([
          [0, '#3a4044'],
          [1, '#15181a'],
        ]),
      ),
      s.rect(
        40,
        82,
        390,
        168,
        14,
        s.lg([
          [0, label.hi],
          [0.5, label.base],
          [1, label.lo],
        ]),
      ),
      '<path d="M120 104l-44 66h34l-16 58 62-78h-36l24-46z" fill="#fff" fill-opacity=".92"/>',
      s.brand(o.brand, 286, 160, 30, '#fff', 1, 'middle', 2),
      '<text x="286" y="208" font-family="Figtree" font-size="30" text-anchor="middle" fill="#fff" fill-opacity=".92">12 V</text>',
      ...[268, 284, 300].map((y) => s.rect(40, y, 390, 8, 4, '#000', 'fill-opacity=".22"')),
    ].join(''),
  );
  drawTerminal(s, 230, 262, '#d8293f', '+');
  drawTerminal(s, 566, 274, '#33393d', '-');
  s.add(
    `<path d="M300 250q100-72 200 8" fill="none" stroke="${s.lg([
      [0, '#4a5054'],
      [1, '#15181a'],
    ])}" stroke-width="22" stroke-linecap="round"/>`,
  );
}

function drawTerminal(s: S, x: number, y: number, colour: string, sign: string): void {
  s.add(
    `<ellipse cx="${x}" cy="${y + 22}" rx="44" ry="14" fill="#000" fill-opacity=".35"/>`,
    s.rect(
      x - 30,
      y - 18,
      60,
      40,
      8,
      s.lg([
        [0, colour],
        [1, '#2a1214'],
      ]),
    ),
    s.rect(
      x - 19,
      y - 56,
      38,
      46,
      9,
      s.lg(
        [
          [0, '#f4f5f5'],
          [0.5, '#b6bdc0'],
          [1, '#6d757a'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    `<ellipse cx="${x}" cy="${y - 56}" rx="19" ry="8" fill="#e6e9ea"/>`,
    `<text x="${x}" y="${y + 14}" font-family="Figtree" font-size="30" text-anchor="middle" fill="#fff">${sign}</text>`,
  );
}
