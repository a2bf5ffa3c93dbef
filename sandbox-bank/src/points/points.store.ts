import { z } from 'zod';
import type { Tx } from '../platform/database.ts';
import { type ReservationFate, reservationFate } from './programs.ts';

const accountRow = z.object({
  id: z.string(),
  program: z.string(),
  fingerprint: z.string().nullable(),
  fate: reservationFate,
  available: z.int(),
});

/**
 * `available` = opening points + credited points that were not taken back − held or captured points that were not returned. It is
 * never stored. It is negative if points were spent before they were taken back (LOYAL-04).
 */
export type PointsAccount = z.infer<typeof accountRow>;

const available = `(a.opening_points - (SELECT coalesce(sum(h.points), 0)
  FROM points_holds h WHERE h.account_id = a.id AND h.status IN ('held', 'captured'))
  + (SELECT coalesce(sum(b.points), 0) FROM points_paybacks b JOIN points_holds h ON h.key = b.hold_key
    WHERE h.account_id = a.id AND h.status IN ('held', 'captured'))
  + (SELECT coalesce(sum(c.points), 0) FROM points_credits c WHERE c.account_id = a.id)
  - (SELECT coalesce(sum(t.points), 0) FROM points_takebacks t JOIN points_credits c ON c.key = t.credit_key
    WHERE c.account_id = a.id))`;

const select = `SELECT a.id, a.program, a.fingerprint, a.fate, ${available} AS available FROM points_accounts a`;

export const findAccount = (tx: Tx, program: string, identity: string): PointsAccount | undefined =>
  tx.first(accountRow, `${select} WHERE a.program = $program AND a.identity = $identity`, { program, identity });

export const findAccountById = (tx: Tx, id: string): PointsAccount | undefined =>
  tx.first(accountRow, `${select} WHERE a.id = $id`, { id });

export const findMember = (tx: Tx, document: string): PointsAccount | undefined =>
  tx.first(accountRow, `${select} WHERE a.program = 'MaxpointsPoints' AND a.document = $document`, { document });

export const findMemberByKey = (tx: Tx, key: string): PointsAccount | undefined =>
  tx.first(accountRow, `${select} WHERE a.registration_key = $key`, { key });

export interface NewAccount {
  readonly id: string;
  readonly program: string;
  /** Fingerprint of the identity in requests for the balance. Null for a member without a DPI. */
  readonly identity: string | null;
  /** Fingerprint of type and number of a member's document. Null for a bank's account. */
  readonly document: string | null;
  readonly openingPoints: number;
  readonly registrationKey: string | null;
  readonly fingerprint: string | null;
  readonly fate: ReservationFate;
  readonly createdAt: string;
}

/** @returns whether neither the identity nor the document had an account in the program before. */
export const insertAccount = (tx: Tx, account: NewAccount): boolean =>
  tx.change(
    `INSERT INTO points_accounts (id, program, identity, document, opening_points, registration_key, fingerprint,
       fate, created_at)
     VALUES ($id, $program, $identity, $document, $openingPoints, $registrationKey, $fingerprint, $fate, $createdAt)
     ON CONFLICT DO NOTHING`,
    { ...account },
  ) === 1;

const holdColumns = { key: z.string(), account_id: z.string(), points: z.int(), created_at: z.string() };

/**
 * `held` reserves the points, `captured` deducts them, `released` frees reserved points, `returned` restores deducted
 * points. `voided` is a tombstone: the key was released before a reservation with it arrived.
 */
const reservationRow = z.discriminatedUnion('status', [
  z.object({ ...holdColumns, status: z.enum(['held', 'captured', 'released', 'returned']) }),
  z.object({ key: z.string(), status: z.literal('voided') }),
]);

export type PointsReservation = z.infer<typeof reservationRow>;

export const findReservation = (tx: Tx, key: string): PointsReservation | undefined =>
  tx.first(reservationRow, 'SELECT * FROM points_holds WHERE key = $key', { key });

const listedReservation = z.object({
  ...holdColumns,
  rowid: z.int(),
  status: z.enum(['held', 'captured', 'released', 'returned']),
});

