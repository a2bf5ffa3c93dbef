import { productLabels } from '@ceiba/contract/desk/product-fields';
import type { changeProductGrid, GridResult } from '@ceiba/contract/desk/product-grid';
import { gridFields } from '@ceiba/contract/desk/product-grid-fields';
import type { Parsed } from '@ceiba/contract/endpoint';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { isStore } from '../locations/locations.store.ts';
import type { Author, NamedChange } from '../platform/audit/record-change.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Refusal, StaffCaller } from '../platform/http/route.ts';
import { changeRows, type RowRefused } from '../products/change-family.ts';
import { gridRunKind } from '../products/product-runs.ts';
import { beginRun, changeRun } from '../runs/runs.store.ts';
import { setShelves } from '../shipments/picks.store.ts';
import { insertRunResults, lockShelves } from './product-grid.store.ts';

type Body = Parsed<typeof changeProductGrid>['body'];
type AskedRow = Body['rows'][number];

const goneText = 'Ese producto ya no existe.';
const noShelf = 'No lleva existencias: no tiene estante.';

/** Returns how the change of a row's shelf ends. */
function judgeShelf(
  { shelf }: AskedRow,
  { present, hasStock }: { present: string | null; hasStock: boolean },
): 'same' | 'changed' | 'conflict' | 'refused' {
  if (shelf === undefined || shelf.to === present) return 'same';
  if (!hasStock) return 'refused';
  return shelf.from === present ? 'changed' : 'conflict';
}

const isSaved = ({ outcome }: GridResult): boolean => outcome === 'changed' || outcome === 'equal';

/**
 * Writes the shelves of saved rows. Returns all results, updated where a shelf changed. A row is saved as a whole, so its shelf
 * is checked first.
 */
async function writeShelves(
  tx: Tx,
  place: string,
  { rows, results }: { rows: readonly AskedRow[]; results: readonly GridResult[] },
): Promise<{ results: GridResult[]; changes: NamedChange[] }> {
  const bySku = new Map(rows.map((row) => [row.sku, row]));
  const written = results.flatMap((result) => {
    const shelf = isSaved(result) ? bySku.get(result.sku)?.shelf : undefined;
    return shelf === undefined ? [] : [{ sku: result.sku, shelf: shelf.to }];
  });
  if (written.length === 0) return { results: [...results], changes: [] };
  const { changed } = await setShelves(tx, place, written);
  if (changed === 0) return { results: [...results], changes: [] };
  const moved = new Set(written.map(({ sku }) => sku));
  const said = written.map(({ sku, shelf }) => `${sku}: ${shelf ?? 'sin estante'}`);
  return {
    results: results.map((result) =>
      moved.has(result.sku) && result.outcome === 'equal' ? { ...result, outcome: 'changed' } : result,
    ),
    changes: [{ operation: 'setShelves', entity: 'stock', entityId: place, after: { shelves: said } }],
  };
}

/** Returns why a row was not saved, in Spanish. Null if the row was saved. */
const whyOf = ({ outcome, fields }: GridResult): string | null => {
  if (outcome === 'conflict') return 'Otra persona lo cambió primero.';
  if (outcome !== 'refused') return null;
  const labels: Readonly<Record<string, string>> = { ...productLabels, shelf: gridFields.shelf.label };
  return Object.entries(fields)
    .map(([field, text]) => (labels[field] === undefined ? text : `${labels[field]}: ${text}`))
    .join(' ');
};

/** Records a save of the grid as a run with the result of each row. Returns its number. */
async function recordRun(
  tx: Tx,
  results: readonly GridResult[],
  { staff, author }: { staff: StaffCaller; author: Author },
): Promise<string> {
  const run = await beginRun(tx, {
    kind: gridRunKind,
    options: { name: 'Cuadrícula', by: { id: staff.id, name: staff.name } },
    ...{ fileName: '', fileHash: null, actor: author.actor },
  });
  const rows = results.map((result) => ({
    sku: result.sku,
    outcome: result.outcome === 'changed' || result.outcome === 'equal' ? result.outcome : ('failed' as const),
    why: whyOf(result),
  }));
  await insertRunResults(tx, run.id, rows);
  const count = (outcome: (typeof rows)[number]['outcome']): number =>
    rows.filter((each) => each.outcome === outcome).length;
  const [changed, equal, failed] = [count('changed'), count('equal'), count('failed')];
  await changeRun(tx, run.id, {
    ...{ state: 'done', total: rows.length, done: changed + equal, failed },
    result: { changed, equal },
  });
  return run.id;
}

const forbidden = (permission: 'stock.move') => refuse({ code: 'FORBIDDEN' as const, metadata: { permission } });

/**
 * Saves rows of the grid as one run (PROD-26). A row that breaks a rule is refused as a whole, and the other rows are saved. The
 * rules for prices and publication are those for a single product. Returns the run, the result of each row, and the audit
 * entries.
 */
export async function changeGrid(
  tx: Tx,
  { place, rows, reason }: Body,
  { staff, author }: { staff: StaffCaller; author: Author },
): Promise<Result<{ run: string | null; results: GridResult[]; changes: NamedChange[] }, Refusal>> {
  const shelved = rows.filter(({ shelf }) => shelf !== undefined);
  if (shelved.length > 0 && !staff.permissions.has('stock.move')) return forbidden('stock.move');
  if (shelved.length > 0 && (place === undefined || !(await isStore(tx, place))))
    return refuse({ code: 'STORE_NOT_FOUND' });
  const asked = rows.map(({ shelf: _, ...row }) => row);
  // Shelves are locked and checked after the products, in the same sequence as in all other writers (record 0034).
  const judged = await changeRows(tx, {
    ...{ asked, reason, staff, author, goneText },
    refusedBefore: async (products) => {
      const present =
        place === undefined || shelved.length === 0
          ? new Map<string, string | null>()
          : await lockShelves(
              tx,
              shelved.map(({ sku }) => sku),
              place,
            );
      return new Map(
        shelved.flatMap((row): [string, RowRefused][] => {
          const product = products.get(row.sku);
          const found = judgeShelf(row, {
            present: present.get(row.sku) ?? null,
            hasStock: product?.kind === 'goods',
          });
          if (found === 'refused') return [[row.sku, { code: 'refused', fields: { shelf: noShelf } }]];
          return found === 'conflict' ? [[row.sku, { code: 'conflict' }]] : [];
        }),
      );
    },
  });
  if (!judged.ok) return judged;
  const shelves =
    place === undefined
      ? { results: judged.value.results, changes: [] }
      : await writeShelves(tx, place, { rows, results: judged.value.results });
  const { results } = shelves;
  const run = results.some(({ outcome }) => outcome === 'changed')
    ? await recordRun(tx, results, { staff, author })
    : null;
  return ok({ run, results, changes: [...judged.value.changes, ...shelves.changes] });
}
