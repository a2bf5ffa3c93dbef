import type { Drawing, ProductDrawing } from '../../../design/visual/illustrations/ceiba-illustrations.mjs';
import { catalogBrief } from './catalog-brief.ts';

export interface DemoCategory {
  id: number;
  parentId: number | null;
  path: string;
  slug: string;
  title: string;
  /** 1 to 3. */
  level: number;
  /** Order among its siblings. */
  position: number;
  /** Root first, itself last. */
  ancestorIds: number[];
  description: string;
  drawing: ProductDrawing;
}

/**
 * DEC-159, DEC-166: the leaves that get a tech-support service have the ids of its group (1101–1105 for smart screens,
 * 1201–1226 for the rest); every other category is 1301 and up. 1102–1104 and the ends of the second group wait for
 * speakers, cameras and lights with assistants, which the shop does not sell yet.
 */
const SUPPORTED_IDS: Readonly<Record<string, number>> = {
  'tv-y-video/televisores': 1101,
  'tv-y-video/reproductores-de-streaming': 1105,
  'computacion/laptops': 1201,
  'computacion/monitores': 1202,
  'computacion/impresoras': 1203,
  'computacion/redes/routers-y-wifi': 1204,
  'celulares-y-tablets/celulares/smartphones': 1205,
  'celulares-y-tablets/tablets': 1206,
  'videojuegos/consolas': 1207,
  'audio/barras-de-sonido': 1208,
  'audio/audifonos/audifonos-inalambricos': 1209,
  'audio/bocinas/bocinas-bluetooth': 1210,
  'celulares-y-tablets/relojes-inteligentes': 1211,
  'linea-blanca/refrigeracion/refrigeradoras': 1212,
  'linea-blanca/lavado/lavadoras': 1213,
  'linea-blanca/cocina/estufas': 1214,
  'linea-blanca/climatizacion/aires-acondicionados': 1215,
  'electrodomesticos/cocina/licuadoras': 1216,
  'electrodomesticos/cocina/microondas': 1217,
  'electrodomesticos/cocina/freidoras-de-aire': 1218,
};
const FIRST_OTHER_ID = 1301;

/** Categories the brief does not have (DEC-166). */
const OWN = [
  { path: 'motos-y-vehiculos', name: 'Motos y Vehículos' },
  { path: 'motos-y-vehiculos/motocicletas', name: 'Motocicletas' },
  { path: 'motos-y-vehiculos/llantas-y-baterias', name: 'Llantas y baterías' },
  { path: 'tarjetas-de-regalo', name: 'Tarjetas de regalo' },
];

