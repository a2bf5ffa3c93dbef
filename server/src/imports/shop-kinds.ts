import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { bannerTable } from '../content/banners.table.ts';
import { bannerRecipe, productRecipe } from '../media/picture-recipe.ts';
import { takeEntity } from '../platform/entities/put-entity.ts';
import { auditedKind } from './audited-kind.ts';
import { auditedField, checksOf, endOf, type FiledField } from './entity-kind.ts';
import {
  choiceColumn,
  decimalColumn,
  formColumn,
  given,
  jsonColumn,
  type Kind,
  listColumn,
  momentColumn,
  reference,
  rowsToWrite,
  storedPictureColumn,
  textColumn,
  untilColumn,
  valuesOf,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';
import { exceptionsCell, hoursCell } from './store-hours-cells.ts';
import { newKey, tableKind } from './table-kind.ts';

const placeTable = tableKind({
  name: 'places',
  one: 'place',
  table: 'municipios',
  key: ['codigo'],
  match: 't.ine_code = r.key[1]',
  order: 't.region_id, t.position, t.ine_code',
  columns: [
    formColumn('codigo', 't.ine_code', /^\d{4}$/, 'un código del INE como 0101', {
      about: 'El código del municipio según el INE.',
      example: '0101',
      isRequired: true,
      column: 'ine_code',
    }),
    textColumn('departamento', '(select title from departments d where d.region_id = t.region_id)', 60, {
      about: 'Su departamento.',
      example: 'Guatemala',
      isRequired: true,
    }),
    wholeColumn('region', 't.region_id', 1, 9_999, {
      about: 'El número de su departamento: el mismo en todos sus municipios.',
      example: '485',
      isRequired: true,
      column: 'region_id',
    }),
    textColumn('municipio', 't.name', 80, {
      about: 'El nombre del municipio.',
      example: 'Guatemala',
      isRequired: true,
      column: 'name',
    }),
    listColumn('zonas', 't.zones', {
      about: 'Las zonas del municipio. Sin ellas, la dirección no pide zona.',
      example: 'Zona 1|Zona 2',
      isClearable: true,
      column: 'zones',
      otherwise: `'{}'`,
    }),
    wholeColumn('posicion', 't.position', 0, 9_999, {
      about: 'El orden en las listas, de menor a mayor.',
      example: '0',
      column: 'position',
      otherwise: '0',
    }),
  ],
});

/** Municipios to which the shop delivers, with their departments. */
export const places: Kind = {
  ...placeTable,
  tables: ['municipios', 'departments'],
  apply: async (tx, portion, ofFile) => {
    await tx.run({
      text: `insert into departments (region_id, title, position)
        select distinct on ((r.given ->> 'region')::integer) (r.given ->> 'region')::integer, r.given ->> 'departamento', (r.given ->> 'region')::integer - 485
        from ${rowsToWrite()} r where r.given ? 'region' and r.given ? 'departamento' order by 1, r.row_no
        on conflict (region_id) do update set title = excluded.title where departments.title <> excluded.title`,
      values: valuesOf(portion),
    });
    return placeTable.apply(tx, portion, ofFile);
  },
};

/** Places that hold stock, by their code: stores and the central warehouse. */
export const stores: Kind = tableKind({
  name: 'stores',
  one: 'store',
  table: 'stores',
  key: ['codigo'],
  match: 't.store_code = r.key[1]',
  order: 't.position, t.store_code',
  columns: [
    formColumn('codigo', 't.store_code', /^[A-Za-z0-9_-]{1,20}$/, 'un código de hasta 20 letras y números', {
      about: 'El código con que la tienda o la bodega aparece en otros archivos.',
      example: 'ZONA10',
      isRequired: true,
      column: 'store_code',
    }),
    textColumn('nombre', 't.name', 80, {
      about: 'El nombre que leen los compradores.',
      example: 'Tienda Zona 10',
      isRequired: true,
      column: 'name',
    }),
    textColumn('calle', 't.street', 200, {
      about: 'La dirección, sin la zona.',
      example: '12 calle 1-25',
      isRequired: true,
      column: 'street',
    }),
    textColumn('ciudad', 't.city', 80, {
      about: 'La ciudad o el municipio.',
      example: 'Guatemala',
      isRequired: true,
      column: 'city',
    }),
    {
      ...textColumn('departamento', '(select title from departments d where d.region_id = t.region_id)', 60, {
        about: 'El departamento, como está en «Lugares».',
        isRequired: true,
        refersTo: reference('El departamento', 'departments', 'title'),
      }),
      set: {
        column: 'region_id',
        value: (text) => `(select region_id from departments where title = ${text} limit 1)`,
      },
    },
    textColumn('zona', `nullif(t.zone, '')`, 40, {
      about: 'La zona de la ciudad.',
      example: 'Zona 10',
      isClearable: true,
      column: 'zone',
      otherwise: `''`,
    }),
    decimalColumn('latitud', 't.latitude', -90, 90, {
      about: 'Dónde está en el mapa: grados hacia el norte.',
      example: '14.5995',
      isRequired: true,
      column: 'latitude',
    }),
    decimalColumn('longitud', 't.longitude', -180, 180, {
      about: 'Dónde está en el mapa: grados hacia el este. En Guatemala son negativos.',
      example: '-90.5131',
      isRequired: true,
      column: 'longitude',
    }),
    choiceColumn(
      'tipo',
      't.type',
      { tienda: 'tienda', bodega: 'bodega' },
      {
        about: 'Si atiende compradores o solo guarda mercadería.',
        example: 'tienda',
        isRequired: true,
        column: 'type',
      },
    ),
    jsonColumn('horario', 't.hours', hoursCell, {
      about: 'Cuándo abre. Vacío: no se muestra.',
      example: 'lun,mar,mie,jue,vie 09:00-18:00|sab 10:00-14:00',
      isClearable: true,
      column: 'hours',
      otherwise: `'[]'`,
    }),
    jsonColumn('dias_especiales', 't.exceptions', exceptionsCell, {
      about: 'Días con otro horario, y por qué.',
      isClearable: true,
      column: 'exceptions',
      otherwise: `'[]'`,
    }),
    formColumn('telefono', 't.phone', /^[2-9]\d{7}$/, 'un teléfono de 8 números, como 23456789', {
      about: 'El teléfono de la tienda.',
      example: '23456789',
      isClearable: true,
      column: 'phone',
    }),
    yesNoColumn('retiro', 't.is_pickup', {
      about: 'Si los compradores recogen pedidos ahí. Vacío en una nueva: sí.',
      example: 'sí',
      column: 'is_pickup',
      otherwise: 'true',
    }),
    yesNoColumn('bodega_central', 't.is_warehouse', {
      about: 'Si de ahí salen los envíos. Solo una lo es.',
      example: 'no',
      column: 'is_warehouse',
      otherwise: 'false',
    }),
    wholeColumn('piezas_exhibicion', 't.display_units', 0, 99, {
      about: 'Cuántas piezas de cada producto quedan en exhibición y no se prometen. Vacío en una nueva: 0.',
      example: '0',
      column: 'display_units',
      otherwise: '0',
    }),
    listColumn('servicios', 't.services', {
      about: 'Lo que la tienda ofrece, como se lee en su página.',
      isClearable: true,
      column: 'services',
      otherwise: `'{}'`,
    }),
    wholeColumn('posicion', 't.position', 0, 9_999, {
      about: 'El orden en las listas, de menor a mayor.',
      example: '0',
      column: 'position',
      otherwise: '0',
    }),
    // If no address is given, a trigger makes it from the name.
    formColumn('enlace', 't.slug', /^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'una dirección como «zona-10»', {
      about: 'La dirección de su página. Vacío en una nueva: se forma del nombre.',
      column: 'slug',
    }),
  ],
  checks: [
    {
      column: 'bodega_central',
      code: 'TAKEN',
      text: 'Solo puede haber una bodega central.',
      isBroken: `(m.is ->> 'bodega_central')::boolean and exists (select from stores s where s.is_warehouse and s.store_code <> r.key[1])`,
    },
    {
      column: 'enlace',
      code: 'TAKEN',
      text: 'Otra tienda tiene ese enlace.',
      isBroken: `exists (select from stores s where s.slug = ${given('enlace')} and s.store_code <> r.key[1])`,
    },
  ],
  uniques: [
    { column: 'bodega_central', value: `nullif(m.is ->> 'bodega_central', 'false')` },
    { column: 'enlace', value: `m.is ->> 'enlace'` },
  ],
  similarNames: {
    column: 'store_code',
    text: 'Otra tienda tiene ese código. Las mayúsculas no hacen otro.',
    added: { codigo: newKey },
  },
});

/** The fields of a banner that can be imported, with their headings. */
const bannerFields: readonly FiledField[] = Object.entries({
  place: 'lugar',
  eyebrow: 'antetitulo',
  title: 'titulo',
  text: 'texto',
  link: 'enlace',
  linkLabel: 'boton',
  note: 'nota',
  picture: 'imagen',
  tone: 'tono',
  alt: 'alternativo',
  startsAt: 'desde',
  endsAt: 'hasta',
}).flatMap(([name, heading]) => {
  const field = bannerTable.entity.fields[name];
  return field === undefined ? [] : [{ name, field, heading }];
});

const bannerId = `(select t.id::text from banners t where t.place = r.key[1] and t.position = r.key[2]::integer)`;

const bannerFile: Kind = tableKind({
  name: 'banners',
  one: 'banner',
  table: 'banners',
  key: ['lugar', 'posicion'],
  match: 't.place = r.key[1] and t.position = r.key[2]::integer',
  order: 't.place, t.position, t.id',
  checks: checksOf(bannerTable, bannerFields, bannerId),
  // Promotions are small and side by side. Other banners are as wide as the page.
  picture: ([place]) =>
    place === 'promocion' ? { recipe: productRecipe, width: 480 } : { recipe: bannerRecipe, width: 1600 },
  columns: [
    choiceColumn(
      'lugar',
      't.place',
      { principal: 'hero', promocion: 'promo', segundo: 'second_hero' },
      { about: 'En qué parte del inicio se ve.', example: 'promocion', isRequired: true, column: 'place' },
    ),
    wholeColumn('posicion', 't.position', 0, 999, {
      about: 'El orden entre los de su lugar.',
      example: '0',
      isRequired: true,
      column: 'position',
    }),
    textColumn('antetitulo', `nullif(t.eyebrow, '')`, 60, {
      about: 'El texto pequeño de arriba.',
      example: 'Nuevo',
      isClearable: true,
      column: 'eyebrow',
      otherwise: `''`,
    }),
    textColumn('titulo', 't.title', 120, {
      about: 'El texto grande.',
      example: 'Audio para tu sala',
      isRequired: true,
      column: 'title',
    }),
    textColumn('texto', `nullif(t.text, '')`, 300, {
      about: 'Lo que dice debajo.',
      example: 'Bocinas desde Q199',
      isClearable: true,
      column: 'text',
      otherwise: `''`,
    }),
    formColumn('enlace', 't.link', /^\/(?!\/)[^\s\\]{0,300}$/, 'una dirección de la tienda que empieza con «/»', {
      about: 'La página que se abre.',
      example: '/audio',
      isRequired: true,
      column: 'link',
    }),
    textColumn('boton', 't.link_label', 40, {
      about: 'El texto del botón.',
      example: 'Ver bocinas',
      isRequired: true,
      column: 'link_label',
    }),
    textColumn('nota', `nullif(t.note, '')`, 200, {
      about: 'El texto pequeño de abajo.',
      isClearable: true,
      column: 'note',
      otherwise: `''`,
    }),
    storedPictureColumn('t.picture_url', 'banner set <lugar> <posicion>', {
      about: 'La dirección de una imagen que ya subiste en los banners, del ancho de su lugar.',
      example: '/media/00000000000000000000000000000000/480.webp',
      isRequired: true,
      column: 'picture_url',
    }),
    choiceColumn(
      'tono',
      't.tone',
      { oscuro: 'dark', claro: 'light', carmesi: 'crimson', jade: 'jade', maiz: 'corn' },
      { about: 'Los colores. Vacío en uno nuevo: oscuro.', example: 'oscuro', column: 'tone', otherwise: `'dark'` },
    ),
    textColumn('alternativo', `nullif(t.alt, '')`, 200, {
      about: 'Lo que se ve en la imagen, para quien no la ve.',
      isClearable: true,
      column: 'alt',
      otherwise: `''`,
    }),
    momentColumn('desde', 't.starts_at', {
      about: 'Desde cuándo se ve. Vacío: ya.',
      example: '2040-11-21 08:00',
      isClearable: true,
      column: 'starts_at',
    }),
    // The banner is shown until the last second of this minute.
    {
      ...untilColumn('hasta', 't.ends_at', { about: 'Hasta cuándo se ve. Vacío: sin fin.', isClearable: true }),
      set: { column: 'ends_at', value: endOf },
    },
  ],
});

/** The import kind of the home page's banners. Key: place and position. A banner must follow the same rules as at the desk. */
export const banners: Kind = {
  ...auditedKind(bannerFile, {
    entity: bannerTable.entity.name,
    calls: changingCallsOf(bannerTable.entity),
    id: bannerId,
    fields: bannerFields.map(auditedField),
  }),
  removal: {
    call: 'removeBanner',
    take: async (tx, key) => {
      const [found] = await tx.run<{ id: string | null }>({
        text: `select ${bannerId} as id from (select $1::text[] as key) r`,
        values: [key],
      });
      return found?.id == null ? undefined : takeEntity(tx, bannerTable, found.id, 'removeBanner');
    },
  },
};
