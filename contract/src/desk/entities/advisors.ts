import { declareEntity } from '../entity.ts';

/** Advisors of the stores (SALE-01). The hash that opens their session is in no field: only their printed page has it. */
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
    store: { kind: 'text', label: 'Tienda', max: 20, isUpper: true, hint: 'El código de la tienda, como MAX.' },
    staffEmail: {
      kind: 'text',
      label: 'Correo en el escritorio',
      max: 254,
      isEmail: true,
      isOptional: true,
      hint: 'Si también entra al escritorio con un correo propio.',
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
    columns: ['firstName', 'store', 'state', 'addedAt'],
    filters: ['state', 'store'],
    sorts: ['firstName', 'store', '-addedAt'],
    search: 'Nombre o tienda',
  },
});
