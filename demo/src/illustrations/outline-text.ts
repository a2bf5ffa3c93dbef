import { bricolage, figtree, type Glyph } from './letter-outlines.ts';

/**
 * Replaces the texts of a drawing by the outlines of their letters, so that a picture is the same on machines with any
 * fonts or none. Letters without an outline are left out.
 */
export const outlineText = (svg: string): string =>
  svg.replace(/<text ([^>]*)>([^<]*)<\/text>/g, (_, attributes: string, text: string) => outline(attributes, text));

function outline(attributes: string, text: string): string {
  const read = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  const letters = (read('font-family') ?? '').includes('Bricolage') ? bricolage : figtree;
  const scale = Number(read('font-size')) / 1000;
  // Letter spacing is in user units; inside the scaled group one user unit is 1 / scale font units.
  const spacing = Number(read('letter-spacing') ?? 0) / scale;
  const glyphs = [...text].map((letter) => letters[letter]).filter((glyph): glyph is Glyph => glyph !== undefined);
  const width = glyphs.reduce((sum, [advance]) => sum + advance + spacing, 0);
  let x = { middle: -width / 2, end: -width }[read('text-anchor') ?? 'start'] ?? 0;
  const paths = glyphs.map(([advance, path]) => {
    const drawn = path === '' ? '' : `<path transform="translate(${Math.round(x)} 0)" d="${path}"/>`;
    x += advance + spacing;
    return drawn;
  });
  const opacity = read('fill-opacity');
  const paint = `fill="${read('fill')}"${opacity === undefined ? '' : ` fill-opacity="${opacity}"`}`;
  return `<g transform="translate(${read('x')} ${read('y')}) scale(${scale} ${-scale})" ${paint}>${paths.join('')}</g>`;
}
