import { declareEntity } from '../entity.ts';

/** Advisors of the stores (SALE-01). No field has the hash that opens their session. Only their printed page has it. */
export const advisors = declareEntity({
  name: 'advisors',
  slice: 'advisors',
  calls: ['Advisor', 'Advisors'],
  words: {
    one: 'asesor',
    many: 'asesores',
    isFeminine: false,
    note: 'Al cambiar de tienda conserva su enlace y sus ventas; imprime otra vez su página.',
  },
  permissions: { read: 'advisors.edit', edit: 'advisors.edit' },
  key: 'id',
  title: 'firstName',
  fields: {
    firstName: { kind: 'text', label: 'Nombre', max: 100, isName: true },
    store: { kind: 'reference', label: 'Tienda', names: 'store', isCode: true },
    storeName: { kind: 'text', label: 'Atiende en', max: 80, editable: 'never', isListed: true },
    staff: {
      kind: 'reference',
      label: 'Persona del escritorio',
      names: 'staffEmail',
      isCode: true,
      isOptional: true,
      hint: 'Si también entra al escritorio: su página muestra las dos cosas.',
    },
    staffName: {
      kind: 'text',
      label: 'En el escritorio',
      max: 100,
      editable: 'never',
      isOptional: true,
      isListed: true,
    },
    state: {
      kind: 'choice',
      label: 'Estado',
      values: { current: 'Atiende', ended: 'Ya no atiende' },
      editable: 'never',
    },
    addedAt: { kind: 'moment', label: 'Desde', editable: 'never' },
    endedAt: { kind: 'moment', label: 'Hasta', isOptional: true, editable: 'never' },
  },
  list: {
    columns: ['firstName', 'storeName', 'staffName', 'state', 'addedAt'],
    filters: ['state', 'store'],
    sorts: ['firstName', 'storeName', '-addedAt'],
    search: 'Nombre o tienda',
  },
});
