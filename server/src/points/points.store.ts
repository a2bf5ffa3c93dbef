import type { Centavos } from '@ceiba/domain/money/money';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import type { LockRefusal } from '../carts/carts.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, type RowOf, statement } from '../platform/db/statement.ts';

/** A certificate that is offered for a cart. */
export interface NewCertificate {
  code: string;
  amount: Centavos;
  points: number;
}

export interface NewOffer {
  id: string;
  cartId: string;
  program: PointsPaymentType;
  account: string;
  certificates: readonly NewCertificate[];
}

const insertIssued = statement(
  'points.insert-offer',
  `insert into points_certificates (offer_id, cart_id, program, account, issued_at, code, amount, points)
   select $1, $2, $3, $4, $5, c.* from unnest($6::uuid[], $7::bigint[], $8::integer[]) as c (code, amount, points)`,
);

/** Stores an offer (DEC-114). */
export async function insertOffer(tx: Tx, offer: NewOffer, now: Date): Promise<void> {
  const { id, cartId, program, account, certificates } = offer;
  await insertIssued(tx, [
    id,
    cartId,
    program,
    account,
    now,
    certificates.map(({ code }) => code),
    certificates.map(({ amount }) => amount),
    certificates.map(({ points }) => points),
  ]);
}

type CertificateStatus =
  | 'issued'
  | 'holding'
  | 'held'
  | 'claimed'
  | 'capturing'
  | 'captured'
  | 'written_off'
  | 'giving_back'
  | 'given_back';

export interface Certificate {
  code: string;
  cartId: string;
  program: PointsPaymentType;
  account: string;
  amount: Centavos;
  points: number;
  status: CertificateStatus;
  issuedAt: Date;
}

const selectCertificate = statement(
  'points.certificate',
  'select code, cart_id, program, account, amount, points, status, issued_at from points_certificates where code = $1',
  { program: column<PointsPaymentType>() },
);

/** Finds a certificate. `code`: a UUID. */
export async function findCertificate(tx: Tx, code: string): Promise<Certificate | undefined> {
  const [row] = await selectCertificate(tx, [code]);
  if (row === undefined) return undefined;
  const { cartId, issuedAt, amount, ...certificate } = row;
  return { ...certificate, cartId, issuedAt, amount };
}

const startHolding = statement(
  'points.begin-reservation',
  `update points_certificates set status = 'holding', applied_at = $2,
     settle_after = clock_timestamp() + $3::integer * interval '1 millisecond'
   where code = $1 and status = 'issued' returning code`,
);

