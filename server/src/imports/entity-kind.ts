import { changingCallsOf } from '@ceiba/contract/desk/entities/all';
import { type EntityField, isEditable, mayBeAbsent, valuesOf } from '@ceiba/contract/desk/entity';
import { hasForm } from '@ceiba/contract/desk/fields';
import type { ImportKind } from '@ceiba/contract/desk/import-kinds';
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

/** SQL of a default, where a file leaves the field out. */
const defaultSql = (table: EntityTable, { name, field }: FiledField): string | undefined => {
  const { default: otherwise } = field;
  const computed = table.defaults[name];
  if (computed !== undefined) return computed((of) => given(table.entity.fields[of]?.file ?? of));
  if (otherwise === undefined || otherwise === 'computed') return undefined;
  const isAmount = field.kind === 'money' || field.kind === 'percent';
  return isAmount ? String(Math.round(Number(otherwise) * 100)) : `'${String(otherwise).replaceAll("'", "''")}'`;
};

/** The words of a choice in files, which are the form's in lower case, with their database values. */
const wordsOf = (field: EntityField): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(valuesOf(field) ?? {}).map(([value, label]) => [label.toLowerCase(), value]));

/** Makes the column of a field. Its cells are checked by the limits of the field's declaration. */
function columnOf(table: EntityTable, filed: FiledField, keyName: string): Column {
  const { name, field, heading } = filed;
  const column = table.columns[name];
  if (typeof column !== 'string') throw new RangeError(`${name} is computed and is in no file`);
  const now = `t.${column}`;
  const otherwise = defaultSql(table, filed);
  const options = {
    column,
    about: [`${field.label}.`, ...(field.hint === undefined ? [] : [field.hint])].join(' '),
    ...(field.example === undefined ? {} : { example: field.example }),
    ...(mayBeAbsent(field) ? {} : { isRequired: true }),
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
    case 'reference':
      if (field.isCode) return textColumn(heading, now, 64, options);
      return wholeColumn(heading, now, 1, 999_999_999, options);
    case 'choice':
      return choiceColumn(heading, now, wordsOf(field), options);
    case 'blocks':
      throw new RangeError(`${name} is in no file`);
  }
}

/** SQL of an end that includes all seconds of its minute. */
export const endOf = (text: string): string => `(${momentOf(text)} + interval '59.999 seconds')`;

/** SQL of a file's value with the type of its column, so that a rule compares the same types as when one row is saved. */
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

/** A field as calls have it: amounts in quetzales, moments in UTC. */
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
    default:
      return { name, heading };
  }
};

/** The rules of an entity's table as checks of a file with these fields. `key`: SQL of the row's key. */
export const checksOf = ({ rules }: EntityTable, filed: readonly FiledField[], key: string): Check[] => {
  const valueIn = (source: string) => (name: string) => {
    const found = filed.find((each) => each.name === name);
    return found === undefined ? 'null' : typedSql(found.field, `(${source} ->> '${found.heading}')`);
  };
  const parts = { is: valueIn('m.is'), was: valueIn('m.was'), key };
  return rules.flatMap(({ field, text, isBroken, isLateInFiles = false }) => {
    if (isLateInFiles) return [];
    const column = filed.find(({ name }) => name === field)?.heading;
    return column === undefined ? [] : [{ column, code: 'INVALID_VALUE', text, isBroken: isBroken(parts) }];
  });
};

interface EntityFile {
  name: ImportKind;
  one: string;
  /** The field that identifies a row in files, where the entity's key is a number of the database. */
  by?: string;
  /** Checks that read other rows of the file, besides the rules of the table. */
  late?: readonly Check[];
}

/**
 * The import kind of an entity, made from its declaration and its table. A file is refused by the same limits and rules as the form.
 * The key is a separate field.
 */
export function entityKind(table: EntityTable, { name, one, by = table.entity.key, late = [] }: EntityFile): Kind {
  const { entity, key, constraints } = table;
  const filed = headingsOf(table);
  const columns = filed.map((each) => columnOf(table, each, by));
  const keyHeading = entity.fields[by]?.file;
  const keyColumn = table.columns[by];
  if (typeof keyColumn !== 'string') throw new RangeError(`${entity.name}: ${by} has no column`);
  if (keyHeading === undefined) throw new RangeError(`${entity.name} has no key in files`);
  const unique = constraints.find(
    ({ field, isCheck }) => !isCheck && field !== by && entity.fields[field]?.file !== undefined,
  );
  if (unique !== undefined) throw new RangeError(`a file's check for an equal ${unique.field} is not written yet`);
  const match = `t.${keyColumn} = r.key[1]`;
  const kind = tableKind({
    name,
    one,
    table: table.table,
    key: [keyHeading],
    match,
    order: `t.${keyColumn}`,
    columns,
    checks: [...checksOf(table, filed, 'r.key[1]'), ...late],
  });
  return auditedKind(kind, {
    entity: entity.name,
    calls: changingCallsOf(entity),
    id: by === entity.key ? 'r.key[1]' : `(select t.${key.column}::text from ${table.table} t where ${match})`,
    fields: filed.map(auditedField),
  });
}
