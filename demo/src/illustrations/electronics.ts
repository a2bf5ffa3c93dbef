import { box, type DrawOptions, type Finish, finishOf, type S, scene } from './ceiba-illustrations.mjs';

/** Draws a streaming player with its remote. `variant`: `stick` or `caja`. */
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

/** Draws a handheld console. `variant`: `hibrida` (coloured sides) or `portatil`. */
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

/** Draws one side, to the left of x (`flip` 1) or to the right (-1). */
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

/** Draws a Wi-Fi repeater with two antennas. */
export function drawRepeater(s: S, o: DrawOptions): void {
  const { f } = o;
  const antenna = (x: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} 460)">${s.rect(
      x - 20,
      110,
      40,
      380,
      18,
      s.lg(
        [
          [0, '#9ba2a6'],
          [0.35, '#fafafa'],
          [0.7, '#cfd4d6'],
          [1, '#7e868a'],
        ],
        0,
        0,
        1,
        0,
      ),
    )}</g>`;
  s.add(
    `<ellipse cx="400" cy="690" rx="230" ry="26" fill="${s.rg([
      [0, '#10201b', 0.26],
      [1, '#10201b', 0],
    ])}"/>`,
    antenna(236, -8),
    antenna(564, 8),
  );
  const body = box(s, { x: 246, y: 240, w: 270, h: 400, d: 62, k: 0.03, ks: 0.18, f, r: 46 });
  body.front(
    [
      s.rect(30, 40, 210, 320, 34, '#000', 'fill-opacity=".05"'),
      ...[0, 1, 2, 3].map((i) => s.rect(96 + i * 22, 190 - i * 18, 13, 40 + i * 18, 5, i < 3 ? o.accent : '#8d979c')),
      s.brand(o.brand, 135, 300, 18, f.lo, 0.95),
      ...[0, 1, 2, 3, 4].map((i) => s.rect(60, 322 + i * 9, 150, 4, 2, '#000', 'fill-opacity=".16"')),
    ].join(''),
  );
}