/** Claims an offered certificate for one attempt to apply it. Of concurrent calls, only one returns true. */
export const beginReservation = async (
  tx: Tx,
  code: string,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<boolean> => (await startHolding(tx, [code, now, leaseMs])).length > 0;

export type PutRefusal = LockRefusal | 'COUPON_ALREADY_APPLIED' | 'CERTIFICATE_EXPIRED';

const callPut = statement('points.put-certificate', 'select put_cart_certificate($1, $2, $3) as refusal', {
  refusal: column<PutRefusal>(),
});

/**
 * Puts a certificate whose points are blocked into its cart's slot. Returns null if this succeeds. Otherwise the points are given
 * back. `idleCoupon`: a coupon that takes nothing off, which is removed if it is still in the slot. Null if there is none.
 */
export async function putCertificate(
  tx: Tx,
  { code, idleCoupon }: { code: string; idleCoupon: string | null },
  now: Date,
): Promise<PutRefusal | null> {
  const [row] = await callPut(tx, [code, now, idleCoupon]);
  return row?.refusal ?? null;
}

const callAbandon = statement(
  'points.abandon-reservation',
  `with abandoned as (
     update points_certificates set status = 'giving_back', settle_after = clock_timestamp()
     where code = $1 and status = 'holding' returning code)
   select settle_points_soon() from abandoned`,
);

/** Cancels a certificate that is no longer wanted. Its points may be blocked. */
export const abandonReservation = async (tx: Tx, code: string): Promise<void> => {
  await callAbandon(tx, [code]);
};

/** A certificate whose outcome only the program knows. */
export type UnsettledCertificate = RowOf<typeof leaseUnsettled>;

// The time is rounded up. A Date has only milliseconds, and a row may be due some microseconds earlier.
const selectClock = statement(
  'points.settle-clock',
  `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as due`,
);

/** Returns the time of the database's clock, which all nodes share. */
export async function pointsDue(tx: Tx): Promise<Date> {
  const [row] = await selectClock(tx, []);
  if (row === undefined) throw new Error('the database told no time');
  return row.due;
}

// Gives up applications that died. After this statement, their certificates cannot get into a slot.
const leaseUnsettled = statement(
  'points.lease-unsettled',
  `with due as (
     select code from points_certificates
     where status in ('holding', 'capturing', 'giving_back') and settle_after <= $1
     order by settle_after limit $3
     for update skip locked)
   update points_certificates c
   set status = case c.status when 'holding' then 'giving_back'::points_status else c.status end,
     settle_after = greatest($1, clock_timestamp()) + $2::integer * interval '1 millisecond'
   from due where c.code = due.code
   returning c.code, c.status`,
);

/** Claims due certificates for `leaseMs` milliseconds, so that no other node calls the program about them during that time. */
export const leaseDue = (tx: Tx, due: Date, leaseMs: number, limit: number): Promise<UnsettledCertificate[]> =>
  leaseUnsettled(tx, [due, leaseMs, limit]);

const endSettling = statement(
  'points.end-settling',
  `update points_certificates set status = $3::points_status, settle_after = null
   where code = $1 and status = $2::points_status returning code`,
);

/** Records the program's result. Returns false if the shop now needs another result from the program. */
export const endUnsettledCertificate = async (tx: Tx, { code, status }: UnsettledCertificate): Promise<boolean> =>
  (await endSettling(tx, [code, status, status === 'capturing' ? 'captured' : 'given_back'])).length === 1;

const emptyStale = statement(
  'points.empty-stale-slots',
  `with stale as (
     select code, cart_id from points_certificates where status = 'held' and applied_at < $1 limit $2)
   update carts c set certificate_code = null, certificate_amount = null
   from stale where c.id = stale.cart_id and c.certificate_code = stale.code::text and c.status = 'open'
   returning c.id`,
);

/** Removes certificates that were applied before a moment from open carts. Their points are given back. Returns how many were removed. */
export const emptyStaleSlots = async (tx: Tx, appliedBefore: Date): Promise<number> =>
  (await emptyStale(tx, [appliedBefore, 500])).length;

const deleteExpired = statement(
  'points.delete-over',
  `delete from points_certificates where code in (
     (select code from points_certificates where status = 'issued' and issued_at < $1 limit $3)
     union all
     (select code from points_certificates where status = 'given_back' and order_id is null and issued_at < $2 limit $3))
   returning code`,
);

/** Deletes expired offers and unused certificates, one portion per call. Returns how many were deleted. */
export const deleteExpiredCertificates = async (
  tx: Tx,
  { issuedBefore, givenBackBefore }: { issuedBefore: Date; givenBackBefore: Date },
): Promise<number> => (await deleteExpired(tx, [issuedBefore, givenBackBefore, 1_000])).length;

/** A part of a certificate that a program has to give back. */
export interface PartDue {
  /** Id of the refund. It is the part's key at the program. */
  refundId: string;
  code: string;
  points: number;
}

const leaseParts = statement(
  'points.lease-parts',
  `with due as (
     select id from refunds where points_settle_after <= $1 order by points_settle_after limit $3 for update skip locked)
   update refunds r set points_settle_after = greatest($1, clock_timestamp()) + $2::integer * interval '1 millisecond'
   from due, points_certificates c where r.id = due.id and c.order_id = r.order_id
   returning r.id, c.code, r.points`,
);

/** Claims due parts, as `leaseDue` claims certificates. */
export const leasePartsDue = async (tx: Tx, due: Date, leaseMs: number, limit: number): Promise<PartDue[]> =>
  (await leaseParts(tx, [due, leaseMs, limit])).map(({ id: refundId, ...part }) => ({ refundId, ...part }));

const endPart = statement(
  'points.end-part',
  `update refunds set points_settle_after = null, points_given_at = clock_timestamp()
   where id = $1 and points_settle_after is not null returning id`,
);

/** Records that the program has given the part back. Returns false if this was recorded before. */
export const endPartDue = async (tx: Tx, refundId: string): Promise<boolean> =>
  (await endPart(tx, [refundId])).length === 1;
