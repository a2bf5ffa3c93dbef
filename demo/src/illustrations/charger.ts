import { box, type DrawOptions, finishOf, type S, scene } from './ceiba-illustrations.mjs';

/** Draws a charger. `variant`: `pared`, `carro`, `inalambrico` or `powerbank`. */
export function drawCharger(s: S, o: DrawOptions): void {
  if (o.variant === 'carro') drawCarCharger(s, o);
  else if (o.variant === 'inalambrico') drawWirelessPad(s, o);
  else if (o.variant === 'powerbank') drawPowerBank(s, o);
  else drawWallCharger(s, o);
}

const usbC = (s: S, x: number, y: number) =>
  s.rect(x - 30, y - 10, 60, 20, 10, '#08090a') + s.rect(x - 20, y - 3, 40, 6, 3, '#8a9094');
const usbA = (s: S, x: number, y: number) =>
  s.rect(x - 32, y - 14, 64, 28, 4, '#08090a') + s.rect(x - 26, y - 1, 52, 11, 2, '#dfe3e4');

/** Draws a cable from (x, y) that coils on the ground and ends in a plug. */
function drawCable(s: S, x: number, y: number, colour: string): void {
  const line = `M${x} ${y}c70 6 96 44 70 96c-34 66-210 40-220 92c-8 44 110 60 250 34`;
  s.add(
    `<path d="${line}" fill="none" stroke="#06100d" stroke-opacity=".22" stroke-width="18" transform="translate(4 10)"/>`,
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="15" stroke-linecap="round"/>`,
    `<path d="${line}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="4" stroke-linecap="round" transform="translate(-2 -3)"/>`,
    s.rect(
      x + 92,
      y + 206,
      62,
      28,
      9,
      s.lg([
        [0, '#fafafa'],
        [1, '#aab0b3'],
      ]),
    ),
    s.rect(
      x + 150,
      y + 213,
      34,
      14,
      5,
      s.lg([
        [0, '#e9ecec'],
        [1, '#828a8e'],
      ]),
    ),
  );
}

function drawWallCharger(s: S, o: DrawOptions): void {
  const { f } = o;
  const ports = s.pick([1, 2, 3]);
  const pin = (y: number) =>
    s.rect(
      110,
      y,
      96,
      24,
      5,
      s.lg([
        [0, '#f4f5f5'],
        [0.5, '#b8bec1'],
        [1, '#777f83'],
      ]),
    );
  s.shadow(380, 640, 230, 20, 0.36);
  s.add(pin(330), pin(430));
  const body = box(s, { x: 196, y: 214, w: 270, h: 380, d: 104, k: 0.04, ks: 0.2, f, r: 44 });
  const sockets = Array.from({ length: ports }, (_, i) => (i === 2 ? usbA(s, 135, 270) : usbC(s, 135, 120 + i * 74)));
  body.front(
    `${s.rect(40, 62, 190, 254, 26, '#000', 'fill-opacity=".08"')}${sockets.join('')}${s.brand(o.brand, 135, 352, 20, f.lo, 0.9)}<circle cx="135" cy="84" r="6" fill="${o.accent}"/>`,
  );
  if (s.r() > 0.35) drawCable(s, 452, 424, f === finishOf('negro') ? '#2b2f31' : '#f3f3f1');
}

