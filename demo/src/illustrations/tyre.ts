import type { DrawOptions, S } from './ceiba-illustrations.mjs';

const centre = { x: 360, y: 392 };
const tyreRadius = 296;
/** The tyre is seen slightly from the side: circles are this much narrower than tall. */
const narrow = 0.86;

/** A tyre on its rim; `variant` is `auto` or `moto` (narrower). */
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