/** Reservations since a moment, in order of arrival, without tombstones. `after` is the position of the last one on the previous page. */
export const listReservations = (
  tx: Tx,
  since: string,
  after: number,
  limit: number,
): z.infer<typeof listedReservation>[] =>
  tx.all(
    listedReservation,
    `SELECT rowid, * FROM points_holds WHERE created_at >= $since AND rowid > $after AND status <> 'voided'
     ORDER BY rowid LIMIT $limit`,
    { since, after, limit },
  );

/** @returns whether the account had enough free points. If not, nothing is written. */
export const insertReservation = (
  tx: Tx,
  reservation: {
    readonly key: string;
    readonly accountId: string;
    readonly points: number;
    readonly createdAt: string;
  },
): boolean =>
  tx.change(
    `INSERT INTO points_holds (key, account_id, points, status, created_at)
     SELECT $key, a.id, $points, 'held', $createdAt FROM points_accounts a
     WHERE a.id = $accountId AND $points <= ${available}`,
    { ...reservation },
  ) === 1;

export const insertReservationTombstone = (tx: Tx, key: string, createdAt: string): number =>
  tx.change(
    `INSERT INTO points_holds (key, status, created_at) VALUES ($key, 'voided', $createdAt) ON CONFLICT DO NOTHING`,
    { key, createdAt },
  );

/** @returns 0 if the reservation is not, or no longer, in state `from`. */
export const moveReservation = (
  tx: Tx,
  key: string,
  from: PointsReservation['status'],
  to: PointsReservation['status'],
): number => tx.change('UPDATE points_holds SET status = $to WHERE key = $key AND status = $from', { key, from, to });

const paybackRow = z.object({ key: z.string(), hold_key: z.string(), points: z.int() });

/** A part of a reservation's points that was returned. */
export type PointsPayback = z.infer<typeof paybackRow>;

export const findPayback = (tx: Tx, key: string): PointsPayback | undefined =>
  tx.first(paybackRow, 'SELECT key, hold_key, points FROM points_paybacks WHERE key = $key', { key });

/** @returns whether the reservation still had this many points. If not, nothing is written. */
export const insertPayback = (
  tx: Tx,
  payback: { readonly key: string; readonly holdKey: string; readonly points: number; readonly createdAt: string },
): boolean =>
  tx.change(
    `INSERT INTO points_paybacks (key, hold_key, points, created_at)
     SELECT $key, h.key, $points, $createdAt FROM points_holds h
     WHERE h.key = $holdKey AND h.status IN ('held', 'captured') AND $points <= h.points - (
       SELECT coalesce(sum(b.points), 0) FROM points_paybacks b WHERE b.hold_key = h.key)`,
    { ...payback },
  ) === 1;

const creditRow = z.object({ key: z.string(), account_id: z.string(), points: z.int() });

/** Points that a purchase earned (LOYAL-02). */
export type PointsCredit = z.infer<typeof creditRow>;

export const findCredit = (tx: Tx, key: string): PointsCredit | undefined =>
  tx.first(creditRow, 'SELECT key, account_id, points FROM points_credits WHERE key = $key', { key });

export const insertCredit = (
  tx: Tx,
  credit: { readonly key: string; readonly accountId: string; readonly points: number; readonly createdAt: string },
): number =>
  tx.change(
    `INSERT INTO points_credits (key, account_id, points, created_at) VALUES ($key, $accountId, $points, $createdAt)`,
    { ...credit },
  );

const takebackRow = z.object({ key: z.string(), credit_key: z.string(), points: z.int() });

/** A part of a credit that was taken back. */
export type PointsTakeback = z.infer<typeof takebackRow>;

export const findTakeback = (tx: Tx, key: string): PointsTakeback | undefined =>
  tx.first(takebackRow, 'SELECT key, credit_key, points FROM points_takebacks WHERE key = $key', { key });

/** @returns whether the credit still had this many points. If not, nothing is written. */
export const insertTakeback = (
  tx: Tx,
  takeback: { readonly key: string; readonly creditKey: string; readonly points: number; readonly createdAt: string },
): boolean =>
  tx.change(
    `INSERT INTO points_takebacks (key, credit_key, points, created_at)
     SELECT $key, c.key, $points, $createdAt FROM points_credits c
     WHERE c.key = $creditKey AND $points <= c.points - (
       SELECT coalesce(sum(t.points), 0) FROM points_takebacks t WHERE t.credit_key = c.key)`,
    { ...takeback },
  ) === 1;
