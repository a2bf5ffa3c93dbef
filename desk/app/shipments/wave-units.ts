import type { Pick } from '@ceiba/contract/desk/picks';
import { countedText } from '../platform/formats.ts';
import { comingOf, comingText, leftOf, type PickRow } from './pick-units.ts';

/** Returns whether the code names the product of this row. */
export const matchesCode = (row: PickRow, code: string): boolean =>
  row.sku === code || row.sku === code.toUpperCase() || row.codes.includes(code);

/**
 * The wave after a scan of a product, before the server answers. A missing unit that turns up counts last, as in `scan_of_pick` in
 * server/sql/functions/shipments.sql.
 */
export const withUnit = (pick: Pick, sku: string): { pick: Pick; row: PickRow | undefined; shipment: string } => {
  let shipment = '';
  const rows = pick.rows.map((row) => {
    if (row.sku !== sku) return row;
    const isOpen = ({ quantity, picked, missing }: PickRow['shipments'][number]) => picked + missing < quantity;
    // A held order takes no unit, also before the server's answer.
    const takers = row.shipments.filter(({ isHeld }) => !isHeld);
    const target = takers.find(isOpen) ?? takers.find(({ quantity, picked }) => picked < quantity);
    const found = target !== undefined && !isOpen(target) ? 1 : 0;
    shipment = target?.id ?? '';
    return {
      ...row,
      picked: row.picked + 1,
      missing: row.missing - found,
      shipments: row.shipments.map((each) =>
        each === target ? { ...each, picked: each.picked + 1, missing: each.missing - found } : each,
      ),
    };
  });
  return { pick: { ...pick, picked: pick.picked + 1, rows }, row: rows.find((row) => row.sku === sku), shipment };
};

/** Shipments whose units are all scanned. Held shipments are not packed (WORK-24). */
export const fullyScannedOf = ({ rows, shipments }: Pick): string[] =>
  shipments
    .filter(({ state, isHeld }) => state === 'picking' && !isHeld)
    .map(({ id }) => id)
    .filter((id) =>
      rows.every((row) => row.shipments.every((each) => each.id !== id || each.picked === each.quantity)),
    );

/** The units of a product still to take: "Faltan 2 del estante A-1.". */
export const unitsLeftText = (row: PickRow): string => {
  const unitsToScan = leftOf(row);
  if (unitsToScan > 0) {
    const where = row.shelf === null ? '' : ` del estante ${row.shelf}`;
    return `${unitsToScan === 1 ? 'Falta' : 'Faltan'} ${unitsToScan}${where}.`;
  }
  const coming = comingOf(row).map(({ name, quantity }) => `${comingText(quantity)} de ${name}.`);
  const missing = row.missing > 0 ? [`${countedText(row.missing, 'no encontrada', 'no encontradas')}.`] : [];
  return [...coming, ...missing].join(' ') || 'Ya están todas.';
};
