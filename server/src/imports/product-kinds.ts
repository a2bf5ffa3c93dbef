import { skuForm } from '@ceiba/contract/desk/product-fields';
import { type CellResult, type CellValue, fault, readText } from '@ceiba/domain/imports/read-cell';
import { ok } from '@ceiba/domain/result';
import { defaultSlug, slug, slugForm } from './catalog-kinds.ts';
import {
  amountColumn,
  type Column,
  choiceColumn,
  dayColumn,
  decimalColumn,
  formColumn,
  given,
  jsonColumn,
  type Kind,
  listColumn,
  momentColumn,
  reference,
  tableKind,
  textColumn,
  untilColumn,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';

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

const writeAttributes = (value: CellValue): string =>
  Array.isArray(value)
    ? value
        .map((one: Record<string, CellValue>) => {
          const words = [one['code'], one['label'], one['value'], ...(one['unit'] === null ? [] : [one['unit']])];
          return words.map(wordOf).join('|');
        })
        .join(';')
    : '';

// Attributes in the form of `readAttributes`, whichever code wrote them.
/** The heading of one attribute of a product: `atributo:potencia`. */
export const attributeHeading = (code: string): string => `atributo:${code}`;

/**
 * The column of one attribute. Its cell changes that attribute alone. Its name and its unit are those that the product's category
 * declares. An attribute that the category lacks is refused (`partFaults`).
 */
const attributeColumn = (heading: string): Column | undefined => {
  const [, code] = /^atributo: *([a-z0-9_-]{1,60})$/.exec(heading.toLowerCase()) ?? [];
  if (code === undefined) return undefined;
  return {
    ...textColumn(attributeHeading(code), 'null', 200, { isClearable: true }),
    partOf: { name: 'atributos', part: code },
  };
};

/** SQL of the id of the category that row `r` gives or has. */
const categoryOfRow = `(select c.id from categories c where c.path = coalesce(${given('categoria')}, t.now ->> 'categoria'))`;

/**
 * SQL of the given values, with all attributes of the product where the row gives single ones: its present attributes, changed by
 * the given ones, as the category declares them.
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

/** SQL of the faults of the row's attributes in one text; null: there are none (PROD-03, PROD-07). Units that a file leaves out are added first. */
const attributeFaults = (which: string): string => `(select string_agg(f.words, ' ') from categories c
  cross join lateral attribute_faults(followed_attributes(coalesce(nullif(m.is -> 'atributos', 'null'), '[]'), c.id), c.id) f
  where c.path = m.is ->> 'categoria' and ${which})`;

/** SQL of the attributes that cells of their own add to the product although its category does not declare them; null: there are none. */
const strangeAttributes = `(select string_agg('«' || k.code || '»', ', ' order by k.code)
  from (select substring(h from '^atributo:(.*)$') as code from jsonb_object_keys(r.cells) h where h like 'atributo:%') k
  where m.is -> 'atributos' @> jsonb_build_array(jsonb_build_object('code', k.code))
    and not coalesce(m.was -> 'atributos', '[]') @> jsonb_build_array(jsonb_build_object('code', k.code))
    and not exists (select from categories c cross join lateral declared_attributes(c.id) d
      where c.path = m.is ->> 'categoria' and d.code = k.code))`;

const changesAttributes = `(m.was is null or m.was -> 'atributos' is distinct from m.is -> 'atributos'
  or m.was -> 'categoria' is distinct from m.is -> 'categoria')`;

const newSlug = defaultSlug(
  'products',
  'sku',
  `(rtrim(left(slug_of(${given('titulo')}), 79 - length(slug_of(r.key[1]))), '-') || '-' || slug_of(r.key[1]))`,
);

/** Products by their sku, without price, stock and pictures, which have files of their own. */
export const products: Kind = tableKind({
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
    formColumn('enlace', 't.slug', slugForm, slug, {
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
  // The planner must not walk all products in their order to find one of a category.
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
      // Rows that change nothing are not checked: an export of products that are older than a declaration can be imported without errors.
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
  uniques: [{ column: 'enlace', value: `coalesce(m.is ->> 'enlace', ${newSlug})` }],
});

/** Extended warranties by their sku (WAR-01, DEC-55): of one product, or of a category and all below it. */
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

/** Services that are done at the buyer's home, by the sku of the service: how soon, where, and for which products (record 0105). */
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

/** Flash sales by product and begin (DEC-27). */
export const flashSales: Kind = tableKind({
  name: 'flash-sales',
  one: 'flash-sale',
  table: 'flash_sales',
  key: ['sku', 'desde'],
  match: `t.product_id = (select id from products where sku = r.key[1]) and t.starts_at = (r.key[2]::timestamp at time zone 'America/Guatemala')`,
  order: 't.product_id, t.starts_at, t.id',
  isRemovable: true,
  // A beginning with seconds has no cell, and would be another sale.
  sample: {
    key: `select array[p.sku, to_char(f.starts_at at time zone 'America/Guatemala', 'YYYY-MM-DD HH24:MI')] as key
      from flash_sales f join products p on p.id = f.product_id
      where f.starts_at = date_trunc('minute', f.starts_at) and f.price < p.sales_price order by f.id limit 1`,
  },
  columns: [
    {
      ...textColumn('sku', '(select sku from products where id = t.product_id)', 64, {
        about: 'El código del producto.',
        example: 'SKU-1',
        isCode: true,
        isRequired: true,
        refersTo: reference('El producto', 'products', 'sku', { isLong: true, offered: 'sales_price > 100' }),
      }),
      set: { column: 'product_id', value: (text) => `(select id from products where sku = ${text})` },
    },
    momentColumn('desde', 't.starts_at', {
      about: 'Cuándo empieza.',
      example: '2040-11-21 08:00',
      isRequired: true,
      column: 'starts_at',
    }),
    untilColumn('hasta', 't.ends_at', {
      about: 'Cuándo termina.',
      example: '2040-11-21 20:00',
      isRequired: true,
      column: 'ends_at',
    }),
    amountColumn('precio', 't.price', {
      about: 'El precio mientras dura, con IVA. Menor que el de siempre.',
      example: '1.00',
      isRequired: true,
      column: 'price',
    }),
  ],
  checks: [
    {
      column: 'hasta',
      code: 'INVALID_VALUE',
      text: 'La venta debe terminar después de empezar.',
      isBroken: `(m.is ->> 'hasta') <= (m.is ->> 'desde')`,
    },
    {
      column: 'precio',
      code: 'PRICE_ORDER',
      text: 'El precio de la venta debe ser menor que el del producto.',
      isBroken: `exists (select from products p where p.sku = r.key[1] and (m.is ->> 'precio')::bigint >= coalesce(p.sales_price, 0))`,
    },
  ],
});
