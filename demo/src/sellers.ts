import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';

export interface DemoSeller {
  id: number;
  title: string;
  slug: string;
  /** Added to the delivery of its offers (DEC-96). */
  leadDays: number;
  /** Leaves in which every fourth model is this seller's. */
  sells: readonly string[];
}

const seller = (id: number, title: string, leadDays: number, sells: readonly string[]): DemoSeller => ({
  id,
  title,
  slug: sellerSlug(title),
  leadDays,
  sells,
});

/** Seller 1 is the shop (CONST-48); the others are third parties. */
export const demoSellers: readonly DemoSeller[] = [
  seller(1, 'Ceiba', 0, []),
  seller(2, 'TecnoXela', 3, [
    'celulares-y-tablets/accesorios/cargadores-y-power-banks',
    'computacion/redes/routers-y-wifi',
    'computacion/monitores',
    'celulares-y-tablets/relojes-inteligentes',
  ]),
  seller(3, 'Casa & Patio', 5, [
    'hogar/dormitorio/colchones',
    'electrodomesticos/cocina/licuadoras',
    'electrodomesticos/cocina/freidoras-de-aire',
  ]),
  seller(4, 'Audio Quetzal', 2, [
    'audio/audifonos/audifonos-inalambricos',
    'audio/bocinas/bocinas-bluetooth',
    'audio/barras-de-sonido',
  ]),
];

/** Who sells model `turn` of a leaf. */
export const sellerOf = (path: string, turn: number): DemoSeller | undefined =>
  turn % 4 === 3 ? demoSellers.find((candidate) => candidate.sells.includes(path)) : undefined;
