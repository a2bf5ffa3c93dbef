import { attributes } from '@ceiba/contract/desk/entities/attributes';
import { attributeRoles, isAttributeRole, unitsOf } from '@ceiba/domain/catalog/product-facts';
import { ok, refuse } from '@ceiba/domain/result';
import { type EntityRule, type EntityValues, tableOf } from '../platform/entities/entity-table.ts';
import { listMisfits } from './attributes.store.ts';

/** SQL for a category's titles from the root: "Audio › Bocinas". */
const categoryText = `(select string_agg(a.title, ' › ' order by a.level)
  from categories c join categories a on a.id = any (c.ancestor_ids) where c.id = t.category_id)`;

/** Maximum number of counted products. Counting stops there, so that it stays fast. The refusal then says "más de". */
const maxCounted = 50;

const misfitText = (misfits: readonly { sku: string; value: string }[]): string => {
  const shown = misfits.slice(0, 5).map(({ sku, value }) => `${sku}: «${value}»`);
  const rest = misfits.length - shown.length;
  const isMore = misfits.length > maxCounted;
  const count = isMore
    ? `más de ${maxCounted} productos`
    : misfits.length === 1
      ? '1 producto'
      : `${misfits.length} productos`;
  return `No caben los valores de ${count}: ${shown.join(', ')}${isMore ? ' y otros' : rest > 0 ? ` y ${rest} más` : ''}.`;
};

const textOf = (values: EntityValues, name: string): string => String(values[name] ?? '');

/** SQL for a list of texts. */
const listed = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/** Places in a branch where another attribute may have the same role, as `role_elsewhere` returns them. */
const branchPlaces = ['above', 'below'] as const;

const roleTexts = {
  above: 'Ya lo tiene un atributo de una categoría de arriba.',
  below: 'Ya lo tiene un atributo de una categoría de abajo.',
} as const;

/** A role that is a number needs a unit that pages convert. Roles and codes are declared once in a branch. */
const roleRules: readonly EntityRule<keyof typeof attributes.fields>[] = [
  ...Object.keys(attributeRoles)
    .filter(isAttributeRole)
    .flatMap((role): EntityRule<keyof typeof attributes.fields>[] => {
      const units = unitsOf(role);
      return units === undefined
        ? []
        : [
            {
              field: 'role',
              text: `Ese papel es de un número en ${units.join(', ')}.`,
              isBroken: ({ is }) =>
                `${is('role')} = '${role}' and (${is('type')} <> 'number' or ${is('unit')} not in (${listed(units)}))`,
            },
          ];
    }),
  ...branchPlaces.map(
    (place): EntityRule<keyof typeof attributes.fields> => ({
      field: 'role',
      text: roleTexts[place],
      isBroken: ({ is, was, key }) => `${is('role')} is distinct from ${was('role')}
        and role_elsewhere(${is('categoryId')}, ${is('role')}, ${is('code')}, ${key}) = '${place}'`,
    }),
  ),
];

