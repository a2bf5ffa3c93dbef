import { once } from 'node:events';
import type { Actor } from '@ceiba/domain/actors/actor';
import { plainHeading } from '@ceiba/domain/imports/foreign-headings';
import { ok, type Result } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Command, type CommandCall, databaseCommand } from '../platform/operations/command-line.ts';
import { flag, optional, typedBy, typedChoice, typedText } from '../platform/operations/typed-words.ts';
import { exportAll } from './export-file.ts';
import { exportKinds } from './export-kinds.ts';
import { errorsOf, linesWithErrors } from './import-errors.ts';
import {
  type AppliedImport,
  type ApplyRefusal,
  applyImport,
  type CheckedImport,
  checkFile,
  headingsOf,
  type ImportRefusal,
} from './import-file.ts';
import { checkPictures } from './import-pictures.ts';
import type { CellError, Counts } from './import-rows.store.ts';
import { findKind, kinds } from './kinds.ts';
import { type Output, openOutput, writeOutput } from './output-file.ts';
import { separators } from './read-file.ts';
import { noHeadingOptions, readHeadingOptions } from './read-headings.ts';
import { hasSheet, makeTemplate, templateCsv, valuesCsv } from './template.ts';

const typedPath = typedText('<path>', 4_000);
/** Maximum number of errors printed without `--json`. */
const shownErrors = 50;
/** Maximum number of errors in the output of `--json`. A file may have 200,000, which the run's table stores and `--errors` streams. */
const maxJsonErrors = 1_000;

/** Writes the file back with a column "Error" (BULK-04). */
const writeErrors = async (db: Database, { run }: CheckedImport, file: Output): Promise<void> => {
  for await (const lines of linesWithErrors(db.write, run)) await file.write(lines);
};

const countsText = (counts: Counts): string =>
  `${counts.new} new, ${counts.changed} changed, ${counts.equal} equal, ${counts.wrong} wrong${counts.conflict > 0 ? `, ${counts.conflict} changed by somebody else meanwhile` : ''}`;

/** Returns the reason for an unread file, as a text for the operator. */
const refusalText = (refusal: ImportRefusal): string => {
  if (refusal.code === 'IMPORT_UNREADABLE') return refusal.text;
  if (refusal.code === 'IMPORT_COLUMNS') return refusal.faults.map(({ text }) => text).join('\n');
  const { id, createdAt } = refusal.run;
  return `IMPORT_ALREADY_APPLIED: these bytes were applied within 24 hours (run ${id}, ${createdAt.toISOString()}). --again applies them all the same.`;
};

/** Returns the same refusal for programs: its code and its details. */
const refusalDocument = (refusal: ImportRefusal): object => {
  if (refusal.code === 'IMPORT_UNREADABLE') return { outcome: refusal.code, text: refusal.text };
  if (refusal.code === 'IMPORT_COLUMNS') return { outcome: refusal.code, errors: refusal.faults };
  const { id, kind, createdAt } = refusal.run;
  return { outcome: refusal.code, run: id, kind, appliedAt: createdAt };
};

interface Report {
  checked: CheckedImport;
  counts: Counts;
  /** The outcome. Undefined for a dry run. */
  code: string | undefined;
}

const report = async (call: CommandCall, db: Database, { checked, counts, code }: Report): Promise<void> => {
  const errors: (CellError & { row: number })[] = [];
  let found = 0;
  for await (const error of errorsOf(db.write, checked.run.id)) {
    found += 1;
    if (found <= maxJsonErrors) errors.push(error);
  }
  const shown = errors.slice(0, shownErrors);
  const more =
    found > shown.length
      ? [
          `… and ${found - shown.length} more; --errors writes all into the file, --json tells the first ${maxJsonErrors}`,
        ]
      : [];
  call.answer(
    {
      run: checked.run.id,
      kind: checked.run.kind,
      by: checked.run.actor.id,
      outcome: code ?? 'CHECKED',
      ...counts,
      system: checked.run.options['system'] ?? null,
      headings: headingsOf(checked.run),
      notices: checked.notices,
      sample: checked.sample,
      errors,
      moreErrors: found - errors.length,
    },
    [
      ...headingLines(checked),
      ...checked.notices.map(({ text }) => text),
      ...shown.map(
        ({ row, column, value, code: what, text }) =>
          `fila ${row}, ${column}: ${text} [${what}${value === '' ? '' : `, «${value}»`}]`,
      ),
      ...more,
      `${checked.isResumed ? 'An interrupted run went on: ' : ''}${countsText(counts)}.`,
    ],
  );
};

