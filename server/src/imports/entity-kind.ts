import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { type EntityField, isEditable, mayBeAbsent, valuesOf } from '@ceiba/contract/desk/entity';
import { hasForm } from '@ceiba/contract/desk/fields';
import type { ImportKind } from '@ceiba/contract/desk/import-kinds';
import type { NameKind } from '@ceiba/contract/desk/list';
import { fault } from '@ceiba/domain/imports/read-cell';
import { ok } from '@ceiba/domain/result';
import type { EntityTable } from '../platform/entities/entity-table.ts';
import { type AuditedField, auditedKind } from './audited-kind.ts';
import {
  amountColumn,
  type Check,
  type Column,
  calledMoment,
  choiceColumn,
  dayColumn,
  decimalColumn,
  formColumn,
  given,
  jsonColumn,
  type Kind,
  momentColumn,
  momentOf,
  reference,
  textColumn,
  untilColumn,
  wholeColumn,
  yesNoColumn,
} from './import-kind.ts';
import { exceptionsCell, hoursCell } from './store-hours-cells.ts';
import { tableKind } from './table-kind.ts';

/** A field with its heading in files. */
export interface FiledField {
  name: string;
  field: EntityField;
  heading: string;
}

const headingsOf = ({ entity: { fields } }: EntityTable): FiledField[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.file === undefined ? [] : [{ name, field, heading: field.file }],
  );

/** The column by which files refer to rows of another table, such as a name. */
const namedRows: { readonly [N in NameKind]?: { what: string; table: string; column: string } } = {
  category: { what: 'La categoría', table: 'categories', column: 'path' },
};

const targetOf = (field: EntityField) => (field.kind === 'reference' ? namedRows[field.names] : undefined);

/** SQL for the default value of a field that the file leaves out. */
const defaultSql = (table: EntityTable, { name, field }: FiledField): string | undefined => {
  const { default: otherwise } = field;
  const computed = table.defaults[name];
  if (computed !== undefined) {
    const { fields } = table.entity;
    return computed((of) => typedSql(fields[of] ?? field, given(fields[of]?.file ?? of)));
  }
  if (otherwise === undefined || otherwise === 'computed') return undefined;
  const isAmount = field.kind === 'money' || field.kind === 'percent';
  return isAmount ? String(Math.round(Number(otherwise) * 100)) : `'${String(otherwise).replaceAll("'", "''")}'`;
};

/** The words of a choice in files, with their database values. They are the form's words in lower case. */
const wordsOf = (field: EntityField): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(valuesOf(field) ?? {}).map(([value, label]) => [label.toLowerCase(), value]));

