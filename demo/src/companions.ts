import type { DemoProduct } from './demo-product.ts';
import { rollDice } from './dice.ts';

/** What is bought together with a leaf's products (DEC-85). */
const companionLeaves: Readonly<Record<string, readonly string[]>> = {
  'tv-y-video/televisores': [
    'tv-y-video/accesorios/soportes-para-tv',
    'audio/barras-de-sonido',
    'tv-y-video/reproductores-de-streaming',
    'tv-y-video/servicios',
  ],
  'tv-y-video/reproductores-de-streaming': [
    'tv-y-video/televisores',
    'audio/barras-de-sonido',
    'computacion/redes/routers-y-wifi',
  ],
  'tv-y-video/accesorios/soportes-para-tv': [
    'tv-y-video/televisores',
    'audio/barras-de-sonido',
    'tv-y-video/servicios',
  ],
  'audio/barras-de-sonido': [
    'tv-y-video/televisores',
    'audio/bocinas/bocinas-bluetooth',
    'tv-y-video/reproductores-de-streaming',
  ],
  'audio/audifonos/audifonos-inalambricos': [
    'celulares-y-tablets/accesorios/cargadores-y-power-banks',
    'celulares-y-tablets/relojes-inteligentes',
  ],
  'audio/bocinas/bocinas-bluetooth': [
    'celulares-y-tablets/accesorios/cargadores-y-power-banks',
    'audio/audifonos/audifonos-inalambricos',
  ],
  'celulares-y-tablets/celulares/smartphones': [
    'celulares-y-tablets/accesorios/cargadores-y-power-banks',
    'audio/audifonos/audifonos-inalambricos',
    'celulares-y-tablets/relojes-inteligentes',
  ],
  'celulares-y-tablets/tablets': [
    'celulares-y-tablets/accesorios/cargadores-y-power-banks',
    'audio/audifonos/audifonos-inalambricos',
  ],
  'celulares-y-tablets/accesorios/cargadores-y-power-banks': [
    'celulares-y-tablets/celulares/smartphones',
    'audio/audifonos/audifonos-inalambricos',
  ],
  'celulares-y-tablets/relojes-inteligentes': [
    'celulares-y-tablets/celulares/smartphones',
    'audio/audifonos/audifonos-inalambricos',
  ],
  'computacion/laptops': [
    'computacion/monitores',
    'computacion/impresoras',
    'audio/audifonos/audifonos-inalambricos',
    'computacion/redes/routers-y-wifi',
  ],
  'computacion/monitores': ['computacion/laptops', 'audio/barras-de-sonido', 'videojuegos/consolas'],
  'computacion/impresoras': ['computacion/laptops', 'computacion/redes/routers-y-wifi'],
  'computacion/redes/routers-y-wifi': ['computacion/laptops', 'tv-y-video/reproductores-de-streaming'],
  'videojuegos/consolas': ['tv-y-video/televisores', 'audio/audifonos/audifonos-inalambricos', 'computacion/monitores'],
  'linea-blanca/refrigeracion/refrigeradoras': ['linea-blanca/cocina/estufas', 'electrodomesticos/cocina/microondas'],
  'linea-blanca/lavado/lavadoras': [
    'linea-blanca/refrigeracion/refrigeradoras',
    'linea-blanca/climatizacion/aires-acondicionados',
  ],
  'linea-blanca/cocina/estufas': [
    'electrodomesticos/cocina/microondas',
    'electrodomesticos/cocina/licuadoras',
    'linea-blanca/refrigeracion/refrigeradoras',
  ],
  'linea-blanca/climatizacion/aires-acondicionados': ['hogar/dormitorio/colchones', 'tv-y-video/televisores'],
  'electrodomesticos/cocina/licuadoras': [
    'electrodomesticos/cocina/freidoras-de-aire',
    'electrodomesticos/cocina/microondas',
  ],
  'electrodomesticos/cocina/microondas': [
    'electrodomesticos/cocina/licuadoras',
    'electrodomesticos/cocina/freidoras-de-aire',
  ],
  'electrodomesticos/cocina/freidoras-de-aire': [
    'electrodomesticos/cocina/licuadoras',
    'electrodomesticos/cocina/microondas',
  ],
  'hogar/dormitorio/colchones': ['linea-blanca/climatizacion/aires-acondicionados', 'tv-y-video/televisores'],
  'motos-y-vehiculos/motocicletas': ['motos-y-vehiculos/llantas-y-baterias'],
  'motos-y-vehiculos/llantas-y-baterias': ['motos-y-vehiculos/motocicletas'],
};
const mostCompanions = 4;

/** Up to four companions of each product, as pairs of skus. */
export function companionsOf(products: readonly DemoProduct[]): { sku: string; companionSku: string }[] {
  const byLeaf = Map.groupBy(
    products.filter((product) => product.isListed && product.salesPrice !== null),
    (product) => product.categoryPath,
  );
  return products.flatMap((product) => {
    const leaves = companionLeaves[product.categoryPath] ?? [];
    const dice = rollDice(`compania/${product.sku}`);
    const candidates = leaves.flatMap((leaf) => dice.shuffle(byLeaf.get(leaf) ?? []).slice(0, 2));
    return dice
      .shuffle(candidates)
      .slice(0, mostCompanions)
      .map((companion) => ({ sku: product.sku, companionSku: companion.sku }));
  });
}
