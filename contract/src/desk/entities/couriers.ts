import { declareEntity } from '../entity.ts';

/**
 * Companies that deliver parcels (WORK-27). A courier's code is derived from its name and never changes. A parcel keeps the name
 * of the courier that it left with.
 */
export const couriers = declareEntity({
  name: 'couriers',
  slice: 'couriers',
  calls: ['Courier', 'Couriers'],
  words: {
    one: 'mensajería',
    many: 'mensajerías',
    isFeminine: true,
    note: 'Los envíos que ya salieron conservan el nombre con el que salieron.',
  },
  permissions: { read: ['shipments.send', 'cash.read'], edit: 'settings.edit' },
  isForAll: true,
  key: 'code',
  title: 'name',
  fields: {
    code: { kind: 'text', label: 'Código', max: 40, editable: 'never' },
    name: { kind: 'text', label: 'Nombre', max: 60, isPlain: true },
    isActive: { kind: 'flag', label: 'Estado', words: ['Recibe bultos', 'Ya no recibe'], default: true },
  },
  list: { columns: ['name', 'isActive'], filters: ['isActive'], sorts: ['name'], search: 'Nombre' },
});
