import type { DrawOptions, S } from './ceiba-illustrations.mjs';
import { finishOf } from './parts.ts';

/** A streaming player with its remote; `variant` is `stick` or `caja`. */
export function drawStreamer(s: S, o: DrawOptions): void {
  if (o.variant === 'stick') drawStick(s, o);
  else drawBoxPlayer(s, o);
  drawRemote(s, o);
}

function drawStick(s: S, o: DrawOptions): void {
  const { f } = o;
  s.shadow(330, 650, 270, 20, 0.34);
  s.add(
    '<g transform="rotate(-18 330 480)">',
    s.rect(
      560,
      446,
      76,
      52,
      5,
      s.lg([
        [0, '#f4f5f5'],
        [0.5, '#a9b0b3'],
        [1, '#6c7478'],
      ]),
    ),
    s.rect(570, 456, 60, 10, 2, '#3b4246'),
    s.rect(
      92,
      410,
      476,
      124,
      50,
      s.lg([
        [0, f.edge],
        [0.12, f.hi],
        [0.5, f.base],
        [1, f.lo],
      ]),
    ),
    s.rect(104, 420, 452, 44, 22, '#fff', 'fill-opacity=".18"'),
    s.brand(o.brand, 330, 486, 30, f.edge, 0.95, 'middle', 4),
    `<circle cx="524" cy="474" r="8" fill="${o.accent}"/></g>`,
  );
}

function drawBoxPlayer(s: S, o: DrawOptions): void {
  const { f } = o;
  s.shadow(330, 668, 280, 22, 0.36);
  s.add(
    `<path d="M90 520v70q0 62 62 62h356q62 0 62-62v-70z" fill="${s.lg([
      [0, f.base],
      [1, f.lo],
    ])}"/>`,
    `<path d="M90 520q-6-60 60-92l70-34q30-14 60-14h100q30 0 60 14l70 34q66 32 60 92q-4 46-62 46H152q-58 0-62-46z" fill="${s.lg(
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
    s.brand(o.brand, 330, 486, 26, f.edge, 0.85, 'middle', 4),
    `<circle cx="330" cy="610" r="8" fill="${o.accent}"/>`,
  );
}

function drawRemote(s: S, o: DrawOptions): void {
  const dark = finishOf('negro');
  const keys = [0, 1, 2].flatMap((row) =>
    [602, 658].map((x) => `<circle cx="${x}" cy="${356 + row * 52}" r="17" fill="#3b4145"/>`),
  );
  const colours = ['#c22a3f', '#1f6fb0', '#0e7a64', '#d98a2b'].map((colour, i) =>
    s.rect(i % 2 ? 636 : 584, i < 2 ? 520 : 556, 40, 24, 10, colour),
  );
  s.add(
    `<ellipse cx="640" cy="704" rx="110" ry="14" fill="${s.rg([
      [0, '#06100d', 0.5],
      [1, '#06100d', 0],
    ])}"/>`,
    '<g transform="rotate(9 630 420)">',
    s.rect(
      566,
      150,
      128,
      540,
      58,
      s.lg(
        [
          [0, dark.edge],
          [0.1, dark.hi],
          [0.5, dark.base],
          [1, dark.lo],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    `<circle cx="630" cy="268" r="50" fill="#0a0b0c"/><circle cx="630" cy="268" r="46" fill="none" stroke="#5a6166" stroke-width="3"/><circle cx="630" cy="268" r="20" fill="${s.lg(
      [
        [0, '#3d4347'],
        [1, '#15181a'],
      ],
    )}"/>`,
    `<circle cx="630" cy="188" r="13" fill="${o.accent}"/>`,
    ...keys,
    ...colours,
    '</g>',
  );
}
