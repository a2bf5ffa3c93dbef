import { statement, type Tx } from '../platform/db/database.ts';

interface Courier {
  code: string;
  name: string;
  isActive: boolean;
}

const lock = statement<Courier, [code: string]>(
  'couriers.lock-one',
  'select code, name, is_active as "isActive" from couriers where code = $1 for update',
);

/** A courier, locked while a manifest is opened for it. */
export const lockCourier = async (tx: Tx, code: string): Promise<Courier | undefined> => (await lock(tx, [code]))[0];

const selectAll = statement<Courier>(
  'couriers.names',
  'select code, name, is_active as "isActive" from couriers order by code',
);

/** Names and codes of all couriers, for what a new name may not be. */
export const listCourierNames = (tx: Tx): Promise<Courier[]> => selectAll(tx, []);
