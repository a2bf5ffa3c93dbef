import type { DrawOptions, S } from '../../../../design/visual/illustrations/ceiba-illustrations.mjs';
import { drawWheel } from './wheel.ts';

/** A scooter from the right. */
export function drawScooter(s: S, o: DrawOptions): void {
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
