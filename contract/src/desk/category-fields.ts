import type { TagLook } from '@ceiba/domain/catalog/tags';
import { type Field, slugForm } from './fields.ts';
import { categoryStates } from './lists/categories.ts';

/** Levels of the tree that the desk can create (PROD-08). A file may create two more (record 0121). */
export const maxLevels = 3;

/** The fields of a category that a person types, with their limits. */
export const categoryFields = {
  title: { kind: 'text', label: 'Nombre', max: 80 },
  slug: {
    kind: 'text',
    label: 'Enlace',
    max: 80,
    form: slugForm,
    hint: 'La última parte de su dirección. La dirección anterior lleva a la nueva.',
  },
  state: {
    kind: 'choice',
    label: 'Estado',
    values: categoryStates,
    hint: 'Oculta: ella y las de abajo dejan el menú; sus productos siguen a la venta. Retirada: además, su dirección lleva a la de arriba.',
  },
  description: { kind: 'text', label: 'Descripción', max: 2_000, isLong: true, mayBeBlank: true },
  needsSerial: { kind: 'flag', label: 'Números de serie', words: ['Se piden al empacar', 'No se piden'] },
  guideTitle: {
    kind: 'text',
    label: 'Guía: nombre',
    max: 80,
    mayBeBlank: true,
    hint: 'La guía de instalación de sus productos. Deja los dos campos vacíos si no hay.',
  },
  guideUrl: {
    kind: 'text',
    label: 'Guía: dirección',
    max: 300,
    mayBeBlank: true,
    form: { pattern: /^(?:https:\/\/\S+|\/\S*)$/, words: 'una dirección que empiece con https:// o con /' },
  },
} as const satisfies Readonly<Record<string, Field>>;

/** Names of a tag's colours. */
export const tagLookWords: Readonly<Record<TagLook, string>> = {
  stone: 'Gris',
  crimson: 'Rojo',
  sky: 'Azul',
  jade: 'Verde',
  plume: 'Turquesa',
  corn: 'Amarillo',
};

/** Names of the tag icons that the shop's pages have. */
export const tagIconWords = {
  'badge-check': 'Sello',
  'badge-percent': 'Porcentaje',
  clock: 'Reloj',
  cpu: 'Procesador',
  flame: 'Llama',
  gift: 'Regalo',
  headset: 'Audífonos',
  heart: 'Corazón',
  leaf: 'Hoja',
  lightbulb: 'Foco',
  plug: 'Enchufe',
  ruler: 'Regla',
  'shield-check': 'Escudo',
  smartphone: 'Celular',
  sparkles: 'Destellos',
  star: 'Estrella',
  store: 'Tienda',
  truck: 'Camión',
  tv: 'Televisor',
  wifi: 'Wifi',
  wrench: 'Llave',
  zap: 'Rayo',
} as const;

export const maxTags = 5;
export const tagText = { kind: 'text', label: 'Texto', max: 30 } as const satisfies Field;
