import { type EntityField, isEditable, isSpare, valuesOf } from '@ceiba/contract/desk/entity';
import type { ImportKind } from '@ceiba/contract/desk/imports';
import { fault } from '@ceiba/domain/imports/read-cell';
import { ok } from '@ceiba/domain/result';
import type { EntityTable } from '../platform/entities/entity-table.ts';
import {
  amountColumn,
  type Column,
  choiceColumn,
  dayColumn,
  formColumn,
  given,
  type Kind,
  listColumn,
  momentColumn,
  momentOf,
  valuesOf as portionValues,
  rowsToWrite,
  tableKind,
  textColumn,
  untilColumn,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';

interface FiledField {
  name: string;
  field: EntityField;
  heading: string;
}

const headingsOf = ({ entity: { fields } }: EntityTable): FiledField[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.file === undefined ? [] : [{ name, field, heading: field.file }],
  );

/** SQL of a default, where a file leaves the field out. */
const defaultSql = (table: EntityTable, { name, field }: FiledField): string | undefined => {
  const { default: otherwise } = field;
  const computed = table.defaults[name];
  if (computed !== undefined) return computed((of) => given(table.entity.fields[of]?.file ?? of));
  if (otherwise === undefined || otherwise === 'computed') return undefined;
  const isAmount = field.kind === 'money' || field.kind === 'percent';
  return isAmount ? String(Math.round(Number(otherwise) * 100)) : `'${String(otherwise).replaceAll("'", "''")}'`;
};

/** Words of a choice in files, with what the database calls each. */
const wordsOf = (field: EntityField): Readonly<Record<string, string>> =>
  field.fileWords ??
  Object.fromEntries(Object.entries(valuesOf(field) ?? {}).map(([value, label]) => [label.toLowerCase(), value]));

/** The column of a field: its cell is read by the limits of its declaration. */
function columnOf(table: EntityTable, filed: FiledField, keyName: string): Column {
  const { name, field, heading } = filed;
  const column = table.columns[name];
  if (typeof column !== 'string') throw new RangeError(`${name} is computed and stands in no file`);
  const now = `t.${column}`;
  const otherwise = defaultSql(table, filed);
  const options = {
    column,
    ...(isSpare(field) ? {} : { isRequired: true }),
    ...(field.editable === 'once' && name !== keyName ? { isFixed: true } : {}),
    ...(field.isOptional && isEditable(field) ? { isClearable: true } : {}),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
  switch (field.kind) {
    case 'text': {
      const { form } = field;
      if (form === undefined) return textColumn(heading, now, field.max, options);
      const read = (typed: string) => {
        const text = field.isUpper ? typed.trim().toUpperCase() : typed.trim();
        return form.pattern.test(text) ? ok(text) : fault('INVALID_VALUE', `«${typed}» no es ${form.words}.`);
      };
      return { ...formColumn(heading, now, form.pattern, form.words, options), read };
    }
    case 'whole':
      return wholeColumn(heading, now, field.min, field.max, options);
    case 'money':
      return amountColumn(heading, now, { ...options, least: Math.round((field.min ?? 0) * 100) });
    case 'percent':
      return amountColumn(heading, now, options);
    case 'day':
      return dayColumn(heading, now, options);
    case 'moment':
      if (!field.isEnd) return momentColumn(heading, now, options);
      // Its last minute belongs to it.
      return { ...untilColumn(heading, now, options), set: { column, value: endOf } };
    case 'flag':
      return yesNoColumn(heading, now, options);
    case 'choice':
      return choiceColumn(heading, now, wordsOf(field), options);
    case 'texts':
      return listColumn(heading, now, options);
  }
}

const endOf = (text: string): string => `(${momentOf(text)} + interval '59.999 seconds')`;

/** SQL of a value of a file's row as its column has it, so that a rule compares the same types as of a single save. */
const typedSql = ({ kind }: EntityField, text: string): string => {
  switch (kind) {
    case 'whole':
      return `(${text})::integer`;
    case 'money':
    case 'percent':
      return `(${text})::bigint`;
    case 'flag':
      return `(${text})::boolean`;
    case 'day':
      return `(${text})::date`;
    case 'moment':
      return momentOf(text);
    default:
      return text;
  }
};

/** SQL: a row in the audit for each row that is written, so that a conflict names who brought the file (OFF-10, OFF-21). */
const auditText = (table: EntityTable, filed: readonly FiledField[]): string => {
  const cellSql = (source: string, { field, heading }: FiledField): string =>
    field.kind === 'money' || field.kind === 'percent'
      ? `to_jsonb(round((${source} ->> '${heading}')::numeric / 100, 2))`
      : `${source} -> '${heading}'`;
  const objectOf = (source: string): string =>
    `coalesce((select jsonb_object_agg(f.name, f.value) from (values ${filed
      .map(({ name, heading, ...rest }) => `('${name}', '${heading}', ${cellSql(source, { name, heading, ...rest })})`)
      .join(', ')}) f (name, heading, value)
      where r.given ? f.heading and (r.before -> f.heading) is distinct from (r.given -> f.heading)), '{}')`;
  return `insert into audit_entries (at, actor_kind, actor_id, actor_name, operation, entity, entity_id, before, after)
    select clock_timestamp(), u.actor_kind, u.actor_id, coalesce(m.name, ''), 'applyImport', '${table.entity.name}', r.key[1],
      case when r.before is null then '{}' else ${objectOf('r.before')} end, ${objectOf('r.given')}
    from ${rowsToWrite()} r join runs u on u.id = r.run_id left join staff_members m on m.id::text = u.actor_id
    order by r.row_no`;
};

/**
 * The kind of files of an entity, from its declaration and its table: what its form refuses its file refuses, by the same limits and rules. The
 * key is a field of its own.
 */
export function entityKind(table: EntityTable, { name, one }: { name: ImportKind; one: string }): Kind {
  const { entity, key, constraints, rules } = table;
  const filed = headingsOf(table);
  const columns = filed.map((each) => columnOf(table, each, entity.key));
  const keyHeading = entity.fields[entity.key]?.file;
  if (keyHeading === undefined) throw new RangeError(`${entity.name} has no key in files`);
  const match = `t.${key.column} = r.key[1]`;
  const valueIn = (source: string) => (field: string) => {
    const declared = entity.fields[field];
    return declared?.file === undefined ? 'null' : typedSql(declared, `(${source} ->> '${declared.file}')`);
  };
  const parts = { is: valueIn('m.is'), was: valueIn('m.was'), key: 'r.key[1]' };
  const columnIn = (field: string): string | undefined => entity.fields[field]?.file;
  const taken = constraints.flatMap(({ field, text, isCheck }) => {
    const column = columnIn(field);
    const own = table.columns[field];
    if (isCheck || column === undefined || field === entity.key || typeof own !== 'string') return [];
    const isBroken = `exists (select from ${table.table} o where o.${own} = ${parts.is(field)} and o.${key.column} <> r.key[1])`;
    return [{ column, code: 'TAKEN', text, isBroken }];
  });
  const kind = tableKind({
    name,
    one,
    table: table.table,
    key: [keyHeading],
    match,
    order: `t.${key.column}`,
    columns,
    checks: [
      ...rules.flatMap(({ field, text, code = 'INVALID_VALUE', isBroken }) => {
        const column = columnIn(field);
        return column === undefined ? [] : [{ column, code, text, isBroken: isBroken(parts) }];
      }),
      ...taken,
    ],
    uniques: taken.map(({ column }) => ({ column, value: `m.is ->> '${column}'` })),
  });
  const audit = auditText(table, filed);
  return {
    ...kind,
    apply: async (tx, portion, ofFile) => {
      const refused = await kind.apply(tx, portion, ofFile);
      await tx.run({ text: audit, values: portionValues(portion) });
      return refused;
    },
  };
}
