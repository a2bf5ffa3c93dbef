import type { ProductDrawing } from '../illustrations/ceiba-illustrations.mjs';
import { drawPicture } from '../illustrations/draw-picture.ts';
import { drawHero, kitchenHero, nightHero } from '../illustrations/heroes.ts';

/** A picture the storefront ships, or a drawing of ours: `wide` ones are 1600 × 640, the others square. */
type BannerPicture = { url: string } | { wide: boolean; draw: () => string };

export interface DemoBanner {
  place: 'hero' | 'promo' | 'second_hero';
  eyebrow: string;
  title: string;
  text: string;
  link: string;
  linkLabel: string;
  note: string;
  picture: BannerPicture;
  tone: 'dark' | 'light' | 'crimson' | 'jade' | 'corn';
}

const drawing = (product: ProductDrawing): BannerPicture => ({ wide: false, draw: () => drawPicture(product) });

/** The banners of the home page, in order; "{precio}" is the lowest of what the link leads to. */
export const demoBanners: readonly DemoBanner[] = [
  {
    place: 'hero',
    eyebrow: 'Semana de pantallas',
    title: 'El lago, el estadio y el cine, en tu sala',
    text: 'Televisores 4K de 50 a 85 pulgadas con entrega e instalación en toda Guatemala.',
    link: '/tv-y-video/televisores?attr.resolucion=4K+UHD&attr.tamano-de-pantalla=50,55,65,75,85',
    linkLabel: 'Ver televisores',
    note: 'Desde {precio}',
    picture: { url: '/art/hero-sala.svg' },
    tone: 'dark',
  },
  {
    place: 'hero',
    eyebrow: 'Cocina de todos los días',
    title: 'Del licuado al pan dorado, sin complicarte',
    text: 'Freidoras de aire, licuadoras y microondas que caben en tu cocina y en tu presupuesto.',
    link: '/electrodomesticos/cocina',
    linkLabel: 'Ver electrodomésticos',
    note: 'Desde {precio}',
    picture: { wide: true, draw: () => drawHero(kitchenHero) },
    tone: 'light',
  },
  {
    place: 'hero',
    eyebrow: 'Noche de juego',
    title: 'Sube el volumen y que empiece la partida',
    text: 'Consolas, audífonos y bocinas para jugar, cantar y desvelarse con gusto.',
    link: '/videojuegos/consolas',
    linkLabel: 'Ver consolas',
    note: 'Hasta 48 cuotas',
    picture: { wide: true, draw: () => drawHero(nightHero) },
    tone: 'dark',
  },
  {
    place: 'promo',
    eyebrow: '',
    title: 'Relojes desde {precio}',
    text: 'Mide tu ritmo, tus pasos y tu sueño.',
    link: '/celulares-y-tablets/relojes-inteligentes',
    linkLabel: 'Comprar',
    note: '',
    picture: drawing({
      kind: 'smartwatch',
      seed: 'promo-reloj',
      brand: 'Celarquo',
      finish: 'plata',
      round: false,
      band: 'coral',
      accent: '#7df0c8',
    }),
    tone: 'crimson',
  },
  {
    place: 'promo',
    eyebrow: '',
    title: 'Cocina sin aceite',
    text: 'Freidoras de aire con precio especial.',
    link: '/electrodomesticos/cocina/freidoras-de-aire',
    linkLabel: 'Comprar',
    note: '',
    picture: drawing({
      kind: 'airfryer',
      variant: 'digital',
      seed: 'promo-freidora',
      brand: 'Molivanta',
      finish: 'jade',
      accent: '#7df0c8',
    }),
    tone: 'jade',
  },
  {
    place: 'promo',
    eyebrow: '',
    title: 'Regala al instante',
    text: 'Tarjetas digitales desde {precio}.',
    link: '/tarjetas-de-regalo',
    linkLabel: 'Comprar',
    note: '',
    picture: drawing({ kind: 'giftcard', seed: 'promo-tarjeta', amount: 'Q500', scene: 'plumas', pal: 1 }),
    tone: 'corn',
  },
  {
    place: 'second_hero',
    eyebrow: 'Regreso a clases',
    title: 'Todo listo para el primer día',
    text: 'Laptops, tabletas y audífonos para estudiar en casa o en el campus.',
    link: '/computacion/laptops',
    linkLabel: 'Armar mi equipo',
    note: '',
    picture: { url: '/art/hero-estudio.svg' },
    tone: 'light',
  },
];