/** The table of attributes. Triggers update products, search and pages. */
export const attributeTable = tableOf(attributes, {
  table: 'category_attributes',
  key: { column: 'id', type: 'integer' },
  columns: {
    name: 'name',
    categoryId: 'category_id',
    type: 'type',
    unit: 'unit',
    choices: 'choices',
    isRequired: 'is_required',
    requiredFrom: 'required_from',
    role: 'role',
    sheetGroup: 'sheet_group',
    isFilterable: 'is_filterable',
    position: 'position',
    code: 'code',
    category: { computed: categoryText },
  },
  defaults: {
    code: (of) => `slug_of(${of('name')})`,
    position: (of) =>
      `(select coalesce(max(s.position), 0) + 1 from category_attributes s where s.category_id = ${of('categoryId')})`,
  },
  constraints: [
    {
      field: 'code',
      constraint: 'category_attributes_category_id_code_key',
      text: 'La categoría ya tiene ese código.',
    },
    {
      field: 'name',
      constraint: 'category_attributes_category_id_name_key',
      text: 'La categoría ya tiene un atributo con ese nombre.',
    },
    {
      field: 'name',
      constraint: 'category_attributes_twins',
      among: ['categoryId'],
      isFolded: true,
      text: 'La categoría ya tiene un atributo con ese nombre. Ni mayúsculas ni tildes hacen otro.',
    },
    {
      field: 'categoryId',
      constraint: 'category_attributes_category_id_fkey',
      text: 'Esa categoría ya no existe.',
      isCheck: true,
    },
    {
      field: 'name',
      constraint: 'category_attributes_code_check',
      text: 'Escribe un nombre con letras o números.',
      isCheck: true,
    },
    {
      field: 'role',
      constraint: 'category_attributes_role',
      among: ['categoryId'],
      text: 'Otro atributo de la categoría tiene ese papel.',
    },
    // A trigger uses these names. It refuses conflicts with other transactions, which the rules below cannot see.
    ...branchPlaces.map((place) => ({
      field: 'role' as const,
      constraint: `category_attributes_role_${place}`,
      text: roleTexts[place],
      isCheck: true as const,
    })),
  ],
  rules: [
    ...roleRules,
    {
      field: 'choices',
      text: 'Escribe los valores de la lista, uno por línea.',
      isBroken: ({ is }) => `${is('type')} = 'choice' and btrim(${is('choices')}, E' \\r\\n') = ''`,
    },
    {
      field: 'choices',
      text: 'Un valor está dos veces.',
      isBroken: ({
        is,
      }) => `${is('type')} = 'choice' and exists (select from unnest(string_to_array(${is('choices')}, E'\\n')) v (line)
        where btrim(line, E' \\r') <> '' group by folded(btrim(line, E' \\r')) having count(*) > 1)`,
    },
    {
      field: 'unit',
      text: 'Solo los números tienen unidad.',
      isBroken: ({ is }) => `${is('type')} <> 'number' and ${is('unit')} <> ''`,
    },
    {
      field: 'code',
      text: 'La búsqueda usa ese código. Elige otro.',
      isBroken: ({ is }) => `${is('code')} in ('category', 'brand', 'seller', 'price')`,
    },
    {
      field: 'code',
      text: 'Ya lo hereda de una categoría de arriba.',
      isBroken: ({
        is,
        was,
        key,
      }) => `${was('code')} is null and exists (select from categories c join category_attributes o on o.category_id = any (c.ancestor_ids)
        where c.id = ${is('categoryId')} and o.category_id <> c.id and o.id <> ${key} and o.code = ${is('code')})`,
    },
  ],
  search: `t.name || ' ' || t.code || ' ' || coalesce(${categoryText}, '')`,
  // The values are in the table of products, and the refusal lists them. A rule of the written row cannot do so.
  before: async (tx, { values, before }) => {
    const isSame =
      before !== undefined && ['type', 'unit', 'choices'].every((name) => before[name as 'type'] === values[name]);
    if (isSame) return ok(values);
    const asked = {
      categoryId: textOf(values, 'categoryId') || (before?.categoryId ?? ''),
      code: textOf(values, 'code') || (before?.code ?? null),
      name: textOf(values, 'name'),
      type: textOf(values, 'type'),
      units: [before?.unit ?? '', textOf(values, 'unit')],
      choices: textOf(values, 'choices'),
    };
    const misfits = await listMisfits(tx, asked, maxCounted + 1);
    if (misfits.length === 0) return ok(values);
    const field =
      before !== undefined && before.type === values['type']
        ? before.unit === values['unit']
          ? 'choices'
          : 'unit'
        : 'type';
    const text = misfitText(misfits);
    return refuse({
      code: 'IN_USE',
      message: text,
      metadata: {
        fields: { [field]: text },
        total: misfits.length,
        misfits: misfits.slice(0, maxCounted).map(({ sku, title, value }) => ({ sku, title, value })),
      },
    });
  },
});
