import { z } from 'zod';
import type { Tx } from '../platform/database.ts';

const accountRow = z.object({
  id: z.string(),
  program: z.string(),
  fingerprint: z.string().nullable(),
  available: z.int(),
});

/** `available` = opening points − points held or captured, never stored. */
export type PointsAccount = z.infer<typeof accountRow>;

const select = `SELECT a.id, a.program, a.fingerprint, a.opening_points - (SELECT coalesce(sum(h.points), 0)
  FROM points_holds h WHERE h.account_id = a.id AND h.status IN ('held', 'captured')) AS available
  FROM points_accounts a`;

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
  /** Fingerprint of what balances are asked with; null for a member without a DPI. */
  readonly identity: string | null;
  /** Fingerprint of type and number of a member's document; null for a bank's account. */
  readonly document: string | null;
  readonly openingPoints: number;
  readonly registrationKey: string | null;
  readonly fingerprint: string | null;
  readonly createdAt: string;
}

/** @returns whether neither the identity nor the document had an account in the program yet. */
export const insertAccount = (tx: Tx, account: NewAccount): boolean =>
  tx.change(
    `INSERT INTO points_accounts (id, program, identity, document, opening_points, registration_key, fingerprint,
       created_at)
     VALUES ($id, $program, $identity, $document, $openingPoints, $registrationKey, $fingerprint, $createdAt)
     ON CONFLICT DO NOTHING`,
    { ...account },
  ) === 1;
