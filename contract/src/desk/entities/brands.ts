import { declareEntity } from '../entity.ts';
import { slugForm } from '../fields.ts';

/** Brands of products. A file or a command sets the replacement of a retired brand (PROD). */
export const brands = declareEntity({
  name: 'brands',
  slice: 'catalog',
  calls: ['Brand', 'Brands'],
  words: {
    one: 'marca',
    many: 'marcas',
    isFeminine: true,
    note: 'Con otro nombre también cambia la dirección de su página; la anterior lleva a la nueva.',
  },
  permissions: { read: 'catalog.read', edit: 'catalog.edit' },
  isForAll: true,
  key: 'id',
  title: 'title',
  fields: {
    title: { kind: 'text', label: 'Nombre', max: 80 },
    slug: {
      kind: 'text',
      label: 'Enlace',
      max: 80,
      form: slugForm,
      default: 'computed',
      newHint: 'Si lo dejas vacío, se hace del nombre.',
    },
    state: {
      kind: 'choice',
      label: 'Estado',
      values: { visible: 'Visible', hidden: 'Oculta', retired: 'Retirada' },
      default: 'visible',
      isSafe: true,
      hint: 'Oculta: no sale entre los filtros ni las sugerencias. Retirada: ningún producto publicado la lleva.',
    },
    products: { kind: 'whole', label: 'Productos', min: 0, max: 1_000_000, editable: 'never' },
    replacement: { kind: 'text', label: 'La reemplaza', max: 80, isOptional: true, editable: 'never' },
  },
  list: {
    columns: ['title', 'state', 'products'],
    filters: ['state'],
    sorts: ['title', 'slug'],
    search: 'Nombre o enlace',
  },
});
