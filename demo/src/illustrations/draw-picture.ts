import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { addKind, type ProductDrawing, renderProduct } from './ceiba-illustrations.mjs';
import { drawCharger } from './charger.ts';
import { drawHandheld, drawRepeater, drawStreamer } from './electronics.ts';
import { drawAircon, drawCooktop, drawMattress, drawMiniFridge } from './home.ts';
import { drawService, drawTvMount } from './tv-services.ts';
import { drawBattery, drawMotorcycle, drawTyre } from './vehicles.ts';

addKind('aircon', 'Aire acondicionado', drawAircon);
addKind('battery', 'Batería', drawBattery);
addKind('charger', 'Cargador', drawCharger);
addKind('cooktop', 'Estufa de mesa', drawCooktop);
addKind('handheld', 'Consola portátil', drawHandheld);
addKind('mattress', 'Colchón', drawMattress);
addKind('minifridge', 'Frigobar', drawMiniFridge);
addKind('motorcycle', 'Motocicleta', drawMotorcycle);
addKind('repeater', 'Repetidor Wi-Fi', drawRepeater);
addKind('service', 'Servicio', drawService);
addKind('streamer', 'Reproductor de streaming', drawStreamer);
addKind('tvmount', 'Soporte para TV', drawTvMount);
addKind('tyre', 'Llanta', drawTyre);

/** Returns the SVG of a demo product. The same drawing gives the same SVG on any machine. */
export const drawPicture = (drawing: ProductDrawing): string => outlineText(renderProduct(drawing));

/** A product on the stage: `x` and `y` of its upper left corner, and its side, in the 1600 × 640 picture. */
interface StagedProduct {
  drawing: ProductDrawing;
  x: number;
  y: number;
  side: number;
}

interface Hero {
  /** Background from left to right. The text is on the left 43 %. */
  sky: readonly [string, string];
  /** Table top and its front edge. */
  table: readonly [string, string];
  /** Two arches behind the products. */
  arches: readonly [string, string];
  sun: string;
  products: readonly StagedProduct[];
}

/** Draws a wide banner picture: products on a table before two arches. */
export function drawHero(hero: Hero): string {
  const stage = hero.products.map(
    ({ drawing, x, y, side }) =>
      `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 800 800">${inner(renderProduct(drawing))}</svg>`,
  );
  return outlineText(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="640" viewBox="0 0 1600 640"><defs>${gradients(hero)}</defs>
<rect width="1600" height="640" fill="url(#hero-sky)"/>
<circle cx="1030" cy="250" r="210" fill="${hero.sun}" fill-opacity=".55"/>
<path d="M760 560V380a150 150 0 0 1 300 0v180z" fill="${hero.arches[0]}" fill-opacity=".9"/>
<path d="M1210 560V300a180 180 0 0 1 360 0v260z" fill="${hero.arches[1]}" fill-opacity=".9"/>
<path d="M1260 560V330a130 130 0 0 1 260 0v230z" fill="#fff" fill-opacity=".12"/>
<path d="M640 548h960v92H560z" fill="url(#hero-table)"/><path d="M640 548h960v6H634z" fill="#fff" fill-opacity=".5"/>
${stage.join('')}</svg>`,
  );
}

const gradients = (hero: Hero): string =>
  `<linearGradient id="hero-sky" x1="0" y1="0" x2="1" y2=".3"><stop offset="0" stop-color="${hero.sky[0]}"/><stop offset="1" stop-color="${hero.sky[1]}"/></linearGradient>` +
  `<linearGradient id="hero-table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hero.table[0]}"/><stop offset="1" stop-color="${hero.table[1]}"/></linearGradient>`;

const inner = (svg: string): string => svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');

/** Advance width and outline (y up) of a letter, in thousandths of the font size. */
const glyphs = z.record(z.string(), z.tuple([z.number(), z.string()]));

/**
 * Figtree at weight 600 (© The Figtree Project Authors), and the letters of the shop's name in Bricolage Grotesque at weight 700
 * (© its authors). Both are under the SIL Open Font License 1.1.
 */
const letters = z
  .strictObject({ figtree: glyphs, bricolage: glyphs })
  .parse(JSON.parse(readFileSync(new URL('letter-outlines.json', import.meta.url), 'utf8')));

/** Replaces the texts of a drawing with the outlines of their letters, so that a picture needs no fonts. Omits letters without an outline. */
export const outlineText = (svg: string): string =>
  svg.replace(/<text ([^>]*)>([^<]*)<\/text>/g, (_, attributes: string, text: string) => outline(attributes, text));

function outline(attributes: string, text: string): string {
  const read = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  const font = (read('font-family') ?? '').includes('Bricolage') ? letters.bricolage : letters.figtree;
  const scale = Number(read('font-size')) / 1000;
  // Letter spacing is in user units. Inside the scaled group one user unit is 1 / scale font units.
  const spacing = Number(read('letter-spacing') ?? 0) / scale;
  const outlines = [...text].map((letter) => font[letter]).filter((glyph) => glyph !== undefined);
  const width = outlines.reduce((sum, [advance]) => sum + advance + spacing, 0);
  let x = { middle: -width / 2, end: -width }[read('text-anchor') ?? 'start'] ?? 0;
  const paths = outlines.map(([advance, path]) => {
    const drawn = path === '' ? '' : `<path transform="translate(${Math.round(x)} 0)" d="${path}"/>`;
    x += advance + spacing;
    return drawn;
  });
  const opacity = read('fill-opacity');
  const paint = `fill="${read('fill')}"${opacity === undefined ? '' : ` fill-opacity="${opacity}"`}`;
  return `<g transform="translate(${read('x')} ${read('y')}) scale(${scale} ${-scale})" ${paint}>${paths.join('')}</g>`;
}
