import { declareList } from '../list.ts';

export const categoryStates = { visible: 'Visible', hidden: 'Oculta', retired: 'Retirada' } as const;

/** The tree as a list. The desk reads all its pages and arranges them by parent and place. */
export const categoryList = declareList({
  name: 'categories',
  title: 'Categorías',
  slice: 'categories',
  permission: 'catalog.read',
  id: 'id',
  columns: {
    title: { label: 'Nombre', kind: 'link' },
    path: { label: 'Dirección', kind: 'text' },
    state: { label: 'Estado', kind: 'state', values: categoryStates },
    level: { label: 'Nivel', kind: 'number' },
    position: { label: 'Lugar', kind: 'number' },
    products: { label: 'Productos', kind: 'number' },
  },
  filters: {
    state: { kind: 'choice', label: 'Estado', values: categoryStates },
    level: { kind: 'choice', label: 'Nivel', values: { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' } },
  },
  sorts: ['path', 'title', 'level', 'products'],
  search: 'Nombre o dirección',
});
