import type { CellValue } from '@ceiba/domain/imports/read-cell';
import type { z } from 'zod';
import { type Command, databaseCommand } from '../platform/operations/command-line.ts';
import { optional, typedText } from '../platform/operations/typed-words.ts';
import type { Kind } from './import-kind.ts';
import { importRow, listOf, removeOf } from './import-row.ts';
import { kinds } from './kinds.ts';

type Row = Readonly<Record<string, CellValue>>;

/** `sku=TV-1  precio=499.00 …`, as `set` takes it. */
const lineOf = ({ columns }: Kind, row: Row): string =>
  columns
    .flatMap(({ name, write }) => {
      const value = row[name];
      return value === null || value === undefined || value === '' ? [] : [`${name}=${write(value)}`];
    })
    .join('  ');

const typedKey = typedText('<key>', 200);

/** Columns that are typed as places, as they are always there. */
const placesOf = ({ key, columns }: Kind): string[] =>
  key.filter((name) => columns.find((column) => column.name === name)?.isRequired === true);

/** `precio=499.00` by its name; undefined where a word is none. */
const cellsOf = (words: readonly string[]): Map<string, string> | undefined => {
  const cells = new Map<string, string>();
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1 || cells.has(word.slice(0, at))) return undefined;
    cells.set(word.slice(0, at), word.slice(at + 1));
  }
  return cells;
};

/** What names the row, as it is typed. */
const nameIn =
  (places: readonly string[]) =>
  (typed: Readonly<Record<string, unknown>>): string =>
    places.map((name) => String(typed[name])).join(' ');

const showCommand = (kind: Kind): Command => {
  const [first = ''] = kind.key;
  return databaseCommand({
    usage: `${kind.one} show [${first}]`,
    changes: null,
    summary: `those of ${kind.name} of which ${first} is named, or all of them, as \`${kind.one} set\` takes them`,
    canJson: true,
    takes: { [first]: optional(typedKey) },
    run: async ({ db, answer, refuse }, typed) => {
      const of = typed[first];
      const rows = await listOf(db.read, kind, typeof of === 'string' ? of : undefined);
      if (rows.length === 0 && of !== undefined) return refuse(`There is no ${kind.one} ${String(of)}.`);
      answer(
        rows,
        rows.map((row) => lineOf(kind, row)),
      );
      return true;
    },
  });
};

const setTakes = (places: readonly string[]): Record<string, z.ZodType> => ({
  ...Object.fromEntries(places.map((name) => [name, typedKey])),
  values: typedText('<column=value>', 10_000).array(),
});

const setCommand = (kind: Kind): Command => {
  const places = placesOf(kind);
  const others = kind.columns.filter(({ name, isDerived = false }) => !isDerived && !places.includes(name));
  return databaseCommand({
    usage: `${kind.one} set ${places.map((name) => `<${name}>`).join(' ')} <values...>`,
    changes: { entity: kind.name, id: nameIn(places) },
    summary: `adds or changes one, as an import of one row: ${others.map(({ name }) => `${name}=…`).join(' ')}; [borrar] clears`,
    canJson: true,
    canDryRun: true,
    takes: setTakes(places),
    check: ({ values }) =>
      Array.isArray(values) && values.length > 0 && cellsOf(values.map(String)) !== undefined
        ? undefined
        : 'Values are typed as column=value, each once.',
    run: async ({ db, actor, now, answer, refuse }, typed) => {
      const words = Array.isArray(typed.values) ? typed.values.map(String) : [];
      const cells = new Map([
        ...places.map((name): [string, string] => [name, String(typed[name])]),
        ...(cellsOf(words) ?? []),
      ]);
      const done = await importRow(db, { kind, cells, actor, now });
      if (!done.ok)
        return refuse(done.error.faults.map(({ column, code, text }) => `${column}: ${text} [${code}]`).join('\n'));
      const outcome = done.value.new > 0 ? 'new' : done.value.changed > 0 ? 'changed' : 'equal';
      const said = { new: 'Added.', changed: 'Changed.', equal: 'Nothing was to be changed.' };
      answer({ [kind.one]: places.map((name) => typed[name]), outcome }, [said[outcome]]);
      return true;
    },
  });
};

const removeCommand = (kind: Kind): Command =>
  databaseCommand({
    usage: `${kind.one} remove ${kind.key.map((name) => `<${name}>`).join(' ')}`,
    changes: { entity: kind.name, id: nameIn(kind.key) },
    summary: `takes one out of ${kind.name}`,
    canDryRun: true,
    takes: Object.fromEntries(kind.key.map((name) => [name, typedKey])),
    run: async ({ db, end, now }, typed) => {
      const cells = new Map(kind.key.map((name) => [name, String(typed[name])]));
      const gone = await removeOf(db.write, kind, cells, now);
      if (!gone.ok) return end(false, gone.error.faults.map(({ column, text }) => `${column}: ${text}`).join('\n'));
      const name = [...cells.values()].join(' ');
      return end(gone.value, gone.value ? 'Removed.' : `Nothing was changed: there is no ${kind.one} ${name}.`);
    },
  });

// Coupons have commands of their own, and places come by their file.
const byHand = kinds.filter(({ name, all }) => all !== undefined && name !== 'coupons' && name !== 'places');

/** What one person changes by hand. */
export const rowCommands: readonly Command[] = byHand.flatMap((kind) => [
  showCommand(kind),
  setCommand(kind),
  ...(kind.remove === undefined ? [] : [removeCommand(kind)]),
]);
