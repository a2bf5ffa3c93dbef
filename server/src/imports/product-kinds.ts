import { presaleUnitsLeft, skuForm } from '@ceiba/contract/desk/product-fields';
import { type CellResult, type CellValue, fault, readText } from '@ceiba/domain/imports/read-cell';
import { ok } from '@ceiba/domain/result';
import { defaultSlug, slugDescription, slugPattern } from './catalog-kinds.ts';
import {
  type Column,
  choiceColumn,
  dayColumn,
  formColumn,
  given,
  jsonColumn,
  type Kind,
  listColumn,
  reference,
  rowsToWrite,
  textColumn,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';
import { tableKind } from './table-kind.ts';

const attributeMarks = /[|;]/;

/** Parses attributes such as `color|Color|Negro;ram|Memoria RAM|8|GB`: code, label, value and unit of each. */
const readAttributes = (text: string): CellResult => {
  const attributes: CellValue[] = [];
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const [code = '', label = '', value = '', unit = '', ...more] = part.split('|').map((word) => word.trim());
    if (more.length > 0 || !/^[a-z0-9_-]{1,60}$/.test(code) || label === '' || value === '') {
      return fault('INVALID_VALUE', `«${part}» no es un atributo como «ram|Memoria RAM|8|GB».`);
    }
    attributes.push({ code, label, unit: unit === '' ? null : unit, value });
  }
  const whole = readText(text, 4_000);
  return whole.ok ? ok(attributes) : whole;
};

const wordOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value).replaceAll(new RegExp(attributeMarks, 'g'), ' ');

/** Writes attributes in the form of `readAttributes`, whichever code stored them. */
const writeAttributes = (value: CellValue): string =>
  Array.isArray(value)
    ? value
        .map((one: Record<string, CellValue>) => {
          const words = [one['code'], one['label'], one['value'], ...(one['unit'] === null ? [] : [one['unit']])];
          return words.map(wordOf).join('|');
        })
        .join(';')
    : '';

/** The heading of one attribute of a product: `atributo:potencia`. */
export const attributeHeading = (code: string): string => `atributo:${code}`;

/**
 * The column of one attribute. Its cell changes that attribute alone. The product's category declares the attribute's name
 * and unit. An attribute that the category lacks is refused (`partFaults`).
 */
const attributeColumn = (heading: string): Column | undefined => {
  const [, code] = /^atributo: *([a-z0-9_-]{1,60})$/.exec(heading.toLowerCase()) ?? [];
  if (code === undefined) return undefined;
  return {
    ...textColumn(attributeHeading(code), 'null', 200, { isClearable: true }),
    partOf: { name: 'atributos', part: code },
  };
};

/** SQL condition: the row ends a presale whose units have not come (`presale_is_over`). */
const endsPresaleEarly = `(m.was ->> 'preventa')::boolean and not (m.is ->> 'preventa')::boolean and exists (
  select from presale_units u join products p on p.id = u.product_id where p.sku = r.key[1] and u.quantity > 0)`;

/** SQL for the id of the category that row `r` gives or has. */
const categoryOfRow = `(select c.id from categories c where c.path = coalesce(${given('categoria')}, t.now ->> 'categoria'))`;

/**
 * SQL for the given values. If the row gives single attributes, the value contains all attributes of the product: its
 * present attributes, changed by the given ones, in the category's declared form.
 */
const completedAttributes = `case when jsonb_typeof(r.given -> 'atributos') = 'object' then r.given || jsonb_build_object('atributos',
    followed_attributes((select coalesce(jsonb_agg(a.attribute order by a.place), '[]') from (
      select case when r.given -> 'atributos' ? (e.a ->> 'code')
          then e.a || jsonb_build_object('value', r.given -> 'atributos' -> (e.a ->> 'code')) else e.a end as attribute, e.n as place
        from jsonb_array_elements(coalesce(t.now -> 'atributos', '[]')) with ordinality e (a, n)
      union all
      select jsonb_build_object('code', g.key, 'label', g.key, 'unit', null, 'value', g.value), 1000 + row_number() over (order by g.key)
        from jsonb_each(r.given -> 'atributos') g
        where not coalesce(t.now -> 'atributos', '[]') @> jsonb_build_array(jsonb_build_object('code', g.key))) a
      where a.attribute -> 'value' <> 'null'), ${categoryOfRow})) else r.given end`;