const LOOKS: Readonly<Record<string, { text: string; drawing: Drawing }>> = {
  'tv-y-video': {
    text: 'Televisores, reproductores y todo lo que convierte tu sala en la mejor fila del cine.',
    drawing: { kind: 'tv', finish: 'negro', scene: 'volcan', pal: 3, ui: false, stand: 'slim' },
  },
  'tv-y-video/televisores': {
    text: 'Pantallas de 32 a 85 pulgadas en LED, QLED, Mini LED y OLED, con entrega e instalación en toda Guatemala.',
    drawing: { kind: 'tv', finish: 'negro', scene: 'plumas', pal: 1, ui: false, stand: 'feet' },
  },
  'tv-y-video/reproductores-de-streaming': {
    text: 'Dale aplicaciones a cualquier televisor con HDMI.',
    drawing: { kind: 'streamer', variant: 'stick', finish: 'negro' },
  },
  'tv-y-video/accesorios': {
    text: 'Los detalles que terminan la instalación.',
    drawing: { kind: 'tvmount', variant: 'fijo', finish: 'negro' },
  },
  'tv-y-video/accesorios/soportes-para-tv': {
    text: 'Fijos, inclinables, articulados y de techo, para pantallas de 14 a 90 pulgadas.',
    drawing: { kind: 'tvmount', variant: 'articulado', finish: 'negro' },
  },
  'tv-y-video/servicios': {
    text: 'Instalación, configuración y garantía hechas por técnicos de Ceiba.',
    drawing: { kind: 'service', variant: 'pared', finish: 'jade', scene: 'mar', pal: 3 },
  },
  audio: {
    text: 'Audífonos, bocinas y barras para escuchar cada detalle.',
    drawing: { kind: 'headphones', finish: 'arena', cup: 'oval', disc: true },
  },
  'audio/barras-de-sonido': {
    text: 'Diálogos claros y graves con presencia para cualquier televisor.',
    drawing: { kind: 'soundbar', finish: 'negro', variant: 'sub' },
  },
  'audio/audifonos': {
    text: 'Para llamadas, música y silencio.',
    drawing: { kind: 'earbuds', finish: 'perla', caja: 'ovalada', tallo: true },
  },
  'audio/audifonos/audifonos-inalambricos': {
    text: 'In-ear, on-ear y over-ear, con y sin cancelación de ruido.',
    drawing: { kind: 'headphones', finish: 'bosque', cup: 'redonda', disc: true },
  },
  'audio/bocinas': {
    text: 'Música para la sala, el patio o la playa.',
    drawing: { kind: 'speaker', variant: 'torre', finish: 'negro', glow: '#39d0a3' },
  },
  'audio/bocinas/bocinas-bluetooth': {
    text: 'De bolsillo, portátiles y torres para fiesta.',
    drawing: { kind: 'speaker', variant: 'cilindro', finish: 'jade', glow: '#39d0a3' },
  },
  'celulares-y-tablets': {
    text: 'Celulares liberados, tablets, relojes y la energía para todos ellos.',
    drawing: { kind: 'phone', finish: 'medianoche', cam: 'tri', scene: 'ciudad', pal: 4 },
  },
  'celulares-y-tablets/celulares': {
    text: 'Liberados para cualquier operador del país.',
    drawing: { kind: 'phone', finish: 'jade', cam: 'duo', scene: 'plumas', pal: 1 },
  },
  'celulares-y-tablets/celulares/smartphones': {
    text: 'De 64 GB a 1 TB, con 4G o 5G y garantía en Guatemala.',
    drawing: { kind: 'phone', finish: 'lila', cam: 'ring', scene: 'esferas', pal: 4 },
  },
  'celulares-y-tablets/tablets': {
    text: 'Para estudiar, dibujar, trabajar o ver caricaturas.',
    drawing: { kind: 'tablet', finish: 'plata', pen: true, scene: 'dunas', pal: 5 },
  },
  'celulares-y-tablets/accesorios': {
    text: 'Energía y protección para tu celular.',
    drawing: { kind: 'charger', variant: 'powerbank', finish: 'medianoche' },
  },
  'celulares-y-tablets/accesorios/cargadores-y-power-banks': {
    text: 'Cargadores de pared, de carro e inalámbricos, y baterías portátiles.',
    drawing: { kind: 'charger', variant: 'pared', finish: 'perla' },
  },
  'celulares-y-tablets/relojes-inteligentes': {
    text: 'Pasos, sueño, ritmo cardíaco y notificaciones en tu muñeca.',
    drawing: { kind: 'smartwatch', round: true, finish: 'plata', band: 'jade', ticks: true, pal: 4 },
  },
  computacion: {
    text: 'Laptops, monitores, impresoras y redes para estudiar y trabajar.',
    drawing: { kind: 'laptop', finish: 'plata', gaming: false, ui: true, scene: 'volcan', pal: 0 },
  },
  'computacion/laptops': {
    text: 'Livianas, para oficina, para diseño y para jugar.',
    drawing: { kind: 'laptop', finish: 'cielo', gaming: false, ui: true, scene: 'mar', pal: 3 },
  },
  'computacion/monitores': {
    text: 'De 21.5 a 34 pulgadas, planos y curvos.',
    drawing: { kind: 'monitor', wide: true, finish: 'negro', scene: 'ciudad', pal: 4 },
  },
  'computacion/impresoras': {
    text: 'Tanque de tinta, cartucho y láser para casa y oficina.',
    drawing: { kind: 'printer', variant: 'bandeja', finish: 'perla', scene: 'volcan', pal: 0 },
  },
  'computacion/redes': {
    text: 'Internet parejo en todos los cuartos.',
    drawing: { kind: 'router', variant: 'mesh', finish: 'perla', nodos: 3 },
  },
  'computacion/redes/routers-y-wifi': {
    text: 'Routers, sistemas mesh y repetidores con Wi-Fi 5, 6, 6E y 7.',
    drawing: { kind: 'router', variant: 'antenas', finish: 'negro', antenas: 4 },
  },
  videojuegos: { text: 'Consolas para la sala y para llevar.', drawing: { kind: 'controller', finish: 'carmesi' } },
  'videojuegos/consolas': {
    text: 'De sobremesa, híbridas, portátiles y retro.',
    drawing: { kind: 'console', variant: 'torre', finish: 'perla' },
  },
  'linea-blanca': {
    text: 'Refrigeradoras, lavadoras, estufas y aires para toda la casa.',
    drawing: { kind: 'fridge', variant: 'frances', finish: 'plata', disp: true, smart: false },
  },
  'linea-blanca/refrigeracion': {
    text: 'Frescura que dura y gasta menos.',
    drawing: { kind: 'fridge', variant: 'bottom', finish: 'grafito', smart: false },
  },
  'linea-blanca/refrigeracion/refrigeradoras': {
    text: 'Desde frigobares hasta French door de 29 pies cúbicos.',
    drawing: { kind: 'fridge', variant: 'duplex', finish: 'plata', smart: false },
  },
  'linea-blanca/lavado': {
    text: 'Ropa limpia sin perder el día.',
    drawing: { kind: 'washer', variant: 'superior', finish: 'perla' },
  },
  'linea-blanca/lavado/lavadoras': {
    text: 'Carga superior, frontal, semiautomáticas y con secadora.',
    drawing: { kind: 'washer', variant: 'frontal', finish: 'plata' },
  },
  'linea-blanca/cocina': {
    text: 'Fuego parejo para la cocina de todos los días.',
    drawing: { kind: 'stove', variant: 'gas', finish: 'plata' },
  },
  'linea-blanca/cocina/estufas': {
    text: 'De gas, eléctricas y de inducción.',
    drawing: { kind: 'stove', variant: 'vidrio', finish: 'negro' },
  },
  'linea-blanca/climatizacion': {
    text: 'Fresco en la costa, tibio en Xela.',
    drawing: { kind: 'aircon', variant: 'portatil', finish: 'perla' },
  },
  'linea-blanca/climatizacion/aires-acondicionados': {
    text: 'Mini split, portátiles y de ventana de 9,000 a 36,000 BTU.',
    drawing: { kind: 'aircon', variant: 'split', finish: 'perla' },
  },
  electrodomesticos: {
    text: 'Ayudantes de cocina para todos los días.',
    drawing: { kind: 'blender', variant: 'conico', finish: 'carmesi' },
  },
  'electrodomesticos/cocina': {
    text: 'Licuar, calentar y dorar en minutos.',
    drawing: { kind: 'microwave', variant: 'teclado', finish: 'plata' },
  },
  'electrodomesticos/cocina/licuadoras': {
    text: 'Personales, de mesa y de alta potencia.',
    drawing: { kind: 'blender', variant: 'cilindrico', finish: 'negro' },
  },
  'electrodomesticos/cocina/microondas': {
    text: 'De 0.7 a 2 pies cúbicos, de mesa y empotrados.',
    drawing: { kind: 'microwave', variant: 'perillas', finish: 'negro' },
  },
  'electrodomesticos/cocina/freidoras-de-aire': {
    text: 'Crujiente con casi nada de aceite, de 2.5 a 9 litros.',
    drawing: { kind: 'airfryer', variant: 'digital', finish: 'jade' },
  },
  hogar: {
    text: 'Descanso y comodidad para tu casa.',
    drawing: { kind: 'robot', finish: 'perla', base: false, torre: true },
  },
  'hogar/dormitorio': {
    text: 'Para dormir bien y despertar mejor.',
    drawing: { kind: 'mattress', variant: 'base', finish: 'arena' },
  },
  'hogar/dormitorio/colchones': {
    text: 'De espuma, resortes, memory foam e híbridos, en todas las medidas.',
    drawing: { kind: 'mattress', variant: 'pillow', finish: 'perla' },
  },
  'motos-y-vehiculos': {
    text: 'Motocicletas, llantas y baterías para recoger en tienda.',
    drawing: { kind: 'motorcycle', variant: 'urbana', finish: 'carmesi' },
  },
  'motos-y-vehiculos/motocicletas': {
    text: 'Urbanas, scooter y doble propósito. Disponibles solo en tienda.',
    drawing: { kind: 'motorcycle', variant: 'scooter', finish: 'jade' },
  },
  'motos-y-vehiculos/llantas-y-baterias': {
    text: 'Llantas y baterías para moto, automóvil y pick-up. Se recogen en tienda.',
    drawing: { kind: 'tyre', variant: 'auto', finish: 'negro' },
  },
  'tarjetas-de-regalo': {
    text: 'Regala al instante: llegan por correo con tu mensaje, el día que elijas.',
    drawing: { kind: 'giftcard', amount: 'Q500', scene: 'huipil', pal: 6 },
  },
};

