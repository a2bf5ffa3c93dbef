import { box, type DrawOptions, type S } from './ceiba-illustrations.mjs';
import { white } from './parts.ts';

/** An air conditioner; `variant` is `split`, `portatil` or `ventana`. */
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
  const unit = box(s, { x: 414, y: 476, w: 250, h: 212, d: 70, k: 0.03, ks: 0.22, f: white, r: 12 });
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
