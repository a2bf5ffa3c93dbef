import type { Pick } from '@ceiba/contract/desk/picks';

export type PickRow = Pick['rows'][number];

/** Units of a product for one shipment of a wave. */
interface ShipmentUnits {
  id: string;
  isHeld: boolean;
  /** Neither read nor missing. */
  open: number;
  /** Of the open ones, those that another store sends. */
  comesFrom: readonly { storeCode: string; name: string; quantity: number }[];
}

/** A product may stand in several lines of a shipment, which share its claims. */
function unitsOf({ shipments }: PickRow): ShipmentUnits[] {
  const byId = Map.groupBy(shipments, ({ id }) => id);
  return [...byId].map(([id, lines]) => {
    const open = lines.reduce((units, { quantity, picked, missing }) => units + quantity - picked - missing, 0);
    let left = open;
    const comesFrom = (lines[0]?.comesFrom ?? []).flatMap((place) => {
      const quantity = Math.min(left, place.quantity);
      left -= quantity;
      return quantity === 0 ? [] : [{ ...place, quantity }];
    });
    return { id, isHeld: lines.some(({ isHeld }) => isHeld), open, comesFrom };
  });
}

const hereOf = ({ isHeld, open, comesFrom }: ShipmentUnits): number =>
  isHeld ? 0 : open - comesFrom.reduce((units, { quantity }) => units + quantity, 0);

/** Units that are to be found at the wave's own place. Held orders wait, and other stores send the rest. */
export const leftOf = (row: PickRow): number => unitsOf(row).reduce((units, each) => units + hereOf(each), 0);

/** Stores that send units of a product, with how many. */
export function comingOf(row: PickRow): { storeCode: string; name: string; quantity: number }[] {
  const places = unitsOf(row)
    .filter(({ isHeld }) => !isHeld)
    .flatMap(({ comesFrom }) => comesFrom);
  return [...Map.groupBy(places, ({ storeCode }) => storeCode)].map(([storeCode, parts]) => ({
    storeCode,
    name: parts[0]?.name ?? storeCode,
    quantity: parts.reduce((units, { quantity }) => units + quantity, 0),
  }));
}

/** How many units each line of a product loses, where so many were not found at a place. Undefined: the wave's own place. */
export function linesToMiss(
  row: PickRow,
  units: number,
  storeCode: string | undefined,
): { id: string; line: number; quantity: number }[] {
  const room = new Map(
    unitsOf(row).map((each) => [
      each.id,
      storeCode === undefined
        ? hereOf(each)
        : (each.comesFrom.find((place) => place.storeCode === storeCode)?.quantity ?? 0),
    ]),
  );
  let left = units;
  return row.shipments.flatMap(({ id, line, quantity, picked, missing }) => {
    const part = Math.min(left, quantity - picked - missing, room.get(id) ?? 0);
    if (part === 0) return [];
    left -= part;
    room.set(id, (room.get(id) ?? 0) - part);
    return [{ id, line, quantity: part }];
  });
}
