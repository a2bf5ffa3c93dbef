import { box, type DrawOptions, type S } from '../../../../design/visual/illustrations/ceiba-illustrations.mjs';

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
