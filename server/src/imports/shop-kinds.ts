import { bannerRecipe, productRecipe } from '../media/picture-recipe.ts';
import {
  choiceColumn,
  decimalColumn,
  formColumn,
  given,
  jsonColumn,
  type Kind,
  listColumn,
  momentColumn,
  rowsToWrite,
  storedPictureColumn,
  tableKind,
  textColumn,
  untilColumn,
  valuesOf,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';
import { exceptionsCell, hoursCell } from './store-hours-cells.ts';

const placeTable = tableKind({
  name: 'places',
  one: 'place',
  table: 'municipios',
  key: ['codigo'],
  match: 't.ine_code = r.key[1]',
  order: 't.region_id, t.position, t.ine_code',
  columns: [
    formColumn('codigo', 't.ine_code', /^\d{4}$/, 'un código del INE como 0101', {
      isRequired: true,
      column: 'ine_code',
    }),
    textColumn('departamento', '(select title from departments d where d.region_id = t.region_id)', 60, {
      isRequired: true,
    }),
    wholeColumn('region', 't.region_id', 1, 9_999, { isRequired: true, column: 'region_id' }),
    textColumn('municipio', 't.name', 80, { isRequired: true, column: 'name' }),
    listColumn('zonas', 't.zones', { isClearable: true, column: 'zones', otherwise: `'{}'` }),
    wholeColumn('posicion', 't.position', 0, 9_999, { column: 'position', otherwise: '0' }),
  ],
});

/** Municipios with their departments: where the shop delivers. */
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

/** Places that hold stock, by their code: stores, and the central warehouse. */
export const stores: Kind = tableKind({
  name: 'stores',
  one: 'store',
  table: 'stores',
  key: ['codigo'],
  match: 't.store_code = r.key[1]',
  order: 't.position, t.store_code',
  columns: [
    formColumn('codigo', 't.store_code', /^[A-Za-z0-9_-]{1,20}$/, 'un código de hasta 20 letras y números', {
      isRequired: true,
      column: 'store_code',
    }),
    textColumn('nombre', 't.name', 80, { isRequired: true, column: 'name' }),
    textColumn('calle', 't.street', 200, { isRequired: true, column: 'street' }),
    textColumn('ciudad', 't.city', 80, { isRequired: true, column: 'city' }),
    {
      ...textColumn('departamento', '(select title from departments d where d.region_id = t.region_id)', 60, {
        isRequired: true,
        refersTo: { exists: (text) => `(select from departments where title = ${text})`, what: 'El departamento' },
      }),
      set: {
        column: 'region_id',
        value: (text) => `(select region_id from departments where title = ${text} limit 1)`,
      },
    },
    textColumn('zona', `nullif(t.zone, '')`, 40, { isClearable: true, column: 'zone', otherwise: `''` }),
    decimalColumn('latitud', 't.latitude', -90, 90, { isRequired: true, column: 'latitude' }),
    decimalColumn('longitud', 't.longitude', -180, 180, { isRequired: true, column: 'longitude' }),
    choiceColumn('tipo', 't.type', { tienda: 'tienda', bodega: 'bodega' }, { isRequired: true, column: 'type' }),
    jsonColumn('horario', 't.hours', hoursCell, { isClearable: true, column: 'hours', otherwise: `'[]'` }),
    jsonColumn('dias_especiales', 't.exceptions', exceptionsCell, {
      isClearable: true,
      column: 'exceptions',
      otherwise: `'[]'`,
    }),
    formColumn('telefono', 't.phone', /^[2-9]\d{7}$/, 'un teléfono de 8 números, como 23456789', {
      isClearable: true,
      column: 'phone',
    }),
    yesNoColumn('retiro', 't.is_pickup', { column: 'is_pickup', otherwise: 'true' }),
    yesNoColumn('bodega_central', 't.is_warehouse', { column: 'is_warehouse', otherwise: 'false' }),
    wholeColumn('piezas_exhibicion', 't.display_units', 0, 99, { column: 'display_units', otherwise: '0' }),
    listColumn('servicios', 't.services', { isClearable: true, column: 'services', otherwise: `'{}'` }),
    wholeColumn('posicion', 't.position', 0, 9_999, { column: 'position', otherwise: '0' }),
    // A trigger makes the address from the name if none is given.
    formColumn('enlace', 't.slug', /^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'una dirección como «zona-10»', { column: 'slug' }),
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
});

/** Banners of the home page by place and position. */
export const banners: Kind = tableKind({
  name: 'banners',
  one: 'banner',
  table: 'banners',
  key: ['lugar', 'posicion'],
  match: 't.place = r.key[1] and t.position = r.key[2]::integer',
  order: 't.place, t.position, t.id',
  isRemovable: true,
  // Promotions are shown small, next to each other; other banners are as wide as the page.
  picture: ([place]) =>
    place === 'promocion' ? { recipe: productRecipe, width: 480 } : { recipe: bannerRecipe, width: 1600 },
  columns: [
    choiceColumn(
      'lugar',
      't.place',
      { principal: 'hero', promocion: 'promo', segundo: 'second_hero' },
      { isRequired: true, column: 'place' },
    ),
    wholeColumn('posicion', 't.position', 0, 999, { isRequired: true, column: 'position' }),
    textColumn('antetitulo', `nullif(t.eyebrow, '')`, 60, { isClearable: true, column: 'eyebrow', otherwise: `''` }),
    textColumn('titulo', 't.title', 120, { isRequired: true, column: 'title' }),
    textColumn('texto', `nullif(t.text, '')`, 300, { isClearable: true, column: 'text', otherwise: `''` }),
    formColumn('enlace', 't.link', /^\/(?!\/)[^\s\\]{0,300}$/, 'una dirección de la tienda que empieza con «/»', {
      isRequired: true,
      column: 'link',
    }),
    textColumn('boton', 't.link_label', 40, { isRequired: true, column: 'link_label' }),
    textColumn('nota', `nullif(t.note, '')`, 200, { isClearable: true, column: 'note', otherwise: `''` }),
    storedPictureColumn('t.picture_url', 'banner set <lugar> <posicion>', { isRequired: true, column: 'picture_url' }),
    choiceColumn(
      'tono',
      't.tone',
      { oscuro: 'dark', claro: 'light', carmesi: 'crimson', jade: 'jade', maiz: 'corn' },
      { column: 'tone', otherwise: `'dark'` },
    ),
    textColumn('alternativo', `nullif(t.alt, '')`, 200, { isClearable: true, column: 'alt', otherwise: `''` }),
    momentColumn('desde', 't.starts_at', { isClearable: true, column: 'starts_at' }),
    untilColumn('hasta', 't.ends_at', { isClearable: true, column: 'ends_at' }),
  ],
});
