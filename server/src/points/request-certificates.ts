import { randomUUID } from 'node:crypto';
import type { Parsed } from '@ceiba/contract/endpoint';
import type { requestPoints } from '@ceiba/contract/points';
import { normalizeDpi } from '@ceiba/domain/billing/dpi';
import type { Flags } from '@ceiba/domain/flags/flags';
import type { Centavos } from '@ceiba/domain/money/money';
import { checkCardExpiry, formatExpiry } from '@ceiba/domain/payments/card-form';
import { checkCardNumber, maskCardNumber, normalizeCardNumber } from '@ceiba/domain/payments/card-number';
import {
  certificateOffer,
  isProgramAllowed,
  type PointsProgram,
  pointsFor,
  pointsPrograms,
} from '@ceiba/domain/points/points';
import { type PointsInput, pointsInputMessage } from '@ceiba/domain/points/points-inputs';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { changeRefusal } from '../carts/cart-refusal.ts';
import { type CartSnapshot, payableByPointsOf } from '../carts/cart-snapshot.ts';
import { readCart } from '../carts/read-cart.store.ts';
import type { Database } from '../platform/db/database.ts';
import type { Refusal, RefusalOf, RequestContext } from '../platform/http/route.ts';
import { insertOffer, type NewCertificate } from './points.store.ts';
import { checkGuesses, type Guesser, guessLimitsOf, judgeGuess } from './points-guesses.store.ts';
import type { PointsIdentity, PointsPrograms } from './points-programs.ts';

type PointsForm = Pick<Parsed<typeof requestPoints>['body'], PointsInput>;

/** Parses the shopper's identity by the fields of the program (DEC-112, DEC-113). An error lists all wrong fields. */
function readIdentity(
  program: PointsProgram,
  form: PointsForm,
  now: Date,
): Result<PointsIdentity, Refusal<'VALIDATION_ERROR'>> {
  const messages = program.inputs.flatMap((input) => {
    const message = pointsInputMessage(input, form[input] ?? '', now);
    return message === null ? [] : [[input, message] as const];
  });
  if (messages.length > 0) {
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: Object.fromEntries(messages) } });
  }
  const { dpi = '', birthDate = '', ccNumber = '', ccDate = '', ccCVV = '', ccOwner = '' } = form;
  if (program.inputs.includes('dpi')) return ok({ kind: 'person', dpi: normalizeDpi(dpi), birthDate });
  const expiry = checkCardExpiry(ccDate, now);
  return ok({
    kind: 'card',
    number: normalizeCardNumber(ccNumber),
    expiry: expiry.ok ? formatExpiry(expiry.value) : '',
    cvv: ccCVV.trim(),
    holder: ccOwner.trim(),
  });
}

const dpiShown = 4;

/** Returns the part of an identity that may be shown and stored (DEC-10): its end, by which the shopper recognizes it. */
function maskIdentity(identity: PointsIdentity): Partial<Record<PointsInput, string>> {
  if (identity.kind === 'person') {
    const { dpi } = identity;
    return { dpi: dpi.slice(-dpiShown).padStart(dpi.length, '*') };
  }
  const number = checkCardNumber(identity.number);
  return number.ok ? { ccNumber: maskCardNumber(number.value) } : {};
}

interface RequestDeps {
  db: Database;
  programs: PointsPrograms;
  readFlags: () => Promise<Flags>;
}

interface PointsRequest {
  body: Parsed<typeof requestPoints>['body'];
  now: Date;
  policy: ShopPolicy;
  caller: Pick<Guesser, 'client' | 'factor'> & Pick<RequestContext, 'viewerId'>;
}

/** The offer of certificates for a shopper. */
export interface OfferedPoints {
  id: string;
  program: PointsProgram;
  /** Values of the form, masked. */
  formValues: Partial<Record<PointsInput, string>>;
  points: number;
  certificates: NewCertificate[];
  /** The reason if there are no certificates, otherwise an empty text. */
  message: string;
}

type RequestRefusal = RefusalOf<typeof requestPoints>;

const pointsCart = ({ isThirdParty, donation }: CartSnapshot) => ({ isThirdParty, hasDonation: donation !== null });

/** Returns whether points of a program may pay for a cart now (DEC-113, DEC-115, DIF-17). If not, the call is refused with 403. */
export const mayUseProgram = (cart: CartSnapshot, name: PointsProgram['name'], flags: Flags): boolean =>
  isProgramAllowed(name, pointsCart(cart), flags);

/**
 * Asks a program for a shopper's balance, and offers certificates for the cart (API-63). Wrong data count against the named account and
 * against the client.
 */
export async function requestCertificates(
  deps: RequestDeps,
  { body, now, policy, caller }: PointsRequest,
): Promise<Result<OfferedPoints, RequestRefusal>> {
  const cart = await readCart(deps.db.write, body.cartId, now, policy);
  const closed = changeRefusal(cart, caller.viewerId);
  if (closed !== null || cart === undefined) return refuse(closed ?? { code: 'CART_NOT_FOUND' });
  const program = pointsPrograms.find(({ name }) => name === body.name);
  if (program === undefined || !mayUseProgram(cart, program.name, await deps.readFlags())) {
    return refuse({ code: 'POINTS_PROGRAM_NOT_ALLOWED' });
  }
  const identity = readIdentity(program, body, now);
  if (!identity.ok) return identity;
  const limits = await guessLimitsOf(deps.db.write, { ...caller, identity: identity.value, policy });
  const checked = await checkGuesses(deps.db.write, limits, now);
  if (!checked.ok) return checked;
  const balance = await deps.programs.findBalance(program.name, identity.value);
  if (balance.kind === 'unavailable') return refuse({ code: 'UPSTREAM_UNAVAILABLE' });
  const isFound = balance.kind === 'found';
  const judged = await deps.db.transaction((tx) => judgeGuess(tx, limits, { isFound, now }));
  if (!judged.ok) return judged;
  if (!isFound) return refuse({ code: 'POINTS_ACCOUNT_NOT_FOUND' });
  const { certificates, message } = offerOf(balance.points, payableByPointsOf(cart, policy));
  const offer = { id: randomUUID(), cartId: cart.id, program: program.name, account: balance.account, certificates };
  if (certificates.length > 0) await insertOffer(deps.db.write, offer, now);
  const formValues = maskIdentity(identity.value);
  return ok({ id: offer.id, program, formValues, points: balance.points, certificates, message });
}

function offerOf(points: number, payable: Centavos): { certificates: NewCertificate[]; message: string } {
  const { amounts, message } = certificateOffer(points, payable);
  const certificates = amounts.map((amount) => ({ code: randomUUID(), amount, points: pointsFor(amount) }));
  return { certificates, message };
}
