import { box, type DrawOptions, finishOf, type S } from './ceiba-illustrations.mjs';

/** Draws a motorcycle from the right. `variant`: `urbana`, `scooter` or `aventura`. */
export function drawMotorcycle(s: S, o: DrawOptions): void {
  if (o.variant === 'scooter') {
    drawScooter(s, o);
    return;
  }
  const tall = o.variant === 'aventura';
  s.shadow(400, 688, 340, 20, 0.42);
  drawWheel(s, 178, 548, 128, tall ? 9 : 5);
  drawWheel(s, 622, 548, 128, tall ? 9 : 5);
  drawEngine(s);
  drawBody(s, o);
  drawFront(s);
  if (tall) drawTouringParts(s, o);
}

const steel = (s: S) =>
  s.lg([
    [0, '#eef1f1'],
    [0.5, '#9aa2a6'],
    [1, '#4d5458'],
  ]);

/** Draws swing arm, fork, exhaust, frame and engine. */
function drawEngine(s: S): void {
  const metal = steel(s);
  s.add(
    `<path d="M178 556L380 520l6-30L172 534z" fill="${s.lg([
      [0, '#5a6166'],
      [1, '#1b1e20'],
    ])}"/>`,
    `<path d="M608 552L538 262l-24 6L588 558z" fill="${metal}"/><path d="M634 546L560 250l-14 4L618 552z" fill="${s.lg([
      [0, '#3a4044'],
      [1, '#15181a'],
    ])}"/>`,
    `<path d="M360 590q-90 30-170 2l-104 6q-22 2-22 22t24 20l104-10q110 22 190-8z" fill="${s.lg([
      [0, '#f4f5f5'],
      [0.4, '#a4abaf'],
      [1, '#3d4448'],
    ])}"/><ellipse cx="74" cy="621" rx="12" ry="17" fill="#0a0c0d"/>`,
    `<path d="M508 300L440 590H340L300 420l60-60z" fill="${s.lg([
      [0, '#3d4347'],
      [1, '#121416'],
    ])}"/>`,
    ...[0, 1, 2, 3, 4, 5].map((i) => s.rect(352 + i * 3, 436 + i * 17, 118 - i * 6, 9, 4, metal)),
    `<circle cx="404" cy="566" r="52" fill="${s.lg([
      [0, '#6c7478'],
      [1, '#1c2022'],
    ])}"/><circle cx="404" cy="566" r="36" fill="${s.lg([
      [0, '#c9ced1'],
      [1, '#596166'],
    ])}"/>`,
  );
}

/** Draws mudguards, seat, tank and panels. */
function drawBody(s: S, o: DrawOptions): void {
  const { f } = o;
  const panel = s.lg([
    [0, f.hi],
    [0.5, f.base],
    [1, f.lo],
  ]);
  s.add(
    `<path d="M96 430q60-78 150-60l60 20-20 34q-90-40-160 26z" fill="${s.lg([
      [0, '#33393d'],
      [1, '#0d0f10'],
    ])}"/>`,
    `<path d="M132 372q90-26 178-8q56 12 92-10l-10 44q-40 30-120 18q-80-14-140-18q-14-12 0-26z" fill="${s.lg([
      [0, '#4a5054'],
      [0.4, '#1d2022'],
      [1, '#08090a'],
    ])}"/>`,
    `<path d="M132 386l-44-6q-16 0-14 14t18 14l66 8z" fill="${s.lg([
      [0, '#ff6a76'],
      [1, '#8e1127'],
    ])}"/>`,
    `<path d="M364 376q10-92 96-100q64-6 96 18q12 10-6 24L470 398q-60 16-106-22z" fill="${s.lg([
      [0, f.edge],
      [0.25, f.hi],
      [0.55, f.base],
      [1, f.lo],
    ])}"/><path d="M386 352q20-52 84-56q-30 20-36 66q-30 8-48-10z" fill="#fff" fill-opacity=".3"/>`,
    `<path d="M250 420l118-12-34 74q-50 8-84-62z" fill="${panel}"/>`,
    `<path d="M486 400l58-46 26 112-40 46q-44-40-44-112z" fill="${panel}"/>`,
    `<path d="M520 452q20-46 98-48q86 2 112 76q-56-40-112-36q-54 0-98 8z" fill="${panel}"/>`,
    s.brand(o.brand, 462, 346, 20, '#fff', 0.95, 'middle', 2),
  );
}

/** Draws headlight, handlebar and mirror. */
function drawFront(s: S): void {
  s.add(
    `<path d="M540 240q50-14 78 12q16 22 4 52q-30 26-72 12z" fill="${s.lg([
      [0, '#4a5054'],
      [1, '#0e1011'],
    ])}"/><ellipse cx="606" cy="276" rx="17" ry="30" fill="${s.rg([
      [0, '#fffbe6'],
      [0.7, '#ffe9a8'],
      [1, '#c9a24a'],
    ])}"/>`,
    `<path d="M548 252q-24-44-74-50" fill="none" stroke="${steel(s)}" stroke-width="12" stroke-linecap="round"/><path d="M486 202h-44" stroke="#15181a" stroke-width="22" stroke-linecap="round"/>`,
    `<path d="M520 216l-10-62" stroke="#2b3033" stroke-width="7"/><ellipse cx="500" cy="146" rx="36" ry="21" transform="rotate(-14 500 146)" fill="${s.lg(
      [
        [0, '#3a4044'],
        [1, '#0c0e0f'],
      ],
    )}"/>`,
  );
}