/** Lists the headings that have another name here: `Variant SKU → sku`. */
const headingLines = ({ run }: CheckedImport): string[] =>
  headingsOf(run).flatMap(({ heading, column }) =>
    column === null || plainHeading(heading) === column ? [] : [`${heading} → ${column}`],
  );

interface Wanted {
  onlyValid: boolean;
  acceptsTwins: boolean;
  errors: string | undefined;
  actor: Actor;
}

/** Applies the checked rows, unless this is a dry run. False if the import was refused. */
const carryOn = async (
  call: CommandCall,
  db: Database,
  read: Result<CheckedImport, ImportRefusal>,
  { onlyValid, acceptsTwins, errors, actor }: Wanted,
): Promise<boolean> => {
  if (!read.ok) {
    call.answer(refusalDocument(read.error), []);
    return call.refuse(refusalText(read.error));
  }
  const checked = read.value;
  // Opened after reading has finished, because the output file may replace the input file.
  const back = errors === undefined ? ok(undefined) : await openOutput('errors', errors);
  if (!back.ok) {
    call.answer({ run: checked.run.id, outcome: back.error.code, text: back.error.text }, []);
    return call.refuse(back.error.text);
  }
  const hasTwins = !acceptsTwins && checked.notices.some(({ code: what }) => what === 'TWINS');
  const applied =
    call.isDryRun || hasTwins ? undefined : await applyImport(db, checked.run.id, { onlyValid, now: call.now, actor });
  const written = back.value && (await writeOutput(back.value, (file) => writeErrors(db, checked, file)));
  const counts = countsOf(applied, checked);
  const asked = hasTwins && !call.isDryRun ? 'IMPORT_TWINS' : undefined;
  const code = applied?.ok === false ? applied.error.code : (asked ?? (applied && outcomeOf(applied.value, onlyValid)));
  await report(call, db, { checked, counts, code });
  const stays =
    applied?.ok === true ? ` What was imported stays: with --dry-run --again, --errors FILE writes it now.` : '';
  const isWritten = written?.ok !== false || call.refuse(`${written.error.text}${stays}`);
  if (applied?.ok === false) return call.refuse(applyText(applied.error));
  if (asked !== undefined)
    return call.refuse(
      'IMPORT_TWINS: nothing was changed. Some codes look alike; --accept-twins imports them as different things.',
    );
  const isDone = code === undefined ? counts.wrong === 0 : isApplied(call, code, counts);
  return isDone && isWritten;
};

/** Checks that all rows of a run are applied. If not, the command's refusal names the rows that are not. */
const isApplied = ({ refuse }: CommandCall, code: string, { conflict }: Counts): boolean => {
  if (code === 'IN_PROGRESS') return refuse('IN_PROGRESS: another process is working on this run.');
  return (
    code === 'APPLIED' ||
    refuse(`${code}: ${conflict} rows were left out, because another person changed them in the meantime.`)
  );
};

/**
 * The outcome of a run that ended without an error. A run in portions skips rows that another person changed in the
 * meantime.
 */
const outcomeOf = ({ run, counts }: AppliedImport, onlyValid: boolean): string => {
  if (run.state !== 'done') return 'IN_PROGRESS';
  return counts.conflict > 0 && !onlyValid ? 'APPLIED_WITH_CONFLICTS' : 'APPLIED';
};

