import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellValue } from '@ceiba/domain/imports/read-cell';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { z } from 'zod';
import { mediaUrl } from '../media/media-store.ts';
import { tryPictures } from '../media/try-pictures.ts';
import { statement } from '../platform/db/statement.ts';
import { type Command, type DatabaseCall, databaseCommand } from '../platform/operations/command-line.ts';
import { optional, typedText } from '../platform/operations/typed-words.ts';
import type { Kind } from './import-kind.ts';
import { importRow, listOf, removeOf } from './import-row.ts';
import { kinds } from './kinds.ts';
import { readPicture } from './picture-files.ts';

const saveMedia = statement(
  'imports.save-media',
  'insert into media (key, width, height) values ($1, $2, $3) on conflict (key) do nothing',
);

type Row = Readonly<Record<string, CellValue>>;

/** Writes `sku=TV-1  precio=499.00 …`, in the format of `set`. */
const lineOf = ({ columns }: Kind, row: Row): string =>
  columns
    .flatMap(({ name, write }) => {
      const value = row[name];
      return value === null || value === undefined || value === '' ? [] : [`${name}=${write(value)}`];
    })
    .join('  ');

const typedKey = typedText('<key>', 200);

/** Columns that every row has, so they are typed as arguments without a name. */
const placesOf = ({ key, columns }: Kind): string[] =>
  key.filter((name) => columns.find((column) => column.name === name)?.isRequired === true);

/** Parses words such as `precio=499.00` by name. Undefined if a word has another form. */
const cellsOf = (words: readonly string[]): Map<string, string> | undefined => {
  const cells = new Map<string, string>();
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1 || cells.has(word.slice(0, at))) return undefined;
    cells.set(word.slice(0, at), word.slice(at + 1));
  }
  return cells;
};

/** The typed key of the row. */
const nameIn =
  (places: readonly string[]) =>
  (typed: Readonly<Record<string, unknown>>): string =>
    places.map((name) => String(typed[name])).join(' ');

