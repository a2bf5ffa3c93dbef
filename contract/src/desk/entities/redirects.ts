import { reservedSlugs } from '@ceiba/domain/catalog/reserved-slugs';
import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';
import { linkForm } from '../shop-addresses.ts';

/** A path of an older shop. The first segments of the shop's own pages are reserved (DEC-204). */
const fromForm: TextForm = {
  pattern: /^\/[^\s?#/\\][^\s?#\\]*$/u,
  words: 'una dirección en minúsculas como «/ofertas-2024», que no sea de una página propia de la tienda',
  refuses: (text) =>
    text !== text.toLowerCase() || /\/(?:\/|$)/.test(text) || reservedSlugs.has(text.split('/')[1] ?? ''),
};

/** Redirects from paths without a page (PROD-17), with status 301. */
export const redirects = declareEntity({
  name: 'redirects',
  slice: 'content',
  calls: ['Redirect', 'Redirects'],
  words: {
    one: 'redirección',
    many: 'redirecciones',
    isFeminine: true,
    note: 'Quien abre la dirección vieja llega a la nueva. Si varias se siguen, llega a la última.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'from',
  fields: {
    from: {
      kind: 'text',
      label: 'De',
      max: 300,
      form: fromForm,
      hint: 'La dirección vieja, sin el nombre del sitio: «/ofertas-2024».',
      editable: 'once',
      file: 'de',
      example: '/ofertas-2024',
    },
    to: {
      kind: 'text',
      label: 'A',
      max: 500,
      form: linkForm,
      hint: 'Una página de la tienda: «/televisores».',
      file: 'a',
      example: '/search?q=ofertas',
    },
    note: {
      kind: 'text',
      label: 'Nota',
      max: 120,
      mayBeBlank: true,
      default: '',
      hint: 'Solo la ve el personal.',
      file: 'nota',
    },
  },
  list: { columns: ['from', 'to', 'note'], filters: ['to'], sorts: ['from', 'to'], search: 'Dirección o nota' },
});