function drawCarCharger(s: S, o: DrawOptions): void {
  const { f } = o;
  const spring = s.lg([
    [0, '#f0f2f2'],
    [1, '#8b9397'],
  ]);
  s.shadow(400, 712, 200, 18, 0.34);
  s.add(
    '<g transform="rotate(14 400 400) translate(-100 -104) scale(1.24)">',
    s.rect(
      356,
      520,
      88,
      130,
      22,
      s.lg(
        [
          [0, '#2d3235'],
          [0.4, '#70787c'],
          [1, '#101213'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    s.rect(330, 566, 26, 54, 8, spring),
    s.rect(444, 566, 26, 54, 8, spring),
    s.rect(
      380,
      640,
      40,
      26,
      10,
      s.lg(
        [
          [0, '#fff'],
          [0.5, '#c2c8ca'],
          [1, '#6f777b'],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    `<path d="M312 300h176l-16 216q-4 26-30 26h-84q-26 0-30-26z" fill="${s.lg(
      [
        [0, f.lo],
        [0.25, f.hi],
        [0.6, f.base],
        [1, f.lo],
      ],
      0,
      0,
      1,
      0,
    )}"/>`,
    s.brand(o.brand, 400, 470, 17, f.edge, 0.95),
    `<ellipse cx="400" cy="296" rx="104" ry="52" fill="${s.lg([
      [0, f.edge],
      [1, f.base],
    ])}"/>`,
    `<ellipse cx="400" cy="296" rx="92" ry="43" fill="${s.lg([
      [0, '#22282b'],
      [1, '#060707'],
    ])}" stroke="${o.accent}" stroke-width="5"/>`,
    `<g transform="matrix(1 0 0 .6 0 118)">${usbC(s, 400, 274)}${usbA(s, 400, 322)}</g></g>`,
  );
}

function drawWirelessPad(s: S, o: DrawOptions): void {
  const { f } = o;
  s.shadow(400, 640, 310, 30, 0.4);
  s.add(
    `<path d="M110 520v36q0 92 290 92t290-92v-36z" fill="${s.lg(
      [
        [0, f.lo],
        [0.3, f.base],
        [0.7, f.lo],
        [1, f.lo],
      ],
      0,
      0,
      1,
      0,
    )}"/>`,
    `<ellipse cx="400" cy="520" rx="290" ry="104" fill="${s.lg(
      [
        [0, f.edge],
        [0.5, f.base],
        [1, f.lo],
      ],
      0.1,
      0,
      0.9,
      1,
    )}"/>`,
    `<ellipse cx="400" cy="518" rx="262" ry="90" fill="${s.rg([
      [0, '#3a4044'],
      [0.8, '#16191b'],
      [1, '#0b0d0e'],
    ])}"/>`,
    `<ellipse cx="400" cy="518" rx="262" ry="90" fill="none" stroke="${o.accent}" stroke-opacity=".9" stroke-width="5"/>`,
    '<g transform="matrix(.9 .08 -.42 .62 300 96)">',
    s.rect(266, 60, 280, 570, 46, '#06100d', 'fill-opacity=".35" transform="translate(14 26)"'),
    s.rect(
      266,
      60,
      280,
      570,
      46,
      s.lg([
        [0, '#c9ced1'],
        [1, '#53595d'],
      ]),
    ),
    s.rect(272, 66, 268, 558, 40, '#050607'),
    scene(s, 280, 74, 252, 542, 34, s.pick(['plumas', 'mar', 'esferas', 'dunas']), o.pal),
    '<circle cx="406" cy="330" r="66" fill="#000" fill-opacity=".45"/><path d="M416 288l-44 50h28l-14 40 46-54h-30z" fill="#7df0c8"/></g>',
  );
}

function drawPowerBank(s: S, o: DrawOptions): void {
  const { f } = o;
  const level = s.pick([62, 78, 84, 96, 100]);
  const lamp = (i: number) =>
    `<circle cx="${102 + i * 32}" cy="230" r="8" fill="${i < level / 25 - 0.4 ? o.accent : '#59636a'}"/>`;
  const gauge =
    s.r() > 0.5
      ? `${s.rect(90, 190, 120, 76, 16, '#06090a')}<text x="150" y="244" font-family="Figtree" font-size="44" text-anchor="middle" fill="${o.accent}">${level}%</text>`
      : [0, 1, 2, 3].map(lamp).join('');
  s.shadow(420, 700, 230, 20, 0.38);
  const body = box(s, { x: 220, y: 120, w: 300, h: 546, d: 78, k: 0.035, ks: 0.2, f, r: 40 });
  body.front(
    `${s.glare(4, 4, 292, 538, 38, 0.4, 0.6)}${gauge}${s.brand(o.brand, 150, 470, 22, f.edge, 0.9)}${s.rect(110, 490, 80, 5, 2.5, f.lo, 'fill-opacity=".5"')}`,
  );
  s.add(
    `<g transform="matrix(1 .035 -.3 1 250 -2)">${s.rect(104, 132, 54, 14, 7, '#0a0c0d')}${s.rect(190, 132, 60, 18, 4, '#0a0c0d')}</g>`,
  );
  if (s.r() > 0.5) drawCable(s, 470, 440, '#f3f3f1');
}
