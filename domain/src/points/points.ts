import { appliedPointsText, certificateLabel } from '../carts/cart-totals.ts';
import type { Flags } from '../flags/flags.ts';
import { type Centavos, centavos, formatQ, quetzales, smaller, times, withThousands, zero } from '../money/money.ts';
import type { PointsPaymentType } from '../payments/payment-amounts.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { PointsInput } from './points-inputs.ts';

export interface PointsProgram {
  name: PointsPaymentType;
  /** Identifies the program in calls (DEC-69). */
  optionId: string;
  title: string;
  flag: keyof Flags;
  inputs: readonly PointsInput[];
  /** True if the cart banner mentions the program (DEC-112). */
  isInBanner: boolean;
}

const cardInputs: readonly PointsInput[] = ['ccNumber', 'ccDate', 'ccCVV', 'ccOwner'];

const program = (name: PointsPaymentType, optionId: string, title: string, flag: keyof Flags, isInBanner: boolean) => ({
  name,
  optionId,
  title,
  flag,
  inputs: cardInputs,
  isInBanner,
});

/** The programs, in the order of their list (DEC-112, DEC-158). */
export const pointsPrograms: readonly PointsProgram[] = [
  { ...program('MaxpointsPoints', 'puntos-max', 'Puntos MAX', 'pointsMax', true), inputs: ['dpi', 'birthDate'] },
  program('BiPoints', 'puntos-bi', 'Puntos BI', 'pointsBi', true),
  program('BacPoints', 'puntos-bac', 'Puntos BAC', 'pointsBac', true),
  program('VisanetPoints', 'visanet-cash', 'Visanet cash', 'pointsCash', false),
  program('PromericaPoints', 'puntos-promerica', 'Puntos Promerica', 'pointsPromerica', false),
];

/** Returns the title of the program whose pay type paid a whole order (DEC-137). Null for other pay types. */
export const pointsProgramTitle = (paymentType: string): string | null =>
  pointsPrograms.find(({ name }) => name === paymentType)?.title ?? null;

export interface CartForPoints {
  isThirdParty: boolean;
  /** Points cannot be used together with a donation (DIF-17). */
  hasDonation: boolean;
}

/**
 * Returns the programs that a cart may use (PTS-12, PTS-13, DEC-115): the enabled ones. Third-party carts may use only
 * Puntos MAX, and only with its flag. Link carts follow the same rules. If the list is empty, the section is hidden
 * (FLAG-02).
 */
export function availablePrograms(cart: CartForPoints, flags: Flags): PointsProgram[] {
  const enabled = pointsPrograms.filter((program) => flags[program.flag]);
  if (!cart.isThirdParty) return enabled;
  return flags.thirdPartyPoints ? enabled.filter((program) => program.name === 'MaxpointsPoints') : [];
}

/** Returns whether the server accepts a program; otherwise it returns 403 (DEC-113). A donation disables all programs (DIF-17). */
export const isProgramAllowed = (name: PointsPaymentType, cart: CartForPoints, flags: Flags): boolean =>
  !cart.hasDonation && availablePrograms(cart, flags).some((program) => program.name === name);

/** Returns the programs that the cart banner mentions. */
export const bannerPrograms = (flags: Flags): PointsProgram[] =>
  pointsPrograms.filter((program) => program.isInBanner && flags[program.flag]);

/** Returns whether at least one program can pay. */
export const acceptsPoints = (flags: Flags): boolean => pointsPrograms.some(({ flag }) => flags[flag]);

/**
 * Returns whether a purchase earns points (DEC-229). The shop's program must be on, and the adapter of the points port
 * must credit points (`creditsPoints`, LOYAL-01). Banks credit their own points for card payments.
 */
export const earnsPoints = (flags: Pick<Flags, 'pointsMax'>, creditsPoints: boolean): boolean =>
  flags.pointsMax && creditsPoints;

/** A line earns one point for every whole Q10 of sales price (DEC-86). */
export const earnedPointPrice = quetzales(10);

/** Only the store's own goods earn points. */
export const earnedPoints = (salesPrice: Centavos, isFirstPartyGoods: boolean): number =>
  isFirstPartyGoods ? Math.floor(salesPrice / earnedPointPrice) : 0;

/** Returns "1 punto" or "1,234 puntos". Null below Q10 (DEC-86, DEC-182). */
export function pointsLabel(points: number): string | null {
  if (points < 1) return null;
  return points === 1 ? '1 punto' : `${withThousands(String(points))} puntos`;
}

/** Returns the text of the points banner (CAT-18). "Obten" without its accent is the documented text (DIF-05). */
export const pointsBannerText = (label: string): string => `Obten ${label} al comprar este producto`;

/** Shown below the banner to visitors without a session (DEC-47). */
export const pointsSignUpText = 'Regístrate para acumular puntos';

/** The certificates that a program issues (DEC-113). */
export const certificateAmounts: readonly Centavos[] = [25, 50, 100, 200, 300, 500, 1_000, 2_000].map(quetzales);

/** 10 points = Q1, so one point is 10 centavos (DEC-113). */
const centavosPerPoint = centavos(10);

