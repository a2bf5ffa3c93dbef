import { declareList } from '../list.ts';

/** States of a product (PROD-01). */
export const productStates = { draft: 'Borrador', published: 'Publicado', archived: 'Archivado' } as const;

/** All products of the shop, with state, price and stock (PROD-01), without costs. */
export const productList = declareList({
  name: 'products',
  title: 'Productos',
  slice: 'products',
  permission: 'catalog.read',
  id: 'sku',
  columns: {
    title: { label: 'Producto', kind: 'link', isWide: true },
    sku: { label: 'Código', kind: 'text', isNumber: true },
    brand: { label: 'Marca', kind: 'text' },
    category: { label: 'Categoría', kind: 'text' },
    /** The `parentSku` that its variants share. */
    family: { label: 'Familia', kind: 'text', isHidden: true },
    price: { label: 'Precio', kind: 'money' },
    stock: { label: 'Existencias', kind: 'number' },
    state: { label: 'Estado', kind: 'state', values: productStates },
    createdAt: { label: 'Agregado', kind: 'moment', isHidden: true },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: productStates },
    /** Includes all its subcategories. */
    category: { kind: 'text', label: 'Categoría', names: 'categoryPath' },
    brand: { kind: 'text', label: 'Marca', names: 'brand' },
    missing: {
      kind: 'choice',
      label: 'Le falta',
      values: { picture: 'Foto', price: 'Precio', description: 'Descripción', attributes: 'Características' },
    },
    planned: { kind: 'flag', label: 'Con fecha planeada' },
    inStock: { kind: 'flag', label: 'Con existencias' },
    price: { kind: 'amounts', label: 'Precio' },
  },
  sorts: ['-createdAt', 'title', 'sku', 'price'],
  search: 'Nombre, código o código de barras',
});
