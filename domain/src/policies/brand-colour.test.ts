import { expect, test } from 'vitest';
import {
  brandStyle,
  checkContrast,
  contrastOf,
  inBrandColour,
  ownSteps,
  type Palette,
  paletteOf,
} from './brand-colour.ts';
import { colourFault } from './identity-kinds.ts';

/** Colours from all parts of the RGB cube. */
const channels = ['00', '1c', '38', '55', '71', '8e', 'aa', 'c6', 'e3', 'ff'];
const colours = channels.flatMap((red) =>
  channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
);
const taken = colours.filter((colour) => checkContrast(colour).ok);

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is the contrast that WCAG defines', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
  expect(contrastOf(other, one)).toBeCloseTo(ratio, 2);
});

test.each([
  ['#00745b', undefined],
  ['#1f3f9e', undefined],
  ['#ffcc00', 'white text on it has a contrast of 1.5:1'],
  ['#777777', 'white text on it has a contrast of 4.4:1'],
  ['#767676', 'it as text on the page has a contrast of 4.3:1'],
  [null, undefined],
])('a main colour %s is accepted only if text on it is readable', (colour, fault) => {
  if (fault === undefined) expect(colourFault(colour)).toBeUndefined();
  else expect(colourFault(colour)).toContain(fault);
});

/** Texts and their backgrounds in `ui/src/theme.css`, with the minimum ratio of each pair. */
const pairs: readonly [text: (palette: Palette) => string, ground: (palette: Palette) => string, ratio: number][] = [
  [() => '#ffffff', (p) => p[600], 4.5],
  [() => '#ffffff', (p) => p[700], 4.5],
  [() => '#ffffff', (p) => p[800], 4.5],
  [() => '#ffffff', (p) => p[900], 4.5],
  [(p) => p[200], (p) => p[900], 4.5],
  [(p) => p[200], (p) => p[950], 4.5],
  [(p) => p[300], (p) => p[900], 3],
  [(p) => p[800], (p) => p[100], 4.5],
  [(p) => p[800], (p) => p[50], 4.5],
  [(p) => p[700], () => '#fbf9f5', 4.5],
];

test('text is readable on every step of every accepted main colour', () => {
  expect(taken.length).toBeGreaterThan(200);
  for (const colour of taken) {
    const palette = paletteOf(colour);
    for (const [text, ground, ratio] of pairs)
      expect([colour, contrastOf(text(palette), ground(palette)) >= ratio]).toEqual([colour, true]);
  }
});

test('each dark step is darker than the previous step', () => {
  for (const colour of taken.filter((each) => each !== '#000000')) {
    const { 600: main, 700: hover, 900: header } = paletteOf(colour);
    expect(contrastOf(hover, '#ffffff')).toBeGreaterThanOrEqual(contrastOf(main, '#ffffff'));
    expect(contrastOf(header, '#ffffff')).toBeGreaterThanOrEqual(contrastOf(hover, '#ffffff'));
  }
});

test('the style has the colour and its steps, and cannot close an element', () => {
  expect(brandStyle('#8a1538')).toContain('--color-quetzal-600:#8a1538;');
  expect(brandStyle('#8a1538')).toContain(`--color-pluma-500:${paletteOf('#8a1538')[500]};`);
  for (const colour of taken) expect(brandStyle(colour)).not.toMatch(/[<>]/);
});

test('a text gets the steps of the main colour, or does not change without a main colour', () => {
  const text = `background:${ownSteps[600]};color:${ownSteps[200]}`;
  expect(inBrandColour(text, null)).toBe(text);
  expect(inBrandColour(text, '#8a1538')).toBe(`background:#8a1538;color:${paletteOf('#8a1538')[200]}`);
});
