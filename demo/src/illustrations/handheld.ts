import { type DrawOptions, type Finish, type S, scene } from './ceiba-illustrations.mjs';
import { finishOf } from './parts.ts';

/** A handheld console; `variant` is `hibrida` (coloured sides) or `portatil`. */
export function drawHandheld(s: S, o: DrawOptions): void {
  const hybrid = o.variant === 'hibrida';
  s.shadow(400, 600, 360, 24, 0.38);
  drawGrip(s, 240, 1, hybrid ? finishOf('carmesi') : o.f);
  drawGrip(s, 560, -1, hybrid ? finishOf('cielo') : o.f);
  s.add(
    s.rect(
      206,
      228,
      388,
      344,
      hybrid ? 10 : 0,
      s.lg([
        [0, '#3a3f43'],
        [0.1, '#15181a'],
        [1, '#08090a'],
      ]),
    ),
    s.rect(222, 250, 356, 298, 6, '#050607'),
    scene(s, 228, 258, 344, 282, 3, s.pick(['volcan', 'ciudad', 'esferas', 'dunas']), o.pal),
    s.glare(222, 250, 356, 298, 6, 0.16),
    s.rect(250, 508, 120, 16, 8, '#000', 'fill-opacity=".4"'),
    s.rect(250, 508, 84, 16, 8, o.accent, 'fill-opacity=".9"'),
  );
  drawButtons(s);
  s.add(
    s.brand(o.brand, 400, 566, 10, '#fff', 0.7),
    s.rect(176, 250, 20, 6, 3, '#000', 'fill-opacity=".4"'),
    s.rect(604, 250, 20, 6, 3, '#000', 'fill-opacity=".4"'),
  );
}

/** One side, to the left of x (`flip` 1) or to the right (-1). */
function drawGrip(s: S, x: number, flip: number, g: Finish): void {
  s.add(
    `<path d="M${x} 236h${flip * -110}q${flip * -84} 0 ${flip * -84} 88v152q0 88 ${flip * 84} 88h${flip * 110}z" fill="${s.lg(
      [
        [0, g.edge],
        [0.25, g.hi],
        [0.6, g.base],
        [1, g.lo],
      ],
    )}"/>`,
  );
}

function drawButtons(s: S): void {
  const stick = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="38" fill="#0b0c0d" fill-opacity=".85"/><circle cx="${x}" cy="${y - 3}" r="29" fill="${s.rg(
      [
        [0, '#1b1e20'],
        [0.7, '#3a4044'],
        [1, '#121416'],
      ],
    )}"/>`;
  const button = (x: number, y: number, colour: string) =>
    `<circle cx="${x}" cy="${y}" r="15" fill="#17191b"/><circle cx="${x}" cy="${y - 2}" r="12" fill="${colour}"/>`;
  s.add(
    stick(128, 322),
    stick(672, 446),
    '<path d="M116 416h24v22h22v24h-22v22h-24v-22h-22v-24h22z" fill="#14171a"/>',
    button(672, 292, '#e0a12b'),
    button(704, 324, '#d8394a'),
    button(672, 356, '#2f86d6'),
    button(640, 324, '#2fbf8f'),
  );
}
