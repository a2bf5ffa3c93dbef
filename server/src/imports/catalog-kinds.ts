import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import { taxRegimeWords } from '@ceiba/domain/sellers/tax-regime';
import { productRecipe } from '../media/picture-recipe.ts';
import { auditedKind } from './audited-kind.ts';
import {
  choiceColumn,
  formColumn,
  given,
  type Kind,
  pictureKeyIn,
  reference,
  rowsToWrite,
  storedPictureColumn,
  textColumn,
  valuesOf,
  wholeColumn,
} from './import-kind.ts';
import { newKey, tableKind } from './table-kind.ts';

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** The form of an address, as error messages describe it. */
export const slugDescription = 'una dirección como «televisor-55»: minúsculas, números y guiones';

/**
 * SQL for the default address of row `r`: `base`, plus a suffix if another row of the shop or of the file would get the
 * same address. $1 is the run of the file. The keys of such rows differ only by capitals or punctuation.
 */
export const defaultSlug = (table: string, key: string, base: string): string =>
  `${base} || case when exists (select from ${table} k where k.slug = ${base} and k.${key} <> r.key[1])
    or slug_of(r.key[1]) in (select slug_of(o.key[1]) from import_rows o where o.run_id = $1 group by 1 having count(distinct o.key) > 1)
    then '-' || left(md5(r.key[1]), 6) else '' end`;

/** The states of an object: shown to shoppers, hidden for a while, or retired for good. */
const stateColumn = choiceColumn(
  'estado',
  't.state',
  { visible: 'visible', oculta: 'hidden', retirada: 'retired' },
  {
    about: '«visible»: se ve en la tienda. «oculta»: por ahora no. «retirada»: ya no vuelve.',
    example: 'oculta',
    column: 'state',
    otherwise: `'visible'`,
  },
);

/** Checks of `estado` and `reemplazo`, for every kind whose objects can be retired. */
const replacementChecks = [
  {
    column: 'reemplazo',
    code: 'INVALID_VALUE',
    text: 'Solo lo que está retirado tiene un reemplazo, y no se reemplaza a sí mismo.',
    isBroken: `m.is ->> 'reemplazo' is not null
      and (coalesce(m.is ->> 'estado', 'visible') <> 'retired' or m.is ->> 'reemplazo' = r.key[1])`,
  },
];

/**
 * SQL for the key under which the shop has the object of row `r`: the old key, or the new key if the object was already
 * renamed.
 */
const currentKeySql = (table: string, column: string, renamed: string): string =>
  `case when exists (select from ${table} k where k.${column} = r.key[1]) then r.key[1] else ${given(renamed)} end`;

const brandSlug = defaultSlug('brands', 'title', 'slug_of(r.key[1])');

const brandRows = tableKind({
  name: 'brands',
  one: 'brand',
  table: 'brands',
  key: ['marca'],
  match: `t.title = ${currentKeySql('brands', 'title', 'nueva_marca')}`,
  order: 't.title',
  columns: [
    textColumn('marca', 't.title', 80, {
      about: 'El nombre de la marca, como se lee en la tienda.',
      example: 'Volcán',
      isRequired: true,
      column: 'title',
      currentValueSql: 'r.key[1]',
    }),
    formColumn('enlace', 't.slug', slugPattern, slugDescription, {
      about: 'La dirección de su página. Vacío en una nueva: se forma del nombre.',
      column: 'slug',
      otherwise: brandSlug,
    }),
    textColumn('nueva_marca', 'null', 80, {
      about: 'El nombre nuevo, para cambiarlo. La columna «marca» dice el actual.',
      isChange: true,
      currentValueSql: `case when t.title = ${given('nueva_marca')} then t.title end`,
      column: 'title',
    }),
    stateColumn,
    {
      ...textColumn('reemplazo', '(select title from brands b where b.id = t.replaced_by)', 80, {
        about: 'La marca a la que lleva la dirección de una retirada.',
        isClearable: true,
        refersTo: reference('La marca', 'brands', 'title', { offered: "state <> 'retired'" }),
      }),
      set: { column: 'replaced_by', value: (text) => `(select id from brands where title = ${text})` },
    },
  ],
  similarNames: {
    column: 'title',
    text: 'Otra marca se llama así. Ni mayúsculas ni tildes hacen otra.',
    added: {
      marca: newKey,
      nueva_marca: `case when m.was is not null and m.was ->> 'nueva_marca' is null then ${given('nueva_marca')} end`,
    },
  },
  checks: [
    ...replacementChecks,
    {
      column: 'marca',
      code: 'UNKNOWN_REFERENCE',
      text: 'No hay una marca con ese nombre a la que cambiárselo.',
      isBroken: `m.was is null and ${given('nueva_marca')} is not null`,
    },
    {
      column: 'estado',
      code: 'IN_USE',
      text: 'Todavía tiene productos publicados: cámbiales la marca antes de retirarla.',
      isBroken: `m.is ->> 'estado' = 'retired' and m.was ->> 'estado' is distinct from 'retired'
        and exists (select from products p join brands b on b.id = p.brand_id where b.title = r.key[1] and p.is_published)`,
    },
    {
      column: 'enlace',
      code: 'TAKEN',
      text: 'Otra marca tiene ese enlace.',
      isBroken: `exists (select from brands b where b.slug = coalesce(${given('enlace')}, case when m.was is null then ${brandSlug} end)
        and b.title <> r.key[1])`,
    },
  ],
  uniques: [{ column: 'enlace', value: `coalesce(m.is ->> 'enlace', ${brandSlug})` }],
});