/** Returns the value of points. `points` is an integer ≥ 0. */
export const balanceOf = (points: number): Centavos => times(centavosPerPoint, points);

/** Returns the price of a certificate in points. */
export const pointsFor = (amount: Centavos): number => amount / centavosPerPoint;

/** Returns the certificates up to balance and payable amount, ascending (DEC-113). */
export function offeredCertificates(points: number, payableByPoints: Centavos): Centavos[] {
  const limit = smaller(balanceOf(points), payableByPoints);
  return certificateAmounts.filter((amount) => amount <= limit);
}

/** Returns the largest certificate up to this amount. Null if even the smallest certificate is larger. */
export const largestCertificate = (payableByPoints: Centavos): Centavos | null =>
  certificateAmounts.findLast((amount) => amount <= payableByPoints) ?? null;

/** Shown if the server sends no message (PTS-17). */
export const noCertificatesText = 'No se encontraron cupones disponibles para la opción seleccionada';

/**
 * Returns the certificates that a balance allows, or a message without certificates (DEC-113). With certificates, the
 * message is empty.
 */
export function certificateOffer(points: number, payableByPoints: Centavos): { amounts: Centavos[]; message: string } {
  const amounts = offeredCertificates(points, payableByPoints);
  const [least = zero] = certificateAmounts;
  if (amounts.length > 0) return { amounts, message: '' };
  return balanceOf(points) < least
    ? { amounts, message: `Necesitas al menos ${withThousands(String(pointsFor(least)))} puntos para un certificado.` }
    : { amounts, message: `Tu compra no llega a ${formatQ(least)}, el certificado más pequeño.` };
}

/** Milliseconds for which an issued certificate can be applied (DEC-114). */
export const certificateLifeMs = 30 * 60_000;

/** In ms. For this time an applied certificate reserves the points of a cart that is never ordered (record 0019). */
export const appliedCertificateLifeMs = 24 * 3_600_000;

export interface IssuedCertificate {
  cartId: string;
  amount: Centavos;
  issuedAt: Date;
}

export type CertificateRefusal = {
  code: 'CERTIFICATE_OF_OTHER_CART' | 'CERTIFICATE_EXPIRED' | 'CERTIFICATE_ABOVE_TOTAL' | 'COUPON_ALREADY_APPLIED';
};

/**
 * Checks whether a certificate can be applied to a cart now (DEC-113, DEC-114, DIF-33). On a cart below its amount,
 * points would be lost.
 */
export function checkCertificate(
  certificate: IssuedCertificate,
  cart: { id: string; hasCoupon: boolean; payableByPoints: Centavos },
  now: Date,
): Result<Centavos, CertificateRefusal> {
  if (certificate.cartId !== cart.id) return refuse({ code: 'CERTIFICATE_OF_OTHER_CART' });
  if (cart.hasCoupon) return refuse({ code: 'COUPON_ALREADY_APPLIED' });
  const age = now.getTime() - certificate.issuedAt.getTime();
  if (age >= certificateLifeMs) return refuse({ code: 'CERTIFICATE_EXPIRED' });
  return certificate.amount <= cart.payableByPoints
    ? ok(certificate.amount)
    : refuse({ code: 'CERTIFICATE_ABOVE_TOTAL' });
}

/** Texts of the points section (PTS-01, PTS-05, PTS-06, PTS-18, DEC-38, DEC-39). */
export const pointsTexts = {
  title: 'Canje de puntos',
  applied: appliedPointsText,
  revert: 'Revertir canje',
  success: 'Tus puntos se descontarán al momento de facturar. Puedes revertir el canje antes de finalizar tu compra.',
  example: certificateLabel(quetzales(2_000)),
  /** Shown next to the example: the largest certificate for this purchase. */
  largestNow: (largest: Centavos | null): string =>
    largest === null
      ? `Es un ejemplo: tu compra no llega a ${formatQ(certificateAmounts[0] ?? zero)}, el certificado más pequeño.`
      : `Es un ejemplo: para esta compra, hasta ${formatQ(largest)}.`,
  aboveTotal: 'Es mayor que tu compra: revierte el canje y elige uno más pequeño.',
  failedTitle: 'Hemos encontrado un error',
  failedMessage: 'Lo sentimos, no podemos procesar la solicitud',
} as const;

/** 0 card data, 1 balance and choice, 2 done (PTS-03). */
export type PointsStep = 0 | 1 | 2;

/** Returns the next step. After "done" the drawer closes and restarts. */
export const nextPointsStep = (step: PointsStep): PointsStep => (step === 0 ? 1 : step === 1 ? 2 : 0);

export const previousPointsStep = (step: PointsStep): PointsStep => (step === 2 ? 1 : 0);

/**
 * Maximum number of failed requests with an account's DPI or card number, from any client, like wrong passwords
 * (DEC-170). After this number, all requests are refused until the first failure is older than the window.
 */
export const accountGuesses = { failures: 5, windowMs: 15 * 60_000 } as const;

/** In ms. Failed requests of one client count within an hour, like declined cards (DEC-196). */
export const clientGuessesWindowMs = 3_600_000;