/** Creates the column of a field. Its cells are checked by the limits of the field's declaration. */
function columnOf(table: EntityTable, filed: FiledField, keys: readonly string[]): Column {
  const { name, field, heading } = filed;
  const column = table.columns[name];
  if (typeof column !== 'string') throw new RangeError(`${name} is computed and is in no file`);
  const isKey = keys.includes(name);
  // In this field an empty text is allowed, so `[borrar]` stores an empty text.
  const isBlank = field.kind === 'text' && field.mayBeBlank === true && !isKey;
  const now = isBlank ? `nullif(t.${column}, '')` : `t.${column}`;
  const otherwise = defaultSql(table, filed);
  const options = {
    column,
    about: [`${field.label}.`, ...(field.hint === undefined ? [] : [field.hint])].join(' '),
    ...(field.example === undefined ? {} : { example: field.example }),
    ...(mayBeAbsent(field) && !isKey ? {} : { isRequired: true }),
    ...(field.editable === 'once' && !isKey ? { isFixed: true } : {}),
    ...((field.isOptional || isBlank) && isEditable(field) ? { isClearable: true } : {}),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
  switch (field.kind) {
    case 'text': {
      const { form } = field;
      if (form === undefined)
        return textColumn(heading, now, field.max, { ...options, hasLines: field.isLong === true });
      const read = (typed: string) => {
        const text = field.isUpper ? typed.trim().toUpperCase() : typed.trim();
        return hasForm(form, text) ? ok(text) : fault('INVALID_VALUE', `«${typed}» no es ${form.words}.`);
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
      // The last minute is included.
      return { ...untilColumn(heading, now, options), set: { column, value: endOf } };
    case 'flag':
      return yesNoColumn(heading, now, options);
    case 'decimal':
      return decimalColumn(heading, now, field.min, field.max, options);
    case 'hours':
      return jsonColumn(heading, now, hoursCell, options);
    case 'exceptions':
      return jsonColumn(heading, now, exceptionsCell, options);
    case 'reference': {
      const target = targetOf(field);
      if (target !== undefined) {
        const { what, table: other, column: known } = target;
        const refersTo = reference(what, other, known);
        const named = `(select n.${known} from ${other} n where n.id = ${now})`;
        return {
          ...textColumn(heading, named, 200, { ...options, refersTo }),
          set: { column, value: (text) => typedSql(field, text) },
        };
      }
      if (field.isCode) return textColumn(heading, now, 64, options);
      return wholeColumn(heading, now, 1, 999_999_999, options);
    }
    case 'choice':
      return choiceColumn(heading, now, wordsOf(field), options);
    case 'blocks':
      throw new RangeError(`${name} is in no file`);
  }
}

/** SQL for an end that includes all seconds of its minute. */
export const endOf = (text: string): string => `(${momentOf(text)} + interval '59.999 seconds')`;

/**
 * SQL for a file's value with the type of its column, so that a rule compares the same types as for a row saved at the
 * desk.
 */
const typedSql = (field: EntityField, text: string): string => {
  switch (field.kind) {
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
    case 'reference': {
      const target = targetOf(field);
      return target === undefined ? text : `(select n.id from ${target.table} n where n.${target.column} = ${text})`;
    }
    case 'text':
      return field.mayBeBlank === true ? `coalesce(${text}, '')` : text;
    default:
      return text;
  }
};

/** A field in the form of calls: amounts in quetzales, moments in UTC. */
export const auditedField = ({ name, field, heading }: FiledField): AuditedField => {
  const text = (source: string): string => `(${source} ->> '${heading}')`;
  switch (field.kind) {
    case 'money':
    case 'percent':
      return { name, heading, valueIn: (source) => `to_jsonb(round(${text(source)}::numeric / 100, 2))` };
    case 'moment':
      return {
        ...{ name, heading },
        valueIn: (source) => calledMoment(field.isEnd ? endOf(text(source)) : momentOf(text(source))),
      };
    case 'text':
      return field.mayBeBlank === true
        ? { name, heading, valueIn: (source) => `to_jsonb(coalesce(${text(source)}, ''))` }
        : { name, heading };
    case 'reference':
      return targetOf(field) === undefined
        ? { name, heading }
        : { name, heading, valueIn: (source) => `to_jsonb(${typedSql(field, text(source))}::text)` };
    default:
      return { name, heading };
  }
};

/** SQL for a field's value in `m.was` or `m.is`. For a new row `m.was` is empty. */
const fieldSql = (filed: readonly FiledField[], source: 'm.was' | 'm.is') => (name: string) => {
  const found = filed.find((each) => each.name === name);
  if (found === undefined) return 'null';
  const sql = typedSql(found.field, `(${source} ->> '${found.heading}')`);
  return source === 'm.was' ? `case when m.was is not null then ${sql} end` : sql;
};

/** The rules of an entity's table as checks of a file with these fields. `key`: SQL of the row's key. */
export const checksOf = (table: EntityTable, filed: readonly FiledField[], key: string): Check[] => {
  /** A row gets the default of a field that its file leaves out, so the rules judge the default. */
  const is = (name: string): string => {
    const found = filed.find((each) => each.name === name);
    const isConstant = found !== undefined && found.field.default !== 'computed';
    const otherwise = isConstant ? defaultSql(table, found) : undefined;
    const value = fieldSql(filed, 'm.is')(name);
    return otherwise === undefined ? `(${value})` : `coalesce((${value}), ${otherwise})`;
  };
  const parts = { is, was: (name: string) => `(${fieldSql(filed, 'm.was')(name)})`, key };
  return table.rules.flatMap(({ field, text, isBroken, isLateInFiles = false }) => {
    if (isLateInFiles) return [];
    const column = filed.find(({ name }) => name === field)?.heading;
    return column === undefined ? [] : [{ column, code: 'INVALID_VALUE', text, isBroken: isBroken(parts) }];
  });
};

interface EntityFile {
  name: ImportKind;
  one: string;
  /** The fields that identify a row in files, if the entity's key is a number of the database. */
  by?: string | readonly [string, ...string[]];
  /** Checks besides the rules of the table. They read other rows of the file, or products. */
  more?: readonly Check[];
}

/** The unique values of an entity besides its key, as checks against the shop and within the file. Rows that keep their value are not checked. */
function uniquesOf({ table, constraints, columns, key }: EntityTable, filed: readonly FiledField[], ownKey: string) {
  const unique = constraints.filter(({ among }) => among !== undefined);
  const parts = unique.flatMap(({ field, among = [], isFolded = false, text }) => {
    const heading = filed.find(({ name }) => name === field)?.heading;
    if (heading === undefined) return [];
    const folded = (sql: string): string => (isFolded ? `search_fold(${sql})` : sql);
    const is = fieldSql(filed, 'm.is');
    const isNew = `(${is(field)}) is distinct from (${fieldSql(filed, 'm.was')(field)})`;
    const isSame = [
      `${folded(`k.${columns[field]}`)} = ${folded(`(${is(field)})`)}`,
      ...among.map((other) => `k.${columns[other]} = ${is(other)}`),
    ].join(' and ');
    const others = among.map((other) => is(other)).join(', ');
    return {
      check: {
        ...{ column: heading, code: 'TAKEN', text },
        isBroken: `${isNew} and exists (select from ${table} k where ${isSame} and k.${key.column} <> ${ownKey})`,
      },
      unique: {
        column: heading,
        value: `case when ${isNew} and (${is(field)}) is not null
          then jsonb_build_array(${others}, ${folded(`(${is(field)})`)})::text end`,
      },
    };
  });
  return { checks: parts.map(({ check }) => check), uniques: parts.map(({ unique: each }) => each) };
}

/**
 * The import kind of an entity, made from its declaration and its table. Files and forms have the same limits and
 * rules. The key is a separate field.
 */
export function entityKind(table: EntityTable, { name, one, by = table.entity.key, more = [] }: EntityFile): Kind {
  const { entity, key, constraints } = table;
  const filed = headingsOf(table);
  const keys = [by].flat();
  const columns = filed.map((each) => columnOf(table, each, keys));
  const keyParts = keys.map((field, at) => {
    const found = filed.find((each) => each.name === field);
    const column = table.columns[field];
    if (found === undefined || typeof column !== 'string') throw new RangeError(`${entity.name}: ${field} is no key`);
    return { column, heading: found.heading, sql: typedSql(found.field, `r.key[${at + 1}]`) };
  });
  const unchecked = constraints.find(
    ({ field, isCheck }) =>
      !isCheck &&
      !keys.includes(field) &&
      entity.fields[field]?.file !== undefined &&
      !constraints.some((other) => other.field === field && other.among !== undefined),
  );
  if (unchecked !== undefined)
    throw new RangeError(`a file's check for an equal ${unchecked.field} is not written yet`);
  const match = keyParts.map(({ column, sql }) => `t.${column} = ${sql}`).join(' and ');
  const isNumbered = keys.length > 1 || by !== entity.key;
  const found = `(select t.${key.column} from ${table.table} t where ${match})`;
  // A new row has no number yet.
  const ownKey = isNumbered ? `coalesce(${found}, 0)` : 'r.key[1]';
  const { checks, uniques } = uniquesOf(table, filed, ownKey);
  const kind = tableKind({
    name,
    one,
    table: table.table,
    key: keyParts.map(({ heading }) => heading),
    match,
    order: keyParts.map(({ column }) => `t.${column}`).join(', '),
    columns,
    checks: [...checksOf(table, filed, ownKey), ...checks, ...more],
    uniques,
  });
  return auditedKind(kind, {
    entity: entity.name,
    calls: changingCallsOf(entity),
    id: isNumbered ? `${found}::text` : 'r.key[1]',
    fields: filed.map(auditedField),
  });
}
