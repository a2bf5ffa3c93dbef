import type { applyPoints } from '@ceiba/contract/points';
import { type Flags, readFlags } from '@ceiba/domain/flags/flags';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import { checkCertificate, isProgramAllowed } from '@ceiba/domain/points/points';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { CartViewer } from '../carts/cart-answer.ts';
import { answerRefusal, changeRefusal } from '../carts/cart-refusal.ts';
import { type CartSnapshot, payableByPointsOf } from '../carts/cart-snapshot.ts';
import { getChangedCart, readCart } from '../carts/read-cart.store.ts';
import { listFlags } from '../flags/flags.store.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import type { RefusalOf } from '../platform/http/route.ts';
import {
  abandonReservation,
  beginReservation,
  type Certificate,
  findCertificate,
  putCertificate,
} from './points.store.ts';
import type { PointsPrograms } from './points-programs.ts';
import { mayUseProgram } from './request-certificates.ts';

interface ApplyDeps {
  db: Database;
  programs: Pick<PointsPrograms, 'reserve'>;
  readFlags: () => Promise<Flags>;
}

interface CertificateCall extends CartViewer {
  cartId: string;
  couponCode: string;
  now: Date;
  policy: ShopPolicy;
}

type ApplyRefusal = RefusalOf<typeof applyPoints>;

/** Milliseconds after which the settling job releases an unfinished reservation. Must be longer than the program's time-out. */
const reservationLeaseMs = 60_000;

/**
 * Applies a certificate to a cart (API-64, DEC-114) in three steps. It claims the certificate for this attempt, blocks the points, and puts
 * the certificate into the cart's slot. No step keeps a transaction open while it talks to the program. If this process dies in between, or
 * the program does not answer, the settling job releases the points. If the certificate is already applied, the same answer is returned. A
 * coupon that no longer takes anything off is replaced.
 */
export async function applyCertificate(
  deps: ApplyDeps,
  call: CertificateCall,
): Promise<Result<{ certificate: Certificate; cart: CartSnapshot }, ApplyRefusal>> {
  const { cartId, now, policy, viewerId } = call;
  const { write } = deps.db;
  const cart = await readCart(write, cartId, now, policy);
  const closed = changeRefusal(cart, viewerId);
  if (closed !== null || cart === undefined) return refuse(closed ?? { code: 'CART_NOT_FOUND' });
  const certificate = await findOffered(deps, call.couponCode);
  if (certificate === undefined) return refuse({ code: 'CERTIFICATE_NOT_VALID' });
  if (cart.certificate?.code === certificate.code) return ok({ certificate, cart });
  const judged = await judge(deps, certificate, cart, call);
  if (!judged.ok) return judged;
  if (!(await beginReservation(write, certificate.code, { now, leaseMs: reservationLeaseMs })))
    return refuse({ code: 'CERTIFICATE_NOT_VALID' });
  const held = await block(deps, certificate);
  if (!held.ok) return held;
  const idleCoupon = cart.coupon === null ? cart.couponCode : null;
  const refusal = await putCertificate(write, { code: certificate.code, idleCoupon }, now);
  if (refusal !== null) return answerRefusal(write, call, refusal);
  return ok({ certificate, cart: await getChangedCart(write, cartId, now, policy) });
}

const codeForm = z.uuid();

const findOffered = async ({ db }: ApplyDeps, code: string): Promise<Certificate | undefined> =>
  codeForm.safeParse(code).success ? findCertificate(db.write, code) : undefined;

async function judge(
  { readFlags }: ApplyDeps,
  certificate: Certificate,
  cart: CartSnapshot,
  { now, policy }: CertificateCall,
): Promise<Result<null, ApplyRefusal>> {
  const target = {
    id: cart.id,
    hasCoupon: cart.coupon !== null || cart.certificate !== null,
    payableByPoints: payableByPointsOf(cart, policy),
  };
  const checked = checkCertificate(certificate, target, now);
  if (!checked.ok) {
    const { code } = checked.error;
    // The answer does not reveal that the certificate belongs to another cart.
    return refuse({ code: code === 'CERTIFICATE_OF_OTHER_CART' ? 'CERTIFICATE_NOT_VALID' : code });
  }
  return mayUseProgram(cart, certificate.program, await readFlags())
    ? ok(null)
    : refuse({ code: 'POINTS_PROGRAM_NOT_ALLOWED' });
}

/** Blocks the points. If this fails, ends the reservation at the program. The program may have blocked the points although its answer was lost. */
async function block(
  { db, programs }: ApplyDeps,
  { code: key, account, points }: Certificate,
): Promise<Result<null, ApplyRefusal>> {
  const outcome = await programs.reserve({ key, account, points });
  if (outcome.kind === 'held') return ok(null);
  await abandonReservation(db.write, key);
  return refuse({ code: outcome.kind === 'refused' ? 'POINTS_NOT_ENOUGH' : 'UPSTREAM_UNAVAILABLE' });
}

/** Reads the current flags, which switch programs on and off (FLAG-02). */
export async function readPointsFlags(tx: Tx): Promise<Flags> {
  const rows = await listFlags(tx, []);
  return readFlags(Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])));
}

/**
 * Returns whether an applied certificate may still pay for its cart. The cart's lines or the flag of the program may have changed since
 * (PTS-13, DEC-115). A donation that was added later does not remove the certificate (DIF-17).
 */
export const mayStillPay = (
  { isThirdParty }: { isThirdParty: boolean },
  program: PointsPaymentType,
  flags: Flags,
): boolean => isProgramAllowed(program, { isThirdParty, hasDonation: false }, flags);