const countsOf = (applied: Result<AppliedImport, ApplyRefusal> | undefined, checked: CheckedImport): Counts => {
  if (applied?.ok === true) return applied.value.counts;
  return applied !== undefined && 'counts' in applied.error ? applied.error.counts : checked.counts;
};

const applyText = (refusal: ApplyRefusal): string => {
  if (refusal.code === 'IMPORT_INVALID')
    return 'IMPORT_INVALID: nothing was changed. --only-valid takes over the rows without an error.';
  if (refusal.code === 'FORBIDDEN') return `FORBIDDEN: ${refusal.text}`;
  if (refusal.code === 'IMPORT_CONFLICT')
    return 'IMPORT_CONFLICT: nothing was changed, as something in it was changed by somebody else meanwhile. Typed again it is compared anew.';
  return `IMPORT_NOT_CHECKED: a run that is ${refusal.state ?? 'unknown'} cannot be applied.`;
};

const wishesOf = ({ map, ignore, value }: Partial<Record<'map' | 'ignore' | 'value', readonly string[] | undefined>>) =>
  readHeadingOptions({ map, ignore, values: value });

const importCommand: Command = databaseCommand({
  usage: 'import <kind> <file>',
  changes: { entity: 'imports', isApart: true },
  summary:
    `imports a CSV or XLSX file of ${kinds.map(({ name }) => name).join(', ')}; pictures are a folder, a ZIP or s3://prefix, named SKU.jpg, ` +
    'SKU-2.jpg. A file is applied whole or not at all; stock and prices of over 5,000 rows in portions, which resume after an interruption. Numbers or dates ' +
    'with two readings need a declaration. errors: writes the file there with a column "Error"; only-valid: applies the rows without an error ' +
    '("Solo filas correctas"); again: also a file that was applied within 24 hours; by: the person, as the list of imports shows it. Product ' +
    'exports of Shopify, WooCommerce, Magento, PrestaShop and Odoo are read by their own headings; map: a heading and the column that it fills, such as ' +
    '"Fabricante=marca"; ignore: a heading that is not read, or "all" unknown ones; value: the value of a column in all rows without one, such as ' +
    '"tienda=Z10"; accept-twins: codes that differ only by capitals or leading zeros name different things',
  canJson: true,
  canDryRun: true,
  takes: {
    kind: typedChoice(kinds.map(({ name }) => name)),
    file: typedPath,
    separator: optional(typedChoice(['comma', 'semicolon', 'tab'])),
    encoding: optional(typedChoice(['utf-8', 'windows-1252'])),
    decimal: optional(typedChoice(['.', ','])),
    dates: optional(typedChoice(['dmy', 'mdy'])),
    errors: optional(typedPath),
    'only-valid': flag,
    map: optional(typedText('<heading=column>', 300).array()),
    ignore: optional(typedText('<heading>|all', 300).array()),
    value: optional(typedText('<column=text>', 1_000).array()),
    'accept-twins': flag,
    again: flag,
    by: optional(typedBy),
  },
  check: (typed) =>
    wishesOf(typed) === undefined ? 'Headings and values are typed as "Vendor=marca" and "tienda=Z10".' : undefined,
  run: async (call, typed) => {
    const { kind: name, file, separator, encoding, decimal, dates, errors, again, 'only-valid': onlyValid } = typed;
    const kind = findKind(name);
    if (kind === undefined) throw new Error(`no kind ${name}`);
    const { now, db } = call;
    const actor = { ...call.actor, id: typed.by ?? call.actor.id };
    const config = name === 'pictures' ? call.readConfig() : undefined;
    const read =
      config === undefined
        ? checkFile(db, {
            kind,
            path: file,
            format: { separator: separator && separators[separator], encoding, decimal, dates },
            wishes: wishesOf(typed) ?? noHeadingOptions,
            actor,
            now,
            isAgain: again,
          })
        : checkPictures(db, {
            source: file,
            s3: 's3' in config.files ? config.files.s3 : undefined,
            mediaDir: config.mediaDir,
            actor,
            isAgain: again,
          });
    const acceptsTwins = typed['accept-twins'];
    return carryOn(call, db, await missingFile(read), { onlyValid, acceptsTwins, errors, actor });
  },
});