const attributesNow = `(select coalesce(jsonb_agg(jsonb_build_object('code', a ->> 'code', 'label', a ->> 'label',
    'value', a ->> 'value', 'unit', nullif(a ->> 'unit', '')) order by n), '[]')
  from jsonb_array_elements(t.attributes) with ordinality e(a, n))`;

/**
 * SQL for the faults of the row's attributes in one text. Null if there are no faults (PROD-03, PROD-07). Adds units
 * that a file leaves out first.
 */
const attributeFaults = (which: string): string => `(select string_agg(f.words, ' ') from categories c
  cross join lateral attribute_faults(followed_attributes(coalesce(nullif(m.is -> 'atributos', 'null'), '[]'), c.id), c.id) f
  where c.path = m.is ->> 'categoria' and ${which})`;

/**
 * SQL for the attributes that separate cells add to the product although its category does not declare them. Null if
 * there are no such attributes.
 */
const strangeAttributes = `(select string_agg('«' || k.code || '»', ', ' order by k.code)
  from (select substring(h from '^atributo:(.*)$') as code from jsonb_object_keys(r.cells) h where h like 'atributo:%') k
  where m.is -> 'atributos' @> jsonb_build_array(jsonb_build_object('code', k.code))
    and not coalesce(m.was -> 'atributos', '[]') @> jsonb_build_array(jsonb_build_object('code', k.code))
    and not exists (select from categories c cross join lateral declared_attributes(c.id) d
      where c.path = m.is ->> 'categoria' and d.code = k.code))`;

const variantOf = (row: string): string =>
  `folded_variant_label(coalesce(nullif(${row} -> 'atributos', 'null'), '[]'), coalesce(${row} ->> 'titulo', ''))`;

/** SQL condition: row `r` adds a variant to its model, or changes the name of a variant. */
const bringsVariant = `m.is ->> 'modelo' is not null and (m.was is null or m.was ->> 'modelo' is distinct from m.is ->> 'modelo'
  or ${variantOf('m.was')} <> ${variantOf('m.is')})`;

/**
 * SQL condition: the model of row `r` already has that variant. Another row of the file may free the name, or leave the
 * model.
 */
const isTwinVariant = `${bringsVariant} and exists (select from products p
    left join import_rows o on o.run_id = r.run_id and o.key = array[p.sku] and o.outcome = 'changed'
    cross join lateral (select o.before || o.given as is) n
  where p.parent_sku = m.is ->> 'modelo' and p.sku <> r.key[1] and (o.row_no is null or n.is ->> 'modelo' = p.parent_sku)
    and case when o.row_no is null then folded_variant_label(p.attributes, p.title) else ${variantOf('n.is')} end = ${variantOf('m.is')})`;

const twinVariant = 'Otra variante del modelo se llama así: cada una tiene otro color, o sin color otro título.';

const changesAttributes = `(m.was is null or m.was -> 'atributos' is distinct from m.is -> 'atributos'
  or m.was -> 'categoria' is distinct from m.is -> 'categoria')`;

const newSlug = defaultSlug(
  'products',
  'sku',
  `(rtrim(left(slug_of(${given('titulo')}), 79 - length(slug_of(r.key[1]))), '-') || '-' || slug_of(r.key[1]))`,
);