/** The import kind of brands. Key: the name. `nueva_marca` renames a brand. The audit identifies a brand by its ID, as the desk's calls do. */
export const brands: Kind = auditedKind(brandRows, {
  entity: 'brands',
  calls: ['createBrand', 'changeBrand'],
  id: `(select id::text from brands where title = coalesce(${given('nueva_marca')}, r.key[1]))`,
  fields: [
    { name: 'title', heading: 'marca' },
    {
      name: 'title',
      heading: 'nueva_marca',
      valueIn: (source) => (source === 'r.before' ? 'to_jsonb(r.key[1])' : `${source} -> 'nueva_marca'`),
    },
    { name: 'slug', heading: 'enlace' },
    { name: 'state', heading: 'estado' },
    { name: 'replacement', heading: 'reemplazo' },
  ],
});

/**
 * The import kind of sellers. Key: the number. Number 1 is the shop itself. The address is computed from the name
 * (SEL-04), the IVA from the tax regime (DEC-233).
 */
export const sellers: Kind = tableKind({
  name: 'sellers',
  one: 'seller',
  table: 'sellers',
  key: ['vendedor'],
  match: 't.id = r.key[1]::integer',
  order: 't.id',
  columns: [
    wholeColumn('vendedor', 't.id', 1, 1_000_000, {
      about: 'El número del vendedor. El 1 es la propia tienda.',
      example: '2',
      isRequired: true,
      column: 'id',
    }),
    textColumn('nombre', 't.title', 80, {
      about: 'El nombre que leen los compradores.',
      example: 'Lagarto Audio',
      isRequired: true,
      column: 'title',
    }),
    textColumn('enlace', 't.slug', 100, { isDerived: true, column: 'slug' }),
    wholeColumn('dias', 't.lead_days', 0, 60, {
      about: 'Los días que tarda en entregar a la tienda.',
      example: '3',
      column: 'lead_days',
      otherwise: '0',
    }),
    choiceColumn('iva', 't.tax_regime', taxRegimeWords, {
      about: 'Su régimen ante la SAT. Vacío en uno nuevo: general.',
      example: 'general',
      column: 'tax_regime',
      otherwise: `'general'`,
    }),
  ],
  derive: ({ nombre }) => (typeof nombre === 'string' ? { enlace: sellerSlug(nombre) } : {}),
  checks: [
    {
      column: 'nombre',
      code: 'TAKEN',
      text: 'Otro vendedor tiene un nombre con la misma dirección, o el nombre no tiene letras.',
      isBroken: `${given('enlace')} = '' or exists (select from sellers s where s.slug = ${given('enlace')} and s.id <> r.key[1]::integer)`,
    },
  ],
  uniques: [{ column: 'nombre', value: `m.is ->> 'enlace'` }],
});

/** A category's tile shows the picture at this width. */
const tilePicture = { recipe: productRecipe, width: 480 } as const;

const pathPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){0,4}$/;
const parentPath = `nullif(regexp_replace(r.key[1], '/?[^/]+$', ''), '')`;
// SQL for the paths of all parents of the row. A row is rejected if a parent is neither in the shop nor a valid row of
// the file.
const pathsAbove = `select array_to_string((string_to_array(r.key[1], '/'))[1:n], '/')
  from generate_series(1, cardinality(string_to_array(r.key[1], '/')) - 1) n`;

const parentOfNew = `nullif(regexp_replace(${given('nueva_ruta')}, '/?[^/]+$', ''), '')`;
const levelsOf = (path: string): string => `cardinality(string_to_array(${path}, '/'))`;

const categoryTable: Kind = tableKind({
  name: 'categories',
  one: 'category',
  table: 'categories',
  key: ['ruta'],
  match: `t.path = ${currentKeySql('categories', 'path', 'nueva_ruta')}`,
  order: 't.level, t.path',
  isInsertedElsewhere: true,
  columns: [
    formColumn('ruta', 't.path', pathPattern, 'una ruta como «tv-y-video/televisores», de cinco niveles a lo más', {
      about: 'La dirección de la categoría: primero la de arriba, después la suya.',
      example: 'audio',
      isRequired: true,
      currentValueSql: 'r.key[1]',
    }),
    formColumn('nueva_ruta', 'null', pathPattern, 'una ruta como «tv-y-video/televisores», de cinco niveles a lo más', {
      about: 'La ruta nueva, para moverla con todo lo que tiene debajo. La columna «ruta» dice la actual.',
      isChange: true,
      currentValueSql: `case when t.path = ${given('nueva_ruta')} then t.path end`,
    }),
    stateColumn,
    {
      ...textColumn('reemplazo', '(select path from categories b where b.id = t.replaced_by)', 200, {
        about: 'La ruta de la categoría a la que lleva una retirada.',
        isClearable: true,
        refersTo: reference('La categoría', 'categories', 'path', { offered: "state <> 'retired'" }),
      }),
      set: { column: 'replaced_by', value: (text) => `(select id from categories where path = ${text})` },
    },
    textColumn('titulo', 't.title', 80, {
      about: 'El nombre que leen los compradores.',
      example: 'Audio',
      isRequired: true,
      column: 'title',
    }),
    wholeColumn('posicion', 't.position', 0, 9_999, {
      about: 'El orden en las listas, de menor a mayor.',
      example: '1',
      column: 'position',
      otherwise: '0',
    }),
    textColumn('descripcion', `nullif(t.description, '')`, 2_000, {
      about: 'El texto de su página.',
      example: 'Bocinas y audífonos.',
      hasLines: true,
      isClearable: true,
      column: 'description',
      otherwise: `''`,
    }),
    {
      ...storedPictureColumn(`'/media/' || t.picture_key || '/${tilePicture.width}.webp'`, 'category set <ruta>', {
        about: 'La imagen de la categoría en el inicio y en los menús.',
        isClearable: true,
        refersTo: {
          exists: (text) => `(select from media where key = ${pictureKeyIn(text)})`,
          what: 'La imagen',
        },
      }),
      set: { column: 'picture_key', value: pictureKeyIn },
    },
  ],
  uniques: [{ column: 'nueva_ruta', value: `m.is ->> 'nueva_ruta'` }],
  checks: [
    ...replacementChecks,
    {
      column: 'ruta',
      code: 'UNKNOWN_REFERENCE',
      text: 'No hay una categoría con esa ruta que mover.',
      isBroken: `m.was is null and ${given('nueva_ruta')} is not null`,
    },
    {
      column: 'nueva_ruta',
      code: 'TAKEN',
      text: 'Otra categoría tiene esa ruta.',
      isBroken: `m.was ->> 'nueva_ruta' is null and exists (select from categories c where c.path = ${given('nueva_ruta')})`,
    },
    {
      column: 'nueva_ruta',
      code: 'INVALID_VALUE',
      text: 'Una categoría no queda debajo de sí misma.',
      isBroken: `starts_with(${given('nueva_ruta')}, r.key[1] || '/')`,
    },
    {
      column: 'nueva_ruta',
      code: 'IN_USE',
      text: 'Dos atributos de la rama tendrían el mismo papel: quítaselo a uno antes de moverla.',
      isBroken: `exists (
        select from categories c join category_attributes a on a.category_id = c.id
          join category_attributes b on b.role = a.role and b.code <> a.code join categories p on p.id = b.category_id
        where (c.path = r.key[1] or starts_with(c.path, r.key[1] || '/'))
          and starts_with(${given('nueva_ruta')}, p.path || '/') and p.id <> all (c.ancestor_ids))`,
    },
    {
      column: 'nueva_ruta',
      code: 'OUT_OF_RANGE',
      text: 'Con las que tiene debajo pasaría de cinco niveles.',
      isBroken: `${levelsOf(given('nueva_ruta'))} - ${levelsOf('r.key[1]')}
        + (select max(c.level) from categories c where c.path = r.key[1] or starts_with(c.path, r.key[1] || '/')) > 5`,
    },
    {
      column: 'nueva_ruta',
      code: 'UNKNOWN_REFERENCE',
      text: 'La categoría de arriba no existe ni está en el archivo.',
      isLate: true,
      isBroken: `${parentOfNew} is not null and not exists (select from categories c where c.path = ${parentOfNew})
        and not exists (select from import_rows o where o.run_id = r.run_id and o.outcome not in ('wrong', 'conflict')
          and (o.key = array[${parentOfNew}] or o.given ->> 'nueva_ruta' = ${parentOfNew}))`,
    },
    {
      column: 'estado',
      code: 'IN_USE',
      text: 'Todavía tiene productos publicados: muévelos a otra categoría antes de retirarla.',
      isBroken: `m.is ->> 'estado' = 'retired' and m.was ->> 'estado' is distinct from 'retired'
        and exists (select from products p join categories c on c.id = p.category_id
          where p.is_published and (c.path = r.key[1] or starts_with(c.path, r.key[1] || '/')))`,
    },
    {
      column: 'ruta',
      code: 'UNKNOWN_REFERENCE',
      text: 'La categoría de arriba no existe ni está en el archivo.',
      isLate: true,
      isBroken: `m.was is null and ${parentPath} is not null
        and exists (select from (${pathsAbove}) a (path)
          where not exists (select from categories c where c.path = a.path)
            and not exists (select from import_rows o
              where o.run_id = r.run_id and o.key = array[a.path] and o.outcome not in ('wrong', 'conflict')))`,
    },
  ],
});

