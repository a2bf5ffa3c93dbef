import type { Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';

type Courier = RowOf<typeof lock>;

const lock = statement(
  'couriers.lock-one',
  'select code, name, is_active as "isActive" from couriers where code = $1 for update',
);

/** Locks and returns a courier while a manifest is opened for it. */
export const lockCourier = async (tx: Tx, code: string): Promise<Courier | undefined> => (await lock(tx, [code]))[0];

const selectAll = statement('couriers.names', 'select code, name, is_active as "isActive" from couriers order by code');

/** Lists names and codes of all couriers, which a new name must not repeat. */
export const listCourierNames = (tx: Tx): Promise<Courier[]> => selectAll(tx, []);
