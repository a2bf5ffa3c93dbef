import { type Field, slugForm, type TextForm } from './fields.ts';

/** Maximum length of a sku, in characters. */
export const skuMaxLength = 64;

/** The code that identifies a product in stock, prices and orders. */
export const skuForm: TextForm = {
  pattern: new RegExp(`^\\S(?:.{0,${skuMaxLength - 2}}\\S)?$`),
  words: `un código de 1 a ${skuMaxLength} letras`,
};

/** Fields of a product in the desk's editor, by group. Labels, limits and messages of form and call are defined here. */
export const productGroups = {
  what: {
    title: { kind: 'text', label: 'Nombre', max: 200 },
    brand: { kind: 'text', label: 'Marca', max: 80 },
    /** The path of the category: `audio/bocinas`. */
    category: { kind: 'text', label: 'Categoría', max: 200 },
    slug: {
      kind: 'text',
      label: 'Enlace',
      max: 80,
      form: slugForm,
      isOptional: true,
      hint: 'Si lo dejas vacío, se hace del nombre. El enlace anterior lleva al nuevo.',
    },
    parentSku: {
      kind: 'text',
      label: 'Familia',
      max: 64,
      isOptional: true,
      hint: 'Las variantes de un mismo modelo llevan la misma.',
    },
    tags: { kind: 'text', label: 'Etiquetas', max: 400, isOptional: true, hint: 'Separadas por comas.' },
  },
  price: {
    regularPrice: { kind: 'money', label: 'Precio', min: 0.01, isOptional: true },
    salesPrice: {
      kind: 'money',
      label: 'Precio de oferta',
      min: 0.01,
      isOptional: true,
      hint: 'Menor que el precio. Vacío: sin oferta.',
    },
    discountEndsAt: {
      kind: 'moment',
      label: 'La oferta termina',
      isEnd: true,
      isOptional: true,
      hint: 'Vacío: no termina sola.',
    },
  },
  texts: {
    description: {
      kind: 'text',
      label: 'Descripción',
      max: 10_000,
      isLong: true,
      mayBeBlank: true,
      hint: 'Una línea en blanco separa párrafos. Las líneas que empiezan con guion y espacio forman una lista.',
    },
  },
  delivery: {
    isPresale: { kind: 'flag', label: 'Preventa', words: ['Sí, se entrega después', 'No'] },
    presaleDate: { kind: 'day', label: 'Se entrega desde', isOptional: true },
    isDropshipping: { kind: 'flag', label: 'Sobre pedido', words: ['Sí, se pide al vender', 'No'] },
    isRestricted: { kind: 'flag', label: 'Entrega', words: ['Solo se recoge en tienda', 'A domicilio y en tienda'] },
    isMotorcycle: { kind: 'flag', label: 'Motocicleta', words: ['Sí', 'No'] },
  },
  sale: {
    /** The number of the seller; 1 is the shop. */
    seller: { kind: 'text', label: 'Vendedor', max: 10 },
    offerId: { kind: 'text', label: 'Oferta del vendedor', max: 64, isOptional: true },
    isListed: { kind: 'flag', label: 'Visibilidad', words: ['Se encuentra al buscar', 'Solo con su enlace'] },
    eventUrl: {
      kind: 'text',
      label: 'Dirección del patrocinio',
      max: 500,
      isOptional: true,
      form: { pattern: /^https:\/\/\S+$/, words: 'una dirección que empieza con https://' },
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Field>>>>;

export const productFields = {
  ...productGroups.what,
  ...productGroups.price,
  ...productGroups.texts,
  ...productGroups.delivery,
  ...productGroups.sale,
} as const;

/** Fields that need `prices.edit`. */
export const priceFields = Object.keys(productGroups.price);

/** A line of the technical sheet: "Memoria RAM: 8 GB". */
export const attributeFields = {
  label: { kind: 'text', label: 'Característica', max: 60 },
  value: { kind: 'text', label: 'Valor', max: 200 },
  unit: { kind: 'text', label: 'Unidad', max: 20, isOptional: true },
} as const satisfies Readonly<Record<string, Field>>;

export const maxAttributes = 60;

/** Labels of the fields that are not entered as text. */
export const productLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(productFields).map(([name, { label }]) => [name, label])),
  attributes: 'Características',
  pictures: 'Fotos',
  sku: 'Código',
  state: 'Estado',
  from: 'Copia de',
  plan: 'Fecha planeada',
  pricePlan: 'Precio planeado',
};

/** Planned moves of a product, as people name them (PROD-01). */
export const planStates = {
  published: 'Publicar',
  draft: 'Quitar de la venta',
  archived: 'Archivar',
} as const;

export const planFields = {
  state: { kind: 'choice', label: 'Qué hacer', values: planStates },
  at: { kind: 'moment', label: 'Cuándo', hint: 'Hora de Guatemala. Ocurre en ese minuto o el siguiente, nunca antes.' },
} as const satisfies Readonly<Record<string, Field>>;

export const pictureLabelField = { kind: 'text', label: 'Texto alternativo', max: 200 } as const satisfies Field;

/** Maximum number of pictures of a product. */
export const maxPictures = 30;

/** Maximum size of a picture in bytes (PROD-06). Below: the limits of each side in pixels. */
export const pictureMaxBytes = 15_000_000;
export const pictureLeastSide = 600;

/** The text for a presale that is to end while its units have not come (WORK-32). */
export const presaleUnitsLeft =
  'Todavía hay cupo de preventa por llegar: quita el cupo que no se vendió, o espera las unidades.';