const productRows = tableKind({
  name: 'products',
  one: 'product',
  table: 'products',
  key: ['sku'],
  match: 't.sku = r.key[1]',
  order: 't.id',
  columns: [
    formColumn('sku', 't.sku', skuForm.pattern, skuForm.words, {
      about: 'El código del producto. No cambia nunca.',
      example: 'EJEMPLO-1',
      isRequired: true,
      column: 'sku',
    }),
    textColumn('titulo', 't.title', 200, {
      about: 'El nombre que leen los compradores.',
      example: 'Bocina portátil 20 W',
      isRequired: true,
      column: 'title',
    }),
    textColumn('marca', '(select title from brands where id = t.brand_id)', 80, {
      about: 'La marca, como está en «Marcas».',
      isRequired: true,
      refersTo: reference('La marca', 'brands', 'title', { offered: "state <> 'retired'" }),
    }),
    textColumn('categoria', '(select path from categories where id = t.category_id)', 200, {
      about: 'La ruta de su categoría.',
      isRequired: true,
      refersTo: reference('La categoría', 'categories', 'path', { offered: "state <> 'retired'" }),
    }),
    wholeColumn('vendedor', 't.seller_id', 1, 1_000_000, {
      about: 'El número del vendedor. Vacío en uno nuevo: la propia tienda.',
      column: 'seller_id',
      otherwise: '1',
      refersTo: reference('El vendedor', 'sellers', 'id', { type: 'integer', offered: 'is_active' }),
    }),
    textColumn('oferta_id', 't.offer_id', 64, {
      about: 'El código que le da su vendedor. Solo en productos de otros vendedores.',
      isCode: true,
      isClearable: true,
      column: 'offer_id',
    }),
    textColumn('descripcion', `nullif(t.description, '')`, 10_000, {
      about: 'El texto de su página.',
      example: 'Resiste el agua y suena doce horas.',
      hasLines: true,
      isClearable: true,
      column: 'description',
      otherwise: `''`,
    }),
    choiceColumn(
      'tipo',
      't.kind',
      { producto: 'goods', servicio: 'service', 'tarjeta de regalo': 'gift_card' },
      {
        about: 'Lo que es. Vacío en uno nuevo: producto.',
        example: 'producto',
        isFixed: true,
        column: 'kind',
        type: 'product_kind',
        otherwise: `'goods'`,
      },
    ),
    textColumn('modelo', 't.parent_sku', 64, {
      about: 'El código que comparten las variantes de un mismo modelo.',
      isCode: true,
      isClearable: true,
      column: 'parent_sku',
    }),
    jsonColumn(
      'atributos',
      attributesNow,
      {
        accepts: 'código, nombre, valor y unidad como «ram|Memoria RAM|8|GB», separados por «;»',
        read: readAttributes,
        write: writeAttributes,
      },
      { about: 'Sus características.', isClearable: true, column: 'attributes', otherwise: `'[]'` },
    ),
    yesNoColumn('preventa', 't.is_presale', {
      about: 'Si se vende antes de que llegue.',
      example: 'no',
      column: 'is_presale',
      otherwise: 'false',
    }),
    dayColumn('fecha_preventa', 't.presale_date', {
      about: 'Cuándo llega lo que está en preventa.',
      isClearable: true,
      column: 'presale_date',
    }),
    yesNoColumn('sobre_pedido', 't.is_dropshipping', {
      about: 'Si el proveedor lo manda directo al comprador.',
      example: 'no',
      column: 'is_dropshipping',
      otherwise: 'false',
    }),
    yesNoColumn('solo_tienda', 't.is_restricted', {
      about: 'Si solo se recoge en tienda.',
      example: 'no',
      column: 'is_restricted',
      otherwise: 'false',
    }),
    yesNoColumn('motocicleta', 't.is_motorcycle', {
      about: 'Si es una motocicleta, que se entrega de otra manera.',
      example: 'no',
      column: 'is_motorcycle',
      otherwise: 'false',
    }),
    listColumn('etiquetas', 't.internal_tags', {
      about: 'Palabras que solo ve el personal.',
      isClearable: true,
      column: 'internal_tags',
      otherwise: `'{}'`,
    }),
    textColumn('enlace_evento', 't.event_url', 500, {
      about: 'La página de su evento.',
      isCode: true,
      isClearable: true,
      column: 'event_url',
    }),
    yesNoColumn('publicado', 't.is_published', {
      about: 'Si se vende. Vacío en uno nuevo: sí.',
      example: 'no',
      column: 'is_published',
      otherwise: 'true',
    }),
    yesNoColumn('listado', 't.is_listed', {
      about: 'Si sale en listas y búsquedas. Vacío en uno nuevo: sí.',
      example: 'sí',
      column: 'is_listed',
      otherwise: 'true',
    }),
    formColumn('enlace', 't.slug', slugPattern, slugDescription, {
      about: 'La dirección de su página. Vacío en uno nuevo: se forma del título y del código.',
      column: 'slug',
      otherwise: newSlug,
    }),
  ].map((column) => {
    if (column.name === 'marca')
      return {
        ...column,
        set: { column: 'brand_id', value: (text: string) => `(select id from brands where title = ${text})` },
      };
    if (column.name === 'categoria')
      return {
        ...column,
        set: { column: 'category_id', value: (text: string) => `(select id from categories where path = ${text})` },
      };
    return column;
  }),
  // Prevents the planner from reading all products in their order to find one product of a category.
  sample: {
    key: `select array[sku] as key from products
      where $1::text is null or category_id = (select id from categories where path = $1) order by id + 0 limit 1`,
  },
  completed: completedAttributes,
  partOf: attributeColumn,
  partForm: attributeHeading('CÓDIGO'),
  updated: { updated_at: 'now()' },
  checks: [
    {
      column: 'sku',
      code: 'INVALID_VALUE',
      text: 'Ese código es el de la donación.',
      isBroken: `r.key[1] = 'DONAPUENTE'`,
    },
    {
      column: 'sku',
      code: 'TAKEN',
      text: 'Ese código es el código de barras de otro producto.',
      isBroken: `m.was is null and exists (select from product_codes c where c.code in (r.key[1], upper(r.key[1]), lower(r.key[1])))`,
    },
    {
      column: 'categoria',
      code: 'RETIRED',
      text: 'Esa categoría está retirada.',
      isBroken: `coalesce((m.is ->> 'publicado')::boolean, true)
        and exists (select from categories c where c.path = ${given('categoria')} and c.state = 'retired')`,
    },
    {
      column: 'marca',
      code: 'RETIRED',
      text: 'Esa marca está retirada.',
      isBroken: `coalesce((m.is ->> 'publicado')::boolean, true)
        and exists (select from brands b where b.title = ${given('marca')} and b.state = 'retired')`,
    },
    {
      column: 'vendedor',
      code: 'RETIRED',
      text: 'Ese vendedor está retirado.',
      isBroken: `coalesce((m.is ->> 'publicado')::boolean, true)
        and exists (select from sellers s where s.id = (m.is ->> 'vendedor')::integer and not s.is_active)`,
    },
    {
      column: 'oferta_id',
      code: 'REQUIRED',
      text: 'Un producto de otro vendedor necesita el identificador de su oferta.',
      isBroken: `(m.is ->> 'vendedor')::integer <> 1 and m.is ->> 'oferta_id' is null`,
    },
    { column: 'preventa', code: 'INVALID_VALUE', text: presaleUnitsLeft, isBroken: endsPresaleEarly },
    { column: 'modelo', code: 'TAKEN', text: twinVariant, isLate: true, isBroken: isTwinVariant },
    {
      column: 'atributos',
      code: 'INVALID_VALUE',
      text: 'Un atributo no es como lo pide su categoría.',
      says: attributeFaults('not f.is_missing'),
      isBroken: `${changesAttributes} and ${attributeFaults('not f.is_missing')} is not null`,
    },
    {
      column: 'atributos',
      code: 'UNKNOWN_REFERENCE',
      text: 'Su categoría no tiene ese atributo.',
      says: `'Su categoría no tiene ' || ${strangeAttributes} || '.'`,
      isBroken: `${strangeAttributes} is not null`,
    },
    {
      column: 'atributos',
      code: 'REQUIRED',
      text: 'Falta un atributo que su categoría pide.',
      says: attributeFaults('f.is_missing'),
      // Rows without changes are not checked, so that an export of products older than a declaration can be imported without errors.
      isBroken: `m.was is distinct from m.is and coalesce((m.is ->> 'publicado')::boolean, true)
        and ${attributeFaults('f.is_missing')} is not null`,
    },
    {
      column: 'enlace',
      code: 'TAKEN',
      text: 'Otro producto tiene ese enlace.',
      isBroken: `exists (select from products p where p.sku <> r.key[1]
        and p.slug = coalesce(${given('enlace')}, case when m.was is null then ${newSlug} end))`,
    },
  ],
  uniques: [
    { column: 'enlace', value: `coalesce(m.is ->> 'enlace', ${newSlug})` },
    {
      column: 'modelo',
      value: `case when ${bringsVariant} then m.is ->> 'modelo' || chr(10) || ${variantOf('m.is')} end`,
    },
  ],
});

/** Products by their sku, without price, stock and pictures, which have their own files. */
export const products: Kind = {
  ...productRows,
  similarNames: { isBroken: isTwinVariant, why: twinVariant.replace(/\.$/, '') },
  brokenLater: [{ isBroken: endsPresaleEarly, why: presaleUnitsLeft.replace(/\.$/, '') }],
  // Like the desk, locks the oldest variant of a model with any other, so that writers of one model wait for each other.
  lock: `select from products t where t.id in (
      select k.id from ${rowsToWrite()} r join products k on k.sku = r.key[1]
      union select (select f.id from products f where f.parent_sku = v.model order by f.id + 0 limit 1)
        from (select distinct coalesce(k.parent_sku, ${given('modelo')}) as model
          from ${rowsToWrite()} r left join products k on k.sku = r.key[1]) v where v.model is not null)
    order by t.id for no key update of t`,
};
