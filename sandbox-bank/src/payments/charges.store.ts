import { z } from 'zod';
import { cardRefusalCodes } from '../cards.ts';
import type { Tx } from '../platform/database.ts';

const stored = {
  seq: z.int(),
  id: z.string(),
  key: z.string(),
  created_at: z.string(),
};
const money = {
  ...stored,
  fingerprint: z.string(),
  amount: z.int(),
  plan: z.int(),
  brand: z.string().nullable(),
  masked: z.string().nullable(),
  description: z.string(),
  paid_back: z.int(),
};

/** `voided` is a tombstone: the key was voided before a charge with it arrived. */
const chargeRow = z.discriminatedUnion('status', [
  z.object({
    ...money,
    status: z.enum(['approved', 'reversed']),
    authorization: z.string(),
    token: z.string().nullable(),
  }),
  z.object({ ...money, status: z.literal('refused'), code: z.enum(cardRefusalCodes) }),
  z.object({ ...stored, status: z.literal('voided') }),
]);

export type Charge = z.infer<typeof chargeRow>;
export type MoneyCharge = Exclude<Charge, { status: 'voided' }>;
export type ApprovedCharge = Extract<Charge, { status: 'approved' | 'reversed' }>;

const select = `SELECT c.*, (SELECT coalesce(sum(p.amount), 0) FROM paybacks p WHERE p.charge_id = c.id) AS paid_back
  FROM charges c`;

export const findChargeByKey = (tx: Tx, key: string): Charge | undefined =>
  tx.first(chargeRow, `${select} WHERE c.key = $key`, { key });

export const findChargeById = (tx: Tx, id: string): Charge | undefined =>
  tx.first(chargeRow, `${select} WHERE c.id = $id`, { id });

/**
 * Charges in the order in which they were stored, without tombstones.
 *
 * @param since instant (ISO, UTC, milliseconds), inclusive
 * @param after position of the last charge already seen, 0 for none
 */
export const listCharges = (tx: Tx, since: string, after: number, limit: number): Charge[] =>
  tx.all(
    chargeRow,
    `${select} WHERE c.seq > $after AND c.created_at >= $since AND c.status <> 'voided' ORDER BY c.seq LIMIT $limit`,
    { since, after, limit },
  );

export interface NewCharge {
  readonly id: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly result:
    | { readonly status: 'approved'; readonly authorization: string; readonly token: string | null }
    | { readonly status: 'refused'; readonly code: string };
  readonly amount: number;
  readonly plan: number;
  readonly brand: string | null;
  readonly masked: string | null;
  readonly description: string;
  readonly createdAt: string;
}

/** One row per key: a second row with the same key throws. */
export function insertCharge(tx: Tx, { result, createdAt, ...charge }: NewCharge): void {
  const approved = result.status === 'approved' ? result : undefined;
  tx.change(
    `INSERT INTO charges (id, key, fingerprint, status, code, amount, plan, brand, masked, authorization, token,
       description, created_at)
     VALUES ($id, $key, $fingerprint, $status, $code, $amount, $plan, $brand, $masked, $authorization, $token,
       $description, $createdAt)`,
    {
      ...charge,
      status: result.status,
      code: result.status === 'refused' ? result.code : null,
      authorization: approved?.authorization ?? null,
      token: approved?.token ?? null,
      createdAt,
    },
  );
}

export const insertTombstone = (tx: Tx, id: string, key: string, createdAt: string): number =>
  tx.change(`INSERT INTO charges (id, key, status, created_at) VALUES ($id, $key, 'voided', $createdAt)`, {
    id,
    key,
    createdAt,
  });

export const markReversed = (tx: Tx, id: string): number =>
  tx.change(`UPDATE charges SET status = 'reversed' WHERE id = $id AND status = 'approved'`, { id });

/** @returns whether this is the first time that a charge with this key fails temporarily. */
export const insertStumble = (tx: Tx, key: string): boolean =>
  tx.change('INSERT INTO stumbles (key) VALUES ($key) ON CONFLICT DO NOTHING', { key }) === 1;
