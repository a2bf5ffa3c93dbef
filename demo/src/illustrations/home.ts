import { box, type DrawOptions, finishOf, type S } from './ceiba-illustrations.mjs';

/** Draws an air conditioner. `variant`: `split`, `portatil` or `ventana`. */
export function drawAircon(s: S, o: DrawOptions): void {
  if (o.variant === 'portatil') drawPortable(s, o);
  else if (o.variant === 'ventana') drawWindowUnit(s, o);
  else drawSplit(s, o);
}

const degrees = (s: S, o: DrawOptions, x: number, y: number, size: number) =>
  `<text x="${x}" y="${y}" font-family="Figtree" font-size="${size}" text-anchor="middle" fill="${o.accent}">${s.pick(['18°', '20°', '21°', '22°', '24°'])}</text>`;

function drawSplit(s: S, o: DrawOptions): void {
  const { f } = o;
  const round = s.pick([26, 40, 58]);
  const gust = (i: number) =>
    `<path d="M${190 + i * 130} 408c-18 34 18 54 0 92" fill="none" stroke="${s.lg([
      [0, '#8fd3e8', 0.75],
      [1, '#8fd3e8', 0],
    ])}" stroke-width="9" stroke-linecap="round"/>`;
  s.add(
    `<ellipse cx="400" cy="404" rx="350" ry="26" fill="${s.rg([
      [0, '#10201b', 0.3],
      [1, '#10201b', 0],
    ])}"/>`,
    s.rect(
      52,
      176,
      696,
      208,
      round,
      s.lg([
        [0, f.edge],
        [0.5, f.hi],
        [0.82, f.base],
        [1, f.lo],
      ]),
    ),
    s.rect(54, 178, 692, 204, round - 2, 'none', 'stroke="#fff" stroke-opacity=".7" stroke-width="3"'),
    `<path d="M70 300H730" stroke="${f.lo}" stroke-opacity=".55" stroke-width="3"/>`,
    s.rect(
      92,
      332,
      616,
      34,
      12,
      s.lg([
        [0, '#0d1213'],
        [1, '#39454a'],
      ]),
    ),
    ...[0, 1, 2].map((i) => s.rect(100, 338 + i * 9, 600, 4, 2, '#6f7b80', 'fill-opacity=".7"')),
    s.brand(o.brand, 128, 268, 17, '#2a3335', 0.7, 'start'),
    degrees(s, o, 664, 276, 40),
    s.glare(54, 178, 692, 120, round - 2, 0.5, 0.5),
    ...[0, 1, 2, 3].map(gust),
  );
  drawOutdoorUnit(s, o);
}

function drawOutdoorUnit(s: S, o: DrawOptions): void {
  s.shadow(560, 716, 190, 16, 0.34);
  const unit = box(s, { x: 414, y: 476, w: 250, h: 212, d: 70, k: 0.03, ks: 0.22, f: finishOf('perla'), r: 12 });
  const blade = (turn: number) =>
    `<path d="M112 106q34-62 62-24q8 30-62 24z" transform="rotate(${turn} 112 106)" fill="#59646a"/>`;
  const ring = (r: number) =>
    `<circle cx="112" cy="106" r="${r}" fill="none" stroke="#c9ced1" stroke-opacity=".75" stroke-width="3"/>`;
  unit.front(
    [
      '<circle cx="112" cy="106" r="88" fill="#171c1f"/>',
      ...[0, 72, 144, 216, 288].map(blade),
      ...[84, 66, 48, 30].map(ring),
      '<circle cx="112" cy="106" r="17" fill="#e9ecec"/>',
      ...[0, 1, 2, 3, 4].map((i) => s.rect(212, 30 + i * 15, 26, 6, 3, '#000', 'fill-opacity=".2"')),
      s.brand(o.brand, 222, 196, 9, '#2a3335', 0.6, 'end', 1),
    ].join(''),
  );
}

function drawPortable(s: S, o: DrawOptions): void {
  const { f } = o;
  s.shadow(410, 716, 200, 18, 0.38);
  s.add(
    `<path d="M560 300q120-30 120 110v150q0 60-70 70" fill="none" stroke="${s.lg([
      [0, '#e4e7e7'],
      [1, '#8b9396'],
    ])}" stroke-width="64"/>`,
    ...Array.from(
      { length: 9 },
      (_, i) => `<path d="M648 ${400 + i * 22}h64" stroke="#6a7276" stroke-opacity=".45" stroke-width="4"/>`,
    ),
  );
  const body = box(s, { x: 214, y: 110, w: 270, h: 572, d: 92, k: 0.035, ks: 0.2, f, r: 34 });
  body.front(
    [
      s.rect(
        26,
        30,
        218,
        150,
        20,
        s.lg([
          [0, '#20282b'],
          [1, '#070909'],
        ]),
      ),
      ...[0, 1, 2, 3, 4, 5].map((i) => s.rect(40, 46 + i * 21, 190, 9, 4, '#4d595e')),
      s.rect(74, 206, 122, 62, 14, '#0a0e0f'),
      degrees(s, o, 135, 252, 44),
      s.brand(o.brand, 135, 318, 17, f.lo, 0.95),
      s.rect(34, 356, 202, 176, 16, s.mesh('#000', 9, 1.9, f.lo), 'fill-opacity=".4"'),
    ].join(''),
  );
  s.add(...[246, 446].map((x) => `<circle cx="${x}" cy="698" r="14" fill="#15191b"/>`));
}

