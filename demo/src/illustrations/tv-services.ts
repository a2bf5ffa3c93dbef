import { type DrawOptions, finishOf, type S, scene } from './ceiba-illustrations.mjs';

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

/** Draws a television mount. `variant`: `fijo`, `inclinable`, `articulado` or `techo`. */
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

/** Draws the plate that is screwed to the television. */
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

const strokeLine = 'fill="none" stroke="#fff" stroke-width="18" stroke-linecap="round" stroke-linejoin="round"';
const signs: Readonly<Record<string, string>> = {
  pared: `<path d="M506 560l58-58 34 34-58 58z" fill="#fff"/><path d="M594 506l44-44M506 596l-16 16" ${strokeLine}/>`,
  base: `<path d="M516 486h120v74H516zM576 560v44M536 606h80" ${strokeLine}/>`,
  smart: `<path d="M506 516a100 100 0 0 1 140 0M532 548a62 62 0 0 1 88 0" ${strokeLine}/><circle cx="576" cy="588" r="14" fill="#fff"/>`,
  diagnostico: `<circle cx="562" cy="516" r="50" ${strokeLine}/><path d="M600 554l44 46" ${strokeLine}/>`,
  ia: '<path d="M576 446l22 62 62 22-62 22-22 62-22-62-62-22 62-22z" fill="#fff"/><path d="M640 452l8 20 20 8-20 8-8 20-8-20-20-8 20-8z" fill="#ffeec4"/>',
  soporte: `<path d="M506 544v-14a70 70 0 0 1 140 0v14" ${strokeLine}/><rect x="490" y="530" width="34" height="62" rx="14" fill="#fff"/><rect x="628" y="530" width="34" height="62" rx="14" fill="#fff"/><path d="M640 592q-6 28-48 30" ${strokeLine}/>`,
};

/** Draws a service: a shield for `garantia`, otherwise a screen with the sign of the `variant`. */
export function drawService(s: S, o: DrawOptions): void {
  s.shadow(400, 690, 280, 20, 0.34);
  if (o.variant === 'garantia') drawShield(s, o);
  else drawScreenWithSign(s, o);
}

function drawScreenWithSign(s: S, o: DrawOptions): void {
  const steel = s.lg([
    [0, '#6a7276'],
    [0.3, '#3d4448'],
    [1, '#15181a'],
  ]);
  const jade = finishOf('jade');
  s.add(
    s.rect(
      120,
      190,
      500,
      300,
      14,
      s.lg([
        [0, '#55595c'],
        [0.05, '#15181a'],
        [1, '#08090a'],
      ]),
    ),
    scene(s, 130, 200, 480, 276, 6, s.pick(['volcan', 'mar', 'plumas', 'dunas']), o.pal),
    s.glare(130, 200, 480, 276, 6, 0.16),
    o.variant === 'pared'
      ? s.rect(
          96,
          166,
          548,
          348,
          22,
          'none',
          `stroke="${o.accent}" stroke-width="6" stroke-dasharray="4 18" stroke-linecap="round"`,
        )
      : `<path d="M350 490h40l14 70h-68z" fill="${steel}"/>${s.rect(246, 556, 250, 20, 10, steel)}`,
    `<circle cx="576" cy="530" r="142" fill="#06100d" fill-opacity=".22" transform="translate(6 14)"/><circle cx="576" cy="530" r="142" fill="${s.lg(
      [
        [0, jade.hi],
        [0.4, jade.base],
        [1, jade.lo],
      ],
      0,
      0,
      0.7,
      1,
    )}"/>`,
    '<circle cx="576" cy="530" r="130" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3"/>',
    signs[o.variant ?? ''] ?? signs.soporte ?? '',
  );
}

function drawShield(s: S, o: DrawOptions): void {
  const jade = finishOf('jade');
  s.add(
    `<path d="M400 110L640 190v210q0 190-240 280Q160 590 160 400V190z" fill="${s.lg(
      [
        [0, jade.edge],
        [0.1, jade.hi],
        [0.5, jade.base],
        [1, jade.lo],
      ],
      0,
      0,
      0.8,
      1,
    )}"/><path d="M400 150L604 218v184q0 156-204 236z" fill="#000" fill-opacity=".14"/>`,
    '<path d="M400 150L604 218v184q0 156-204 236Q196 558 196 402V218z" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4"/>',
    '<path d="M296 388l76 76 144-150" fill="none" stroke="#fff" stroke-width="40" stroke-linecap="round" stroke-linejoin="round"/>',
    s.rect(290, 520, 220, 10, 5, '#fff', 'fill-opacity=".5"'),
    s.brand(o.brand, 400, 566, 20, '#fff', 0.85, 'middle', 4),
  );
}
