import {
  amountColumn,
  decimalColumn,
  formColumn,
  type Kind,
  listColumn,
  reference,
  textColumn,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';
import { tableKind } from './table-kind.ts';

/** Extended warranties by their sku (WAR-01, DEC-55), for one product, or for a category and all below it. */
export const warranties: Kind = tableKind({
  name: 'warranties',
  one: 'warranty',
  table: 'warranties',
  key: ['codigo'],
  match: 't.sku = r.key[1]',
  order: 't.sku',
  columns: [
    formColumn('codigo', 't.sku', /^\S(?:.{0,62}\S)?$/, 'un código de 1 a 64 letras', {
      about: 'El código de la garantía.',
      example: 'GARANTIA-1',
      isRequired: true,
      column: 'sku',
    }),
    textColumn('etiqueta', 't.label', 120, {
      about: 'Lo que lee el comprador.',
      example: 'Garantía extendida de 12 meses',
      isRequired: true,
      column: 'label',
    }),
    amountColumn('precio', 't.amount', {
      about: 'Lo que cuesta, con IVA.',
      example: '199.00',
      isRequired: true,
      column: 'amount',
    }),
    {
      ...textColumn('sku', '(select sku from products where id = t.product_id)', 64, {
        about: 'El producto al que se ofrece. Si es de una categoría, vacío.',
        isCode: true,
        isClearable: true,
        refersTo: reference('El producto', 'products', 'sku', { isLong: true }),
      }),
      set: { column: 'product_id', value: (text) => `(select id from products where sku = ${text})` },
    },
    {
      ...textColumn('categoria', '(select path from categories where id = t.category_id)', 200, {
        about: 'La categoría a la que se ofrece, con todo lo que tiene debajo. Si es de un producto, vacío.',
        isClearable: true,
        refersTo: reference('La categoría', 'categories', 'path', { offered: "state <> 'retired'", isExample: true }),
      }),
      set: { column: 'category_id', value: (text) => `(select id from categories where path = ${text})` },
    },
    yesNoColumn('se_ofrece', 't.is_offered', {
      about: 'Si se ofrece ahora. Vacío en una nueva: sí.',
      example: 'no',
      column: 'is_offered',
      otherwise: 'true',
    }),
  ],
  checks: [
    {
      column: 'sku',
      code: 'INVALID_VALUE',
      text: 'Una garantía es de un producto (sku) o de una categoría (categoria), no de ambos.',
      isBroken: `num_nonnulls(m.is ->> 'sku', m.is ->> 'categoria') <> 1`,
    },
  ],
});

/** Services at the buyer's home, by the sku of the service: how soon, where, and for which products (record 0105). */
export const visits: Kind = tableKind({
  name: 'visits',
  one: 'visit',
  table: 'visits',
  key: ['sku'],
  match: 't.product_id = (select id from products where sku = r.key[1])',
  order: 't.product_id',
  isRemovable: true,
  columns: [
    {
      ...textColumn('sku', '(select sku from products where id = t.product_id)', 64, {
        about: 'El código del servicio.',
        example: 'SKU-1',
        isRequired: true,
        isCode: true,
        refersTo: reference('El servicio', 'products', 'sku', { where: "kind = 'service'", isLong: true }),
      }),
      set: { column: 'product_id', value: (text) => `(select id from products where sku = ${text})` },
    },
    wholeColumn('dias', 't.days', 1, 60, {
      about: 'Los días que faltan, como mínimo, para la visita.',
      example: '3',
      isRequired: true,
      column: 'days',
    }),
    listColumn('cobertura', 't.coverage', {
      about: 'A dónde se va: «Petén» o «Guatemala/Mixco». Vacío: a todo el país.',
      isClearable: true,
      column: 'coverage',
      otherwise: `'{}'`,
    }),
    {
      ...textColumn('categoria', '(select path from categories where id = t.fit_category)', 200, {
        about: 'La categoría de los productos con que se ofrece. Vacío: con todos.',
        isClearable: true,
        refersTo: reference('La categoría', 'categories', 'path', { offered: "state <> 'retired'" }),
      }),
      set: { column: 'fit_category', value: (text) => `(select id from categories where path = ${text})` },
    },
    formColumn('atributo', 't.fit_code', /^[a-z0-9_-]{1,60}$/, 'el código de un atributo como «tamano-de-pantalla»', {
      about: 'El código del atributo que debe estar entre «desde» y «hasta».',
      isClearable: true,
      column: 'fit_code',
    }),
    decimalColumn('desde', 't.fit_from', 0, 1_000_000, {
      about: 'El menor valor del atributo.',
      isClearable: true,
      column: 'fit_from',
    }),
    decimalColumn('hasta', 't.fit_to', 0, 1_000_000, {
      about: 'El mayor valor del atributo.',
      isClearable: true,
      column: 'fit_to',
    }),
  ],
  checks: [
    {
      column: 'cobertura',
      code: 'UNKNOWN_REFERENCE',
      text: 'Un lugar de la cobertura no existe: es un departamento («Petén») o un municipio con el suyo («Guatemala/Mixco»).',
      isBroken: `exists (select from jsonb_array_elements_text(coalesce(nullif(m.is -> 'cobertura', 'null'), '[]')) e
        where not exists (select from departments d where d.title = e)
          and not exists (select from departments d join municipios n on n.region_id = d.region_id where d.title || '/' || n.name = e))`,
    },
    {
      column: 'hasta',
      code: 'INVALID_VALUE',
      text: 'El rango termina antes de empezar.',
      isBroken: `(m.is ->> 'hasta')::double precision < (m.is ->> 'desde')::double precision`,
    },
    {
      column: 'atributo',
      code: 'REQUIRED',
      text: `Un rango («desde», «hasta») necesita el atributo que mide.`,
      isBroken: `m.is ->> 'atributo' is null and num_nonnulls(m.is ->> 'desde', m.is ->> 'hasta') > 0`,
    },
  ],
});