/** Parents before children, siblings in the order of the menu. */
export const DEMO_CATEGORIES: readonly DemoCategory[] = growTree();

export const categoryByPath = (path: string): DemoCategory => {
  const found = DEMO_CATEGORIES.find((category) => category.path === path);
  if (found === undefined) throw new Error(`No category ${path} in the demo shop.`);
  return found;
};

function growTree(): DemoCategory[] {
  const named = [...catalogBrief.parentCategories, ...catalogBrief.leafCategories, ...OWN];
  const byDepth = [...named].sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  const grown = new Map<string, DemoCategory>();
  let nextId = FIRST_OTHER_ID;
  for (const { path, name } of byDepth) {
    const parent = grown.get(path.split('/').slice(0, -1).join('/'));
    const look = LOOKS[path];
    if (look === undefined) throw new Error(`Category ${path} has no text and picture.`);
    const id = SUPPORTED_IDS[path] ?? nextId++;
    grown.set(path, {
      id,
      parentId: parent?.id ?? null,
      path,
      slug: path.split('/').at(-1) ?? path,
      title: name,
      level: (parent?.level ?? 0) + 1,
      position: [...grown.values()].filter((sibling) => sibling.parentId === (parent?.id ?? null)).length,
      ancestorIds: [...(parent?.ancestorIds ?? []), id],
      description: look.text,
      drawing: { ...look.drawing, seed: `categoria-${path}` },
    });
  }
  return [...grown.values()];
}
