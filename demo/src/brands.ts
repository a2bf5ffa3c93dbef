import { catalogBrief } from './catalog-brief.ts';

/** How a brand's products look and what they cost beside the others'. */
export interface BrandLook {
  /** Light of its displays and LEDs. */
  accent: string;
  /** 1 is the middle of the market. */
  price: number;
}

/** The shop's own name as a brand: services and gift cards. */
export const houseBrand = 'Ceiba';

const looks: Readonly<Record<string, BrandLook>> = {
  [houseBrand]: { accent: '#39d0a3', price: 1 },
  Lumbrisa: { accent: '#2ee6b8', price: 1 },
  Voltequia: { accent: '#ffb43a', price: 0.96 },
  Norvexia: { accent: '#4cc3ff', price: 1.1 },
  Tukanel: { accent: '#ff8a5c', price: 1.04 },
  Zentukia: { accent: '#5ad1ff', price: 1.12 },
  Ondalira: { accent: '#7fd4ff', price: 0.97 },
  Claristral: { accent: '#c9b6ff', price: 1.07 },
  Brumaltek: { accent: '#9fe8ff', price: 0.95 },
  Kaltivo: { accent: '#ff9d3a', price: 1 },
  Ixcanel: { accent: '#ff6b6b', price: 1.06 },
  Pacayux: { accent: '#ffcf70', price: 0.92 },
  Atitlux: { accent: '#3fb8ff', price: 0.94 },
  Frescoralia: { accent: '#8affdc', price: 0.98 },
  Hogarixa: { accent: '#f0b429', price: 0.93 },
  Mirabento: { accent: '#ff4d5e', price: 1.09 },
  Sonarquia: { accent: '#b98aff', price: 1.1 },
  Vistaurel: { accent: '#39d0a3', price: 1.02 },
  Nubilaro: { accent: '#8fd3e8', price: 1.03 },
  Rizomira: { accent: '#6fe08a', price: 0.95 },
  Celarquo: { accent: '#7df0c8', price: 1 },
  Tecvaria: { accent: '#4c9aff', price: 0.98 },
  Polarinda: { accent: '#72c7ff', price: 1.02 },
  Durmelia: { accent: '#b7a3e0', price: 1.08 },
  Molivanta: { accent: '#ff8f6b', price: 1.06 },
  Ventisquel: { accent: '#5fd0e0', price: 0.97 },
  Chispatek: { accent: '#ffd23a', price: 0.9 },
  Jadeonix: { accent: '#23d3a5', price: 1.08 },
  Kukuvolt: { accent: '#2fd06a', price: 0.94 },
  Marimbex: { accent: '#ff5ca8', price: 0.96 },
  Serranvox: { accent: '#9adf5a', price: 0.95 },
};

export const brandLook = (brand: string): BrandLook => looks[brand] ?? { accent: '#39d0a3', price: 1 };

/** All brands with their slugs, the shop's own first. */
export const demoBrands: readonly { title: string; slug: string }[] = [
  { title: houseBrand, slug: 'ceiba' },
  ...catalogBrief.brands.map(({ name, slug }) => ({ title: name, slug })),
];
