import { declareEntity } from '../entity.ts';

/** The shop itself (number 1) and third parties that sell in it (SEL-01). A seller is never deleted, but retires (PROD-23). */
export const sellers = declareEntity({
  name: 'sellers',
  slice: 'sellers',
  calls: ['DeskSeller', 'Sellers'],
  words: {
    one: 'vendedor',
    many: 'vendedores',
    isFeminine: false,
    note: 'Con otro nombre también cambia la dirección de su página; la anterior lleva a la nueva.',
  },
  permissions: { read: 'catalog.read', edit: 'catalog.edit' },
  isForAll: true,
  key: 'id',
  title: 'title',
  fields: {
    title: { kind: 'text', label: 'Nombre', max: 80 },
    leadDays: {
      kind: 'whole',
      label: 'Días para entregar',
      min: 0,
      max: 60,
      default: 0,
      hint: 'Hábiles; se suman a la entrega de sus productos. Con 0 valen los de las políticas.',
    },
    taxRegime: {
      kind: 'choice',
      label: 'Régimen de IVA',
      values: { general: 'General', small: 'Pequeño contribuyente', exempt: 'Exento' },
      default: 'general',
      hint: 'Decide el IVA de las órdenes nuevas.',
    },
    isActive: { kind: 'flag', label: 'Estado', words: ['Vende', 'Retirado'], default: true },
    slug: { kind: 'text', label: 'Enlace', max: 100, editable: 'never' },
  },
  list: {
    columns: ['title', 'leadDays', 'taxRegime', 'isActive'],
    filters: ['isActive', 'taxRegime'],
    sorts: ['title', 'leadDays'],
    search: 'Nombre',
  },
});
