import { box, type DrawOptions, type S } from './ceiba-illustrations.mjs';

/** A small table stove; `variant` is `cuatro` or `dos` (burners). */
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

/** A small fridge of one door. */
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
