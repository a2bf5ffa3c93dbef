import { reservedSlugs } from '@ceiba/domain/catalog/reserved-slugs';
import { blocksFault } from '../blocks.ts';
import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

/** A path of up to five parts. The first parts of the shop's own pages are reserved (DEC-204). */
const slugForm: TextForm = {
  pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,4}$/,
  words: 'una dirección como «guias/televisores», que no sea de una página propia de la tienda',
  refuses: (text) => reservedSlugs.has(text.split('/')[0] ?? ''),
};

/** Content pages and the pages of categories: their texts and their blocks (PROD-14). Help pages have their own commands. */
export const contentPages = declareEntity({
  name: 'content-pages',
  slice: 'content',
  calls: ['ContentPage', 'ContentPages'],
  words: {
    one: 'página',
    many: 'páginas',
    isFeminine: true,
    note: 'Con la dirección de una categoría, los bloques salen sobre sus productos.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'title',
  fields: {
    title: { kind: 'text', label: 'Título', max: 120 },
    slug: {
      kind: 'text',
      label: 'Dirección',
      max: 300,
      form: slugForm,
      hint: 'Sin la primera diagonal: «guias/televisores». La dirección anterior lleva a la nueva.',
    },
    description: {
      kind: 'text',
      label: 'Descripción',
      max: 300,
      isLong: true,
      mayBeBlank: true,
      default: '',
      hint: 'Se lee debajo del título y en los buscadores.',
    },
    blocks: { kind: 'blocks', label: 'Bloques', fault: blocksFault, default: 'computed' },
    isPublished: { kind: 'flag', label: 'Publicación', words: ['Publicada', 'Borrador'], default: true },
    startsAt: { kind: 'moment', label: 'Desde', isOptional: true, hint: 'Hora de Guatemala. Vacío: desde ya.' },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true, isOptional: true, hint: 'Vacío: no termina sola.' },
    category: { kind: 'text', label: 'Categoría', max: 200, editable: 'never' },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programada', draft: 'Borrador', ended: 'Terminada' },
      editable: 'never',
    },
  },
  list: {
    columns: ['title', 'slug', 'category', 'state', 'startsAt', 'endsAt'],
    filters: ['state'],
    sorts: ['title', 'slug', '-endsAt'],
    search: 'Título o dirección',
  },
});
