import { ok, type Result, refuse } from '../result.ts';

/** A colour of CSS with six digits: "#00745b". */
type Hex = string;

/** Red, green and blue as linear light, 0 to 1 (WCAG 2.2, "relative luminance"). */
type Light = readonly [red: number, green: number, blue: number];

/**
 * The steps of the shop's own green in `ui/src/theme.css`. The steps of a main colour have the same luminance, so that
 * each text keeps its contrast.
 */
export const ownSteps = {
  50: '#eef8f4',
  100: '#d6f0e6',
  200: '#a9dfcc',
  300: '#6fc8ab',
  400: '#34ad8a',
  500: '#0f8f70',
  600: '#00745b',
  700: '#005d4a',
  800: '#05483b',
  900: '#05382f',
  950: '#032621',
} as const;

export type Step = keyof typeof ownSteps;
export type Palette = Readonly<Record<Step, Hex>>;

/** Minimum contrast of normal-size text and background (WCAG 2.2, 1.4.3, level AA). */
export const leastContrast = 4.5;

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const encoded = (light: number): number => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

const lightOf = (hex: Hex): Light => {
  const channel = (at: number): number => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
};

/** Returns the hexadecimal colour. `round` decides in which direction a channel is rounded. */
const hexOf = (light: Light, round: (value: number) => number): Hex =>
  `#${light
    .map((each) =>
      Math.min(255, Math.max(0, round(encoded(each) * 255)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const luminanceOf = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Returns the contrast of two colours, 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: Hex, other: Hex): number => {
  const [dark = 0, light = 0] = [one, other].map((hex) => luminanceOf(lightOf(hex))).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** The uses of a main colour with text: below white text (buttons), and as the text colour on the page and on white (links). */
const uses = [
  { name: 'white text on it', other: '#ffffff' },
  { name: 'it as text on the page', other: '#fbf9f5' },
] as const;

export interface ContrastRefusal {
  code: 'low_contrast';
  use: (typeof uses)[number]['name'];
  /** The contrast in messages, rounded down to one decimal. */
  ratio: string;
}

/** Refuses a colour that would make text unreadable in one of these uses. */
export const checkContrast = (hex: Hex): Result<Hex, ContrastRefusal> => {
  for (const { name, other } of uses) {
    const ratio = contrastOf(hex, other);
    if (ratio < leastContrast)
      return refuse({ code: 'low_contrast', use: name, ratio: (Math.floor(ratio * 10) / 10).toFixed(1) });
  }
  return ok(hex);
};

/**
 * Returns a colour of the same hue with this luminance: the hue's brightest colour mixed with white, or with black if
 * it is too light. A dark main colour mixed only with white would be grey.
 */
const tinted = (light: Light, luminance: number): Light => {
  const most = Math.max(...light);
  const bright: Light = most === 0 ? [0, 0, 0] : [light[0] / most, light[1] / most, light[2] / most];
  const own = luminanceOf(bright);
  if (own >= luminance) return shaded(bright, luminance);
  const share = (luminance - own) / (1 - own);
  const mixed = (each: number): number => each + share * (1 - each);
  return [mixed(bright[0]), mixed(bright[1]), mixed(bright[2])];
};

/** Mixes the colour with black until it is as dark as `luminance`. */
const shaded = (light: Light, luminance: number): Light => {
  const own = luminanceOf(light);
  const share = own === 0 ? 0 : Math.min(1, luminance / own);
  return [light[0] * share, light[1] * share, light[2] * share];
};

/**
 * Maximum luminance of a dark step, as a factor of the step before. A hovered button then looks different even with a
 * very dark main colour.
 */
const darkerBy = 0.8;

/** Returns the steps of a main colour: light steps for backgrounds and for text on dark, dark steps for text and for the header. */
export const paletteOf = (hex: Hex): Palette => {
  const main = lightOf(hex);
  const targetOf = (step: Step): number => luminanceOf(lightOf(ownSteps[step]));
  const light = (step: Step): Hex => hexOf(tinted(main, targetOf(step)), Math.ceil);
  const dark = (step: Step, position: number): Hex =>
    hexOf(shaded(main, Math.min(targetOf(step), luminanceOf(main) * darkerBy ** position)), Math.floor);
  return {
    50: light(50),
    100: light(100),
    200: light(200),
    300: light(300),
    400: light(400),
    500: light(500),
    600: hex,
    700: dark(700, 1),
    800: dark(800, 2),
    900: dark(900, 3),
    950: dark(950, 4),
  };
};

const steps: readonly Step[] = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950];

/**
 * Returns the style sheet that replaces the green and the blue of `ui/src/theme.css` with a main colour. It contains
 * only six-digit colours.
 */
export const brandStyle = (hex: Hex): string => {
  const palette = paletteOf(hex);
  const colours = steps.map((step) => `--color-quetzal-${step}:${palette[step]}`).join(';');
  const feather = ([100, 300, 500, 700] as const).map((step) => `--color-pluma-${step}:${palette[step]}`).join(';');
  return `:root{${colours};${feather};--gradient-pluma:linear-gradient(90deg,${palette[600]},${palette[300]})}`;
};

/** Replaces the green's steps in a text with them, such as a mail. */
export const inBrandColour = (text: string, hex: Hex | null): string => {
  if (hex === null) return text;
  const palette = paletteOf(hex);
  return steps.reduce((coloured, step) => coloured.replaceAll(ownSteps[step], palette[step]), text);
};
