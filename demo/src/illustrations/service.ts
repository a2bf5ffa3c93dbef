import { type DrawOptions, type S, scene } from './ceiba-illustrations.mjs';
import { finishOf } from './parts.ts';

const strokeLine = 'fill="none" stroke="#fff" stroke-width="18" stroke-linecap="round" stroke-linejoin="round"';
const signs: Readonly<Record<string, string>> = {
  pared: `<path d="M506 560l58-58 34 34-58 58z" fill="#fff"/><path d="M594 506l44-44M506 596l-16 16" ${strokeLine}/>`,
  base: `<path d="M516 486h120v74H516zM576 560v44M536 606h80" ${strokeLine}/>`,
  smart: `<path d="M506 516a100 100 0 0 1 140 0M532 548a62 62 0 0 1 88 0" ${strokeLine}/><circle cx="576" cy="588" r="14" fill="#fff"/>`,
  diagnostico: `<circle cx="562" cy="516" r="50" ${strokeLine}/><path d="M600 554l44 46" ${strokeLine}/>`,
  ia: '<path d="M576 446l22 62 62 22-62 22-22 62-22-62-62-22 62-22z" fill="#fff"/><path d="M640 452l8 20 20 8-20 8-8 20-8-20-20-8 20-8z" fill="#ffeec4"/>',
  soporte: `<path d="M506 544v-14a70 70 0 0 1 140 0v14" ${strokeLine}/><rect x="490" y="530" width="34" height="62" rx="14" fill="#fff"/><rect x="628" y="530" width="34" height="62" rx="14" fill="#fff"/><path d="M640 592q-6 28-48 30" ${strokeLine}/>`,
};

/** A service: a shield for `garantia`, otherwise a screen with the sign of the `variant`. */
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
