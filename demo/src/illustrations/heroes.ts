import { type ProductDrawing, renderProduct } from './ceiba-illustrations.mjs';
import './draw-picture.ts';
import { outlineText } from './outline-text.ts';

/** A product on the stage: `x` and `y` of its upper left corner and its side, in the 1600 × 640 of the picture. */
interface StagedProduct {
  drawing: ProductDrawing;
  x: number;
  y: number;
  side: number;
}

export interface Hero {
  /** Background from left to right; the words stand on the left 43 %. */
  sky: readonly [string, string];
  /** Table top and its front edge. */
  table: readonly [string, string];
  /** Two arches behind the products. */
  arches: readonly [string, string];
  sun: string;
  products: readonly StagedProduct[];
}

/** A wide banner picture: products on a table before two arches. */
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

/** The kitchen counter: warm and light. */
export const kitchenHero: Hero = {
  sky: ['#fdf3e3', '#f6d9c0'],
  table: ['#f3e3cd', '#c9a67e'],
  arches: ['#0f8f70', '#c8324a'],
  sun: '#fff6e2',
  products: [
    {
      drawing: { kind: 'microwave', seed: 'hero-micro', brand: 'Kaltivo', finish: 'plata', accent: '#39d0a3' },
      x: 940,
      y: 205,
      side: 430,
    },
    {
      drawing: {
        kind: 'airfryer',
        variant: 'digital',
        seed: 'hero-air',
        brand: 'Molivanta',
        finish: 'jade',
        accent: '#7df0c8',
      },
      x: 690,
      y: 170,
      side: 470,
    },
    {
      drawing: {
        kind: 'blender',
        variant: 'conico',
        seed: 'hero-blend',
        brand: 'Pacayux',
        finish: 'carmesi',
        accent: '#ffd9a0',
      },
      x: 1185,
      y: 150,
      side: 480,
    },
  ],
};

/** Music and games at night: dark. */
export const nightHero: Hero = {
  sky: ['#04302b', '#0d1230'],
  table: ['#2b3a58', '#0c1424'],
  arches: ['#7a1a30', '#1d5f86'],
  sun: '#b5694a',
  products: [
    {
      drawing: {
        kind: 'console',
        variant: 'torre',
        seed: 'hero-console',
        brand: 'Jadeonix',
        finish: 'perla',
        accent: '#7df0c8',
      },
      x: 668,
      y: 168,
      side: 470,
    },
    {
      drawing: {
        kind: 'headphones',
        seed: 'hero-head',
        brand: 'Tukanel',
        finish: 'carmesi',
        cup: 'oval',
        disc: true,
        accent: '#ffd9a0',
      },
      x: 1030,
      y: 262,
      side: 350,
    },
    {
      drawing: {
        kind: 'speaker',
        variant: 'torre',
        seed: 'hero-speaker',
        brand: 'Marimbex',
        finish: 'negro',
        glow: '#ff8a5c',
        accent: '#ff8a5c',
      },
      x: 1180,
      y: 122,
      side: 510,
    },
  ],
};
