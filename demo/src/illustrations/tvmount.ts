import type { DrawOptions, S } from './ceiba-illustrations.mjs';

const steel = (s: S) =>
  s.lg([
    [0, '#6a7276'],
    [0.3, '#3d4448'],
    [1, '#15181a'],
  ]);
const tube = (s: S) =>
  s.lg(
    [
      [0, '#15181a'],
      [0.3, '#868f94'],
      [0.55, '#444b4f'],
      [1, '#101213'],
    ],
    0,
    0,
    1,
    0,
  );

/** A television mount; `variant` is `fijo`, `inclinable`, `articulado` or `techo`. */
export function drawTvMount(s: S, o: DrawOptions): void {
  s.add(
    `<ellipse cx="410" cy="708" rx="270" ry="20" fill="${s.rg([
      [0, '#10201b', 0.26],
      [1, '#10201b', 0],
    ])}"/>`,
  );
  if (o.variant === 'techo') drawCeilingMount(s, o);
  else if (o.variant === 'articulado') drawArticulated(s, o);
  else drawFlatMount(s, o);
}

function drawFlatMount(s: S, o: DrawOptions): void {
  const tilt = o.variant === 'inclinable' ? 5 : 0;
  drawWallPlate(s, 120, 318, 560, 150);
  drawRail(s, o, 226, tilt);
  drawRail(s, o, 520, tilt);
  s.add(s.brand(o.brand, 402, 402, 22, '#fff', 0.8, 'middle', 4));
  if (tilt > 0) {
    s.add(
      `<path d="M672 560a180 180 0 0 0 34-150" fill="none" stroke="${o.accent}" stroke-width="8" stroke-linecap="round" stroke-dasharray="3 16"/><path d="M690 420l18-34 20 32z" fill="${o.accent}"/>`,
    );
  }
}

function drawArticulated(s: S, o: DrawOptions): void {
  const link = (path: string) => `<path d="${path}" fill="${steel(s)}"/>`;
  drawWallPlate(s, 96, 210, 96, 380);
  s.add(
    link('M176 372l150-66 14 34-150 68z'),
    link('M176 446l150-66 14 34-150 68z'),
    link('M320 296l176 66-12 36-176-66z'),
    link('M320 372l176 66-12 36-176-66z'),
    s.rect(163, 348, 34, 132, 15, tube(s)),
    s.rect(309, 284, 34, 132, 15, tube(s)),
    s.rect(475, 340, 34, 132, 15, tube(s)),
  );
  drawHeadPlate(s, o, 504, 214, 0.82);
}

function drawWallPlate(s: S, x: number, y: number, w: number, h: number): void {
  const slot = (sx: number, sy: number) =>
    s.rect(sx, sy, 34, 12, 6, '#060808') + s.rect(sx, sy + 10, 34, 2, 1, '#8a9296', 'fill-opacity=".6"');
  s.add(
    s.rect(x + 10, y + 16, w, h, 14, '#06100d', 'fill-opacity=".22"'),
    s.rect(
      x,
      y,
      w,
      h,
      14,
      s.lg([
        [0, '#6a7276'],
        [0.12, '#40474b'],
        [0.9, '#1d2123'],
        [1, '#0d0f10'],
      ]),
    ),
  );
  for (let sx = x + 24; sx + 34 < x + w - 10; sx += 66) s.add(slot(sx, y + 20), slot(sx, y + h - 34));
}

function drawRail(s: S, o: DrawOptions, x: number, tilt: number): void {
  s.add(
    `<g transform="rotate(${tilt} ${x} 394)">`,
    s.rect(x + 8, 138, 64, 540, 18, '#06100d', 'fill-opacity=".25"'),
    s.rect(x - 4, 124, 64, 540, 18, tube(s)),
    ...Array.from({ length: 9 }, (_, i) => s.rect(x + 18, 156 + i * 54, 20, 34, 10, '#060808')),
    `<circle cx="${x + 28}" cy="394" r="19" fill="${s.lg([
      [0, '#e9ecec'],
      [1, '#6d757a'],
    ])}"/><path d="M${x + 18} 394h20M${x + 28} 384v20" stroke="#2b3033" stroke-width="5"/>`,
    s.rect(x + 6, 632, 44, 12, 6, o.accent),
    '</g>',
  );
}

/** The plate that is screwed to the television. */
function drawHeadPlate(s: S, o: DrawOptions, x: number, y: number, scale: number): void {
  const hole = (cx: number, cy: number) =>
    `<circle cx="${cx}" cy="${cy}" r="15" fill="#060808" stroke="#98a1a5" stroke-opacity=".6" stroke-width="3"/>`;
  const shape = 'M20 30h190v90l-34 60v60l34 60v90H20v-90l34-60v-60l-34-60z';
  s.add(
    `<g transform="translate(${x} ${y}) scale(${scale}) skewY(-7)">`,
    `<path d="${shape}" fill="#06100d" fill-opacity=".22" transform="translate(12 18)"/>`,
    `<path d="${shape}" fill="${s.lg(
      [
        [0, '#7b8388'],
        [0.2, '#444b4f'],
        [1, '#15181a'],
      ],
      0,
      0,
      1,
      1,
    )}"/>`,
    hole(52, 62) + hole(178, 62) + hole(52, 358) + hole(178, 358),
    `<circle cx="115" cy="210" r="34" fill="${s.lg([
      [0, '#e9ecec'],
      [1, '#6d757a'],
    ])}"/><circle cx="115" cy="210" r="17" fill="${o.accent}"/>`,
    s.brand(o.brand, 115, 128, 17, '#fff', 0.85, 'middle', 2),
    '</g>',
  );
}

function drawCeilingMount(s: S, o: DrawOptions): void {
  s.add(
    s.rect(
      250,
      84,
      300,
      34,
      10,
      s.lg([
        [0, '#7b8388'],
        [1, '#1d2123'],
      ]),
    ),
    ...[300, 500].map((x) => `<circle cx="${x}" cy="101" r="9" fill="#0a0c0d"/>`),
    s.rect(374, 112, 52, 330, 10, tube(s)),
    ...Array.from({ length: 6 }, (_, i) => `<circle cx="400" cy="${160 + i * 34}" r="7" fill="#060808"/>`),
    s.rect(
      352,
      236,
      96,
      54,
      12,
      s.lg([
        [0, '#5a6166'],
        [1, '#15181a'],
      ]),
    ),
  );
  drawHeadPlate(s, o, 284, 330, 0.9);
}
