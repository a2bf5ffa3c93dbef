import type { DrawOptions, S } from './ceiba-illustrations.mjs';
import { drawWheel } from './parts.ts';

/** A motorcycle from the right; `variant` is `urbana`, `scooter` or `aventura`. */
export function drawMotorcycle(s: S, o: DrawOptions): void {
  if (o.variant === 'scooter') {
    drawScooter(s, o);
    return;
  }
  const tall = o.variant === 'aventura';
  s.shadow(400, 688, 340, 20, 0.42);
  drawWheel(s, 178, 548, 128, tall ? 9 : 5);
  drawWheel(s, 622, 548, 128, tall ? 9 : 5);
  drawEngine(s);
  drawBody(s, o);
  drawFront(s);
  if (tall) drawTouringParts(s, o);
}

const steel = (s: S) =>
  s.lg([
    [0, '#eef1f1'],
    [0.5, '#9aa2a6'],
    [1, '#4d5458'],
  ]);

/** Swing arm, fork, exhaust, frame and engine. */
function drawEngine(s: S): void {
  const metal = steel(s);
  s.add(
    `<path d="M178 556L380 520l6-30L172 534z" fill="${s.lg([
      [0, '#5a6166'],
      [1, '#1b1e20'],
    ])}"/>`,
    `<path d="M608 552L538 262l-24 6L588 558z" fill="${metal}"/><path d="M634 546L560 250l-14 4L618 552z" fill="${s.lg([
      [0, '#3a4044'],
      [1, '#15181a'],
    ])}"/>`,
    `<path d="M360 590q-90 30-170 2l-104 6q-22 2-22 22t24 20l104-10q110 22 190-8z" fill="${s.lg([
      [0, '#f4f5f5'],
      [0.4, '#a4abaf'],
      [1, '#3d4448'],
    ])}"/><ellipse cx="74" cy="621" rx="12" ry="17" fill="#0a0c0d"/>`,
    `<path d="M508 300L440 590H340L300 420l60-60z" fill="${s.lg([
      [0, '#3d4347'],
      [1, '#121416'],
    ])}"/>`,
    ...[0, 1, 2, 3, 4, 5].map((i) => s.rect(352 + i * 3, 436 + i * 17, 118 - i * 6, 9, 4, metal)),
    `<circle cx="404" cy="566" r="52" fill="${s.lg([
      [0, '#6c7478'],
      [1, '#1c2022'],
    ])}"/><circle cx="404" cy="566" r="36" fill="${s.lg([
      [0, '#c9ced1'],
      [1, '#596166'],
    ])}"/>`,
  );
}

/** Mudguards, seat, tank and panels. */
function drawBody(s: S, o: DrawOptions): void {
  const { f } = o;
  const panel = s.lg([
    [0, f.hi],
    [0.5, f.base],
    [1, f.lo],
  ]);
  s.add(
    `<path d="M96 430q60-78 150-60l60 20-20 34q-90-40-160 26z" fill="${s.lg([
      [0, '#33393d'],
      [1, '#0d0f10'],
    ])}"/>`,
    `<path d="M132 372q90-26 178-8q56 12 92-10l-10 44q-40 30-120 18q-80-14-140-18q-14-12 0-26z" fill="${s.lg([
      [0, '#4a5054'],
      [0.4, '#1d2022'],
      [1, '#08090a'],
    ])}"/>`,
    `<path d="M132 386l-44-6q-16 0-14 14t18 14l66 8z" fill="${s.lg([
      [0, '#ff6a76'],
      [1, '#8e1127'],
    ])}"/>`,
    `<path d="M364 376q10-92 96-100q64-6 96 18q12 10-6 24L470 398q-60 16-106-22z" fill="${s.lg([
      [0, f.edge],
      [0.25, f.hi],
      [0.55, f.base],
      [1, f.lo],
    ])}"/><path d="M386 352q20-52 84-56q-30 20-36 66q-30 8-48-10z" fill="#fff" fill-opacity=".3"/>`,
    `<path d="M250 420l118-12-34 74q-50 8-84-62z" fill="${panel}"/>`,
    `<path d="M486 400l58-46 26 112-40 46q-44-40-44-112z" fill="${panel}"/>`,
    `<path d="M520 452q20-46 98-48q86 2 112 76q-56-40-112-36q-54 0-98 8z" fill="${panel}"/>`,
    s.brand(o.brand, 462, 346, 20, '#fff', 0.95, 'middle', 2),
  );
}

/** Headlight, handlebar and mirror. */
function drawFront(s: S): void {
  s.add(
    `<path d="M540 240q50-14 78 12q16 22 4 52q-30 26-72 12z" fill="${s.lg([
      [0, '#4a5054'],
      [1, '#0e1011'],
    ])}"/><ellipse cx="606" cy="276" rx="17" ry="30" fill="${s.rg([
      [0, '#fffbe6'],
      [0.7, '#ffe9a8'],
      [1, '#c9a24a'],
    ])}"/>`,
    `<path d="M548 252q-24-44-74-50" fill="none" stroke="${steel(s)}" stroke-width="12" stroke-linecap="round"/><path d="M486 202h-44" stroke="#15181a" stroke-width="22" stroke-linecap="round"/>`,
    `<path d="M520 216l-10-62" stroke="#2b3033" stroke-width="7"/><ellipse cx="500" cy="146" rx="36" ry="21" transform="rotate(-14 500 146)" fill="${s.lg(
      [
        [0, '#3a4044'],
        [1, '#0c0e0f'],
      ],
    )}"/>`,
  );
}

/** Windscreen and top case. */
function drawTouringParts(s: S, o: DrawOptions): void {
  s.add(
    `<path d="M566 250q20-70 46-96q14 4 18 26l-14 82z" fill="${s.lg([
      [0, '#bfe0e8', 0.85],
      [1, '#5f7f88', 0.6],
    ])}"/>`,
    s.rect(
      70,
      292,
      128,
      82,
      14,
      s.lg([
        [0, '#5a6166'],
        [1, '#15181a'],
      ]),
    ),
    s.rect(80, 326, 108, 5, 2, o.accent),
  );
}

/** A scooter from the right. */
function drawScooter(s: S, o: DrawOptions): void {
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
