import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportKind } from '@ceiba/contract/desk/import-kinds';
import { exportAll } from '../imports/export-file.ts';
import { exportKinds } from '../imports/export-kinds.ts';
import { applyImport, type CheckedImport, checkFile } from '../imports/import-file.ts';
import { type Counts, listErrors } from '../imports/import-rows.store.ts';
import { findKind } from '../imports/kinds.ts';
import { operator } from './operator.ts';
import type { TestShop } from './test-shop.ts';

/** Reads a text as a file of a kind, without applying it. */
export async function checkText(shop: TestShop, name: ImportKind, text: string): Promise<CheckedImport> {
  const kind = findKind(name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'ceiba-import-'));
  try {
    const path = join(folder, `${name}.csv`);
    await writeFile(path, text);
    const asked = { kind, path, format: {}, actor: operator, now: new Date(), isAgain: true };
    const checked = await checkFile(shop.db, asked);
    if (!checked.ok) throw new Error(JSON.stringify(checked.error));
    return checked.value;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lists the errors of a run's rows, each after its column. */
export const errorsIn = async (shop: TestShop, runId: string): Promise<string[]> =>
  (await listErrors(shop.db.write, runId, 0, 100)).flatMap(({ errors }) =>
    errors.map(({ column, text }) => `${column}: ${text}`),
  );

/** Applies a checked text. Returns its counts, or the errors that prevent it. */
export async function applyText(shop: TestShop, { run }: CheckedImport): Promise<Counts | string[]> {
  const applied = await applyImport(shop.db, run.id, { now: new Date() });
  return applied.ok ? applied.value.counts : errorsIn(shop, run.id);
}

/** Imports a text as a file of a kind: all or nothing. */
export const importText = async (shop: TestShop, name: ImportKind, text: string): Promise<Counts | string[]> =>
  applyText(shop, await checkText(shop, name, text));

/** Returns the CSV that a kind is exported to. */
export async function exportText(shop: TestShop, name: string): Promise<string> {
  const kind = exportKinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`no export of ${name}`);
  let text = '';
  await exportAll(shop.db, kind, 'csv', (part) => {
    text += part;
  });
  return text;
}
