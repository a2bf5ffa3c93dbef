import type { DrawOptions, S } from './ceiba-illustrations.mjs';
import { finishOf } from './parts.ts';

/** A mattress seen from a corner; `variant` is `base` (with bed base), `pillow` or `liso`. */
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
