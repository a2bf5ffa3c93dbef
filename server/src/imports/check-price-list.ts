import type { applyImport } from '@ceiba/contract/desk/imports';
import { maxPlannedRows } from '@ceiba/contract/desk/price-plan-fields';
import type { Parsed } from '@ceiba/contract/endpoint';
import { startFault } from '@ceiba/domain/price-plans/price-plan';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Tx } from '../platform/db/database.ts';
import type { RefusalOf } from '../platform/http/route.ts';
import type { Run } from '../runs/runs.store.ts';
import { countsIn } from './import-file.ts';
import type { Kind, PriceDoubts, PriceListStart } from './import-kind.ts';
import { namesText } from './notices.ts';
import { listBlockedRows } from './price-list-rows.ts';

const fieldRefusal = (field: string, text: string) =>
  refuse({ code: 'VALIDATION_ERROR' as const, metadata: { fields: { [field]: text } } });

/** Refuses a start at which some products cannot get their price. */
async function checkStart(
  tx: Tx,
  run: Run,
  { startsAt, now }: { startsAt: Date; now: Date },
): Promise<Result<undefined, RefusalOf<typeof applyImport>>> {
  const fault = startFault(startsAt, now);
  if (fault !== null) return fieldRefusal('startsAt', fault);
  const counts = countsIn(run);
  if (counts.new + counts.changed > maxPlannedRows)
    return fieldRefusal(
      'startsAt',
      `Una lista que empieza después tiene hasta ${maxPlannedRows.toLocaleString('en-US')} filas: divídela.`,
    );
  const blocked = await listBlockedRows(tx, run.id, startsAt);
  const skusWhere = (...reasons: (typeof blocked)[number]['why'][]): string[] =>
    blocked.flatMap(({ sku, why }) => (reasons.includes(why) ? [sku] : []));
  const [overlapping, lost] = [skusWhere('overlapping'), skusWhere('archived', 'unpriced')];
  if (overlapping.length > 0) {
    const text = `Se cruza con precios ya planeados de ${namesText(overlapping)}.`;
    return refuse({ code: 'OVERLAPPING_PERIOD', message: text, metadata: { fields: { startsAt: text } } });
  }
  if (lost.length === 0) return ok(undefined);
  return fieldRefusal('startsAt', `Están archivados o se quedan sin precio: ${namesText(lost)}.`);
}

const countText = (count: number): string => count.toLocaleString('en-US');

/** "2 precios cambian más de 40 % y 1 queda por debajo del costo." */
function doubtText({ large, belowCost }: PriceDoubts): string {
  const texts = [
    ...(large > 0 ? [`${large === 1 ? 'cambia' : 'cambian'} más de 40 %`] : []),
    ...(belowCost > 0 ? [`${belowCost === 1 ? 'queda' : 'quedan'} por debajo del costo`] : []),
  ];
  const counts = [large, belowCost].filter((count) => count > 0);
  const [first = 0, second] = counts;
  const subject = first === 1 ? 'Un precio' : `${countText(first)} precios`;
  const more = second === undefined ? '' : ` y ${second === 1 ? 'uno' : countText(second)} ${texts[1]}`;
  return `${subject} ${texts[0]}${more}.`;
}

/**
 * The start of a price list, and the reason of a file with prices. Refuses a wrong start, and large changes or prices below the cost without a
 * reason (PROD-10). Prices are compared with costs only for a person who `seesCosts` (record 0173).
 */
export async function checkedList(
  tx: Tx,
  {
    run,
    kind,
    body,
    now,
    seesCosts,
  }: { run: Run; kind: Kind; body: Parsed<typeof applyImport>['body']; now: Date; seesCosts: boolean },
): Promise<Result<Pick<PriceListStart, 'startsAt' | 'reason'>, RefusalOf<typeof applyImport>>> {
  const startsAt = body.startsAt == null ? null : new Date(body.startsAt);
  const { reason = null } = body;
  if (kind.list === undefined && startsAt !== null)
    return fieldRefusal('startsAt', 'Solo una lista de precios empieza después.');
  const checked = startsAt === null ? ok(undefined) : await checkStart(tx, run, { startsAt, now });
  if (!checked.ok) return checked;
  const doubts = reason === null ? await kind.doubts?.(tx, run.id, startsAt) : undefined;
  const belowCost = seesCosts ? (doubts?.belowCost ?? 0) : 0;
  if (doubts === undefined || doubts.large + belowCost === 0) return ok({ startsAt, reason });
  return fieldRefusal('reason', `${doubtText({ ...doubts, belowCost })} Confírmalo y escribe el motivo.`);
}