/** Draws windscreen and top case. */
function drawTouringParts(s: S, o: DrawOptions): void {
  s.add(
    `<path d="M566 250q20-70 46-96q14 4 18 26l-14 82z" fill="${s.lg([
      [0, '#bfe0e8', 0.85],
      [1, '#5f7f88', 0.6],
    ])}"/>`,
    s.rect(
      70,
      292,
      128,
      82,
      14,
      s.lg([
        [0, '#5a6166'],
        [1, '#15181a'],
      ]),
    ),
    s.rect(80, 326, 108, 5, 2, o.accent),
  );
}

/** Draws a scooter from the right. */
function drawScooter(s: S, o: DrawOptions): void {
  const { f } = o;
  const body = s.lg([
    [0, f.edge],
    [0.25, f.hi],
    [0.55, f.base],
    [1, f.lo],
  ]);
  s.shadow(400, 690, 330, 20, 0.42);
  drawWheel(s, 196, 590, 92, 5);
  drawWheel(s, 628, 590, 92, 5);
  s.add(
    `<path d="M640 590L556 230l-26 6L612 596z" fill="${s.lg([
      [0, '#5a6166'],
      [1, '#1b1e20'],
    ])}"/>`,
    `<path d="M300 640h270q26 0 30-24l10-70-70 4-20 46H330z" fill="${s.lg([
      [0, '#3d4347'],
      [1, '#0d0f10'],
    ])}"/>`,
    `<path d="M92 480q10-76 112-92l190-20q24 0 24 24l-12 120q-6 60-66 72l-40 8q-20-98-116-96q-60 2-88 42q-8-26-4-58z" fill="${body}"/><path d="M112 470q20-50 104-60l150-16q-120 34-170 84q-60-20-84-8z" fill="#fff" fill-opacity=".3"/>`,
    `<path d="M118 392q40-58 170-62q110-2 134 26q6 20-16 22L140 410q-24 0-22-18z" fill="${s.lg([
      [0, '#4a5054'],
      [0.5, '#1d2022'],
      [1, '#08090a'],
    ])}"/>`,
    `<path d="M94 470l-26-6q-12 20 4 40l22 4z" fill="${s.lg([
      [0, '#ff6a76'],
      [1, '#8e1127'],
    ])}"/>`,
    `<path d="M512 244q58-24 92 14l48 210q-6 96-60 116l-62 6q20-170-18-346z" fill="${body}"/><path d="M540 262q30 110 22 260q40-150 16-256z" fill="#fff" fill-opacity=".28"/>`,
    `<path d="M548 520q22-34 82-34q78 2 102 76q-50-36-102-34q-44 0-82 12z" fill="${body}"/>`,
    `<path d="M556 286q40-14 66 6l8 40q-34 20-66 0z" fill="${s.rg([
      [0, '#fffbe6'],
      [0.7, '#ffe9a8'],
      [1, '#b9924a'],
    ])}"/>`,
    `<path d="M500 250q-10-46 32-58h52q22 10 22 60z" fill="${s.lg([
      [0, f.hi],
      [1, f.base],
    ])}"/><path d="M520 200h-70" stroke="#15181a" stroke-width="22" stroke-linecap="round"/>`,
    `<path d="M540 194l-14-62" stroke="#2b3033" stroke-width="7"/><ellipse cx="520" cy="124" rx="36" ry="22" transform="rotate(-14 520 124)" fill="${s.lg(
      [
        [0, '#3a4044'],
        [1, '#0c0e0f'],
      ],
    )}"/>`,
    s.brand(o.brand, 288, 470, 20, '#fff', 0.95, 'middle', 2),
    `<circle cx="380" cy="430" r="7" fill="${o.accent}"/>`,
  );
}

/** Draws a motorcycle wheel from the side, with `spokes` spokes and a brake disc. */
function drawWheel(s: S, cx: number, cy: number, r: number, spokes: number): void {
  const metal = s.lg(
    [
      [0, '#f2f4f4'],
      [0.5, '#aab1b4'],
      [1, '#5d6569'],
    ],
    0,
    0,
    1,
    1,
  );
  const spoke = (i: number) =>
    `<path d="M${cx - 7} ${cy}L${cx - 12} ${cy - r * 0.72}h24L${cx + 7} ${cy}z" transform="rotate(${(360 / spokes) * i} ${cx} ${cy})" fill="${metal}"/>`;
  s.add(
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${s.rg([
      [0, '#2b2f31'],
      [0.78, '#15181a'],
      [0.92, '#2f3437'],
      [1, '#060707'],
    ])}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r - 4}" fill="none" stroke="#000" stroke-width="7" stroke-dasharray="9 6" stroke-opacity=".55"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.74}" fill="#0c0e0f"/>`,
    ...Array.from({ length: spokes }, (_, i) => spoke(i)),
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.74}" fill="none" stroke="${metal}" stroke-width="9"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.36}" fill="none" stroke="#c9ced1" stroke-width="11" stroke-dasharray="8 4"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.15}" fill="${metal}"/><circle cx="${cx}" cy="${cy}" r="${r * 0.07}" fill="#22282b"/>`,
  );
}