/** A missing file counts as a mistyped argument. */
const missingFile = (
  read: Promise<Result<CheckedImport, ImportRefusal>>,
): Promise<Result<CheckedImport, ImportRefusal>> =>
  read.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error;
    return { ok: false, error: { code: 'IMPORT_UNREADABLE', text: `No se puede leer el archivo: ${error.code}.` } };
  });

const resumeCommand: Command = databaseCommand({
  usage: 'import resume <run>',
  changes: { entity: 'imports', isApart: true },
  summary:
    'continues an interrupted run (see `ceiba run list`); if a worker runs, a job continues the run automatically',
  canJson: true,
  takes: { run: typedText('<run>', 40), by: optional(typedBy) },
  run: async (call, { run, by }) => {
    const actor = { ...call.actor, id: by ?? call.actor.id };
    const applied = await applyImport(call.db, run, { now: call.now, actor });
    if (!applied.ok) {
      call.answer({ run, outcome: applied.error.code }, []);
      return call.refuse(applyText(applied.error));
    }
    const { counts } = applied.value;
    const code = outcomeOf(applied.value, false);
    call.answer({ run, outcome: code, ...counts }, [`${countsText(counts)}.`]);
    return isApplied(call, code, counts);
  },
});

/** Waits until the reader of the output has caught up or has closed it. */
const settled = async (): Promise<void> => {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain').catch(() => {});
};

const exportCommand: Command = databaseCommand({
  usage: 'export <kind>',
  changes: { entity: 'exports', isApart: true },
  summary:
    `writes all of ${exportKinds.map(({ name }) => name).join(', ')} to stdout or to a file, as CSV (UTF-8 with BOM, commas, decimal points, ISO dates) or ` +
    'NDJSON (amounts in centavos); importing an unchanged export changes nothing',
  takes: {
    kind: typedChoice(exportKinds.map(({ name }) => name)),
    format: optional(typedChoice(['csv', 'ndjson'])),
    out: optional(typedPath),
  },
  run: async ({ db, say, refuse }, { kind: name, format = 'csv', out }) => {
    const kind = exportKinds.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`no kind ${name}`);
    if (out === undefined) {
      await exportAll(db, kind, format, async (text) => {
        say(text.replace(/\n$/, ''));
        await settled();
      });
      return true;
    }
    const opened = await openOutput('out', out);
    const written = opened.ok
      ? await writeOutput(opened.value, (file) => exportAll(db, kind, format, (text) => file.write(text)))
      : opened;
    if (!written.ok) return refuse(written.error.text);
    say(`${written.value} rows in ${out}.`);
    return true;
  },
});

const templateCommand: Command = databaseCommand({
  usage: 'import template <kind>',
  changes: null,
  summary:
    'prints the empty file of a kind: its headings and an example that imports without an error. category: the path of a category ' +
    'whose attributes become columns of the products. values: prints the allowed values below their headings instead',
  takes: {
    kind: typedChoice(kinds.filter(hasSheet).map(({ name }) => name)),
    category: optional(typedText('<path>', 200)),
    values: flag,
    out: optional(typedPath),
  },
  run: async ({ db, say, refuse, now }, { kind: name, category, values, out }) => {
    const kind = findKind(name);
    if (kind === undefined) throw new Error(`no kind ${name}`);
    const template = await makeTemplate(db.read, { kind, category, now });
    if (!template.ok) return refuse(template.error.text);
    const text = values ? valuesCsv(template.value) : templateCsv(template.value);
    if (out === undefined) {
      say(text.replace(/\n$/, ''));
      return true;
    }
    const opened = await openOutput('out', out);
    const written = opened.ok ? await writeOutput(opened.value, (file) => file.write(text)) : opened;
    return written.ok || refuse(written.error.text);
  },
});

export const importCommands: readonly Command[] = [importCommand, resumeCommand, templateCommand, exportCommand];
