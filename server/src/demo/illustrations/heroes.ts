import type { Hero } from './draw-hero.ts';

/** The kitchen counter: warm and light. */
export const KITCHEN_HERO: Hero = {
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
export const NIGHT_HERO: Hero = {
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
