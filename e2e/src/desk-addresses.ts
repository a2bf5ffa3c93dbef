import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findEntity } from '@ceiba/contract/desk/entities/all';
import { type EntityDeclaration, wordsOf } from '@ceiba/contract/desk/entity';
import type { Page } from '@playwright/test';
import { expect } from './shop-test.ts';

const source = globSync(join(import.meta.dirname, '../../desk/app/{*-sections.ts,routes.tsx}'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Entities by the address of their list, as the desk declares their pages. The file of a declaration has the entity's name. */
const entityPlaces: Readonly<Record<string, EntityDeclaration>> = Object.fromEntries(
  [...source.matchAll(/entityPages\(\s*\{\s*path: '([^']*)'[\s\S]*?desk\/entities\/([\w-]+)'/g)].map(
    ([, path = '', name = '']) => {
      const entity = findEntity(name);
      if (entity === undefined) throw new Error(`${path} shows ${name}, which has no entity declaration`);
      return [path, entity];
    },
  ),
);

/** Addresses below /admin of all pages, as the desk declares them. For each entity, those of its pages for creating and editing. */
export const routes = [
  ...[...source.matchAll(/\bpath: '([^']*)'/g)].map(([, path = '']) => path),
  ...Object.keys(entityPlaces).flatMap((path) => [`${path}/+`, `${path}/:key`]),
];

/** The titles of pages with fixed addresses, so that another page, such as the error page, is not mistaken for them. */
const fixedTitles: Readonly<Record<string, string>> = {
  'productos/etiquetas': 'Cambiaron de precio hoy',
  'productos/preventas': 'Preventas',
  'promociones/relampago/calendario': 'Calendario de ofertas',
  'promociones/relampago/lista': 'Pegar ofertas relámpago',
  'promociones/producto': 'Qué recibe un producto',
  'promociones/cupones/usos': 'Usos de cupones',
  '': 'Inicio',
  'primeros-pasos': 'Primeros pasos',
  productos: 'Productos',
  'productos/+': 'Nuevo producto',
  'productos/cambios': 'Cambios en lote',
  'productos/cuadricula': 'Cuadrícula',
  'productos/ofertas': 'Revisión de ofertas',
  'productos/precios': 'Precios planeados',
  importaciones: 'Importaciones',
  'importaciones/plantillas': 'Plantillas',
  ordenes: 'Órdenes',
  'ordenes/reembolsos': 'Reembolsos',
  'ordenes/sin-existencias': 'Renglones sin existencias',
  clientes: 'Clientes',
  preparacion: 'Preparación',
  entregas: 'Entregas',
  // This address opens the place's open manifest.
  manifiestos: 'Manifiesto',
  'manifiestos/todos': 'Manifiestos',
  ...Object.fromEntries(
    Object.entries(entityPlaces).flatMap(([path, entity]) => [
      [path, wordsOf(entity).title],
      [`${path}/+`, wordsOf(entity).add],
    ]),
  ),
  caja: 'Caja',
  'caja/cierres': 'Cierres de caja',
  'caja/diferencias': 'Diferencias de caja',
  'caja/mensajeros': 'Efectivo con mensajeros',
  'caja/reembolsos': 'Reembolsos por pagar',
  'contenido/banners/orden': 'Orden de los banners',
  'contenido/busqueda': 'Búsqueda',
  devoluciones: 'Devoluciones',
  compras: 'Compras',
  'compras/+': 'Nueva orden de compra',
  'compras/por-reponer': 'Por reponer',
  'compras/recibir': 'Recibir sin orden',
  'productos/categorias': 'Categorías',
  'codigos/sin-producto': 'Códigos sin producto',
  inventario: 'Por agotarse',
  'inventario/traslados': 'Traslados',
  'inventario/conteos': 'Conteos',
  'inventario/proveedores': 'Devoluciones al proveedor',
  operacion: 'Operación',
  'operacion/trabajos': 'Trabajos',
  'operacion/puntos': 'Puntos en espera',
  auditoria: 'Auditoría',
  personal: 'Personal',
  'personal/roles': 'Roles',
  ajustes: 'Ajustes',
  'ajustes/funciones': 'Funciones',
  'mi-cuenta': 'Mi cuenta',
};

type Row = Record<string, unknown>;

/** Returns the first entry of a list of the desk. Undefined if the list is empty. */
async function findFirst(page: Page, list: string): Promise<Row | undefined> {
  const answer = await page.request.get(`/v1/admin/${list}`);
  expect(answer.status(), list).toBe(200);
  return (await answer.json()).data[0];
}

/** Returns the first entry of a list of the desk. Throws if the list is empty. */
export async function firstOf(page: Page, list: string): Promise<Row> {
  const row = await findFirst(page, list);
  if (row === undefined) throw new Error(`${list} is empty`);
  return row;
}

export interface Place {
  /** Below `/admin/`. */
  address: string;
  /** Part of its first heading. */
  title: string;
}

type FindPlace = (page: Page) => Promise<Place>;

/** Finds the first entry of a list, and returns its page. */
const placeIn =
  (list: string, placeOf: (row: Row) => Place): FindPlace =>
  async (page) =>
    placeOf(await firstOf(page, list));

const purchase = 'purchases?state=partlyReceived';
const order = 'refunds?sort=createdAt';

/** Addresses with pending work for the routes with parameters. */
const places: Readonly<Record<string, FindPlace>> = {
  'carritos/:code': async () => ({ address: 'carritos/K7M4-QPXR', title: 'Carrito K7M4-QPXR' }),
  'ordenes/:number': placeIn(order, (row) => ({
    address: `ordenes/${row.orderNumber}`,
    title: String(row.orderNumber),
  })),
  'clientes/:id': placeIn('customers?sort=createdAt', ({ id, name }) => ({
    address: `clientes/${id}`,
    title: String(name),
  })),
  'preparacion/:id': placeIn('shipments?state=packed&pickup=false', ({ id }) => ({
    address: `preparacion/${id}`,
    title: String(id),
  })),
  'manifiestos/:id': placeIn('manifests?state=open', ({ id }) => ({
    address: `manifiestos/${id}`,
    title: `Manifiesto ${id}`,
  })),
  'devoluciones/:number': placeIn('returns?state=requested', ({ number }) => ({
    address: `devoluciones/${number}`,
    title: String(number),
  })),
  'compras/:number': placeIn(purchase, ({ number }) => ({ address: `compras/${number}`, title: String(number) })),
  'compras/:number/recibir': placeIn(purchase, ({ number }) => ({
    address: `compras/${number}/recibir`,
    title: `Recibir ${number}`,
  })),
  'productos/:sku': placeIn('products', ({ sku, title }) => ({ address: `productos/${sku}`, title: String(title) })),
  'productos/familias/:parentSku': async () => ({ address: 'productos/familias/AUD-0003', title: 'Audífonos' }),
  'productos/cambios/:id': placeIn('product-runs', ({ id, name }) => ({
    address: `productos/cambios/${id}`,
    title: String(name),
  })),
  'inventario/traslados/:number': placeIn('transfers?state=sent', ({ number }) => ({
    address: `inventario/traslados/${number}`,
    title: `Traslado ${number}`,
  })),
  'inventario/conteos/:number': placeIn('stock-counts?state=counting', ({ number }) => ({
    address: `inventario/conteos/${number}`,
    title: `Conteo ${number}`,
  })),
  'inventario/proveedores/:number': placeIn('supplier-notes?state=open', ({ number }) => ({
    address: `inventario/proveedores/${number}`,
    title: `Nota ${number}`,
  })),
  'inventario/:sku': placeIn('products', ({ sku, title }) => ({ address: `inventario/${sku}`, title: String(title) })),
  'importaciones/:id': placeIn('imports', ({ id, fileName }) => ({
    address: `importaciones/${id}`,
    title: String(fileName),
  })),
  'productos/categorias/:id': placeIn('categories', ({ id, title }) => ({
    address: `productos/categorias/${id}`,
    title: String(title),
  })),
  'personal/:id': placeIn('staff', ({ id, name }) => ({ address: `personal/${id}`, title: String(name) })),
  '*': async () => ({ address: 'no-hay-tal-pagina', title: 'Página no encontrada' }),
};

/** Returns the page of an entity's first row. An entity without rows has only its page for a new row, with the same form. */
async function editorOf(page: Page, path: string, entity: EntityDeclaration): Promise<Place> {
  const { name, key, title } = entity;
  const row = await findFirst(page, name);
  return row === undefined
    ? { address: `${path}/+`, title: wordsOf(entity).add }
    : { address: `${path}/${encodeURIComponent(String(row[key]))}`, title: String(row[title]) };
}

/** Returns an address of a route of the desk, and the title of its page. Throws if this file has no address. */
export async function placeOf(page: Page, route: string): Promise<Place> {
  const entity = entityPlaces[route.replace(/\/:key$/, '')];
  if (entity !== undefined && route.endsWith('/:key')) return editorOf(page, route.replace(/\/:key$/, ''), entity);
  const title = fixedTitles[route];
  if (title !== undefined) return { address: route, title };
  const find = places[route];
  if (find === undefined) throw new Error(`${route} has no address or no title`);
  return find(page);
}