const centre = { x: 360, y: 392 };
const tyreRadius = 296;
/** The tyre is seen slightly from the side. Circles are narrower than tall by this factor. */
const narrow = 0.86;

/** Draws a tyre on its rim. `variant`: `auto` or `moto` (narrower). */
export function drawTyre(s: S, o: DrawOptions): void {
  const moto = o.variant === 'moto';
  const depth = moto ? 70 : 120;
  const rim = moto ? 196 : 182;
  const blocks = s.pick([40, 48, 56]);
  s.shadow(420, 700, 250, 20, 0.42);
  drawTread(s, depth);
  s.add(
    oval(
      tyreRadius,
      `fill="${s.rg([
        [0.6, '#3a4044'],
        [0.82, '#22272a'],
        [0.95, '#15181a'],
        [1, '#2d3235'],
      ])}"`,
    ),
    oval(
      tyreRadius * 0.965,
      `fill="none" stroke="#000" stroke-opacity=".5" stroke-width="14" stroke-dasharray="${(1780 / blocks).toFixed(1)} 9"`,
    ),
    oval(tyreRadius * 0.83, 'fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="3"'),
    oval(rim, 'fill="#0b0d0e"'),
  );
  drawRim(s, o, rim);
  s.add(
    `<g transform="translate(${centre.x} ${centre.y - tyreRadius * 0.765})">${s.brand(o.brand, 0, 8, 22, '#fff', 0.75, 'middle', 6)}</g>`,
  );
}

const oval = (radius: number, paint: string) =>
  `<ellipse cx="${centre.x}" cy="${centre.y}" rx="${radius * narrow}" ry="${radius}" ${paint}/>`;

function drawTread(s: S, depth: number): void {
  const groove = (_: unknown, i: number) => {
    const angle = (-84 + i * 8) * (Math.PI / 180);
    const x = centre.x + tyreRadius * narrow * Math.cos(angle);
    const y = centre.y + tyreRadius * Math.sin(angle);
    const from = (dx: number, dy: number) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
    return `<path d="M${from(0, 0)}l${depth * 0.42} ${i % 2 ? 7 : -3}M${from(depth * 0.55, 6)}l${depth * 0.4} ${i % 2 ? -5 : 7}" stroke="#000" stroke-opacity=".8" stroke-width="7"/>`;
  };
  s.add(
    `<g transform="translate(${depth} 0)">${oval(
      tyreRadius,
      `fill="${s.lg(
        [
          [0, '#2f3437'],
          [0.5, '#15181a'],
          [1, '#060707'],
        ],
        0,
        0,
        1,
        0,
      )}"`,
    )}</g>`,
    `<path d="M${centre.x} ${centre.y - tyreRadius}h${depth}v${tyreRadius * 2}h-${depth}z" fill="${s.lg([
      [0, '#33393c'],
      [0.3, '#1a1d1f'],
      [1, '#070808'],
    ])}"/>`,
    ...Array.from({ length: 22 }, groove),
  );
}

function drawRim(s: S, o: DrawOptions, r: number): void {
  const arms = s.pick([5, 6, 7, 10]);
  const metal = s.lg(
    [
      [0, '#f6f7f7'],
      [0.5, '#b6bdc0'],
      [1, '#6a7276'],
    ],
    0,
    0,
    1,
    1,
  );
  const arm = (_: unknown, i: number) =>
    `<path d="M-13 0L-24-${r - 8}h48L13 0z" transform="rotate(${(360 / arms) * i})" fill="${metal}" stroke="#4d5458" stroke-width="2"/>`;
  s.add(
    `<g transform="translate(${centre.x} ${centre.y}) scale(${narrow} 1)">`,
    `<circle r="${r - 6}" fill="${s.rg([
      [0, '#2a2f32'],
      [1, '#0b0d0e'],
    ])}"/><circle r="${r * 0.55}" fill="none" stroke="#7d868a" stroke-width="16" stroke-dasharray="10 5"/>`,
    ...Array.from({ length: arms }, arm),
    `<circle r="${r - 10}" fill="none" stroke="${metal}" stroke-width="18"/>`,
    `<circle r="44" fill="${metal}"/><circle r="26" fill="#15191b"/><circle r="18" fill="${o.accent}"/></g>`,
  );
}

/** Draws a car or motorcycle battery. */
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