function drawWindowUnit(s: S, o: DrawOptions): void {
  s.shadow(420, 640, 320, 22, 0.38);
  const body = box(s, { x: 92, y: 236, w: 540, h: 364, d: 100, k: 0.03, ks: 0.26, f: o.f, r: 20 });
  const knob = (y: number) =>
    `<circle cx="466" cy="${y}" r="28" fill="${s.lg([
      [0, '#fff'],
      [1, '#7d8589'],
    ])}"/><path d="M466 ${y - 22}v14" stroke="#22282b" stroke-width="5" stroke-linecap="round"/>`;
  body.front(
    [
      s.rect(
        24,
        24,
        372,
        316,
        12,
        s.lg([
          [0, o.f.lo],
          [1, o.f.base],
        ]),
      ),
      ...Array.from({ length: 14 }, (_, i) => s.rect(34, 36 + i * 21.6, 352, 9, 4, '#000', 'fill-opacity=".22"')),
      s.rect(
        414,
        24,
        104,
        316,
        12,
        s.lg([
          [0, '#2a3134'],
          [1, '#0c0f10'],
        ]),
      ),
      s.rect(426, 44, 80, 50, 8, '#050808'),
      degrees(s, o, 466, 82, 34),
      knob(140),
      knob(220),
      s.brand(o.brand, 466, 316, 10, '#fff', 0.8, 'middle', 1),
    ].join(''),
  );
}

/** Draws a small table stove. `variant`: `cuatro` or `dos` (burners). */
export function drawCooktop(s: S, o: DrawOptions): void {
  const { f } = o;
  const four = o.variant !== 'dos';
  const knob = (x: number) =>
    `<circle cx="${x}" cy="556" r="36" fill="${s.lg([
      [0, '#5a6166'],
      [1, '#0b0c0d'],
    ])}"/><circle cx="${x}" cy="556" r="26" fill="${s.lg([
      [0, '#2b3033'],
      [1, '#5a6064'],
    ])}"/><path d="M${x} 534v16" stroke="${o.accent}" stroke-width="6" stroke-linecap="round"/>`;
  s.shadow(410, 640, 340, 22, 0.4);
  s.add(
    `<path d="M96 486L206 330H664L742 486z" fill="${s.lg([
      [0, f.edge],
      [0.5, f.base],
      [1, f.lo],
    ])}"/><path d="M128 474L222 344H650L716 474z" fill="${s.lg([
      [0, '#2c3338'],
      [1, '#0b0d0e'],
    ])}"/>`,
  );
  if (four) {
    drawBurner(s, 300, 384, 0.82);
    drawBurner(s, 560, 384, 0.82);
  }
  drawBurner(s, 270, 444, 1);
  drawBurner(s, 590, 444, 1);
  s.add(
    `<path d="M96 486H742l-6 108q-2 30-34 30H136q-32 0-34-30z" fill="${s.lg([
      [0, f.hi],
      [0.4, f.base],
      [1, f.lo],
    ])}"/><path d="M100 492h638" stroke="#fff" stroke-opacity=".6" stroke-width="3"/>`,
    ...(four ? [200, 300, 540, 640] : [240, 600]).map(knob),
    s.brand(o.brand, 420, 564, 19, f.edge, 0.9),
  );
}

function drawBurner(s: S, x: number, y: number, k: number): void {
  const flame = (_: unknown, i: number) =>
    `<path d="M${x - 36 * k + i * 12 * k} ${y - 8 * k}q-6-14 0-24q6 10 0 24z" fill="#5ad1ff" fill-opacity=".8"/>`;
  s.add(
    `<ellipse cx="${x}" cy="${y}" rx="${70 * k}" ry="${22 * k}" fill="#060808"/><ellipse cx="${x}" cy="${y - 4}" rx="${40 * k}" ry="${12 * k}" fill="${s.lg(
      [
        [0, '#7b8388'],
        [1, '#22272a'],
      ],
    )}"/>`,
    `<path d="M${x - 74 * k} ${y - 14 * k}h${148 * k}M${x} ${y - 36 * k}v${44 * k}M${x - 52 * k} ${y + 8 * k}l${104 * k}-${40 * k}" stroke="#2f3538" stroke-width="${9 * k}" stroke-linecap="round"/>`,
    ...Array.from({ length: 7 }, flame),
  );
}

