import { declareEntity } from '../entity.ts';
import { linkForm, pictureForm } from '../shop-addresses.ts';

/** Banners of the home page (PROD-15). */
export const banners = declareEntity({
  name: 'banners',
  slice: 'content',
  calls: ['Banner', 'Banners'],
  words: {
    one: 'banner',
    many: 'banners',
    isFeminine: false,
    note: '«{precio}» en los textos se vuelve el precio más bajo de lo que muestra el enlace.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'id',
  title: 'title',
  fields: {
    place: {
      kind: 'choice',
      label: 'Lugar',
      values: { hero: 'Principal', promo: 'Promoción', second_hero: 'Segundo principal' },
      editable: 'once',
    },
    picture: { kind: 'text', label: 'Foto', max: 100, form: pictureForm },
    phonePicture: { kind: 'text', label: 'Foto en teléfonos', max: 100, form: pictureForm, isOptional: true },
    alt: {
      kind: 'text',
      label: 'Texto alternativo',
      max: 200,
      hint: 'Qué se ve en la foto, para quien no la ve.',
    },
    title: { kind: 'text', label: 'Título', max: 120 },
    eyebrow: { kind: 'text', label: 'Antetítulo', max: 60, mayBeBlank: true, default: '' },
    text: { kind: 'text', label: 'Texto', max: 300, mayBeBlank: true, default: '' },
    link: {
      kind: 'text',
      label: 'Enlace',
      max: 300,
      form: linkForm,
      hint: 'La página de la tienda que abre: «/televisores».',
    },
    linkLabel: { kind: 'text', label: 'Botón', max: 40, hint: 'Lo que dice el botón: «Ver televisores».' },
    note: { kind: 'text', label: 'Nota', max: 200, mayBeBlank: true, default: '' },
    tone: {
      kind: 'choice',
      label: 'Tono',
      values: { dark: 'Oscuro', light: 'Claro', crimson: 'Carmesí', jade: 'Jade', corn: 'Maíz' },
    },
    startsAt: { kind: 'moment', label: 'Desde', isOptional: true, hint: 'Hora de Guatemala. Vacío: desde ya.' },
    endsAt: { kind: 'moment', label: 'Hasta', isEnd: true, isOptional: true, hint: 'Vacío: no termina solo.' },
    position: { kind: 'whole', label: 'Orden', min: 0, max: 1e6, editable: 'never' },
    state: {
      kind: 'choice',
      label: 'Vigencia',
      values: { current: 'Vigente', planned: 'Programado', ended: 'Terminado' },
      editable: 'never',
    },
  },
  list: {
    columns: ['title', 'place', 'position', 'state', 'startsAt', 'endsAt'],
    filters: ['place', 'state'],
    sorts: ['position', 'title', '-endsAt'],
    search: 'Título o texto',
  },
});
