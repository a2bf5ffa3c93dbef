import { legalPages } from '@ceiba/domain/content/legal-pages';
import { declareEntity } from '../entity.ts';

const pages = Object.fromEntries(Object.values(legalPages).map(({ path, title }) => [path.slice(1), title]));

/** Versions of the shop's legal texts (PROD-29). A version in force never changes. A new version replaces it. */
export const legalTexts = declareEntity({
  name: 'legal-texts',
  slice: 'content',
  calls: ['LegalText', 'LegalTexts'],
  words: {
    one: 'versión de un texto legal',
    many: 'textos legales',
    isFeminine: true,
    note: 'Una versión que ya vale no cambia: escribe otra, que la releva desde su fecha.',
  },
  permissions: { read: 'content.edit', edit: 'settings.edit' },
  key: 'id',
  title: 'title',
  fields: {
    title: { kind: 'text', label: 'Versión', max: 120, editable: 'never' },
    page: { kind: 'choice', label: 'Texto', values: pages, editable: 'once' },
    holdsFrom: { kind: 'moment', label: 'Vale desde', hint: 'Desde ese momento la aceptan quienes compran.' },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programada', ended: 'Relevada' },
      editable: 'never',
    },
    text: {
      kind: 'text',
      label: 'Contenido',
      max: 60_000,
      isLong: true,
      hint: 'Empieza con «# Título»; cada parte con «## Nombre de la parte».',
    },
  },
  list: { columns: ['title', 'state', 'holdsFrom'], filters: ['page', 'state'], sorts: ['-holdsFrom', 'page'] },
});