/** Draws a small fridge with one door. */
export function drawMiniFridge(s: S, o: DrawOptions): void {
  const { f } = o;
  s.shadow(420, 706, 220, 18, 0.4);
  const body = box(s, { x: 204, y: 208, w: 318, h: 470, d: 100, k: 0.035, ks: 0.24, f, r: 20 });
  body.front(
    [
      `<path d="M24 0h80L44 470H0V120z" fill="${s.lg([
        [0, '#fff', 0.4],
        [1, '#fff', 0.02],
      ])}"/>`,
      s.rect(
        276,
        60,
        14,
        170,
        7,
        s.lg(
          [
            [0, f.edge],
            [0.4, '#fff'],
            [1, f.lo],
          ],
          0,
          0,
          1,
          0,
        ),
      ),
      s.rect(4, 440, 310, 3, 1, '#15191b', 'fill-opacity=".5"'),
      s.brand(o.brand, 150, 52, 16, '#15191b', 0.65),
      `<circle cx="44" cy="46" r="6" fill="${o.accent}"/>`,
    ].join(''),
  );
  s.add(...[236, 470].map((x) => s.rect(x, 690, 34, 14, 5, '#15191b')));
}

/** Draws a mattress seen from a corner. `variant`: `base` (with bed base), `pillow` or `liso`. */
export function drawMattress(s: S, o: DrawOptions): void {
  const { f } = o;
  const base = o.variant === 'base';
  const lift = base ? -64 : -36;
  const step = s.pick([34, 44, 52]);
  s.shadow(400, base ? 648 : 594, 360, 24, 0.36);
  if (base) drawBase(s, lift);
  s.add(
    `<g transform="translate(0 ${lift})">`,
    `<path d="M48 470v92q0 22 24 28l404 74q22 4 22-20V548z" fill="${s.lg([
      [0, f.edge],
      [0.25, f.base],
      [1, f.lo],
    ])}"/>`,
    `<path d="M498 548v96q0 22 22 14l224-78q22-8 22-30v-82z" fill="${s.lg([
      [0, f.base],
      [0.3, f.lo],
      [1, f.lo],
    ])}"/>`,
    '<path d="M498 548v96q0 22 22 14l224-78q22-8 22-30v-82z" fill="#000" fill-opacity=".12"/>',
  );
  const top = 'M64 452L300 372q18-6 40-2l404 66q34 6 8 20L524 548q-20 8-46 4L68 478q-34-8-4-26z';
  const cover = `<path d="${top}" fill="${s.lg(
    [
      [0, f.edge],
      [0.6, f.hi],
      [1, f.base],
    ],
    0,
    0,
    0.6,
    1,
  )}"/><path d="${top}" fill="${s.mesh(f.lo, step, step * 0.045)}"/>`;
  if (o.variant === 'pillow' || s.r() > 0.6) {
    const layer =
      'M44 474q-2-22 24-16l416 72q24 4 44-2l222-80q18-6 16 14v14q0 14-16 20l-222 78q-20 8-44 4L66 502q-22-4-22-28z';
    s.add(
      `<path d="${layer}" fill="${s.lg([
        [0, '#fff'],
        [1, f.lo],
      ])}"/><g transform="translate(0 -26)">${cover}</g>`,
    );
  } else s.add(cover);
  drawTrim(s, o);
  s.add('</g>');
}

function drawTrim(s: S, o: DrawOptions): void {
  const piping = s.pick([o.accent, o.f.lo, '#7d8286', '#245a4e']);
  s.add(
    `<path d="M48 478q2 10 24 14l410 74q26 4 44-2l226-80q14-6 14-14" fill="none" stroke="${piping}" stroke-width="5" stroke-opacity=".85"/>`,
    `<path d="M48 556q2 14 26 20l402 74q26 4 46-2l222-78q20-8 22-22" fill="none" stroke="${piping}" stroke-width="4" stroke-opacity=".7"/>`,
    `<g transform="matrix(1 .18 0 1 84 520)">${s.rect(0, 0, 118, 34, 5, '#ffffff', 'fill-opacity=".9"')}${s.brand(o.brand, 59, 22, 12, '#22302b', 0.85)}</g>`,
    ...[0, 1, 2].map(
      (i) =>
        `<circle cx="${560 + i * 66}" cy="${604 - i * 23}" r="6" fill="${o.f.lo}" stroke="${o.f.edge}" stroke-width="2"/>`,
    ),
  );
}

function drawBase(s: S, lift: number): void {
  const dark = finishOf(s.pick(['negro', 'medianoche', 'arena']));
  const leg = (x: number, y: number) =>
    s.rect(
      x,
      y,
      18,
      46,
      5,
      s.lg([
        [0, '#8b6a45'],
        [1, '#4a3520'],
      ]),
    );
  s.add(
    `<g transform="translate(0 ${lift + 76})"><path d="M54 510v52q0 14 18 18l412 76q14 2 14-12v-60z" fill="${s.lg([
      [0, dark.hi],
      [0.4, dark.base],
      [1, dark.lo],
    ])}"/>`,
    `<path d="M498 584v60q0 12 16 6l226-80q18-6 18-18v-52z" fill="${s.lg([
      [0, dark.base],
      [1, dark.lo],
    ])}"/>`,
    leg(84, 572),
    leg(470, 644),
    leg(730, 560),
    '</g>',
  );
}
