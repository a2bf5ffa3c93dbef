import { declareEntity } from '../entity.ts';

/** Departments of the country, to which the shop delivers (DEL-13). Their municipalities are imported from a file (`import places`). */
export const departments = declareEntity({
  name: 'departments',
  slice: 'locations',
  calls: ['Department', 'DeskDepartments'],
  words: {
    one: 'departamento',
    many: 'departamentos',
    isFeminine: false,
    note: 'El que no se ofrece desaparece de los formularios de entrega. Las órdenes y direcciones de antes lo conservan.',
  },
  permissions: { read: 'settings.edit', edit: 'settings.edit' },
  key: 'id',
  title: 'title',
  fields: {
    title: { kind: 'text', label: 'Nombre', max: 60 },
    position: {
      kind: 'whole',
      label: 'Orden',
      min: 0,
      max: 9_999,
      default: 'computed',
      hint: 'Los números menores van primero. Si lo dejas vacío, va al final.',
    },
    isActive: { kind: 'flag', label: 'Estado', words: ['Se ofrece', 'No se ofrece'], default: true },
    municipalities: { kind: 'whole', label: 'Municipios', min: 0, max: 1_000, editable: 'never' },
  },
  list: {
    columns: ['title', 'municipalities', 'isActive'],
    filters: ['isActive'],
    sorts: ['position', 'title'],
    search: 'Nombre',
  },
});
