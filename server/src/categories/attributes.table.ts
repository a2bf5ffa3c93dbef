import { attributes } from '@ceiba/contract/desk/entities/attributes';
import { ok, refuse } from '@ceiba/domain/result';
import { type EntityValues, tableOf } from '../platform/entities/entity-table.ts';
import { listMisfits } from './attributes.store.ts';

/** SQL of a category's titles from the root: "Audio › Bocinas". */
const categoryText = `(select string_agg(a.title, ' › ' order by a.level)
  from categories c join categories a on a.id = any (c.ancestor_ids) where c.id = t.category_id)`;

const textOf = (values: EntityValues, name: string): string => String(values[name] ?? '');

/** Attributes in their table. Triggers let products, searches and pages follow. */
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
  ],
  rules: [
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
        key,
      }) => `exists (select from categories c join category_attributes o on o.category_id = any (c.ancestor_ids)
        where c.id = ${is('categoryId')} and o.category_id <> c.id and o.id <> ${key} and o.code = ${is('code')})`,
    },
  ],
  search: `t.name || ' ' || t.code || ' ' || coalesce(${categoryText}, '')`,
  // Values of products are in another table, and the refusal lists them: no rule of the written row can do that.
  before: async (tx, { values, before }) => {
    const isSame =
      before !== undefined && ['type', 'unit', 'choices'].every((name) => before[name as 'type'] === values[name]);
    if (isSame) return ok(values);
    const misfits = await listMisfits(tx, {
      categoryId: textOf(values, 'categoryId') || (before?.categoryId ?? ''),
      code: textOf(values, 'code') || (before?.code ?? null),
      name: textOf(values, 'name'),
      type: textOf(values, 'type'),
      units: [before?.unit ?? '', textOf(values, 'unit')],
      choices: textOf(values, 'choices'),
    });
    const [first] = misfits;
    if (first === undefined) return ok(values);
    const field =
      before !== undefined && before.type === values['type']
        ? before.unit === values['unit']
          ? 'choices'
          : 'unit'
        : 'type';
    const shown = misfits.slice(0, 5).map(({ sku, value }) => `${sku}: «${value}»`);
    const rest = first.total - shown.length;
    const text = `No caben los valores de ${first.total === 1 ? '1 producto' : `${first.total} productos`}: ${shown.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}.`;
    return refuse({
      code: 'IN_USE',
      message: text,
      metadata: {
        fields: { [field]: text },
        total: first.total,
        misfits: misfits.map(({ sku, title, value }) => ({ sku, title, value })),
      },
    });
  },
});
