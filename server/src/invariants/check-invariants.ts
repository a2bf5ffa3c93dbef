import type { BankLedger } from '../payments/gateway.ts';
import type { Database } from '../platform/db/database.ts';
import { auditInvariants } from './audit-invariants.ts';
import { chargeRules, checkCharges } from './check-charges.store.ts';
import { checkReservations, type PointsLedger, reservationRules } from './check-reservations.store.ts';
import { giftCardInvariants } from './gift-card-invariants.store.ts';
import { type Invariant, maxFound, type Reach } from './invariant.ts';
import { jobInvariants } from './job-invariants.store.ts';
import { orderInvariants } from './order-invariants.store.ts';
import { paymentInvariants } from './payment-invariants.store.ts';
import { pointsInvariants } from './points-invariants.store.ts';
import { shipmentInvariants } from './shipment-invariants.store.ts';
import { stockInvariants } from './stock-invariants.store.ts';
import { taxInvariants } from './tax-invariants.store.ts';
import { tillInvariants } from './till-invariants.store.ts';

const databaseInvariants: readonly Invariant[] = [
  ...stockInvariants,
  ...orderInvariants,
  ...taxInvariants,
  ...shipmentInvariants,
  ...giftCardInvariants,
  ...paymentInvariants,
  ...tillInvariants,
  ...pointsInvariants,
  ...jobInvariants,
  ...auditInvariants,
];

const rules: ReadonlyMap<string, string> = new Map([
  ...databaseInvariants.map(({ name, rule }): [string, string] => [name, rule]),
  ...Object.entries(chargeRules),
  ...Object.entries(reservationRules),
]);

/** Every invariant, by name. */
export const invariantNames: readonly string[] = [...rules.keys()];

/** The records of banks and points programs about the shop. The check compares them with the shop's records. */
export interface OutsideBooks {
  bank: BankLedger;
  programs: PointsLedger;
}

/** A rule that the data violates. */
export interface Finding {
  invariant: string;
  /** The rule as a sentence. */
  detail: string;
  /** The number of violations. `maxFound` means that many or more. */
  count: number;
  /** IDs of some violations. */
  samples: string[];
}

const samplesShown = 10;

const findingsOf = (found: readonly (readonly [name: string, ids: string[]])[]): Finding[] =>
  found
    .filter(([, ids]) => ids.length > 0)
    .map(([name, ids]) => ({
      invariant: name,
      detail: rules.get(name) ?? name,
      count: Math.min(ids.length, maxFound),
      samples: ids.slice(0, samplesShown),
    }));

const findInDatabase = async (db: Database, reach: Reach): Promise<[name: string, ids: string[]][]> => {
  const found: [name: string, ids: string[]][] = [];
  for (const { name, find } of databaseInvariants) found.push([name, await find(db.write, reach)]);
  return found;
};

/**
 * Checks only the database, without banks or points programs. Used for a restored copy, which is older than their
 * records.
 */
export const checkDatabase = async (db: Database, now: Date): Promise<Finding[]> =>
  findingsOf(await findInDatabase(db, nightlyReach(now)));

/** Returns the reach of a frequent run: the last 48 hours, and the last 5,000 stock movements. */
export const frequentReach = (now: Date): Reach => ({
  name: 'recent',
  now,
  since: new Date(now.getTime() - 48 * 3_600_000),
  movements: 5_000,
});

/** Returns the reach of the nightly run and of a run by command. */
export const nightlyReach = (now: Date): Reach => ({ name: 'everything', now, since: new Date(0), movements: 0 });

/**
 * Checks every invariant. Changes nothing. Invariants of the database need one reading statement each. Other invariants
 * compare the database with the bank and with the points programs. Each statement sees a single snapshot, so concurrent
 * changes cause no findings.
 */
export async function checkInvariants(
  db: Database,
  { bank, programs }: OutsideBooks,
  now: Date,
  reach: Reach = frequentReach(now),
): Promise<Finding[]> {
  const found = await findInDatabase(db, reach);
  found.push(...Object.entries(await checkCharges(db, bank, reach)));
  found.push(...Object.entries(await checkReservations(db, programs, reach)));
  return findingsOf(found);
}