// Categories are written level by level, because each needs its parent. Numbers continue from the highest number, even
// if that category was removed.
const insertLevel = `insert into categories (id, parent_id, path, slug, title, level, position, ancestor_ids, description, picture_key, state)
  select n.id, p.id, r.key[1], regexp_replace(r.key[1], '^.*/', ''), ${given('titulo')}, $4::integer,
    coalesce(${given('posicion')}::integer, 0), coalesce(p.ancestor_ids, '{}') || n.id, coalesce(${given('descripcion')}, ''),
    ${pictureKeyIn(given('imagen'))}, coalesce(${given('estado')}, 'visible')
  from (select *, row_number() over (order by row_no) as n from ${rowsToWrite(`'new'`)} u
        where cardinality(string_to_array(key[1], '/')) = $4::integer) r
    left join categories p on p.path = ${parentPath}
    cross join lateral (select ((select next_category_number()) + r.n - 1)::integer as id) n
  order by r.n`;

// Selected by ID, because an earlier row may have moved the category together with its parent.
const moveText = `select set_category_path(c.id, ${given('nueva_ruta')})
  from ${rowsToWrite(`'changed'`)} r join categories c on c.path = r.key[1] where ${given('nueva_ruta')} is not null order by r.row_no`;

/** Locks the tree for a portion. */
export const lockTree =
  'select pg_advisory_xact_lock(4232004) where $1::uuid is not null and $2::integer <= $3::integer';

/**
 * Categories by their path. `nueva_ruta` renames or moves a category with all below it. A file may contain a category
 * and its parent in any order.
 */
export const categories: Kind = {
  ...categoryTable,
  isUndivided: true,
  isRechecked: true,
  picture: () => tilePicture,
  lock: lockTree,
  apply: async (tx, portion, ofFile) => {
    for (let level = 1; level <= 5; level += 1)
      await tx.run({ text: insertLevel, values: [...valuesOf(portion), level] });
    const refused = await categoryTable.apply(tx, portion, ofFile);
    if (ofFile.some(({ name }) => name === 'nueva_ruta')) await tx.run({ text: moveText, values: valuesOf(portion) });
    return refused;
  },
};