const showCommand = (kind: Kind): Command => {
  const [first = ''] = kind.key;
  return databaseCommand({
    usage: `${kind.one} show [${first}]`,
    changes: null,
    summary: `lists ${kind.name} in the format of \`${kind.one} set\`: all rows, or only the rows with the given ${first}`,
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

const setTakes = ({ picture }: Kind, places: readonly string[]): Record<string, z.ZodType> => ({
  ...Object.fromEntries(places.map((name) => [name, typedKey])),
  ...(picture === undefined
    ? { values: typedText('<column=value>', 10_000).array() }
    : {
        // Values may be empty, because a picture alone may be set.
        values: optional(typedText('<column=value>', 10_000).array()),
        picture: optional(typedText('<file>', 4_000)),
      }),
});

/**
 * Stores the picture of a row. Returns its address for the column `imagen`, or a refusal if the file is not a picture.
 * A dry run uses a folder that is deleted afterwards.
 */
async function storePicture(
  { db, isDryRun, readConfig }: DatabaseCall,
  { picture }: Kind,
  { file, key }: { file: string; key: readonly string[] },
): Promise<Result<string, { code: 'PICTURE_UNREADABLE'; text: string }>> {
  if (picture === undefined) throw new Error('rows of this kind have no picture');
  const { recipe, width } = picture(key);
  const unreadable = (why: string) => refuse({ code: 'PICTURE_UNREADABLE' as const, text: `${file}: ${why}` });
  const source = await readPicture(file).catch((error: Error) => error.message);
  if (typeof source === 'string') return unreadable(source);
  const trial = isDryRun ? await mkdtemp(join(tmpdir(), 'ceiba-picture-')) : undefined;
  try {
    const [stored] = await tryPictures(trial ?? readConfig().mediaDir, [{ draw: async () => source, recipe }]);
    if (stored === undefined || 'error' in stored)
      return unreadable('this is no picture. JPEG, PNG, WebP and AVIF are.');
    await saveMedia(db.write, [stored.key, stored.width, stored.height]);
    return ok(mediaUrl(stored.key, width, 'webp'));
  } finally {
    if (trial !== undefined) await rm(trial, { recursive: true, force: true });
  }
}

const setCommand = (kind: Kind): Command => {
  const places = placesOf(kind);
  const others = kind.columns.filter(({ name, isDerived = false }) => !isDerived && !places.includes(name));
  return databaseCommand({
    usage: `${kind.one} set ${places.map((name) => `<${name}>`).join(' ')} <values...>`,
    changes: { entity: kind.entity ?? kind.name, id: nameIn(places), ...(kind.calls && { calls: kind.calls }) },
    summary: `adds or changes one ${kind.one}, like an import of one row: ${others.map(({ name }) => `${name}=…`).join(' ')}; [borrar] clears${kind.picture === undefined ? '' : '; --picture uploads a file as its imagen'}`,
    canJson: true,
    canDryRun: true,
    takes: setTakes(kind, places),
    check: ({ values = [], picture }) => {
      const cells = Array.isArray(values) ? cellsOf(values.map(String)) : undefined;
      if (cells === undefined || (cells.size === 0 && picture === undefined))
        return 'Values are typed as column=value, each once.';
      return picture !== undefined && cells.has('imagen') ? '--picture takes the place of imagen=….' : undefined;
    },
    run: async (call, typed) => {
      const { db, actor, now, answer } = call;
      const words = Array.isArray(typed.values) ? typed.values.map(String) : [];
      const cells = new Map([
        ...places.map((name): [string, string] => [name, String(typed[name])]),
        ...(cellsOf(words) ?? []),
      ]);
      if (typeof typed.picture === 'string') {
        const key = places.map((name) => String(typed[name]));
        const stored = await storePicture(call, kind, { file: typed.picture, key });
        if (!stored.ok) return call.refuse(`${stored.error.text} Nothing was changed.`);
        cells.set('imagen', stored.value);
      }
      const done = await importRow(db, { kind, cells, actor, now });
      if (!done.ok)
        return call.refuse(
          done.error.faults.map(({ column, code, text }) => `${column}: ${text} [${code}]`).join('\n'),
        );
      const { counts, notices } = done.value;
      const outcome = counts.new > 0 ? 'new' : counts.changed > 0 ? 'changed' : 'equal';
      const said = { new: 'Added.', changed: 'Changed.', equal: 'Nothing was to be changed.' };
      answer({ [kind.one]: places.map((name) => typed[name]), outcome, notices }, [
        ...notices.map(({ text }) => text),
        said[outcome],
      ]);
      return true;
    },
  });
};

const removeCommand = (kind: Kind): Command =>
  databaseCommand({
    usage: `${kind.one} remove ${kind.key.map((name) => `<${name}>`).join(' ')}`,
    changes: {
      entity: kind.entity ?? kind.name,
      id: nameIn(kind.key),
      ...(kind.removal && { calls: [kind.removal.call] }),
    },
    summary: `removes one ${kind.one}`,
    canDryRun: true,
    takes: Object.fromEntries(kind.key.map((name) => [name, typedKey])),
    run: async ({ db, end, now, reportChange }, typed) => {
      const cells = new Map(kind.key.map((name) => [name, String(typed[name])]));
      const gone = await removeOf(db.write, kind, cells, now);
      if (!gone.ok) return end(false, gone.error.faults.map(({ column, text }) => `${column}: ${text}`).join('\n'));
      const name = [...cells.values()].join(' ');
      if (gone.value !== false) reportChange(gone.value);
      const isGone = gone.value !== false;
      return end(isGone, isGone ? 'Removed.' : `Nothing was changed: there is no ${kind.one} ${name}.`);
    },
  });

/** Coupons and synonyms have their own commands, and places are imported by file. */
const withoutCommands: readonly string[] = ['coupons', 'places', 'synonyms'];
const byHand = kinds.filter(({ name, all }) => all !== undefined && !withoutCommands.includes(name));

/** Commands that change one row. */
export const rowCommands: readonly Command[] = byHand.flatMap((kind) => [
  showCommand(kind),
  setCommand(kind),
  ...(kind.remove === undefined && kind.removal === undefined ? [] : [removeCommand(kind)]),
]);
