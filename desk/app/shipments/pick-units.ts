import type { Pick } from '@ceiba/contract/desk/picks';

export type PickRow = Pick['rows'][number];

/** A store that sends units to the place of a wave, with their number. */
export type IncomingUnits = PickRow['shipments'][number]['comesFrom'][number];

/** Units of a product for one shipment of a wave. */
interface ShipmentUnits {
  id: string;
  isHeld: boolean;
  /** Units that are neither scanned nor missing. */
  open: number;
  comesFrom: readonly IncomingUnits[];
}

const sumOf = (parts: readonly { quantity: number }[]): number =>
  parts.reduce((units, { quantity }) => units + quantity, 0);

/** The first of these units, at most `most`. */
function firstUnits(places: readonly IncomingUnits[], most: number): IncomingUnits[] {
  let remaining = most;
  return places.flatMap((place) => {
    const quantity = Math.min(remaining, place.quantity);
    remaining -= quantity;
    return quantity === 0 ? [] : [{ ...place, quantity }];
  });
}

/** A product may be on several lines of a shipment, which share its claims. */
function unitsOf({ shipments }: PickRow): ShipmentUnits[] {
  const byId = Map.groupBy(shipments, ({ id }) => id);
  return [...byId].map(([id, lines]) => ({
    id,
    isHeld: lines.some(({ isHeld }) => isHeld),
    open: lines.reduce((units, { quantity, picked, missing }) => units + quantity - picked - missing, 0),
    comesFrom: lines[0]?.comesFrom ?? [],
  }));
}

/**
 * Open units of a product, and the stores that send some of them. Held orders wait and are not counted. Any shipment may get a unit from the shelf
 * (`scan_of_pick` in server/sql/functions/shipments.sql), so the units of all shipments are added up.
 */
function openOf(row: PickRow): { open: number; coming: IncomingUnits[] } {
  const free = unitsOf(row).filter(({ isHeld }) => !isHeld);
  const open = free.reduce((units, each) => units + each.open, 0);
  const byStore = Map.groupBy(
    free.flatMap(({ comesFrom }) => comesFrom),
    ({ storeCode }) => storeCode,
  );
  const claims = [...byStore].map(([storeCode, parts]) => ({
    storeCode,
    name: parts[0]?.name ?? storeCode,
    quantity: sumOf(parts),
  }));
  return { open, coming: firstUnits(claims, open) };
}

/** Number of units that should be at the place of the wave. */
export function leftOf(row: PickRow): number {
  const { open, coming } = openOf(row);
  return open - sumOf(coming);
}

/** Stores that send units of a product, with their number. */
export const comingOf = (row: PickRow): IncomingUnits[] => openOf(row).coming;

/** "2 vienen". */
export const comingText = (units: number): string => (units === 1 ? '1 viene' : `${units} vienen`);

/** The button that confirms their arrival. */
export const arrivedText = (units: number): string => (units === 1 ? 'Ya llegó' : 'Ya llegaron');

/** Key for the units of a product that a store sends. */
export const arrivalKey = (sku: string, storeCode: string): string => `${sku}/${storeCode}`;

/** The row after units from the named stores have arrived: the units are now at the place of the wave. */
export const withArrived = (row: PickRow, arrived: ReadonlySet<string>): PickRow => ({
  ...row,
  shipments: row.shipments.map((each) => ({
    ...each,
    comesFrom: each.comesFrom.filter(({ storeCode }) => !arrived.has(arrivalKey(row.sku, storeCode))),
  })),
});

/**
 * Number of units that each line of a product loses if this number is missing at a place. Without a place, at the place
 * of the wave.
 */
export function linesToMiss(
  row: PickRow,
  units: number,
  storeCode: string | undefined,
): { id: string; line: number; quantity: number }[] {
  const room = new Map(
    unitsOf(row).map(({ id, isHeld, open, comesFrom }) => {
      const sent = firstUnits(comesFrom, open);
      const here = isHeld ? 0 : open - sumOf(sent);
      return [id, storeCode === undefined ? here : sumOf(sent.filter((place) => place.storeCode === storeCode))];
    }),
  );
  let remaining = units;
  return row.shipments.flatMap(({ id, line, quantity, picked, missing }) => {
    const part = Math.min(remaining, quantity - picked - missing, room.get(id) ?? 0);
    if (part === 0) return [];
    remaining -= part;
    room.set(id, (room.get(id) ?? 0) - part);
    return [{ id, line, quantity: part }];
  });
}

/** The maximum number of missing units at a place: the units claimed there. Without a place, at the place of the wave. */
export const maxToMiss = (row: PickRow, storeCode?: string): number =>
  sumOf(linesToMiss(row, Number.POSITIVE_INFINITY, storeCode));
