import { catalogBrief } from './catalog-brief.ts';
import { categoryLooks } from './category-looks.ts';
import type { ProductDrawing } from './illustrations/ceiba-illustrations.mjs';

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
const supportedIds: Readonly<Record<string, number>> = {
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
const firstOtherId = 1301;

/** Categories the brief does not have (DEC-166). */
const own = [
  { path: 'motos-y-vehiculos', name: 'Motos y Vehículos' },
  { path: 'motos-y-vehiculos/motocicletas', name: 'Motocicletas' },
  { path: 'motos-y-vehiculos/llantas-y-baterias', name: 'Llantas y baterías' },
  { path: 'tarjetas-de-regalo', name: 'Tarjetas de regalo' },
];

/** Parents before children, siblings in the order of the menu. */
export const demoCategories: readonly DemoCategory[] = growTree();

export const categoryByPath = (path: string): DemoCategory => {
  const found = demoCategories.find((category) => category.path === path);
  if (found === undefined) throw new Error(`No category ${path} in the demo shop.`);
  return found;
};

function growTree(): DemoCategory[] {
  const named = [...catalogBrief.parentCategories, ...catalogBrief.leafCategories, ...own];
  const byDepth = [...named].sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  const grown = new Map<string, DemoCategory>();
  let nextId = firstOtherId;
  for (const { path, name } of byDepth) {
    const parent = grown.get(path.split('/').slice(0, -1).join('/'));
    const look = categoryLooks[path];
    if (look === undefined) throw new Error(`Category ${path} has no text and picture.`);
    const id = supportedIds[path] ?? nextId++;
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
