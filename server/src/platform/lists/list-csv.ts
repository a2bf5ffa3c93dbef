import type { ListColumn, ListDeclaration } from '@ceiba/contract/desk/list';
import { guatemalaTime } from '@ceiba/domain/dates/civil-date';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { seesAmounts } from '@ceiba/domain/staff/permissions';
import { stringify } from 'csv-stringify/sync';
import type { Refusal, StaffCaller } from '../http/route.ts';
import { csvMark } from '../operations/csv-mark.ts';

/** Adds an apostrophe before text that a spreadsheet would read as a formula (OFF-20). */
const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Formats a moment in Guatemala's time, as the lists filter by its days: `2026-11-27 01:40:00`. */
const clockText = (moment: Date): string => {
  const { date, hour, minute } = guatemalaTime(moment);
  return `${date} ${[hour, minute, moment.getUTCSeconds()].map((part) => String(part).padStart(2, '0')).join(':')}`;
};

const isNever = (value: unknown): boolean => /^-?infinity$/i.test(String(value));

const cellOf = ({ kind, values, wordsOf = String }: ListColumn, value: unknown): string => {
  // For sorting, a missing day or moment is stored as a day or moment before or after all others.
  if (value === null || value === undefined || ((kind === 'date' || kind === 'moment') && isNever(value))) return '';
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (kind === 'flag') return value === true ? 'sí' : 'no';
  if (kind === 'state' || values !== undefined)
    return defused(
      [value]
        .flat()
        .map((each) => values?.[String(each)] ?? String(each))
        .join(', '),
    );
  if (value instanceof Date) return clockText(value);
  if (kind === 'number') return String(value);
  return defused(Array.isArray(value) ? value.join(', ') : wordsOf(String(value)));
};

/**
 * Returns the columns of an export: the requested columns, otherwise the table's columns, or all columns with `exportsAll`.
 * Personal columns need `customers.export` (OFF-20).
 */
export function exportColumns(
  { columns, exportsAll }: ListDeclaration,
  asked: readonly string[] | undefined,
  { permissions }: StaffCaller,
): Result<readonly string[], Refusal> {
  const seesAll = seesAmounts([...permissions]);
  const all = Object.entries(columns).filter(
    ([, { permission, isAmount }]) =>
      (permission === undefined || permissions.has(permission)) && (isAmount !== true || seesAll),
  );
  const names = all.map(([name]) => name);
  const unknown = asked?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: { columns: `No existe: ${unknown.join(', ')}` } } });
  const mayPersonal = permissions.has('customers.export');
  const isPersonal = (name: string): boolean => columns[name]?.isPersonal === true;
  if (asked?.some(isPersonal) && !mayPersonal)
    return refuse({ code: 'FORBIDDEN', metadata: { permission: 'customers.export' } });
  const allowed = names.filter((name) => mayPersonal || !isPersonal(name));
  return ok(exportsAll === true ? allowed : (asked ?? allowed.filter((name) => columns[name]?.isHidden !== true)));
}

/** Yields the lines of a CSV with these rows: UTF-8 with BOM, separated by commas, with a first line of labels. */
export async function* csvLines(
  { columns }: ListDeclaration,
  names: readonly string[],
  portions: AsyncIterable<readonly Record<string, unknown>[]>,
): AsyncGenerator<string> {
  const shown = names.flatMap((name) => (columns[name] === undefined ? [] : [{ name, column: columns[name] }]));
  yield `${csvMark}${stringify([shown.map(({ column }) => column.label)])}`;
  for await (const rows of portions)
    yield stringify(rows.map((row) => shown.map(({ name, column }) => cellOf(column, row[name]))));
}
